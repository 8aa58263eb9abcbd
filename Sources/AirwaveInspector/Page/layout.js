// Where the parts of the graph stand: pairs by depth from the left, listeners at the right, a row for each way between.
// A model has the maps of `app`, or others like them in which files stand for their pairs.
import { app, listenerMatches, pairMatches, root, sources, title } from "./state.js";
import { cut, number, place, shortened, visible } from "./text.js";

const fixed = { pairHeight: 80, listenerHeight: 50, row: 58, input: 34, head: 34, chip: 22, curve: 56, mostRows: 14, mostPairs: 80 };
// Columns are as wide as what they hold.
export const size = { ...fixed, pair: 216, listener: 264 };
const pen = document.createElement("canvas").getContext("2d");
const fonts = {};
export function width(text, font) {
  if (!fonts.mono) {
    const style = getComputedStyle(document.documentElement);
    fonts.mono = style.getPropertyValue("--mono");
    fonts.sans = style.getPropertyValue("--sans");
  }
  pen.font = font.replace("mono", fonts.mono).replace("sans", fonts.sans);
  return pen.measureText(text).width;
}
export const fit = (text, font, most) => shortened(cut(text, 120), most, (part) => width(part, font));

export const chipFont = "11.5px mono";
// "map(_:)" is "map" in the picture. The details have the whole name.
export const chipText = (name) => cut(visible(name.replace(/\(.*\)$/, "")), 28);
export const chipsWidth = (names) => names.reduce((sum, name) => sum + width(chipText(name), chipFont) + 18 + 8, 0);

function measureColumns(model, shown) {
  const within = (least, most, widths) => Math.round(Math.min(most, Math.max(least, ...widths)));
  const pairs = [...model.pairs.values()].filter(({ id }) => shown.pairs.has(id)).slice(0, 500);
  const listeners = [...model.listeners.values()].filter(({ id, parent }) => shown.listeners.has(id) && parent === null).slice(0, 500);
  const marks = (record) => record.marks.length * 84;
  size.pair = within(168, 260, pairs.map((pair) => Math.max(width(title(pair), "620 13.5px sans") + 34, width("Variable of " + pair.type, "600 11px sans") + 34 + marks(pair))));
  size.listener = within(176, 340, listeners.map((listener) => Math.max(width(visible(place(listener)), "550 12.5px mono") + 34 + marks(listener),
    width([listener.isolation, listener.owner, "10,000 calls"].filter(Boolean).join(" · "), "11.5px sans") + 30)));
}

// The pairs of a file as one, and the listeners of a file that hear it, except for the files that are unfolded.
export function folded(model, unfolded) {
  const result = { pairs: new Map(), listeners: new Map(), inputs: new Map() };
  const fileOf = new Map();
  const merge = (marks, others) => [...new Set([...marks, ...others])];
  for (const pair of model.pairs.values()) {
    if (pair.kind === "share") continue;
    const name = pair.file || "unknown";
    const id = unfolded.has(name) ? pair.id : "file:" + name;
    fileOf.set(pair.id, id);
    const known = result.pairs.get(id);
    if (id === pair.id) result.pairs.set(id, pair);
    else if (!known) result.pairs.set(id, { ...pair, id, kind: "file", name: name.slice(name.lastIndexOf("/") + 1), line: 0, strategy: "", count: 1 });
    else Object.assign(known, { count: known.count + 1, total: known.total + pair.total, rate: known.rate + pair.rate, marks: merge(known.marks, pair.marks), finished: known.finished && pair.finished });
  }
  // A share stands for the sources before it.
  const origins = (listener, path = new Set()) => {
    if (path.has(listener.id)) return [];
    path.add(listener.id);
    const source = model.pairs.get(listener.source);
    if (source && source.kind !== "share") return [fileOf.get(source.id)];
    return (model.inputs.get(source ? source.id : listener.id) ?? []).flatMap((input) => origins(input, path));
  };
  for (const listener of model.listeners.values()) {
    if (listener.parent !== null) continue;
    const name = listener.file ?? "";
    for (const source of new Set(origins(listener))) {
      const id = source + ">" + name;
      const known = result.listeners.get(id);
      if (known) {
        Object.assign(known, { count: known.count + 1, calls: known.calls + (listener.calls ?? 0), marks: merge(known.marks, listener.marks), isBusy: known.isBusy || listener.isBusy });
      } else {
        result.listeners.set(id, { ...listener, id, source, parent: null, operators: [], line: 0, isolation: null, owner: null, calls: listener.calls ?? 0, count: 1 });
      }
    }
  }
  return result;
}

