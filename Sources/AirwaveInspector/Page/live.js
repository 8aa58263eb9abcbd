// The connection to the program, the tabs, the search, the recording, and the details of what is chosen.
let socket = null, attempts = 0, lastMessage = 0;

function connect() {
  socket = new WebSocket((location.protocol === "https:" ? "wss://" : "ws://") + location.host + "/live" + location.search);
  socket.onopen = () => { attempts = 0; lastMessage = performance.now(); };
  socket.onmessage = (event) => { lastMessage = performance.now(); receive(JSON.parse(event.data)); };
  socket.onclose = () => {
    socket = null;
    document.body.classList.add("lost");
    setState("off", "connection lost, trying again");
    setTimeout(connect, Math.min(250 * 2 ** attempts++, 2000));
  };
}
// A program that is stopped in a debugger closes no connection.
setInterval(() => {
  if (socket?.readyState === 1 && performance.now() - lastMessage > 3000) setState("off", "the program does not answer");
}, 1000);

function send(message) { if (socket?.readyState === 1) socket.send(JSON.stringify(message)); }
function watch() { send({ watch: [...app.watched] }); }

function setState(style, words) {
  if ($("state").className !== style) $("state").className = style;
  if ($("state-text").textContent !== words) $("state-text").textContent = words;
}

function receive(message) {
  if (message.snapshot) {
    const isNew = document.body.classList.contains("lost") || !app.snapshot;
    document.body.classList.remove("lost");
    receiveSnapshot(message.snapshot);
    if (isNew) watch();
    $("program").textContent = cut(visible(message.snapshot.program), 40);
    document.title = $("program").textContent + " – Airwave Inspector";
    setState("on", "running " + clock(message.snapshot.time));
    showRecording(message.snapshot);
    show();
  }
  if (message.values) receiveValues(message);
}

function show() {
  if (!app.snapshot) return;
  if (app.view === "graph") showGraph();
  if (app.view === "table") showTable();
  if (app.view === "marbles") showChoices();
  showDetails();
}

function select(view) {
  app.view = view;
  for (const name of ["graph", "marbles", "table"]) {
    $(name).hidden = name !== view;
    $("tab-" + name).setAttribute("aria-selected", String(name === view));
    $("tab-" + name).tabIndex = name === view ? 0 : -1;
  }
  $("tip").hidden = true;
  show();
}
for (const name of ["graph", "marbles", "table"]) $("tab-" + name).onclick = () => select(name);
document.querySelector("nav").onkeydown = (event) => {
  const names = ["graph", "marbles", "table"];
  const step = { ArrowRight: 1, ArrowLeft: 2 }[event.key];
  if (!step) return;
  const name = names[(names.indexOf(app.view) + step) % 3];
  select(name);
  $("tab-" + name).focus();
};
document.onkeydown = (event) => {
  const isTyping = /INPUT|SELECT|TEXTAREA/.test(event.target.tagName);
  if (event.key === "/" && !isTyping) { event.preventDefault(); $("search").focus(); }
  if (event.key === "Escape" && app.chosen !== null) choose(null);
};
$("search").oninput = () => { app.search = $("search").value.trim().toLowerCase(); show(); };

function showRecording(snapshot) {
  const { recording, recorded } = snapshot;
  $("record").setAttribute("aria-pressed", String(recording));
  $("record").lastElementChild.textContent = recording ? "Stop" : "Record";
  $("record").disabled = Boolean(recorded?.file) && recording;
  const size = recorded ? (recorded.bytes / 1e6).toFixed(1) + " MB" : "";
  $("size").textContent = !recorded ? "" : recorded.full ? size + ", full" : recording ? size : "";
  $("download").hidden = recording || !recorded || Boolean(recorded.file);
  $("download").href = "/recording" + location.search;
}
$("record").onclick = () => send({ record: !app.snapshot?.recording });

// Details of a pair or a listener.
function choose(id) {
  app.chosen = app.chosen === id ? null : id;
  showDetails(true);
  if (app.view === "graph") showGraph();
}
$("close").onclick = () => choose(null);

function showDetails(isNew = false) {
  const record = app.pairs.get(app.chosen) ?? app.listeners.get(app.chosen);
  $("details").hidden = !record;
  if (!record) return;
  const isPair = app.pairs.has(app.chosen);
  const facts = isPair ? [
    ["made at", record.file && record.file + ":" + record.line], ["kind", kindWords[record.kind]], ["type", record.type], ["strategy", record.strategy],
    ["values", number(record.total) + (record.rate ? ", " + rate(record.rate) : "")], ["listeners", number(record.listeners)],
    ["kept", number(record.kept)], ["pending", number(record.pending)], ["newest", record.newest],
  ] : [
    ["listens at", record.file && record.file + ":" + record.line], ["hears", (app.pairs.has(record.source) ? [record.source] : sources(record.id)).map((id) => app.pairs.get(id)).filter(Boolean).map(title).join("\n")],
    ["through", record.operators.join("\n") || null], ["isolation", record.isolation], ["owner", record.owner && record.owner + (record.ownerGone ? ", gone" : "")],
    ["calls", number(record.calls)], ["mean call", record.calls ? duration(record.seconds / record.calls) : null], ["longest call", record.calls ? duration(record.longest) : null],
  ];
  const marks = record.finished ? [...record.marks, "finished"] : record.marks;
  if (marks.length) facts.push(["marked", marks.map((mark) => markWords[mark] ?? mark).join(", ")]);
  const known = facts.filter(([, text]) => text);
  const list = make("dl", {}, ...known.flatMap(([name, text]) => [make("dt", { textContent: name }), make("dd", { textContent: visible(text).replaceAll("\\n", "\n") })]));
  if (isNew || $("details").dataset.id !== String(app.chosen)) {
    $("details").dataset.id = app.chosen;
    const button = make("button", { className: "action" });
    button.onclick = () => { toggle(app.chosen, !app.watched.has(app.chosen)); showDetails(true); if (app.watched.has(app.chosen)) select("marbles"); };
    button.textContent = app.watched.has(app.chosen) ? "Remove its lane" : "Show its lane";
    $("details-text").replaceChildren(make("h2", { textContent: isPair ? title(record) : visible(place(record)) }), list, button);
  } else if ($("details-text").querySelector("dl").textContent !== list.textContent) {
    $("details-text").querySelector("dl").replaceWith(list);
  }
}

connect();
requestAnimationFrame(frame);
