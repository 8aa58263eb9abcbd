// The picture of the graph. It is drawn anew when its structure changes. Between, numbers and marks are updated in
// place.
let signature = "", updates = [];

function showGraph() {
  const structure = JSON.stringify([app.session, app.search, [...app.pairs.values()].map((p) => [p.id, p.name, p.finished, p.marks]),
    [...app.listeners.values()].map((l) => [l.id, l.source, l.parent, l.operators.length, l.marks, l.owner, l.isolation, l.file, l.line]),
    matchMedia("(prefers-color-scheme: dark)").matches]);
  if (structure !== signature) {
    signature = structure;
    drawGraph();
  }
  for (const update of updates) update();
}

function drawGraph() {
  updates = [];
  const picture = $("picture");
  const focused = document.activeElement?.dataset?.id;
  const plan = layout();
  const isEmpty = plan.pairs.length === 0;
  $("graph-empty").hidden = !isEmpty;
  $("graph-empty").textContent = app.search ? "Nothing matches the search." : "The program has made no pair yet.";
  picture.setAttribute("width", plan.width);
  picture.setAttribute("height", plan.height);
  const lines = draw("g"), cards = draw("g"), heads = draw("g");
  if (!isEmpty) {
    const head = (x, words) => heads.append(draw("text", { x, y: 14, class: "head" }, words));
    head(0, "Sources");
    if (plan.columns.length > 2) head(plan.columns[1], "Shares");
    if (plan.cards.length) head(plan.columns.at(-1), "Listeners");
  }
  const boxes = new Map(plan.pairs.map((box) => [box.pair.id, { ...box, x: plan.columns[box.depth] }]));
  for (const way of plan.ways) drawWay(way, boxes, way.share ? boxes.get(way.share)?.x ?? plan.columns.at(-1) : plan.columns.at(-1), lines, cards);
  for (const box of boxes.values()) cards.append(pairCard(box));
  for (const card of plan.cards) cards.append(listenerCard(card, plan.columns.at(-1)));
  for (const note of plan.notes) {
    cards.append(draw("g", { class: "more" }, draw("text", { x: note.from === undefined ? 0 : plan.columns.at(-1) + 14, y: note.y }, note.text)));
  }
  picture.replaceChildren(heads, lines, cards);
  if (focused) picture.querySelector('[data-id="' + Number(focused) + '"]')?.focus();
}

// A way from a source to what it feeds, operators as chips along it. The ways of a join meet in a dot.
function drawWay(way, boxes, end, lines, cards) {
  const { listener, inputs, y } = way;
  let edge;
  if (inputs.length) {
    const chips = chipsWidth(listener.operators);
    const dot = end - chips - 30;
    edge = draw("path", { class: "edge", d: `M${dot} ${y}H${end}` });
    lines.append(edge);
    drawChips(listener.operators, end - chips - 12, y, cards);
    for (const input of inputs) {
      drawWay(input, boxes, dot - 26, lines, cards);
      const bend = draw("path", { class: "edge", d: `M${dot - 26} ${input.y}C${dot - 8} ${input.y} ${dot - 18} ${y} ${dot} ${y}` });
      lines.append(bend);
      updates.push(() => mark(bend, input));
    }
    cards.append(draw("circle", { class: "dot", cx: dot, cy: y, r: 4.5 }));
  } else {
    const source = boxes.get(listener.source);
    const start = source ? source.x + size.pair : end - 40;
    const from = source ? source.y : y;
    const bend = start + size.curve;
    edge = draw("path", { class: "edge", d: source ? `M${start} ${from}C${start + 34} ${from} ${bend - 34} ${y} ${bend} ${y}H${end}` : `M${start} ${y}H${end}` });
    lines.append(edge);
    drawChips(listener.operators, bend + 6, y, cards);
  }
  updates.push(() => mark(edge, way));
}

function mark(edge, way) {
  const now = app.listeners.get(way.listener.id);
  const isBusy = way.members.some((id) => app.listeners.get(id)?.isBusy) || way.inputs.some((input) => app.listeners.get(input.listener.id)?.isBusy);
  const style = ["edge", isBusy ? "live" : "", ...(now?.marks ?? [])].join(" ");
  if (edge.getAttribute("class") !== style) edge.setAttribute("class", style);
}

