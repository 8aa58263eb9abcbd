// What is known of the pair or listener that is chosen, its newest values, and the tree of a value.
import { app, choose, select, send, sources, title, toggle } from "./state.js";
import { $, counted, duration, editorLink, kindWords, make, markWords, notMeasured, number, place, rate, visible } from "./text.js";
import { difference, parse } from "./tree.js";

function facts(record) {
  if (app.pairs.has(record.id)) {
    return [
      ["made at", record.file && record.file + ":" + record.line], ["kind", kindWords[record.kind]], ["type", record.type], ["strategy", record.strategy],
      ["values", number(record.total) + (record.rate ? ", " + rate(record.rate) : "")], ["listeners", app.recording ? null : number(record.listeners)],
      ["not listed", record.unlisted > 0 ? counted(record.unlisted, "listener") : null],
      ["grows", record.growth > 0 ? counted(record.growth, "listener") + " a minute" : null],
      ["kept", app.recording ? null : number(record.kept)], ["pending", app.recording ? null : number(record.pending)],
      ["note", record.note],
    ];
  }
  const isMeasured = record.calls !== null, isCalled = record.calls > 0;
  return [
    ["listens at", record.file && record.file + ":" + record.line],
    ["hears", (app.pairs.has(record.source) ? [record.source] : sources(record.id)).map((id) => app.pairs.get(id)).filter(Boolean).map(title).join("\n")],
    ["through", record.operators.join("\n") || null], ["isolation", record.isolation], ["owner", record.owner && record.owner + (record.ownerGone ? ", gone" : "")],
    ["calls", isMeasured ? number(record.calls) : "– " + notMeasured], ["waiting", record.waiting ? number(record.waiting) : null],
    ["all calls", isCalled ? duration(record.seconds) : null], ["mean call", isCalled ? duration(record.seconds / record.calls) : null],
    ["99 % within", isCalled ? duration(record.percentile99) : null], ["longest call", isCalled ? duration(record.longest) : null],
  ];
}

export function showDetails(isNew = false) {
  const record = app.pairs.get(app.chosen) ?? app.listeners.get(app.chosen);
  $("details").hidden = !record;
  document.body.classList.toggle("has-details", Boolean(record));
  if (!record) return;
  const isPair = app.pairs.has(app.chosen);
  const marks = record.finished ? [...record.marks, "finished"] : record.marks;
  const known = [...facts(record), ["marked", marks.map((mark) => markWords[mark] ?? mark).join(", ")]].filter(([, text]) => text);
  const link = app.recording ? null : editorLink(record, app.snapshot?.sources);
  const value = (name, text) => {
    const words = visible(String(text)).replaceAll("\\n", "\n");
    return link && name.endsWith(" at") ? make("a", { href: link, title: "Open in the editor", textContent: words }) : words;
  };
  const list = make("dl", {}, ...known.flatMap(([name, text]) => [make("dt", { textContent: name }), make("dd", {}, value(name, text))]));
  if (isNew || $("details").dataset.id !== String(app.chosen)) {
    $("details").dataset.id = app.chosen;
    const button = make("button", { className: "action", id: "lane-button" });
    button.onclick = () => { const isOn = !app.watched.has(app.chosen); toggle(app.chosen, isOn); if (isOn) select("marbles"); };
    $("details-text").replaceChildren(make("h2", { textContent: isPair ? title(record) : visible(place(record)) || "listener" }), list, button,
      make("section", { id: "history" }), make("section", { id: "value" }));
  } else if ($("details-text").querySelector("dl").textContent !== list.textContent) {
    $("details-text").querySelector("dl").replaceWith(list);
  }
  $("lane-button").hidden = app.recording !== null && !isPair;
  const words = app.watched.has(app.chosen) ? "Remove its lane" : "Show its lane";
  if ($("lane-button").textContent !== words) $("lane-button").textContent = words;
  if (isPair && !app.recording && !app.isLost) send({ history: app.chosen });
  showHistory(isPair);
}

const when = (seconds) => (seconds < 1 ? "now" : seconds < 60 ? Math.floor(seconds) + " s ago" : Math.floor(seconds / 60) + " min ago");

// The newest values of the pair, newest first.
export function showHistory(isPair = app.pairs.has(app.chosen)) {
  const section = $("history");
  if (!section) return;
  const values = isPair && app.history?.pair === app.chosen ? app.history.values : [];
  const state = JSON.stringify([app.chosen, values.at(-1)?.number, values.length, app.value?.number]);
  if (section.dataset.state !== state) {
    section.dataset.state = state;
    const items = [...values].reverse().map((value) => {
      const button = make("button", { textContent: visible(value.text) });
      button.dataset.number = value.number;
      button.setAttribute("aria-pressed", String(app.value?.number === value.number));
      button.onclick = () => { app.value = app.value?.number === value.number ? null : value; showHistory(); };
      return make("li", {}, make("time"), button);
    });
    const focused = document.activeElement?.dataset?.number;
    section.replaceChildren(...(isPair ? [make("h3", { textContent: "Newest values" }), items.length ? make("ol", {}, ...items) : make("p", { className: "quiet", textContent: "No value was sent since the inspector was started." })] : []));
    if (focused) section.querySelector(`[data-number="${focused}"]`)?.focus();
    showValue(values);
  }
  [...section.querySelectorAll("time")].forEach((time, index) => {
    const words = when(app.snapshot.time - values[values.length - 1 - index].at);
    if (time.textContent !== words) time.textContent = words;
  });
}

// The tree of a value, and what changed since the one before it.
function showValue(values) {
  const section = $("value"), value = app.value;
  if (!value) return section.replaceChildren();
  const index = values.findIndex(({ number }) => number === value.number);
  const before = index > 0 ? values[index - 1] : null;
  const changes = before ? difference(before.text, value.text) : [];
  const changed = new Map(changes.map((change) => [change.path, change]));
  const copy = make("button", { className: "action", id: "copy", textContent: "Copy" });
  copy.onclick = () => navigator.clipboard.writeText(value.text).then(() => { copy.textContent = "Copied"; }, () => { copy.textContent = "Not allowed"; });
  const gap = before && value.number > before.number + 1 ? `, ${counted(value.number - before.number - 1, "value")} between not kept` : "";
  section.replaceChildren(
    make("h3", {}, `Value ${number(value.number)}`, make("span", { className: "quiet", textContent: ` at ${value.at.toFixed(3)} s, ${visible(value.thread)}` }), copy),
    tree(parse(value.text), "", changed),
    make("p", { className: "quiet", id: "changes", textContent: !before ? "No earlier value is kept." : (changes.length ? `${counted(changes.length, "change")} since value ${number(before.number)}` : `Equal to value ${number(before.number)}`) + gap }),
    ...changes.filter(({ after }) => after === null).map(({ path, before }) => make("p", { className: "removed", textContent: `− ${visible(path)}: ${visible(before)}` })));
}

function tree(node, path, changed) {
  const change = changed.get(path);
  const words = make("span", { className: change ? "changed" : "", textContent: visible(node.head) });
  if (!node.children?.length) {
    return change && change.before !== null ? make("span", {}, make("del", { textContent: visible(change.before) }), " ", make("ins", { textContent: visible(node.head) })) : change ? make("ins", { textContent: visible(node.head) }) : words;
  }
  const items = node.children.slice(0, 200).map(({ label, value }) => {
    const inner = path ? path + "." + label : label;
    return make("li", {}, make("b", { textContent: visible(label) + ": " }), tree(value, inner, changed));
  });
  return make("div", { className: "tree" }, words, make("ul", {}, ...items));
}

$("close").onclick = () => choose(null);
