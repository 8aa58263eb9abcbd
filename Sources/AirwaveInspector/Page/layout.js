// Where the parts of the graph stand: pairs by depth from the left, listeners at the right, a row for each way between.
const size = { pair: 216, pairHeight: 80, listener: 264, listenerHeight: 50, row: 58, input: 34, head: 34, chip: 22, curve: 56, mostRows: 14, mostPairs: 80 };
const pen = document.createElement("canvas").getContext("2d");
const fonts = {};
function width(text, font) {
  if (!fonts.mono) {
    const style = getComputedStyle(document.documentElement);
    fonts.mono = style.getPropertyValue("--mono");
    fonts.sans = style.getPropertyValue("--sans");
  }
  pen.font = font.replace("mono", fonts.mono).replace("sans", fonts.sans);
  return pen.measureText(text).width;
}
function fit(text, font, most) {
  let shown = cut(text, 120);
  while (shown.length > 2 && width(shown, font) > most) shown = shown.slice(0, -2).trimEnd() + "…";
  return shown;
}

const chipFont = "11.5px mono";
// "map(_:)" is "map" in the picture. The details have the whole name.
const chipText = (name) => cut(visible(name.replace(/\(.*\)$/, "")), 28);
const chipsWidth = (names) => names.reduce((sum, name) => sum + width(chipText(name), chipFont) + 18 + 8, 0);

// What the search leaves: what matches, with what leads to it.
function searched() {
  const pairs = new Set(), listeners = new Set();
  const isFree = app.search === "";
  for (const pair of app.pairs.values()) if (isFree || pairMatches(pair)) pairs.add(pair.id);
  const include = (listener) => {
    if (listeners.has(listener.id)) return;
    listeners.add(listener.id);
    if (app.pairs.has(listener.source)) pairs.add(listener.source);
    for (const input of app.inputs.get(listener.id) ?? []) include(input);
    if (app.listeners.has(listener.parent)) include(app.listeners.get(listener.parent));
    if (app.pairs.has(listener.parent)) pairs.add(listener.parent);
  };
  for (const listener of app.listeners.values()) {
    if (isFree || app.pairs.has(listener.source) && pairMatches(app.pairs.get(listener.source)) || listenerMatches(listener)) include(listener);
  }
  return { pairs, listeners };
}

// Listeners that look the same share a card, so that a thousand rows of a list are one.
function grouped(listeners) {
  const groups = new Map();
  for (const listener of listeners) {
    const isPlain = listener.parent === null && !app.inputs.has(listener.id);
    const like = isPlain
      ? [listener.source, listener.file, listener.line, listener.isolation, listener.owner, listener.operators.join(), listener.marks.join()].join("\n")
      : listener.id;
    if (groups.has(like)) groups.get(like).members.push(listener.id);
    else groups.set(like, { listener, members: [listener.id] });
  }
  return [...groups.values()];
}

function layout() {
  const shown = searched();
  const outgoing = new Map(), depths = new Map();
  for (const group of grouped([...app.listeners.values()].filter(({ id }) => shown.listeners.has(id)))) {
    const { source } = group.listener;
    if (!outgoing.has(source)) outgoing.set(source, []);
    outgoing.get(source).push(group);
  }
  const depth = (id, path = new Set()) => {
    if (depths.has(id)) return depths.get(id);
    if (path.has(id)) return 0;
    path.add(id);
    const result = Math.max(0, ...sources(id).map((source) => 1 + depth(source, path)));
    depths.set(id, result);
    return result;
  };

  const plan = { pairs: [], cards: [], ways: [], notes: [], width: 0, height: 0, columns: [] };
  const placed = new Set();
  let top = size.head;

  // Gives a row to each source of a join, or to the listener itself, and returns the middle.
  const placeWay = (listener, group, height) => {
    // Sources that stand above come first, so that fewer lines cross.
    const order = ({ id, source }) => (app.inputs.has(id) ? 1 : placed.has(source) ? 0 : 2);
    const inputs = (app.inputs.get(listener.id) ?? []).filter(({ id }) => shown.listeners.has(id)).sort((a, b) => order(a) - order(b));
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
    const others = (group) => sources(root(group.listener).id).filter((source) => source !== pair.id && !placed.has(source));
    const ordered = [...marked.filter((group) => !others(group).length), ...marked.filter((group) => others(group).length)];
    const next = ordered.flatMap(others);
    let rows = 0, left = 0;
    for (const group of ordered) {
      const end = root(group.listener);
      if (placed.has(end.id)) continue;
      const target = app.pairs.get(end.parent);
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
        placePair(app.pairs.get(id));
      }
    }
    return box;
  };
  const shift = (item, by) => { item.y += by; (item.inputs ?? []).forEach((input) => shift(input, by)); };

  const roots = [...app.pairs.values()].filter(({ id }) => shown.pairs.has(id)).sort((a, b) => depth(a.id) - depth(b.id) || a.id - b.id);
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
