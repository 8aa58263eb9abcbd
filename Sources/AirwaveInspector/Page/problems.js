// What may be wrong with the program, worst first. Each problem has a weight: how urgent it is, in a number that
// compares kinds.
import { app, choose, locate, root, title } from "./state.js";
import { $, counted, duration, make, number, place, rate, visible } from "./text.js";

export const limits = { share: 0.05, percentile: 0.016, longest: 0.1, flood: 1000, pending: 100, sleep: 1000, waiting: 100 };

// - Returns: `{kind, words, id, weight, facts}` for each problem.
export function problems(model = app) {
  const found = [];
  const add = (kind, weight, record, words, facts) => found.push({ kind, weight, id: record.id, words, facts });
  const time = Math.max(1, model.snapshot?.time ?? 1);
  const ends = new Map();
  for (const listener of model.listeners.values()) {
    const name = visible(place(root(listener, model))) || "listener " + listener.id;
    // What an operator listens with to a source of a join, or of a share, has no closure of the program.
    if (listener.parent === null && listener.seconds !== null && listener.calls > 0) {
      // Since it was made, if that was later.
      const share = listener.seconds / Math.max(1, Math.min(time, listener.age));
      const isSlow = share >= limits.share || listener.percentile99 >= limits.percentile || listener.longest >= limits.longest;
      if (isSlow) {
        add("slow", 60 + 40 * Math.min(1, share), listener, name,
          `${duration(listener.seconds)} in ${counted(listener.calls, "call")}, longest ${duration(listener.longest)}, 99 % within ${duration(listener.percentile99)}`);
      }
    }
    if (listener.waiting >= limits.waiting) {
      add("backlog", 70 + Math.min(29, Math.log2(listener.waiting)), listener, name, `${counted(listener.waiting, "value")} wait for ${visible(listener.isolation ?? "its actor")}`);
    }
    for (const mark of listener.marks) {
      // Listeners that were made at the same place are one problem.
      const like = mark + " " + listener.file + ":" + listener.line;
      if (ends.has(like)) { ends.get(like).push(listener); continue; }
      ends.set(like, [listener]);
    }
  }
  for (const [like, listeners] of ends) {
    const first = listeners[0], isGone = like.startsWith("ownerGone");
    const count = listeners.length > 1 ? " × " + number(listeners.length) : "";
    add(isGone ? "ownerGone" : "neverCalled", isGone ? 50 : 10, first, (visible(place(first)) || "listener " + first.id) + count,
      isGone ? `The owner${first.owner ? " " + visible(first.owner) : ""} is deinitialized.` : "Values were sent since it joined, and none came through.");
  }
  for (const pair of model.pairs.values()) {
    const name = title(pair);
    if (pair.rate >= limits.flood) add("flood", 55 + Math.min(30, 3 * Math.log2(pair.rate / limits.flood)), pair, name, `${rate(pair.rate)}, ${counted(pair.listeners, "listener")}`);
    const sleeps = pair.pending > limits.sleep;
    if (pair.pending >= limits.pending) add("backlog", sleeps ? 85 : 72, pair, name, `${counted(pair.pending, "request")} wait${sleeps ? ", and threads that send sleep" : ""}`);
    if (pair.growth > 0) add("growing", 80, pair, name, `${number(pair.growth)} more listeners a minute, ${number(pair.listeners)} now`);
    else if (pair.marks.includes("crowded")) add("crowded", 5, pair, name, `${number(pair.listeners)} listeners`);
    if (pair.total > 0 && pair.listeners === 0 && pair.strategy === ".hot" && !pair.finished && pair.kind === "pair") {
      add("nobody", 20, pair, name, `${counted(pair.total, "value")} sent, and nothing listens or will hear them later`);
    }
  }
  return found.sort((a, b) => b.weight - a.weight || a.id - b.id);
}

export const problemWords = {
  slow: "Slow listener", backlog: "Backlog", ownerGone: "Owner gone", neverCalled: "Never called", flood: "Flood",
  growing: "Growing", crowded: "Crowded", nobody: "No listener",
};

export function showProblems() {
  const all = app.recording ? [] : problems();
  $("problem-count").textContent = all.length ? number(all.length) : "";
  $("tab-problems").setAttribute("aria-label", "Problems" + (all.length ? ", " + all.length : ""));
  if (app.view !== "problems") return;
  const list = $("problem-list");
  const shown = all.slice(0, 200);
  const state = JSON.stringify([shown, app.chosen]);
  const isWell = all.length === 0;
  $("problems-empty").hidden = !isWell;
  $("problems-empty").textContent = app.recording ? "A recording has values, and no listeners: problems are those of a program that runs." : "All is well: no listener is slow, forgotten or behind, and no pair floods, grows or is unheard.";
  if (list.dataset.state === state) return;
  const focused = document.activeElement?.dataset?.problem;
  list.dataset.state = state;
  list.replaceChildren(...shown.map(({ kind, words, id, facts }) => {
    const go = make("button", { className: "name", textContent: words });
    go.dataset.problem = kind + id;
    go.onclick = () => { if (app.chosen !== id) choose(id); };
    const show = make("button", { className: "action", textContent: "In the graph", aria: { label: `Show ${words} in the graph` } });
    show.onclick = () => locate(id);
    return make("li", { className: (app.chosen === id ? "chosen " : "") + kind }, make("span", { className: "pill " + kind, textContent: problemWords[kind] }),
      make("div", {}, go, make("small", { textContent: facts })), show);
  }));
  if (all.length > shown.length) list.append(make("li", { className: "quiet", textContent: `and ${number(all.length - shown.length)} more` }));
  if (focused) list.querySelector(`[data-problem="${CSS.escape(focused)}"]`)?.focus();
}
