// What the page knows. Views are functions of `app`; what changes it stands here, and calls `changed`.
import { cut, markWords, place, visible } from "./text.js";

export const views = ["problems", "graph", "marbles", "table", "listeners"];

export const app = {
  view: "graph", search: "", snapshot: null, pairs: new Map(), listeners: new Map(), inputs: new Map(),
  watched: new Set(), wanted: null, chosen: null, wantedChosen: null, session: null, offset: null, isLost: false,
  // The newest values of the pair that is chosen, and the value of which the details show the tree.
  history: null, value: null,
  graph: { zoom: "auto", isFolded: false, unfolded: new Set(), isPathOnly: false },
  marbles: { isPaused: false, now: 0, span: 10, scroll: 0, cursor: null },
  lanes: new Map(), recording: null,
  // Calls and values of the last minute of each listener.
  minutes: new Map(),
  // The places whose listeners have a row each, although there are many.
  unfoldedPlaces: new Set(),
  sorting: { table: null, listeners: { column: "total", isDescending: true } },
};

const listeners = { changed: () => {}, send: () => {} };
// The entry of the page tells what shows a change, and what sends a message.
export function connectViews(changed, send) { Object.assign(listeners, { changed, send }); }
export const changed = (what = {}) => listeners.changed(what);
export const send = (message) => listeners.send(message);
export const watch = () => send({ watch: [...app.watched] });

// The listener at the end of a chain, whose place is known.
export const root = (listener, model = app) =>
  (model.listeners.has(listener?.parent) ? root(model.listeners.get(listener.parent), model) : listener);
export const sources = (id, model = app) =>
  (model.inputs.get(id) ?? []).flatMap((input) => (model.inputs.has(input.id) ? sources(input.id, model) : [input.source]));

export function title(pair) {
  if (!pair.name && pair.kind === "share") {
    const names = sources(pair.id).map((id) => app.pairs.get(id)).filter(Boolean).map(title);
    return cut(names.length ? "share of " + names.join(", ") : "share", 60);
  }
  return cut(visible(pair.name ?? (place(pair) || "pair " + pair.id)), 60);
}
// Tells a pair, or a listener, of the program that runs now from one of the program before it.
export const key = (record) => [record.kind ?? "listener", record.name ?? "", record.file + ":" + record.line].join(" ");
export const record = (id) => app.pairs.get(id) ?? app.listeners.get(id);

export const matches = (...texts) =>
  app.search === "" || texts.some((text) => text && text.toLowerCase().includes(app.search));
export const pairMatches = (pair) =>
  matches(title(pair), pair.file + ":" + pair.line, pair.type, pair.strategy, pair.newest, ...pair.marks.map((mark) => markWords[mark]));
export const listenerMatches = (listener) =>
  matches(listener.file && listener.file + ":" + listener.line, listener.isolation, listener.owner, ...listener.operators,
    ...listener.marks.map((mark) => markWords[mark]));

export function receiveSnapshot(snapshot) {
  const seconds = app.snapshot && app.session === snapshot.session ? snapshot.time - app.snapshot.time : 0;
  const before = app.listeners;
  app.snapshot = snapshot;
  app.pairs = new Map(snapshot.pairs.map((pair) => [pair.id, pair]));
  app.listeners = new Map(snapshot.listeners.map((listener) => [listener.id, listener]));
  app.inputs = new Map();
  for (const pair of snapshot.pairs) {
    pair.marks = [...pair.marks, ...(pair.growth > 0 ? ["growing"] : [])];
  }
  for (const listener of snapshot.listeners) {
    const former = before.get(listener.id);
    const calls = listener.calls === null || !former ? 0 : Math.max(0, listener.calls - former.calls);
    listener.isBusy = calls > 0;
    listener.rate = seconds > 0 && listener.calls !== null ? smoothed(former?.rate, calls / seconds, seconds) : listener.calls === null ? null : 0;
    note(listener, calls, snapshot.time);
    if (listener.parent !== null) {
      if (!app.inputs.has(listener.parent)) app.inputs.set(listener.parent, []);
      app.inputs.get(listener.parent).push(listener);
    }
  }
  if (app.session !== snapshot.session) beginSession(snapshot);
  for (const id of app.minutes.keys()) if (!app.listeners.has(id)) app.minutes.delete(id);
  for (const id of app.watched) if (!app.pairs.has(id) && !app.listeners.has(id)) app.lanes.delete(id), app.watched.delete(id);
}

