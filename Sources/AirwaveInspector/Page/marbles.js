// The marbles: a lane for each chosen pair, with its values, and for each chosen listener, with its calls.
import { lane } from "./lanes.js";
import { app, listenerMatches, pairMatches, title, toggle } from "./state.js";
import { $, clock, counted, duration, make, number, place, rate, shortened, visible } from "./text.js";

// Values are shown a little later, so that those of all pairs have arrived.
export const delay = 0.25;
// What the picture has: where values stand, and where times do.
export const picture = { hits: [], left: 190, right: 0, row: 74 };

export function showChoices() {
  const items = [];
  const known = new Map();
  for (const listener of app.listeners.values()) {
    const isFull = (known.get(listener.source)?.size ?? 0) >= 20;
    if (listener.parent !== null || isFull) continue;
    if (!known.has(listener.source)) known.set(listener.source, new Map());
    // Of listeners that were made at the same place, the first one has a lane.
    const ofPair = known.get(listener.source);
    if (!ofPair.has(place(listener))) ofPair.set(place(listener), listener);
  }
  for (const pair of app.pairs.values()) {
    const listeners = [...(known.get(pair.id)?.values() ?? [])];
    const isFound = pairMatches(pair) || app.watched.has(pair.id);
    const found = isFound ? listeners : listeners.filter(listenerMatches);
    if (isFound || found.length) items.push([pair.id, title(pair), "pair"], ...found.map((listener) => [listener.id, visible(place(listener)), "listener"]));
    if (items.length > 400) break;
  }
  const list = $("choices");
  const state = JSON.stringify(items);
  if (list.dataset.state !== state) {
    list.dataset.state = state;
    list.replaceChildren(...items.map(([id, words, style]) => {
      const box = make("input", { type: "checkbox" });
      box.dataset.id = id;
      box.onchange = () => toggle(id, box.checked);
      return make("label", { className: style, title: words }, box, make("span", { textContent: words }));
    }));
  }
  for (const box of list.querySelectorAll("input")) box.checked = app.watched.has(Number(box.dataset.id));
}

export function shownLanes() {
  const laneOf = (listener) => ({ id: listener.id, words: visible(place(listener)), under: listener.calls === null ? "– calls" : counted(listener.calls, "call"), listener });
  const pairs = [...app.pairs.values()].filter(({ id }) => app.watched.has(id));
  const listeners = [...app.listeners.values()].filter(({ id }) => app.watched.has(id));
  return [...pairs.map((pair) => [{ id: pair.id, words: title(pair), under: rate(pair.rate), pair }, ...listeners.filter((l) => l.source === pair.id).map(laneOf)]),
    listeners.filter((l) => !app.watched.has(l.source)).map(laneOf)].flat();
}
export const valueMatches = (value, shown) =>
  app.search === "" || value.text.toLowerCase().includes(app.search) || shown.words.toLowerCase().includes(app.search);

const axisHeight = 24;

export function paint(shown) {
  const view = prepare(shown);
  paintAxis(view);
  const { context, width, bottom } = view;
  context.save();
  context.beginPath();
  context.rect(0, 0, width, bottom);
  context.clip();
  shown.forEach((item, index) => {
    const y = index * view.row + view.row / 2 - app.marbles.scroll;
    if (y > -view.row && y < bottom + view.row) paintLane(view, item, y);
  });
  context.restore();
  paintCursor(view);
  if (!shown.length) {
    context.textAlign = "center";
    context.fillStyle = view.color("quiet");
    view.font("14px");
    context.fillText(app.recording ? "Choose lanes." : "Choose lanes in the list.", width / 2, view.height / 2);
  }
}

// The canvas in the size of its element, and where times stand on it.
function prepare(shown) {
  const canvas = $("canvas"), scale = devicePixelRatio || 1;
  const width = canvas.clientWidth, height = canvas.clientHeight;
  if (canvas.width !== Math.round(width * scale) || canvas.height !== Math.round(height * scale)) {
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
  }
  const style = getComputedStyle(document.documentElement);
  const color = (name) => style.getPropertyValue("--" + name).trim();
  const context = canvas.getContext("2d");
  const sans = color("sans");
  const font = (text) => { context.font = text + " " + sans; };
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.clearRect(0, 0, width, height);
  context.textBaseline = "middle";
  const left = Math.min(190, Math.round(width * 0.3)), right = width - Math.min(120, Math.round(width * 0.12)), bottom = height - axisHeight;
  const row = Math.max(46, Math.min(74, shown.length ? bottom / shown.length : 74));
  const { marbles } = app;
  marbles.scroll = Math.max(0, Math.min(marbles.scroll, row * shown.length - bottom));
  Object.assign(picture, { hits: [], left, right, row });
  const x = (at) => right - ((marbles.now - at) / marbles.span) * (right - left);
  return { context, width, height, bottom, left, right, row, color, font, x };
}

const steps = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300, 600, 1800];

