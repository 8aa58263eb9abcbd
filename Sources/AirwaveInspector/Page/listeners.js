// The table of the listeners.
import { app, listenerMatches, pairMatches, root, sources, title } from "./state.js";
import { table } from "./table.js";
import { clock, draw, duration, notMeasured, number, place, rate, visible } from "./text.js";

const heard = (listener) => (app.pairs.has(listener.source) ? [listener.source] : sources(listener.id))
  .map((id) => app.pairs.get(id)).filter(Boolean).map(title).join(", ");
const why = (listener) => (listener.calls === null ? notMeasured : "");

const columns = [
  { id: "place", words: "Listener", value: (listener) => place(listener).toLowerCase() },
  { id: "hears", words: "Hears", value: heard },
  { id: "owner", words: "Owner", value: (listener) => listener.owner ?? "" },
  { id: "isolation", words: "Isolation", value: (listener) => listener.isolation ?? "" },
  { id: "age", words: "Age", isNumber: true, value: (listener) => listener.age, text: (listener) => (listener.age < 60 ? Math.floor(listener.age) + " s" : clock(listener.age)) },
  { id: "rate", words: "Calls", isNumber: true, title: "Calls a second", value: ({ rate }) => rate, text: (listener) => (listener.rate === null ? "–" : rate(listener.rate)), why },
  { id: "minute", words: "Last minute", isPlain: true, value: (listener) => (app.minutes.get(listener.id)?.counts ?? []).reduce((sum, count) => sum + count, 0), draw: drawMinute },
  { id: "total", words: "Total time", isNumber: true, value: ({ seconds }) => seconds, text: ({ seconds }) => duration(seconds), why },
  { id: "percentile", words: "99 % within", isNumber: true, title: "The 99th percentile of the time of a call", value: (listener) => listener.percentile99, text: (listener) => (listener.calls === 0 ? "–" : duration(listener.percentile99)), why },
  { id: "longest", words: "Longest", isNumber: true, value: ({ longest }) => longest, text: (listener) => (listener.calls === 0 ? "–" : duration(listener.longest)), why },
  { id: "waiting", words: "Waiting", isNumber: true, title: "Values that wait for the actor", value: ({ waiting }) => waiting },
];

function drawMinute(cell, listener) {
  const counts = app.minutes.get(listener.id)?.counts ?? [];
  const most = Math.max(1, ...counts);
  const points = counts.map((count, index) => (index * 2.6).toFixed(1) + "," + (17 - (count / most) * 15).toFixed(1)).join(" ");
  if (cell.dataset.points === points) return;
  cell.dataset.points = points;
  const total = counts.reduce((sum, count) => sum + count, 0);
  cell.replaceChildren(draw("svg", { class: "spark", viewBox: "0 0 76 18", width: 76, height: 18, role: "img", "aria-label": number(total) + " calls in the last minute" }, draw("polyline", { points })));
}

export const showListeners = table({
  name: "listeners", columns,
  head: (listener) => ({ words: visible(place(listener)) || (listener.calls === null ? "" : "sequence"), under: listener.operators.map((name) => visible(name.replace(/\(.*\)$/, ""))).join(" → ") }),
  // Those of the sources of a join, or of a share, have no closure of the program.
  all: () => [...app.listeners.values()].filter((listener) => listener.parent === null).filter((listener) =>
    listenerMatches(listener) || app.pairs.has(listener.source) && pairMatches(app.pairs.get(listener.source))),
  note: (left) => [
    left ? "and " + number(left) + " more listeners: search for them" : "",
    app.snapshot?.moreListeners > 0 ? number(app.snapshot.moreListeners) + " listeners are left out: those of a pair that joined last" : "",
    [...app.listeners.values()].some((listener) => listener.calls === null && listener.parent === null) ? "– stands for listeners that joined before the inspector was started, and whose calls are not measured" : "",
    app.recording ? "A recording has no listeners." : app.listeners.size ? "" : "There is no listener yet.",
  ].filter(Boolean).join("; "),
});
