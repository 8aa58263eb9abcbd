// The list below the lanes, what a marble says, pausing, moving, and the keyboard.
import { lane } from "./lanes.js";
import { delay, paint, picture, shownLanes, valueMatches } from "./marbles.js";
import { app } from "./state.js";
import { $, make, number, visible } from "./text.js";

const last = { frame: 0, list: 0 };

export function frame(time) {
  requestAnimationFrame(frame);
  const { marbles } = app;
  if (app.view !== "marbles" || app.offset === null || time - last.frame < 30) return;
  last.frame = time;
  if (!marbles.isPaused && !app.isLost && !app.recording) marbles.now = time / 1000 + app.offset - delay;
  const shown = shownLanes();
  paint(shown);
  if (time - last.list > 250) { last.list = time; listNewest(shown); }
}

function listNewest(shown) {
  const newest = [];
  for (const item of shown) {
    const { values } = lane(item.id);
    let count = 0;
    for (let position = values.length - 1; position >= 0 && count < 40; position -= 1) {
      const value = values[position];
      if (value.at > app.marbles.now + delay || !valueMatches(value, item)) continue;
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
  const first = values[0], newest = values.at(-1);
  const count = values.length > 1 ? number(first.number) + " to " + number(newest.number) : number(newest?.number ?? 0);
  const facts = newest
    ? [hit.item.words, "no. " + count, "at " + newest.at.toFixed(3) + " s", visible(newest.thread)]
    : [hit.item.words, "at " + hit.at.toFixed(1) + " s"];
  const text = values.slice(0, 12).map((value) => visible(value.text).replaceAll("\\n", "\n")).join("\n") + (values.length > 12 ? "\n…" : "");
  tip.replaceChildren(make("b", { textContent: facts.join(" · ") }), newest ? text : hit.words);
  const box = tip.getBoundingClientRect();
  tip.style.left = Math.max(8, Math.min(x + 14, innerWidth - box.width - 8)) + "px";
  tip.style.top = Math.max(8, y + 18 + box.height > innerHeight ? y - box.height - 12 : y + 18) + "px";
}

export function setPaused(isPaused) {
  app.marbles.isPaused = isPaused;
  app.marbles.cursor = null;
  $("tip").hidden = true;
  $("pause").setAttribute("aria-pressed", String(isPaused));
  $("pause").textContent = isPaused ? "Resume" : "Pause";
  $("marbles-note").textContent = isPaused ? "Drag to move, scroll to zoom; the arrow keys go from value to value." : "";
}
$("pause").onclick = () => setPaused(!app.marbles.isPaused);
$("span").onchange = () => { if ($("span").value) app.marbles.span = Number($("span").value); };

// Zooms around a time, which stays where it is.
export function zoomAt(at, factor) {
  const { marbles } = app;
  const span = Math.min(3600, Math.max(0.05, marbles.span * factor));
  if (marbles.isPaused) marbles.now = at + (marbles.now - at) * (span / marbles.span);
  marbles.span = span;
  const preset = [...$("span").options].find((option) => Number(option.value) === span);
  $("span").value = preset ? preset.value : "";
}
const timeAt = (px) => app.marbles.now - ((picture.right - px) / (picture.right - picture.left)) * app.marbles.span;
export function move(seconds) {
  if (!app.marbles.isPaused) setPaused(true);
  app.marbles.now = Math.max(0, app.marbles.now + seconds);
}
const middle = () => app.marbles.now - app.marbles.span / 2;
$("closer").onclick = () => zoomAt(app.marbles.isPaused ? middle() : app.marbles.now, 0.5);
$("farther").onclick = () => zoomAt(app.marbles.isPaused ? middle() : app.marbles.now, 2);
$("earlier").onclick = () => move(-app.marbles.span / 2);
$("later").onclick = () => move(app.marbles.span / 2);

let drag = null;
$("canvas").onpointerdown = (event) => {
  if (!app.marbles.isPaused) return;
  drag = { x: event.clientX, now: app.marbles.now };
  $("canvas").setPointerCapture(event.pointerId);
  $("tip").hidden = true;
};
$("canvas").onpointerup = $("canvas").onpointercancel = () => { drag = null; };
$("canvas").onpointermove = (event) => {
  if (drag) {
    app.marbles.now = Math.max(0, drag.now - ((event.clientX - drag.x) / (picture.right - picture.left)) * app.marbles.span);
    return;
  }
  const box = $("canvas").getBoundingClientRect();
  const px = event.clientX - box.left, py = event.clientY - box.top;
  let best = null, least = 14;
  for (const hit of picture.hits) {
    const distance = Math.abs(hit.y - py) < 20 ? Math.abs(hit.x - px) : Infinity;
    if (distance < least) { least = distance; best = hit; }
  }
  showTip(best, event.clientX, event.clientY);
};
$("canvas").onpointerleave = () => showTip(null);
$("canvas").addEventListener("wheel", (event) => {
  if (!app.marbles.isPaused && !event.ctrlKey) { app.marbles.scroll += event.deltaY; return; }
  event.preventDefault();
  if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) return move((event.deltaX / (picture.right - picture.left)) * app.marbles.span);
  zoomAt(timeAt(event.clientX - $("canvas").getBoundingClientRect().left), Math.exp(event.deltaY / 300));
}, { passive: false });
$("canvas").onkeydown = (event) => {
  if (event.key === " ") { event.preventDefault(); return setPaused(!app.marbles.isPaused); }
  if (event.key === "+") return zoomAt(middle(), 0.5);
  if (event.key === "-") return zoomAt(middle(), 2);
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key], jump = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (!step && !jump) return;
  event.preventDefault();
  if (!app.marbles.isPaused) setPaused(true);
  const hits = [...picture.hits].sort((a, b) => a.x - b.x);
  if (!hits.length) return;
  const now = app.marbles.cursor;
  const rows = [...new Set(hits.map((hit) => hit.y))].sort((a, b) => a - b);
  const row = now ? rows[Math.max(0, Math.min(rows.length - 1, rows.indexOf(now.y) + (jump ?? 0)))] : rows[0];
  const inRow = hits.filter((hit) => hit.y === row);
  const before = now ? inRow.filter((hit) => hit.at < now.at).at(-1) : inRow.at(-1);
  const after = now ? inRow.find((hit) => hit.at > now.at) : inRow.at(-1);
  app.marbles.cursor = (jump ? before ?? inRow.at(-1) : step < 0 ? before : after) ?? now;
  const { cursor } = app.marbles;
  const box = $("canvas").getBoundingClientRect();
  if (cursor) showTip(cursor, box.left + cursor.x, box.top + cursor.y);
};