const smoothed = (former, now, seconds) => {
  const share = Math.min(1, seconds);
  const next = (former ?? 0) * (1 - share) + now * share;
  return next < 0.05 ? 0 : next;
};

// The calls of each two seconds of the last minute.
function note(listener, calls, time) {
  if (listener.calls === null) return;
  const slot = Math.floor(time / 2);
  const minute = app.minutes.get(listener.id) ?? { slot, counts: new Array(30).fill(0) };
  for (let passed = Math.min(30, slot - minute.slot); passed > 0; passed -= 1) minute.counts.shift(), minute.counts.push(0);
  minute.slot = slot;
  minute.counts[29] += calls;
  app.minutes.set(listener.id, minute);
}

// Another program, or the same one after a restart: numbers of pairs begin anew, and the chosen lanes are found by
// place.
function beginSession(snapshot) {
  app.session = snapshot.session;
  app.offset = null;
  app.minutes.clear();
  const { wanted, wantedChosen } = app;
  const all = [...snapshot.pairs, ...snapshot.listeners];
  const chosen = wanted ? all.filter((record) => wanted.has(key(record))) : snapshot.pairs.slice(0, 5);
  app.watched = new Set(chosen.slice(0, 200).map(({ id }) => id));
  app.lanes.clear();
  app.unfoldedPlaces.clear();
  app.history = app.value = null;
  app.chosen = (wantedChosen && all.find((record) => key(record) === wantedChosen)?.id) ?? null;
  for (const id of app.watched) if (app.pairs.has(id)) send({ history: id });
  if (app.chosen !== null) send({ history: app.chosen });
  watch();
}

export function toggle(id, isOn) {
  if (isOn) {
    app.watched.add(id);
    if (app.pairs.has(id)) send({ history: id });
  } else {
    app.watched.delete(id);
    app.lanes.delete(id);
  }
  app.wanted = new Set([...app.watched].map(record).filter(Boolean).map(key));
  watch();
  changed();
}

// Chooses a pair or a listener, or nothing.
export function choose(id) {
  app.chosen = app.chosen === id ? null : id;
  app.history = app.value = null;
  const chosen = record(app.chosen);
  app.wantedChosen = chosen ? key(chosen) : null;
  if (app.pairs.has(app.chosen)) send({ history: app.chosen });
  changed({ isChoice: true });
}

// Gives a row to each listener of a place, or one row to all of them.
export function toggleFold(place) {
  if (!app.unfoldedPlaces.delete(place)) app.unfoldedPlaces.add(place);
  changed();
}

export function select(view) {
  if (!views.includes(view)) return;
  app.view = view;
  changed({ isView: true });
}

// Shows where something is, in the graph.
export function locate(id) {
  app.chosen = null;
  choose(id);
  select("graph");
}

export function find(text) {
  app.search = text.trim().toLowerCase();
  changed();
}

// What stands in the address: the view, what is chosen, the lanes, the search.
export function address() {
  const values = new URLSearchParams({ view: app.view });
  if (app.search) values.set("search", app.search);
  if (app.wantedChosen) values.set("chosen", app.wantedChosen);
  for (const lane of app.wanted ?? []) values.append("lane", lane);
  return "#" + values;
}

export function readAddress(hash) {
  const values = new URLSearchParams(hash.slice(1));
  if (views.includes(values.get("view"))) app.view = values.get("view");
  app.search = values.get("search") ?? "";
  app.wantedChosen = values.get("chosen");
  if (values.has("lane")) app.wanted = new Set(values.getAll("lane"));
}
