// The values of the lanes, as they arrive.
import { app } from "./state.js";

const mostValues = 6000;

export function lane(id) {
  if (!app.lanes.has(id)) app.lanes.set(id, { values: [], thinned: [], calls: [], end: null, hasHistory: false });
  return app.lanes.get(id);
}

// The smallest delay of a message tells how the clock of the program relates to that of the page.
export function noteTime(time) {
  const offset = time - performance.now() / 1000;
  app.offset = app.offset === null ? offset : Math.max(offset, app.offset - 0.0005);
}

export function receiveValues(message) {
  noteTime(message.time);
  for (const value of message.values) if (app.watched.has(value.pair)) lane(value.pair).values.push(value);
  for (const gap of message.thinned) if (app.watched.has(gap.pair)) lane(gap.pair).thinned.push(gap);
  for (const call of message.calls) if (app.watched.has(call.listener)) lane(call.listener).calls.push({ ...call, at: message.time });
  for (const end of message.finished) if (app.watched.has(end.pair)) lane(end.pair).end = end.at;
  for (const { values, thinned, calls } of app.lanes.values()) {
    if (values.length > mostValues) values.splice(0, values.length - mostValues);
    if (thinned.length > 1000) thinned.splice(0, thinned.length - 1000);
    if (calls.length > 1000) calls.splice(0, calls.length - 1000);
  }
}

// Values from before the lane was made. What has arrived since has other numbers.
export function receiveHistory({ pair, values }) {
  if (app.chosen === pair) app.history = { pair, values };
  if (!app.watched.has(pair) || lane(pair).hasHistory) return;
  lane(pair).hasHistory = true;
  const own = lane(pair).values;
  const first = own.length ? own[0].number : Infinity;
  own.unshift(...values.filter((value) => value.number < first));
}
