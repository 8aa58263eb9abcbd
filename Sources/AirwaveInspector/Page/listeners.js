// The table of the listeners.
import { app, choose, listenerMatches, pairMatches, sources, title, toggleFold } from "./state.js";
import { table } from "./table.js";
import { clock, draw, duration, notMeasured, number, place, rate, sum, visible } from "./text.js";

// So many listeners of one pair that were made at one place have one row.
const leastFolded = 10;

const heard = (listener) => (app.pairs.has(listener.source) ? [listener.source] : sources(listener.id))
  .map((id) => app.pairs.get(id)).filter(Boolean).map(title).join(", ");
const why = (listener) => (listener.calls === null ? notMeasured : "");

const columns = [
  { id: "place", words: "Listener", value: (listener) => place(listener).toLowerCase() },
  { id: "hears", words: "Hears", value: heard },
  { id: "owner", words: "Owner", value: (listener) => listener.owner ?? "" },
  { id: "isolation", words: "Isolation", value: (listener) => listener.isolation ?? "" },
  { id: "age", words: "Age", isNumber: true, value: (listener) => listener.age, text: (listener) => (listener.age < 60 ? Math.floor(listener.age) + " s" : clock(listener.age)) },
  { id: "calls", words: "Calls", isNumber: true, title: "Calls since the inspector was started", value: ({ calls }) => calls, text: ({ calls }) => (calls === null ? "–" : number(calls)), why },
  { id: "rate", words: "Calls /s", isNumber: true, title: "Calls a second", value: ({ rate }) => rate, text: (listener) => (listener.rate === null ? "–" : listener.rate === 0 ? "0" : rate(listener.rate)), why },
  { id: "minute", words: "Last minute", isPlain: true, value: (listener) => sum(minute(listener), (count) => count), draw: drawMinute },
  { id: "total", words: "Total time", isNumber: true, value: ({ seconds }) => seconds, text: ({ seconds }) => duration(seconds), why },
  { id: "percentile", words: "99 % within", isNumber: true, title: "The 99th percentile of the time of a call", value: (listener) => listener.percentile99, text: (listener) => (listener.calls === 0 ? "–" : duration(listener.percentile99)), why },
  { id: "longest", words: "Longest", isNumber: true, value: ({ longest }) => longest, text: (listener) => (listener.calls === 0 ? "–" : duration(listener.longest)), why },
  { id: "waiting", words: "Waiting", isNumber: true, title: "Values that wait for the actor", value: ({ waiting }) => waiting },
];

// The calls of each two seconds of the last minute.
function minute(listener) {
  if (!listener.members) return app.minutes.get(listener.id)?.counts ?? [];
  const all = listener.members.map(minute).filter((counts) => counts.length > 0);
  return (all[0] ?? []).map((_, index) => sum(all, (counts) => counts[index]));
}

// One record for many listeners of a pair that were made at one place. Counts and the total time are sums. The other
// times are those of the slowest listener.
function fold(listeners, unfolded) {
  const places = Map.groupBy(listeners, ({ source, file, line }) => ["place", source, file, line].join("\n"));
  return [...places].flatMap(([id, members]) => (members.length < leastFolded ? members : [folded(id, members, unfolded.has(id))]));
}

function folded(id, members, isOpen) {
  const [first] = members;
  const same = (value) => (members.every((member) => value(member) === value(first)) ? value(first) : "several");
  const measured = (value, combine) => (members.some((member) => value(member) !== null) ? combine(members, (member) => value(member) ?? 0) : null);
  const most = (items, value) => items.reduce((greatest, item) => Math.max(greatest, value(item)), 0);
  const operators = same((member) => member.operators.join("\n"));
  return {
    id, members, isOpen, source: first.source, file: first.file, line: first.line, parent: null,
    owner: same(({ owner }) => owner), isolation: same(({ isolation }) => isolation), operators: operators === "" ? [] : operators.split("\n"),
    marks: [...new Set(members.flatMap(({ marks }) => marks))], age: most(members, ({ age }) => age),
    calls: measured(({ calls }) => calls, sum), rate: measured(({ rate }) => rate, sum), seconds: measured(({ seconds }) => seconds, sum),
    percentile99: measured((member) => member.percentile99, most), longest: measured(({ longest }) => longest, most), waiting: sum(members, ({ waiting }) => waiting),
  };
}

function drawMinute(cell, listener) {
  const counts = minute(listener);
  const most = Math.max(1, ...counts);
  const points = counts.map((count, index) => (index * 2.6).toFixed(1) + "," + (17 - (count / most) * 15).toFixed(1)).join(" ");
  if (cell.dataset.points === points) return;
  cell.dataset.points = points;
  const total = sum(counts, (count) => count);
  cell.replaceChildren(draw("svg", { class: "spark", viewBox: "0 0 76 18", width: 76, height: 18, role: "img", "aria-label": number(total) + " calls in the last minute" }, draw("polyline", { points })));
}

export const showListeners = table({
  name: "listeners", columns,
  press: ({ id, members }) => (members ? toggleFold(id) : choose(id)),
  head: (listener) => ({ words: (visible(place(listener)) || (listener.calls === null ? "" : "sequence")) + (listener.members ? " × " + number(listener.members.length) : ""), under: listener.operators.map((name) => visible(name.replace(/\(.*\)$/, ""))).join(" → ") }),
  // Those of the sources of a join, or of a share, have no closure of the program.
  all: () => fold([...app.listeners.values()].filter((listener) => listener.parent === null).filter((listener) =>
    listenerMatches(listener) || app.pairs.has(listener.source) && pairMatches(app.pairs.get(listener.source))), app.unfoldedPlaces),
  note: (left) => [
    left ? "and " + number(left) + " more listeners: search for them" : "",
    app.snapshot?.moreListeners > 0 ? number(app.snapshot.moreListeners) + " listeners are left out: those of a pair that joined last" : "",
    [...app.listeners.values()].some((listener) => listener.calls === null && listener.parent === null) ? "– stands for listeners that joined before the inspector was started, and whose calls are not measured" : "",
    app.recording ? "A recording has no listeners." : app.listeners.size ? "" : "There is no listener yet.",
  ].filter(Boolean).join("; "),
});
