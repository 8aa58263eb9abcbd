// The marbles: a lane for each chosen pair, with its values, and for each chosen listener, with its calls.
const lanes = new Map();
const mostValues = 6000, delay = 0.25;
const view = { isPaused: false, now: 0, span: 10, scroll: 0, cursor: null, hits: [], lastFrame: 0, lastList: 0, label: 190 };

function lane(id) {
  if (!lanes.has(id)) lanes.set(id, { values: [], thinned: [], calls: [], end: null });
  return lanes.get(id);
}

function receiveValues(message) {
  // The smallest delay of a message tells how the clock of the program relates to that of the page.
  const offset = message.time - performance.now() / 1000;
  app.offset = app.offset === null ? offset : Math.max(offset, app.offset - 0.0005);
  for (const value of message.values) if (app.watched.has(value.pair)) lane(value.pair).values.push(value);
  for (const gap of message.thinned) if (app.watched.has(gap.pair)) lane(gap.pair).thinned.push(gap);
  for (const call of message.calls) if (app.watched.has(call.listener)) lane(call.listener).calls.push({ ...call, at: message.time });
  for (const end of message.finished) if (app.watched.has(end.pair)) lane(end.pair).end = end.at;
  for (const { values, thinned, calls } of lanes.values()) {
    if (values.length > mostValues) values.splice(0, values.length - mostValues);
    if (thinned.length > 1000) thinned.splice(0, thinned.length - 1000);
    if (calls.length > 1000) calls.splice(0, calls.length - 1000);
  }
}