// What leads to a pair or a listener, and what it leads to.
export function pathOf(id, model) {
  const shown = { pairs: new Set(), listeners: new Set() };
  const outgoing = Map.groupBy(model.listeners.values(), ({ source }) => source);
  const back = (listener) => {
    if (shown.listeners.has(listener.id)) return;
    shown.listeners.add(listener.id);
    if (model.pairs.has(listener.source)) before(listener.source);
    for (const input of model.inputs.get(listener.id) ?? []) back(input);
  };
  const before = (pair) => {
    if (shown.pairs.has(pair)) return;
    shown.pairs.add(pair);
    for (const input of model.inputs.get(pair) ?? []) back(input);
  };
  const after = (pair, path = new Set()) => {
    if (path.has(pair)) return;
    path.add(pair);
    for (const listener of outgoing.get(pair) ?? []) {
      const end = root(listener, model);
      back(end);
      back(listener);
      if (model.pairs.has(end.parent)) before(end.parent), after(end.parent, path);
    }
  };
  if (model.pairs.has(id)) before(id), after(id);
  else if (model.listeners.has(id)) {
    const end = root(model.listeners.get(id), model);
    back(end);
    if (model.pairs.has(end.parent)) before(end.parent), after(end.parent);
  }
  return shown;
}

// What the search leaves: what matches, with what leads to it.
function searched(model) {
  const pairs = new Set(), listeners = new Set();
  const isFree = app.search === "";
  for (const pair of model.pairs.values()) if (isFree || pairMatches(pair)) pairs.add(pair.id);
  const include = (listener) => {
    if (listeners.has(listener.id)) return;
    listeners.add(listener.id);
    if (model.pairs.has(listener.source)) pairs.add(listener.source);
    for (const input of model.inputs.get(listener.id) ?? []) include(input);
    if (model.listeners.has(listener.parent)) include(model.listeners.get(listener.parent));
    if (model.pairs.has(listener.parent)) pairs.add(listener.parent);
  };
  for (const listener of model.listeners.values()) {
    if (isFree || model.pairs.has(listener.source) && pairMatches(model.pairs.get(listener.source)) || listenerMatches(listener)) include(listener);
  }
  return { pairs, listeners };
}

// Listeners that look the same share a card, so that a thousand rows of a list are one.
function grouped(listeners, model) {
  const groups = new Map();
  for (const listener of listeners) {
    const isPlain = listener.parent === null && !model.inputs.has(listener.id);
    const like = isPlain
      ? [listener.source, listener.file, listener.line, listener.isolation, listener.owner, listener.operators.join(), listener.marks.join()].join("\n")
      : listener.id;
    if (groups.has(like)) groups.get(like).members.push(listener.id);
    else groups.set(like, { listener, members: [listener.id] });
  }
  return [...groups.values()];
}

