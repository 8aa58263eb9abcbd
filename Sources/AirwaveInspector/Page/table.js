// The table: a row for each pair.
const columns = [
  { id: "name", words: "Pair", value: (pair) => title(pair).toLowerCase() },
  { id: "type", words: "Type", value: (pair) => pair.type },
  { id: "strategy", words: "Strategy", value: (pair) => pair.strategy },
  { id: "rate", words: "Rate", isNumber: true, value: (pair) => pair.rate, text: (pair) => rate(pair.rate) },
  { id: "total", words: "Values", isNumber: true, value: (pair) => pair.total },
  { id: "listeners", words: "Listeners", isNumber: true, value: (pair) => pair.listeners },
  { id: "kept", words: "Kept", isNumber: true, value: (pair) => pair.kept },
  { id: "pending", words: "Pending", isNumber: true, value: (pair) => pair.pending },
  { id: "slowest", words: "Slowest listener", value: (pair) => (pair.slowest ? slowest(pair) : "") },
  { id: "seconds", words: "Its longest call", isNumber: true, value: (pair) => (pair.slowest ? pair.slowest.seconds : -1),
    text: (pair) => (pair.slowest ? duration(pair.slowest.seconds) : "–") },
  { id: "newest", words: "Newest value", value: (pair) => pair.newest ?? "" },
];
function slowest(pair) {
  const end = root(app.listeners.get(pair.slowest.listener));
  return app.pairs.has(end?.parent) ? title(app.pairs.get(end.parent)) : place(end);
}
const mostRows = 500;
const sorting = { column: columns[0], isDescending: false, isChosen: false };

for (const column of columns) {
  const button = make("button", { textContent: column.words });
  const head = make("th", { id: "column-" + column.id, className: column.isNumber ? "number" : "" }, button);
  button.onclick = () => {
    sorting.isDescending = sorting.isChosen && sorting.column === column ? !sorting.isDescending : Boolean(column.isNumber);
    sorting.column = column;
    sorting.isChosen = true;
    showTable();
  };
  $("columns").append(head);
}

const rows = new Map();

function showTable() {
  for (const column of columns) {
    const head = $("column-" + column.id);
    if (sorting.isChosen && column === sorting.column) head.setAttribute("aria-sort", sorting.isDescending ? "descending" : "ascending");
    else head.removeAttribute("aria-sort");
  }
  const shown = [...app.pairs.values()].filter(pairMatches);
  // Until a column is chosen, pairs stand in the order in which they were made.
  if (sorting.isChosen) {
    const sign = sorting.isDescending ? -1 : 1;
    const { value } = sorting.column;
    shown.sort((a, b) => { const x = value(a), y = value(b); return (x < y ? -1 : x > y ? 1 : a.id - b.id) * sign; });
  }
  const elements = shown.slice(0, mostRows).map(row);
  const body = $("rows");
  // Rows stay where they are if their order is the same, so that the keyboard's focus and a selection stay, too.
  if (elements.length !== body.children.length || elements.some((element, index) => body.children[index] !== element)) {
    const focused = document.activeElement;
    body.replaceChildren(...elements);
    if (elements.some((element) => element.contains(focused))) focused.focus();
  }
  for (const id of rows.keys()) if (!app.pairs.has(id)) rows.delete(id);
  const note = [];
  if (shown.length > mostRows) note.push("and " + number(shown.length - mostRows) + " more pairs: search for them");
  if (app.snapshot.morePairs > 0) note.push(number(app.snapshot.morePairs) + " pairs that were made later are left out");
  $("table-note").textContent = note.join("; ");
}

function row(pair) {
  let element = rows.get(pair.id);
  if (!element) {
    const name = make("button", { className: "name", textContent: title(pair) });
    name.onclick = () => choose(pair.id);
    element = make("tr", {}, make("td", {}, name, make("span", { className: "pills" }), make("small", { textContent: visible(place(pair)) })));
    element.append(...columns.slice(1).map((column) =>
      make("td", { className: column.isNumber ? "number" : column.id === "strategy" ? "" : "text" })));
    rows.set(pair.id, element);
  }
  const marks = pair.finished ? [...pair.marks, "finished"] : pair.marks;
  const pills = element.querySelector(".pills");
  if (pills.dataset.marks !== marks.join()) {
    pills.dataset.marks = marks.join();
    pills.replaceChildren(...marks.map((mark) => make("span", { className: "pill " + mark, textContent: markWords[mark] ?? mark })));
  }
  columns.slice(1).forEach((column, index) => {
    const cell = element.children[index + 1];
    const value = column.value(pair);
    const text = column.text ? column.text(pair) : column.isNumber ? number(value) : cut(visible(value), 120);
    if (cell.textContent !== text) cell.textContent = text;
  });
  return element;
}
