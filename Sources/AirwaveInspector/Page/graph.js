// The picture of the graph. It is drawn anew when its structure changes. Between, numbers and marks are updated in
// place.
import { chipFont, chipText, chipsWidth, fit, folded, layout, pathOf, size, width } from "./layout.js";
import { app, changed, choose, title } from "./state.js";
import { $, counted, cut, draw, kindWords, markWords, notMeasured, number, place, rate, visible } from "./text.js";

let signature = "", updates = [], model = app, plan = null;

export function showGraph() {
  const { isFolded, unfolded, isPathOnly } = app.graph;
  model = isFolded ? folded(app, unfolded) : app;
  const isKnown = model.pairs.has(app.chosen) || model.listeners.has(app.chosen);
  const path = isPathOnly && isKnown ? pathOf(app.chosen, model) : null;
  const structure = JSON.stringify([app.session, app.search, path && app.chosen, isFolded, [...unfolded],
    [...model.pairs.values()].map((p) => [p.id, p.name, p.finished, p.marks, p.unlisted, p.count]),
    [...model.listeners.values()].map((l) => [l.id, l.source, l.parent, l.operators.length, l.marks, l.owner, l.isolation, l.file, l.line, l.count, l.calls === null]),
    matchMedia("(prefers-color-scheme: dark)").matches]);
  if (structure !== signature) {
    signature = structure;
    drawGraph(path);
  }
  zoom();
  for (const update of updates) update();
  $("fold").setAttribute("aria-pressed", String(isFolded));
  $("path").setAttribute("aria-pressed", String(isPathOnly));
  $("path").disabled = !isKnown && !isPathOnly;
}

// The graph fits by itself as long as it can be read then.
const leastReadable = 0.62;
function zoom() {
  if (!plan) return;
  const box = $("graph-scroll");
  const fitting = Math.min(1, (box.clientWidth - 40) / plan.width, (box.clientHeight - 40) / plan.height);
  const wide = Math.min(1, (box.clientWidth - 40) / plan.width);
  const { zoom } = app.graph;
  const scale = zoom === "fit" ? fitting : zoom === "auto" ? Math.max(leastReadable, fitting < leastReadable ? wide : fitting) : zoom;
  const picture = $("picture");
  const [w, h] = [Math.ceil(plan.width * scale), Math.ceil(plan.height * scale)];
  if (picture.getAttribute("width") !== String(w) || picture.getAttribute("height") !== String(h)) {
    picture.setAttribute("width", w);
    picture.setAttribute("height", h);
  }
  picture.setAttribute("viewBox", `0 0 ${plan.width} ${plan.height}`);
  const words = Math.round(scale * 100) + " %";
  if ($("zoom-reset").textContent !== words) $("zoom-reset").textContent = words;
  plan.scale = scale;
}
const setZoom = (value) => { app.graph.zoom = typeof value === "number" ? Math.min(3, Math.max(0.05, value)) : value; changed(); };
$("zoom-fit").onclick = () => setZoom("fit");
$("zoom-in").onclick = () => setZoom((plan?.scale ?? 1) * 1.25);
$("zoom-out").onclick = () => setZoom((plan?.scale ?? 1) / 1.25);
$("zoom-reset").onclick = () => setZoom(1);
$("fold").onclick = () => { app.graph.isFolded = !app.graph.isFolded; app.graph.unfolded.clear(); app.graph.zoom = "auto"; changed(); };
$("path").onclick = () => { app.graph.isPathOnly = !app.graph.isPathOnly; changed(); };
$("graph-scroll").addEventListener("wheel", (event) => {
  if (!event.ctrlKey && !event.metaKey) return;
  event.preventDefault();
  setZoom((plan?.scale ?? 1) * Math.exp(-event.deltaY / 300));
}, { passive: false });