export function layout(model, path = null) {
  const shown = path ?? searched(model);
  measureColumns(model, shown);
  const outgoing = new Map(), depths = new Map();
  for (const group of grouped([...model.listeners.values()].filter(({ id }) => shown.listeners.has(id)), model)) {
    const { source } = group.listener;
    if (!outgoing.has(source)) outgoing.set(source, []);
    outgoing.get(source).push(group);
  }
  const depth = (id, path = new Set()) => {
    if (depths.has(id)) return depths.get(id);
    if (path.has(id)) return 0;
    path.add(id);
    const result = Math.max(0, ...sources(id, model).map((source) => 1 + depth(source, path)));
    depths.set(id, result);
    return result;
  };

  const plan = { pairs: [], cards: [], ways: [], notes: [], width: 0, height: 0, columns: [] };
  const placed = new Set();
  let top = size.head;

  // Gives a row to each source of a join, or to the listener itself, and returns the middle.
  const placeWay = (listener, group, height) => {
    // Sources that stand above come first, so that fewer lines cross.
    const order = ({ id, source }) => (model.inputs.has(id) ? 1 : placed.has(source) ? 0 : 2);
    const inputs = (model.inputs.get(listener.id) ?? []).filter(({ id }) => shown.listeners.has(id)).sort((a, b) => order(a) - order(b));
    const way = { listener, members: group?.members ?? [listener.id], inputs: [], y: 0, target: null };
    placed.add(listener.id);
    if (inputs.length === 0) {
      way.y = top + height / 2;
      top += height;
      return way;
    }
    const start = top;
    way.inputs = inputs.map((input) => placeWay(input, null, size.input));
    if (top - start < height) {
      const missing = (height - (top - start)) / 2;
      const move = (inner) => { inner.y += missing; inner.inputs.forEach(move); };
      way.inputs.forEach(move);
      top = start + height;
    }
    way.y = (way.inputs[0].y + way.inputs.at(-1).y) / 2;
    return way;
  };

  const placePair = (pair) => {
    if (placed.has(pair.id)) return null;
    placed.add(pair.id);
    const start = top;
    const box = { pair, depth: depth(pair.id), y: 0 };
    plan.pairs.push(box);
    const groups = outgoing.get(pair.id) ?? [];
    // Marked listeners come first if there is not room for all.
    const isMarked = (group) => group.listener.marks.length > 0;
    const marked = groups.length > size.mostRows ? [...groups.filter(isMarked), ...groups.filter((group) => !isMarked(group))] : groups;
    // A join with a source that is still to come stands last, and that source follows.
    const others = (group) => sources(root(group.listener, model).id, model).filter((source) => source !== pair.id && !placed.has(source));
    const ordered = [...marked.filter((group) => !others(group).length), ...marked.filter((group) => others(group).length)];
    const next = ordered.flatMap(others);
    let rows = 0, left = 0;
    for (const group of ordered) {
      const end = root(group.listener, model);
      if (placed.has(end.id)) continue;
      const target = model.pairs.get(end.parent);
      if (!target && rows >= size.mostRows) { left += group.members.length; continue; }
      rows += 1;
      if (target) {
        placed.add(end.id);
        const share = shown.pairs.has(target.id) ? placePair(target) : null;
        const way = placeWay(end, null, share ? 0 : size.input);
        if (share) { const shift = share.y - way.y; (function move(w) { w.y += shift; w.inputs.forEach(move); })(way); }
        plan.ways.push({ ...way, share: target.id });
      } else {
        const way = placeWay(end, end === group.listener ? group : null, size.row);
        plan.ways.push(way);
        plan.cards.push({ listener: end, members: way.members, y: way.y });
      }
    }
    if (left) { plan.notes.push({ text: "and " + number(left) + " more", y: top + 12, from: pair.id }); top += 26; }
    if (top - start < size.pairHeight + 14) {
      const missing = (size.pairHeight + 14 - (top - start)) / 2;
      for (const item of [...plan.ways, ...plan.cards, ...plan.pairs, ...plan.notes]) if (item !== box && item.y >= start) shift(item, missing);
      top = start + size.pairHeight + 14;
    }
    box.y = (start + top) / 2;
    if (depth(pair.id) === 0) {
      for (const id of next) {
        if (!shown.pairs.has(id) || depth(id) > 0) continue;
        top += 12;
        placePair(model.pairs.get(id));
      }
    }
    return box;
  };
  const shift = (item, by) => { item.y += by; (item.inputs ?? []).forEach((input) => shift(input, by)); };

  const roots = [...model.pairs.values()].filter(({ id }) => shown.pairs.has(id)).sort((a, b) => depth(a.id) - depth(b.id));
  roots.slice(0, size.mostPairs).forEach((pair) => { if (placePair(pair)) top += 12; });
  if (roots.length > size.mostPairs) { top += 20; plan.notes.push({ text: "and " + number(roots.length - size.mostPairs) + " more pairs: search, or see the table", y: top }); }

  // The gap after a column has room for the longest way through it.
  const last = Math.max(0, ...plan.pairs.map((box) => box.depth));
  const gaps = new Array(last + 1).fill(90);
  const measure = (way, behind) => {
    const own = behind + chipsWidth(way.listener.operators) + (way.inputs.length ? 30 : 0);
    if (way.inputs.length) return way.inputs.forEach((input) => measure(input, own));
    const from = depths.get(way.listener.source) ?? 0;
    gaps[from] = Math.max(gaps[from], size.curve + own + 34);
  };
  plan.ways.forEach((way) => measure(way, 0));
  let x = 0;
  for (let column = 0; column <= last; column += 1) { plan.columns.push(x); x += size.pair + gaps[column]; }
  plan.columns.push(x);
  plan.width = x + size.listener + 4;
  plan.height = top + 10;
  return plan;
}