function drawChips(names, start, y, cards) {
  let x = start;
  for (const name of names) {
    const text = chipText(name);
    const length = width(text, chipFont) + 18;
    const chip = draw("g", { class: "chip" }, draw("title", {}, visible(name)),
      draw("rect", { x, y: y - size.chip / 2, width: length, height: size.chip, rx: size.chip / 2 }), draw("text", { x: x + 9, y: y + 4 }, text));
    cards.append(chip);
    x += length + 8;
  }
}

function card(id, style, x, y, length, height, label, ...parts) {
  const group = draw("g", { class: "card " + style, transform: `translate(${x} ${y - height / 2})`, tabindex: 0, role: "button", "data-id": id, "aria-label": label },
    draw("rect", { class: "box", width: length, height, rx: 9 }), ...parts);
  group.onclick = () => choose(id);
  group.onkeydown = (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); choose(id); } };
  updates.push(() => group.classList.toggle("chosen", app.chosen === id));
  return group;
}

// Marks as words in color, from the right edge. Returns the elements and the width that they take.
function pills(marks, right, y, suffix = "") {
  let x = right;
  const elements = marks.map((name) => {
    const text = (markWords[name] ?? name) + suffix;
    const length = width(text, "620 11px sans") + 14;
    x -= length;
    const pill = draw("g", { class: "mark " + name }, draw("rect", { x, y, width: length, height: 18, rx: 9 }), draw("text", { x: x + 7, y: y + 13 }, text));
    x -= 5;
    return pill;
  });
  return { elements, width: right - x };
}

function pairCard({ pair, x, y }) {
  const marks = pair.finished ? [...pair.marks, "finished"] : pair.marks;
  const { elements, width: taken } = pills(marks, size.pair - 9, 8);
  const room = size.pair - 30;
  const numbers = draw("text", { class: "quiet", x: 18, y: 68 });
  const speed = draw("text", { class: "rate", x: size.pair - 12, y: 53, "text-anchor": "end" });
  updates.push(() => {
    const now = app.pairs.get(pair.id);
    if (!now) return;
    const words = [now.strategy, number(now.total) + (now.total === 1 ? " value" : " values")].join(" · ");
    if (numbers.dataset.words !== words) { numbers.dataset.words = words; numbers.textContent = fit(words, "11.5px sans", room); }
    const fast = now.rate > 0 ? rate(now.rate) : "";
    if (speed.textContent !== fast) speed.textContent = fast;
  });
  const whole = visible((pair.name ? pair.name + ", " : "") + pair.file + ":" + pair.line);
  return card(pair.id, [pair.kind, ...marks].join(" "), x, y, size.pair, size.pairHeight, `${kindWords[pair.kind]} ${title(pair)}`,
    draw("title", {}, cut(whole, 300)), draw("rect", { class: "bar", x: 7, y: 11, width: 3, height: size.pairHeight - 22, rx: 1.5 }),
    draw("text", { class: "kind", x: 18, y: 20 }, fit(`${kindWords[pair.kind]} of ${visible(pair.type)}`, "600 11px sans", room - taken)),
    draw("text", { class: "name", x: 18, y: 37 }, fit(title(pair), "620 13.5px sans", room)),
    draw("text", { class: "quiet", x: 18, y: 53 }, fit(visible(pair.name ? place(pair) : pair.file.split("/").slice(0, -1).join("/")), "11.5px sans", room - 58)),
    numbers, speed, ...elements);
}

function listenerCard({ listener, members, y }, x) {
  const { elements, width: taken } = pills(listener.marks, size.listener - 9, 6);
  const room = size.listener - 26;
  const count = members.length > 1 ? ` × ${number(members.length)}` : "";
  const second = draw("text", { class: "quiet", x: 14, y: 38 });
  updates.push(() => {
    const now = members.map((id) => app.listeners.get(id)).filter(Boolean);
    const calls = now.reduce((sum, { calls }) => sum + calls, 0);
    const words = [listener.isolation && visible(listener.isolation), listener.owner && visible(listener.owner), number(calls) + (calls === 1 ? " call" : " calls")].filter(Boolean).join(" · ");
    if (second.dataset.words !== words) { second.dataset.words = words; second.textContent = fit(words, "11.5px sans", room); }
  });
  return card(listener.id, ["listener", ...listener.marks].join(" "), x, y, size.listener, size.listenerHeight, "Listener at " + visible(place(listener)),
    draw("title", {}, visible((listener.file ?? "") + ":" + listener.line)),
    draw("text", { class: "place", x: 14, y: 20 }, fit(visible(place(listener)), "550 12.5px mono", room - taken - width(count, "12.5px mono")) + count), second, ...elements);
}
