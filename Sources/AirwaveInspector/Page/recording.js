// A recording that is opened in the page, without a program: the state at each of its times.
import { lane } from "./lanes.js";
import { app, changed, receiveSnapshot } from "./state.js";
import { $, clock, counted, cut, file, visible } from "./text.js";
import { setPaused } from "./values.js";

// - Returns: `{program, pairs, values, ends, length, notes}`. Throws a sentence if the text is no recording.
export function read(text) {
  const lines = text.split("\n");
  const pairs = new Map(), notes = [], unreadable = [];
  let program = null, length = 0, isComplete = false, isFull = false, hasBegun = false;
  lines.forEach((line, index) => {
    if (!line.trim()) return;
    let object;
    try { object = JSON.parse(line); } catch { object = null; }
    if (!hasBegun) {
      if (object?.airwave !== 1) throw new Error(object?.airwave ? `The recording has the format ${object.airwave}, and not 1.` : "This is no recording: the first line of one begins with {\"airwave\":1.");
      hasBegun = true;
      program = String(object.program ?? "");
      return;
    }
    if (!object || typeof object !== "object") {
      // A program that was killed may have written the beginning of a line.
      if (index < lines.length - 1) unreadable.push(index + 1);
      return;
    }
    if (object.at > length) length = object.at;
    if (object.end) isComplete = true;
    if (object.full) isFull = true;
    if (object.pair === undefined) return;
    if (!pairs.has(object.pair)) pairs.set(object.pair, { head: {}, values: [], end: null, errors: [] });
    const pair = pairs.get(object.pair);
    if (object.at === undefined) pair.head = object;
    else if (object.finish) pair.end = object.at;
    else {
      if (object.error !== undefined) pair.errors.push(String(object.error));
      pair.values.push({ pair: object.pair, number: object.number, at: object.at, text: String(object.text), thread: String(object.thread ?? "") });
    }
  });
  if (!hasBegun) throw new Error("This is no recording: it is empty.");
  for (const pair of pairs.values()) {
    pair.values.sort((a, b) => a.number - b.number);
    pair.missing = pair.values.reduce((sum, value, index) => sum + (index ? Math.max(0, value.number - pair.values[index - 1].number - 1) : 0), 0);
    if (pair.missing) notes.push(`${counted(pair.missing, "value")} of ${visible(pair.head.name ?? "pair " + pair.head.pair)} ${pair.missing === 1 ? "is" : "are"} missing`);
  }
  if (unreadable.length) notes.push(`${counted(unreadable.length, "line")} cannot be read: ${unreadable.slice(0, 5).join(", ")}${unreadable.length > 5 ? " …" : ""}`);
  if (isFull) notes.push("the recording was full at its end");
  else if (!isComplete) notes.push("its end is missing");
  return { program, pairs, length, notes };
}

// What `/data` would have answered at a time.
export function snapshotAt(recording, at) {
  const pairs = [...recording.pairs].map(([id, { head, values, end, missing, errors }]) => {
    const count = upTo(values, at);
    const before = upTo(values, at - 1);
    return {
      id, name: head.name ?? null, file: head.file ?? "", line: head.line ?? 0, kind: "pair", type: head.type ?? "", strategy: "",
      total: count, rate: count - before, listeners: 0, kept: 0, pending: 0, growth: 0, unlisted: 0, finished: end !== null && end <= at,
      newest: count ? values[count - 1].text : null, slowest: null, marks: [],
      note: [head.textOnly ? "recorded as text only: the type is not Encodable" : "", missing ? counted(missing, "value") + " missing" : "", errors.length ? `${counted(errors.length, "value")} not encoded: ${cut(visible(errors[0]), 100)}` : ""].filter(Boolean).join("; ") || null,
    };
  });
  return { program: recording.program, session: recording.session, time: at, recording: false, pairs, listeners: [], morePairs: 0, moreListeners: 0 };
}

// How many values there are up to a time. They are in the order of their numbers, and so of their times.
function upTo(values, at) {
  let low = 0, high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle].at <= at) low = middle + 1; else high = middle;
  }
  return low;
}

export function open(text, name) {
  const recording = read(text);
  Object.assign(recording, { name, session: "recording " + name + " " + text.length, at: recording.length });
  app.recording = recording;
  app.chosen = null;
  app.wanted = null;
  app.offset = 0;
  setPaused(true);
  seek(recording.length);
  app.marbles.span = Math.max(1, Math.min(60, recording.length));
  $("marbles-note").textContent = "";
}

export function close() {
  app.recording = null;
  app.session = app.snapshot = app.offset = null;
  app.chosen = app.history = app.value = null;
  app.lanes.clear();
  setPaused(false);
  app.marbles.span = 10;
}

// Moves to a time of the recording.
export function seek(at) {
  const { recording } = app;
  recording.at = Math.min(recording.length, Math.max(0, at));
  receiveSnapshot(snapshotAt(recording, recording.at));
  app.offset = 0;
  app.marbles.now = recording.at;
  for (const id of app.watched) {
    const pair = recording.pairs.get(id);
    if (!pair) continue;
    const own = lane(id);
    own.values = pair.values.slice(0, upTo(pair.values, recording.at));
    own.end = pair.end !== null && pair.end <= recording.at ? pair.end : null;
  }
  const chosen = recording.pairs.get(app.chosen);
  app.history = chosen ? { pair: app.chosen, values: chosen.values.slice(0, upTo(chosen.values, recording.at)).slice(-50) } : null;
  changed({ isSeek: true });
}

export function showRecordingBar() {
  const { recording } = app;
  $("player").hidden = !recording;
  $("pause").hidden = Boolean(recording);
  if (!recording) return;
  $("player-name").textContent = cut(visible(file(recording.name)), 60);
  $("player-note").textContent = recording.notes.join("; ");
  $("seek").max = String(recording.length);
  if (document.activeElement !== $("seek") || Number($("seek").value) !== recording.at) $("seek").value = String(recording.at);
  $("seek").setAttribute("aria-valuetext", recording.at.toFixed(1) + " seconds");
  $("player-time").textContent = `${clock(recording.at)} of ${clock(recording.length)}`;
}

let playing = null;
export function play(isOn) {
  clearInterval(playing);
  playing = null;
  if (isOn) {
    if (app.recording.at >= app.recording.length) seek(0);
    let before = performance.now();
    playing = setInterval(() => {
      const now = performance.now();
      if (!app.recording || app.recording.at >= app.recording.length) return play(false);
      seek(app.recording.at + (now - before) / 1000);
      before = now;
    }, 100);
  }
  $("play").textContent = isOn ? "Stop" : "Play";
  $("play").setAttribute("aria-pressed", String(isOn));
}
$("play").onclick = () => play(playing === null);
$("seek").oninput = () => { play(false); seek(Number($("seek").value)); };