// Brings what is chosen into sight.
export function reveal() {
  $("picture").querySelector(".card.chosen")?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

function drawGraph(path) {
  updates = [];
  const picture = $("picture");
  const focused = document.activeElement?.dataset?.id;
  plan = layout(model, path);
  const isEmpty = plan.pairs.length === 0;
  $("graph-empty").hidden = !isEmpty;
  $("graph-empty").textContent = app.search ? "Nothing matches the search." : "The program has made no pair yet.";
  const lines = draw("g"), cards = draw("g"), heads = draw("g");
  if (!isEmpty) {
    const head = (x, words) => heads.append(draw("text", { x, y: 14, class: "head" }, words));
    head(0, model === app ? "Sources" : "Files");
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
  if (focused) picture.querySelector(`[data-id="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
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
  const now = model.listeners.get(way.listener.id);
  const isBusy = way.members.some((id) => model.listeners.get(id)?.isBusy) || way.inputs.some((input) => model.listeners.get(input.listener.id)?.isBusy);
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

function card(ids, style, x, y, length, height, label, ...parts) {
  const id = ids[0];
  const group = draw("g", { class: "card " + style, transform: `translate(${x} ${y - height / 2})`, tabindex: 0, role: "button", "data-id": id, "aria-label": label },
    draw("rect", { class: "box", width: length, height, rx: 9 }), ...parts);
  const act = () => (typeof id === "number" ? choose(id) : unfold(id));
  group.onclick = act;
  group.onkeydown = (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); act(); } };
  updates.push(() => group.classList.toggle("chosen", ids.includes(app.chosen)));
  return group;
}

// A card of a file, or of what listens in it, shows what the file has.
function unfold(id) {
  app.graph.unfolded.add(id.split(">")[0].replace(/^file:/, ""));
  changed();
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
  const unlisted = pair.unlisted > 0 ? number(pair.unlisted) + " listeners not drawn" : "";
  const numbers = draw("text", { class: "quiet", x: 18, y: 68 });
  const speed = draw("text", { class: "rate", x: size.pair - 12, y: 53, "text-anchor": "end" });
  updates.push(() => {
    const now = model.pairs.get(pair.id);
    if (!now) return;
    const words = [unlisted || now.strategy, counted(now.total, "value")].filter(Boolean).join(" · ");
    if (numbers.dataset.words !== words) { numbers.dataset.words = words; numbers.textContent = fit(words, "11.5px sans", room); }
    const fast = now.rate > 0 ? rate(now.rate) : "";
    if (speed.textContent !== fast) speed.textContent = fast;
  });
  const isFile = pair.kind === "file";
  const words = [`${kindWords[pair.kind]} ${title(pair)}`, ...marks.map((mark) => markWords[mark] ?? mark), unlisted].filter(Boolean).join(", ");
  const whole = visible((pair.name ? pair.name + ", " : "") + pair.file + ":" + pair.line);
  return card([pair.id], [pair.kind, ...marks].join(" "), x, y, size.pair, size.pairHeight, words,
    draw("title", {}, cut(whole, 300)), draw("rect", { class: "bar", x: 7, y: 11, width: 3, height: size.pairHeight - 22, rx: 1.5 }),
    draw("text", { class: "kind", x: 18, y: 20 }, fit(isFile ? counted(pair.count, "pair") : `${kindWords[pair.kind]} of ${visible(pair.type)}`, "600 11px sans", room - taken)),
    draw("text", { class: "name", x: 18, y: 37 }, fit(title(pair), "620 13.5px sans", room)),
    draw("text", { class: "quiet", x: 18, y: 53 }, fit(visible(pair.name ? place(pair) : pair.file.split("/").slice(0, -1).join("/")), "11.5px sans", room - 58)),
    numbers, speed, ...elements);
}

function listenerCard({ listener, members, y }, x) {
  const { elements, width: taken } = pills(listener.marks, size.listener - 9, 6);
  const room = size.listener - 26;
  // Of a pair with a great many listeners, not all are listed.
  const many = listener.count ?? members.length;
  const count = many > 1 ? ` × ${number(many)}` : "";
  const second = draw("text", { class: "quiet", x: 14, y: 38 });
  updates.push(() => {
    const now = members.map((id) => model.listeners.get(id)).filter(Boolean);
    const calls = now.reduce((sum, { calls }) => sum + calls, 0);
    const words = [listener.isolation && visible(listener.isolation), listener.owner && visible(listener.owner), now.some(({ calls }) => calls === null) ? "– calls" : counted(calls, "call")].filter(Boolean).join(" · ");
    if (second.dataset.words !== words) { second.dataset.words = words; second.textContent = fit(words, "11.5px sans", room); }
  });
  return card(members, ["listener", ...listener.marks].join(" "), x, y, size.listener, size.listenerHeight, ["Listener at " + visible(place(listener)) + count, ...listener.marks.map((mark) => markWords[mark])].join(", "),
    draw("title", {}, visible((listener.file ?? "") + ":" + listener.line) + (listener.calls === null ? "\n" + notMeasured : "")),
    draw("text", { class: "place", x: 14, y: 20 }, fit(visible(place(listener)), "550 12.5px mono", room - taken - width(count, "12.5px mono")) + count), second, ...elements);
}
