// The entry: the connection to the program, the tabs, the search, the recording, and what shows a change.
import { showDetails, showHistory } from "./details.js";
import { reveal, showGraph } from "./graph.js";
import { lane, noteTime, receiveHistory, receiveValues } from "./lanes.js";
import { showListeners } from "./listeners.js";
import { picture, showChoices } from "./marbles.js";
import { problems, showProblems } from "./problems.js";
import * as recordings from "./recording.js";
import { address, app, choose, connectViews, find, readAddress, receiveSnapshot, select, send, toggle, views, watch } from "./state.js";
import { showTable } from "./table.js";
import { $, clock, cut, duration, visible } from "./text.js";
import * as text from "./text.js";
import { difference, parse } from "./tree.js";
import { frame, setPaused } from "./values.js";

let socket = null, attempts = 0, lastMessage = 0;

function connect() {
  if (app.recording) return;
  socket = new WebSocket((location.protocol === "https:" ? "wss://" : "ws://") + location.host + "/live" + location.search);
  socket.onopen = () => { attempts = 0; lastMessage = performance.now(); };
  socket.onmessage = (event) => { lastMessage = performance.now(); receive(JSON.parse(event.data)); };
  socket.onclose = () => {
    socket = null;
    if (app.recording) return;
    app.isLost = true;
    document.body.classList.add("lost");
    setState("off", "connection lost, trying again");
    setTimeout(connect, Math.min(250 * 2 ** attempts++, 2000));
  };
}
// A program that is stopped in a debugger closes no connection.
setInterval(() => {
  if (socket?.readyState === 1 && performance.now() - lastMessage > 3000) setState("off", "the program does not answer");
}, 1000);

connectViews(show, (message) => {
  if (message.history !== undefined && app.recording) return recordings.seek(app.recording.at);
  if (message.watch && app.recording) return recordings.seek(app.recording.at);
  if (socket?.readyState === 1) socket.send(JSON.stringify(message));
});

// The words are a status for screen readers, and change seldom. The time beside them is not.
function setState(style, words, time = "") {
  if ($("state").className !== style) $("state").className = style;
  if ($("state-text").textContent !== words) $("state-text").textContent = words;
  if ($("state-time").textContent !== time) $("state-time").textContent = time;
}

function receive(message) {
  if (app.recording) return;
  if (message.snapshot) {
    const isNew = app.isLost || !app.snapshot;
    app.isLost = false;
    document.body.classList.remove("lost");
    receiveSnapshot(message.snapshot);
    noteTime(message.snapshot.time);
    if (isNew) watch();
    setState("on", "running", clock(message.snapshot.time));
    show();
  }
  if (message.values) receiveValues(message);
  if (message.history) { receiveHistory(message.history); showHistory(); }
}

// Shows the state. `what` tells why: a view or a record was chosen, or a time of a recording.
function show(what = {}) {
  if (!app.snapshot) return;
  const name = cut(visible(app.snapshot.program), 40);
  if ($("program").textContent !== name) { $("program").textContent = name; document.title = name + " – Airwave Inspector"; }
  for (const view of views) {
    $(view).hidden = view !== app.view;
    $("tab-" + view).setAttribute("aria-selected", String(view === app.view));
    $("tab-" + view).tabIndex = view === app.view ? 0 : -1;
  }
  if (what.isView) { $("tip").hidden = true; $("tab-" + app.view).scrollIntoView({ block: "nearest", inline: "nearest" }); }
  if (document.activeElement !== $("search") && $("search").value.trim().toLowerCase() !== app.search) $("search").value = app.search;
  showDetails(what.isChoice);
  showProblems();
  if (app.view === "graph") showGraph();
  if (app.view === "graph" && (what.isChoice || what.isView) && app.chosen !== null) reveal();
  if (app.view === "table") showTable();
  if (app.view === "listeners") showListeners();
  if (app.view === "marbles") showChoices();
  showRecording();
  recordings.showRecordingBar();
  if (app.recording) setState("on", "recording", clock(app.recording.at));
  const hash = address();
  if (location.hash !== hash) history.replaceState(null, "", location.pathname + location.search + hash);
}