function showChoices() {
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

function shownLanes() {
  const pairs = [...app.pairs.values()].filter(({ id }) => app.watched.has(id));
  const listeners = [...app.listeners.values()].filter(({ id }) => app.watched.has(id));
  return [...pairs.map((pair) => [{ id: pair.id, words: title(pair), under: rate(pair.rate), pair }, ...listeners.filter((l) => l.source === pair.id).map(laneOf)]),
    listeners.filter((l) => !app.watched.has(l.source)).map(laneOf)].flat();
}
const laneOf = (listener) => ({ id: listener.id, words: visible(place(listener)), under: number(listener.calls) + " calls", listener });
const valueMatches = (value, shown) => app.search === "" || value.text.toLowerCase().includes(app.search) || shown.words.toLowerCase().includes(app.search);

function frame(time) {
  requestAnimationFrame(frame);
  if (app.view !== "marbles" || app.offset === null || time - view.lastFrame < 30) return;
  view.lastFrame = time;
  if (!view.isPaused && !document.body.classList.contains("lost")) view.now = time / 1000 + app.offset - delay;
  const shown = shownLanes();
  paint(shown);
  if (time - view.lastList > 250) { view.lastList = time; listNewest(shown); }
}

function paint(shown) {
  const canvas = $("canvas"), scale = devicePixelRatio || 1;
  const w = canvas.clientWidth, h = canvas.clientHeight;
  if (canvas.width !== Math.round(w * scale) || canvas.height !== Math.round(h * scale)) { canvas.width = Math.round(w * scale); canvas.height = Math.round(h * scale); }
  const style = getComputedStyle(document.documentElement);
  const color = (name) => style.getPropertyValue("--" + name).trim();
  const context = canvas.getContext("2d");
  const font = (text) => { context.font = text + " " + color("sans"); };
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.clearRect(0, 0, w, h);
  context.textBaseline = "middle";
  const left = view.label, right = w - 120, bottom = h - 24;
  const row = Math.max(46, Math.min(74, shown.length ? bottom / shown.length : 74));
  view.scroll = Math.max(0, Math.min(view.scroll, row * shown.length - bottom));
  const x = (at) => right - ((view.now - at) / view.span) * (right - left);

  font("11px");
  const step = view.span > 20 ? 5 : 1;
  for (let at = Math.ceil((view.now - view.span) / step) * step; at <= view.now; at += step) {
    if (at < 0) continue;
    context.fillStyle = color("line");
    context.fillRect(x(at), 0, 1, bottom);
    context.fillStyle = color("quiet");
    context.textAlign = "center";
    context.fillText(clock(at), x(at), bottom + 13);
  }

  view.hits = [];
  context.save();
  context.beginPath();
  context.rect(0, 0, w, bottom);
  context.clip();
  shown.forEach((item, index) => {
    const y = index * row + row / 2 - view.scroll;
    if (y < -row || y > bottom + row) return;
    const { values, thinned, calls, end } = lane(item.id);
    const hue = color(item.pair ? { variable: "variable", share: "share" }[item.pair.kind] ?? "accent" : "quiet");
    context.fillStyle = color("edge");
    context.fillRect(left, y - 0.5, right - left, 1);

    context.save();
    context.beginPath();
    context.rect(left, y - row / 2, w - left, row);
    context.clip();
    context.textAlign = "left";
    // Values that are counted, and not shown, are a band as long as they took.
    for (const gap of thinned) {
      const a = x(gap.from), b = Math.max(x(gap.to), a + 2);
      if (b < left || a > w) continue;
      context.globalAlpha = 0.16;
      context.fillStyle = hue;
      context.fillRect(a, y - 9, b - a + 1, 18);
      context.globalAlpha = 1;
    }
    for (const call of calls) {
      const a = x(call.at);
      if (a < left - 8) continue;
      const height = Math.min(row - 14, 6 + 5 * Math.log2(call.calls));
      context.fillStyle = hue;
      context.fillRect(a - 1.5, y - height / 2, 3, height);
      view.hits.push({ x: a, y, item, words: number(call.calls) + (call.calls === 1 ? " call, " : " calls, ") + duration(call.seconds / call.calls) + (call.calls === 1 ? "" : " each"), at: call.at });
    }
    // From the newest on, so that a text has the room up to the next marble. Marbles that would cover each other are
    // one.
    let next = Infinity;
    font("500 12px");
    for (let position = values.length - 1; position >= 0; position -= 1) {
      const a = x(values[position].at);
      if (a < left - 10) break;
      if (a > right + 10) continue;
      const together = [values[position]];
      while (position > 0 && a - x(values[position - 1].at) < 5) together.unshift(values[position -= 1]);
      view.hits.push({ x: a, y, item, values: together, at: together.at(-1).at });
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
      const room = Math.min(next - 13, w - 4) - a - 13;
      if (room > 14) {
        context.fillStyle = color("ink");
        context.fillText(label(context, together, Math.min(room, 260)), a + 13, y);
      }
      next = a;
    }
    context.globalAlpha = 1;
    if (end !== null && x(end) >= left) { context.fillStyle = color("ink"); context.fillRect(x(end) - 1, y - 12, 2.5, 24); }
    context.restore();

    const hiddenCount = thinned.reduce((sum, gap) => sum + (gap.to >= view.now - view.span && gap.from <= view.now ? gap.count : 0), 0);
    context.textAlign = "left";
    context.fillStyle = color("ink");
    font(item.pair ? "600 13px" : "500 12px");
    context.fillText(fitted(context, item.words, left - 40), item.pair ? 20 : 34, y - 8);
    context.fillStyle = hiddenCount ? color("warn") : color("quiet");
    font("11px");
    context.fillText(fitted(context, item.under + (hiddenCount ? ", thinned: " + number(hiddenCount) : ""), left - 40), item.pair ? 20 : 34, y + 9);
  });
  context.restore();
  const cursor = view.cursor;
  if (cursor) {
    context.beginPath();
    context.arc(x(cursor.at), cursor.y, 9, 0, 7);
    context.strokeStyle = color("ink");
    context.lineWidth = 1.5;
    context.stroke();
  }
  if (!shown.length) {
    context.textAlign = "center";
    context.fillStyle = color("quiet");
    font("14px");
    context.fillText("Choose lanes at the left.", w / 2, h / 2);
  }
}

// All texts of a marble, or the last one, or as much of it as is worth reading.
function label(context, values, room) {
  const all = values.slice(0, 20).map((value) => visible(value.text)).join("  ");
  if (context.measureText(all).width <= room) return all;
  const text = fitted(context, visible(values.at(-1).text), room);
  return text.length < 4 && text.endsWith("…") ? "" : text;
}

function fitted(context, text, room) {
  if (context.measureText(text).width <= room) return text;
  const share = Math.floor(text.length * room / context.measureText(text).width) - 1;
  return share > 0 ? text.slice(0, share).trimEnd() + "…" : "";
}
