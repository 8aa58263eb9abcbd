// What the page knows, and small helpers. Text from the program enters the page as text alone, never as markup.
const app = {
  view: "graph", search: "", snapshot: null, pairs: new Map(), listeners: new Map(), inputs: new Map(),
  watched: new Set(), wanted: null, chosen: null, session: null, offset: null,
};
const $ = (id) => document.getElementById(id);

function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  Object.assign(element, properties);
  element.append(...children);
  return element;
}

function draw(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

const markWords = { ownerGone: "owner gone", neverCalled: "never called", crowded: "crowded", finished: "finished" };
const kindWords = { pair: "Pair", variable: "Variable", share: "Share" };
const numbers = new Intl.NumberFormat("en-US");
const number = (value) => numbers.format(Math.round(value));
const rate = (value) => (value === 0 ? "–" : (value < 10 ? value.toFixed(1) : number(value)) + " /s");

function duration(seconds) {
  if (seconds === 0) return "0";
  if (seconds < 0.001) return (seconds * 1e6).toPrecision(2).replace(/\.0$/, "") + " µs";
  if (seconds < 1) return (seconds * 1e3).toPrecision(3).replace(/\.?0+$/, "") + " ms";
  return seconds.toFixed(2) + " s";
}

function clock(seconds) {
  const whole = Math.floor(seconds);
  const two = (value) => String(value).padStart(2, "0");
  const hours = Math.floor(whole / 3600);
  return (hours ? hours + ":" + two(Math.floor(whole / 60) % 60) : Math.floor(whole / 60)) + ":" + two(whole % 60);
}

// Control characters and directional marks are shown, so that a value cannot disguise itself.
const hidden = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;
function visible(text) {
  const escapes = { "\n": "\\n", "\r": "\\r", "\t": "\\t", "\0": "\\0" };
  return text.replace(hidden, (c) => escapes[c] ?? "\\u{" + c.codePointAt(0).toString(16).toUpperCase() + "}");
}
function cut(text, length) {
  const scalars = Array.from(text.slice(0, 4 * length));
  return scalars.length > length ? scalars.slice(0, length - 1).join("") + "…" : scalars.join("");
}

const file = (path) => path.slice(path.lastIndexOf("/") + 1);
const place = (record) => (record?.file ? file(record.file) + ":" + record.line : "");
// The listener at the end of a chain, whose place is known.
const root = (listener) => (app.listeners.has(listener?.parent) ? root(app.listeners.get(listener.parent)) : listener);
const sources = (id) => (app.inputs.get(id) ?? []).flatMap((input) => (app.inputs.has(input.id) ? sources(input.id) : [input.source]));
function title(pair) {
  if (!pair.name && pair.kind === "share") {
    const names = sources(pair.id).map((id) => app.pairs.get(id)).filter(Boolean).map(title);
    return cut(names.length ? "share of " + names.join(", ") : "share", 60);
  }
  return cut(visible(pair.name ?? place(pair)), 60);
}
// Tells a pair of the program that runs now from one of the program before it.
const key = (pair) => pair.kind + " " + (pair.name ?? "") + " " + pair.file + ":" + pair.line;

function matches(...texts) {
  return app.search === "" || texts.some((text) => text && text.toLowerCase().includes(app.search));
}
const pairMatches = (pair) => matches(title(pair), pair.file + ":" + pair.line, pair.type, pair.strategy, pair.newest, ...pair.marks);
const listenerMatches = (listener) =>
  matches(listener.file && listener.file + ":" + listener.line, listener.isolation, listener.owner, ...listener.operators,
    ...listener.marks.map((mark) => markWords[mark]));

function receiveSnapshot(snapshot) {
  app.snapshot = snapshot;
  if (app.session !== snapshot.session) beginSession(snapshot);
  app.pairs = new Map(snapshot.pairs.map((pair) => [pair.id, pair]));
  const before = app.listeners;
  app.listeners = new Map(snapshot.listeners.map((listener) => [listener.id, listener]));
  app.inputs = new Map();
  for (const listener of snapshot.listeners) {
    listener.isBusy = before.has(listener.id) && before.get(listener.id).calls !== listener.calls;
    if (listener.parent !== null) {
      if (!app.inputs.has(listener.parent)) app.inputs.set(listener.parent, []);
      app.inputs.get(listener.parent).push(listener);
    }
  }
  for (const id of app.watched) if (!app.pairs.has(id) && !app.listeners.has(id)) lanes.delete(id), app.watched.delete(id);
}

// Another program, or the same one after a restart: numbers of pairs begin anew, and the chosen lanes are found by
// place.
function beginSession(snapshot) {
  app.session = snapshot.session;
  app.offset = null;
  const wanted = app.wanted;
  const chosen = wanted
    ? snapshot.pairs.filter((pair) => wanted.has(key(pair)))
    : snapshot.pairs.slice(0, 5);
  app.watched = new Set(chosen.map((pair) => pair.id));
  app.chosen = null;
  lanes.clear();
  watch();
}

function toggle(id, isOn) {
  if (isOn) app.watched.add(id); else app.watched.delete(id), lanes.delete(id);
  app.wanted = new Set([...app.watched].filter((id) => app.pairs.has(id)).map((id) => key(app.pairs.get(id))));
  watch();
}
