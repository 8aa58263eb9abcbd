// The list below the lanes, what a marble says, pausing, and the keyboard.
function listNewest(shown) {
  const newest = [];
  for (const item of shown) {
    const { values } = lane(item.id);
    let count = 0;
    for (let position = values.length - 1; position >= 0 && count < 40; position -= 1) {
      const value = values[position];
      if (value.at > view.now + delay || !valueMatches(value, item)) continue;
      newest.push({ ...value, words: item.words });
      count += 1;
    }
  }
  newest.sort((a, b) => b.at - a.at || b.number - a.number);
  const list = $("newest");
  const shownValues = newest.slice(0, 40);
  const state = shownValues.map(({ pair, number }) => pair + "/" + number).join();
  if (list.dataset.state === state) return;
  list.dataset.state = state;
  list.replaceChildren(...shownValues.map((value) => make("tr", {},
    make("td", { textContent: value.words }), make("td", { className: "number quiet", textContent: number(value.number) }),
    make("td", { className: "number quiet", textContent: value.at.toFixed(3) }), make("td", { className: "quiet", textContent: visible(value.thread) }),
    make("td", { className: "text", textContent: visible(value.text), title: value.text }))));
}

function showTip(hit, x, y) {
  const tip = $("tip");
  tip.hidden = !hit;
  if (!hit) return;
  const values = hit.values ?? [];
  const first = values[0], last = values.at(-1);
  const count = values.length > 1 ? number(first.number) + " to " + number(last.number) : number(last?.number ?? 0);
  const facts = last
    ? [hit.item.words, "no. " + count, "at " + last.at.toFixed(3) + " s", visible(last.thread)]
    : [hit.item.words, "at " + hit.at.toFixed(1) + " s"];
  const text = values.slice(0, 12).map((value) => visible(value.text).replaceAll("\\n", "\n")).join("\n") + (values.length > 12 ? "\n…" : "");
  tip.replaceChildren(make("b", { textContent: facts.join(" · ") }), last ? text : hit.words);
  const box = tip.getBoundingClientRect();
  tip.style.left = Math.max(8, Math.min(x + 14, innerWidth - box.width - 8)) + "px";
  tip.style.top = Math.max(8, y + 18 + box.height > innerHeight ? y - box.height - 12 : y + 18) + "px";
}

function setPaused(isPaused) {
  view.isPaused = isPaused;
  view.cursor = null;
  $("tip").hidden = true;
  $("pause").setAttribute("aria-pressed", String(isPaused));
  $("pause").textContent = isPaused ? "Go on" : "Pause";
  $("marbles-note").textContent = isPaused ? "Paused. The arrow keys go from value to value." : "";
}
$("pause").onclick = () => setPaused(!view.isPaused);
$("span").onchange = () => { view.span = Number($("span").value); };

$("canvas").onmousemove = (event) => {
  const box = $("canvas").getBoundingClientRect();
  const px = event.clientX - box.left, py = event.clientY - box.top;
  let best = null, least = 14;
  for (const hit of view.hits) {
    const distance = Math.abs(hit.y - py) < 20 ? Math.abs(hit.x - px) : Infinity;
    if (distance < least) { least = distance; best = hit; }
  }
  showTip(best, event.clientX, event.clientY);
};
$("canvas").onmouseleave = () => showTip(null);
$("canvas").onwheel = (event) => { view.scroll += event.deltaY; };
$("canvas").onkeydown = (event) => {
  if (event.key === " ") { event.preventDefault(); return setPaused(!view.isPaused); }
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key], jump = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (!step && !jump) return;
  event.preventDefault();
  if (!view.isPaused) setPaused(true);
  const hits = [...view.hits].sort((a, b) => a.x - b.x);
  if (!hits.length) return;
  const now = view.cursor;
  const rows = [...new Set(hits.map((hit) => hit.y))].sort((a, b) => a - b);
  const row = now ? rows[Math.max(0, Math.min(rows.length - 1, rows.indexOf(now.y) + (jump ?? 0)))] : rows[0];
  const inRow = hits.filter((hit) => hit.y === row);
  const before = now ? inRow.filter((hit) => hit.at < now.at).at(-1) : inRow.at(-1);
  const after = now ? inRow.find((hit) => hit.at > now.at) : inRow.at(-1);
  view.cursor = (jump ? before ?? inRow.at(-1) : step < 0 ? before : after) ?? now;
  const box = $("canvas").getBoundingClientRect();
  showTip(view.cursor, box.left + view.cursor.x, box.top + view.cursor.y);
};