// Labels that have room beside each other.
function paintAxis({ context, left, right, bottom, color, font, x }) {
  font("11px");
  const { now, span } = app.marbles;
  const most = Math.max(2, (right - left) / 64);
  const step = steps.find((step) => span / step <= most) ?? 3600;
  context.textAlign = "center";
  for (let index = Math.ceil((now - span) / step); index * step <= now; index += 1) {
    const at = index * step;
    if (at < 0) continue;
    context.fillStyle = color("line");
    context.fillRect(x(at), 0, 1, bottom);
    context.fillStyle = color("quiet");
    context.fillText(step < 1 ? at.toFixed(step < 0.1 ? 2 : 1) : clock(at), x(at), bottom + 13);
  }
}

function paintLane(view, item, y) {
  const { context, width, left, right, row, color } = view;
  const { values, thinned, calls, end } = lane(item.id);
  const hue = color(item.pair ? { variable: "variable", share: "share" }[item.pair.kind] ?? "accent" : "quiet");
  context.fillStyle = color("edge");
  context.fillRect(left, y - 0.5, right - left, 1);
  context.save();
  context.beginPath();
  context.rect(left, y - row / 2, width - left, row);
  context.clip();
  context.textAlign = "left";
  paintGaps(view, thinned, y, hue);
  paintCalls(view, calls, item, y, hue);
  paintValues(view, values, item, y, hue);
  if (end !== null && view.x(end) >= left) { context.fillStyle = color("ink"); context.fillRect(view.x(end) - 1, y - 12, 2.5, 24); }
  context.restore();
  paintLabel(view, item, thinned, y);
}

// Values that are counted, and not shown, are a band as long as they took.
function paintGaps({ context, left, width, x }, thinned, y, hue) {
  context.fillStyle = hue;
  context.globalAlpha = 0.16;
  for (const gap of thinned) {
    const a = x(gap.from), b = Math.max(x(gap.to), a + 2);
    if (b >= left && a <= width) context.fillRect(a, y - 9, b - a + 1, 18);
  }
  context.globalAlpha = 1;
}

function paintCalls({ context, left, row, x }, calls, item, y, hue) {
  context.fillStyle = hue;
  for (const call of calls) {
    const a = x(call.at);
    if (a < left - 8) continue;
    const height = Math.min(row - 14, 6 + 5 * Math.log2(call.calls));
    context.fillRect(a - 1.5, y - height / 2, 3, height);
    picture.hits.push({ x: a, y, item, words: counted(call.calls, "call") + ", " + duration(call.seconds / call.calls) + (call.calls === 1 ? "" : " each"), at: call.at });
  }
}

// From the newest on, so that a text has the room up to the next marble. Marbles that would cover each other are one.
function paintValues({ context, left, right, width, color, font, x }, values, item, y, hue) {
  let next = Infinity;
  font("500 12px");
  for (let position = values.length - 1; position >= 0; position -= 1) {
    const a = x(values[position].at);
    if (a < left - 10) break;
    if (a > right + 10) continue;
    const together = [values[position]];
    while (position > 0 && a - x(values[position - 1].at) < 5) together.unshift(values[position -= 1]);
    picture.hits.push({ x: a, y, item, values: together, at: together.at(-1).at });
    context.globalAlpha = together.some((value) => valueMatches(value, item)) ? 1 : 0.15;
    context.beginPath();
    context.arc(a, y, 5.5, 0, 7);
    context.fillStyle = hue;
    context.fill();
    if (together.length > 1) {
      context.beginPath();
      context.arc(a, y, 8, 0, 7);
      context.globalAlpha *= 0.5;
      context.strokeStyle = hue;
      context.lineWidth = 1;
      context.stroke();
      context.globalAlpha *= 2;
    }
    const room = Math.min(next - 13, width - 4) - a - 13;
    if (room > 14) {
      context.fillStyle = color("ink");
      context.fillText(label(context, together, Math.min(room, 260)), a + 13, y);
    }
    next = a;
  }
  context.globalAlpha = 1;
}

function paintLabel({ context, left, color, font }, item, thinned, y) {
  const { now, span } = app.marbles;
  const count = thinned.reduce((sum, gap) => sum + (gap.to >= now - span && gap.from <= now ? gap.count : 0), 0);
  const start = item.pair ? 20 : 34;
  context.textAlign = "left";
  context.fillStyle = color("ink");
  font(item.pair ? "600 13px" : "500 12px");
  context.fillText(fitted(context, item.words, left - start - 12), start, y - 8);
  context.fillStyle = count ? color("warn") : color("quiet");
  font("11px");
  context.fillText(fitted(context, item.under + (count ? ", thinned: " + number(count) : ""), left - start - 12), start, y + 9);
}

function paintCursor({ context, color, x }) {
  const { cursor } = app.marbles;
  if (!cursor) return;
  context.beginPath();
  context.arc(x(cursor.at), cursor.y, 9, 0, 7);
  context.strokeStyle = color("ink");
  context.lineWidth = 1.5;
  context.stroke();
}

// All texts of a marble, or the last one, or as much of it as is worth reading.
function label(context, values, room) {
  const all = values.slice(0, 20).map((value) => visible(value.text)).join("  ");
  if (context.measureText(all).width <= room) return all;
  const text = fitted(context, visible(values.at(-1).text), room);
  return text.length < 4 && text.endsWith("…") ? "" : text;
}

const fitted = (context, text, room) => shortened(text.slice(0, 400), room, (part) => context.measureText(part).width);