for (const view of views) $("tab-" + view).onclick = () => select(view);
document.querySelector("nav").onkeydown = (event) => {
  const step = { ArrowRight: 1, ArrowLeft: views.length - 1 }[event.key];
  if (!step) return;
  select(views[(views.indexOf(app.view) + step) % views.length]);
  $("tab-" + app.view).focus();
};
document.onkeydown = (event) => {
  const isTyping = /INPUT|SELECT|TEXTAREA/.test(event.target.tagName);
  if (event.key === "/" && !isTyping) { event.preventDefault(); $("search").focus(); }
  if (event.key === "Escape" && app.chosen !== null) choose(null);
};
$("search").oninput = () => find($("search").value);
addEventListener("resize", () => show());

function showRecording() {
  const { recording, recorded } = app.snapshot;
  const isOpen = app.recording !== null;
  $("record").hidden = isOpen;
  $("open").textContent = isOpen ? "Close" : "Open";
  $("record").setAttribute("aria-pressed", String(recording));
  $("record").lastElementChild.textContent = recording ? "Stop" : "Record";
  $("record").disabled = Boolean(recorded?.file) && recording;
  const size = recorded ? (recorded.bytes / 1e6).toFixed(1) + " MB" : "";
  const { textOnly = [], notEncoded = [] } = recorded ?? {};
  const named = (words, names) => (names.length ? `, ${words}: ${names.slice(0, 3).map((name) => cut(visible(name), 30)).join(", ")}${names.length > 3 ? " …" : ""}` : "");
  const left = named("text only", textOnly) + named("not encoded", notEncoded.map(({ pair, values }) => `${values} of ${pair}`));
  const words = !recorded || isOpen ? "" : recorded.failure ? "not written: " + visible(recorded.failure) : size + (recorded.full ? ", full" : "") + left;
  if ($("size").textContent !== words) $("size").textContent = words;
  $("size").title = [
    textOnly.length ? "The types of these pairs are not Encodable, so a test cannot play them: " + textOnly.map(visible).join(", ") : "",
    ...notEncoded.map(({ pair, reason }) => `A test cannot play some values of ${visible(pair)}: ${visible(reason)}`),
  ].filter(Boolean).join("\n");
  $("download").hidden = isOpen || recording || !recorded || Boolean(recorded.file);
  $("download").href = "/recording" + location.search;
}
$("record").onclick = () => send({ record: !app.snapshot?.recording });

// Opens a recording from a file of this computer, which is sent nowhere.
async function open(file) {
  try {
    openText(await file.text(), file.name);
  } catch (error) {
    $("problem").textContent = error.message;
    $("problem").hidden = false;
    setTimeout(() => { $("problem").hidden = true; }, 8000);
  }
}
function openText(text, name) {
  recordings.open(text, name);
  app.isLost = false;
  document.body.classList.remove("lost");
  socket?.close();
  select("marbles");
}
$("open").onclick = () => {
  if (!app.recording) return $("file").click();
  recordings.play(false);
  recordings.close();
  connect();
};
$("file").onchange = () => { if ($("file").files[0]) open($("file").files[0]); $("file").value = ""; };
document.ondragover = (event) => event.preventDefault();
document.ondrop = (event) => { event.preventDefault(); if (event.dataTransfer.files[0]) open(event.dataTransfer.files[0]); };

readAddress(location.hash);
addEventListener("hashchange", () => { readAddress(location.hash); show(); });
if (document.body.dataset.recording) {
  const response = await fetch("/recording" + location.search);
  openText(await response.text(), document.body.dataset.recording);
} else {
  connect();
}
requestAnimationFrame(frame);

// For scripts and checks: the state, and what changes it.
globalThis.inspector = { app, choose, difference, duration, lane, openText, parse, picture, problems, select, setPaused, show, text, toggle };
