// Tables that sort: the one of the pairs, and what it shares with the one of the listeners.
import { app, changed, choose, pairMatches, root, title } from "./state.js";
import { $, cut, duration, make, markWords, number, place, rate, visible } from "./text.js";

// More rows would take longer than a click may, in one task.
const mostRows = 200;
const slowest = (pair) => {
  const end = root(app.listeners.get(pair.slowest.listener));
  return app.pairs.has(end?.parent) ? title(app.pairs.get(end.parent)) : visible(place(end));
};

const pairColumns = [
  { id: "name", words: "Pair", value: (pair) => title(pair).toLowerCase() },
  { id: "type", words: "Type", value: (pair) => pair.type },
  { id: "strategy", words: "Strategy", isPlain: true, value: (pair) => pair.strategy },
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

// A table of records. `name` is that of its elements, and of its sorting in `app`.
export function table({ name, columns, head, all, note }) {
  const rows = new Map();
  for (const column of columns) {
    const button = make("button", { textContent: column.words });
    button.onclick = () => {
      const sorting = app.sorting[name];
      const isDescending = sorting?.column === column.id ? !sorting.isDescending : Boolean(column.isNumber);
      app.sorting[name] = { column: column.id, isDescending };
      changed();
    };
    $(name + "-columns").append(make("th", { id: name + "-column-" + column.id, className: column.isNumber ? "number" : "", title: column.title ?? "" }, button));
  }

  const cells = (record) => {
    const known = rows.get(record.id);
    if (known) return known;
    const element = make("tr", {}, make("td", {}), ...columns.slice(1).map((column) =>
      make("td", { className: column.isNumber ? "number" : column.isPlain ? "" : "text" })));
    const button = make("button", { className: "name" });
    button.onclick = () => choose(record.id);
    element.firstChild.append(button, make("span", { className: "pills" }), make("small"));
    rows.set(record.id, element);
    return element;
  };

  const row = (record) => {
    const element = cells(record);
    const { words, under } = head(record);
    const [button, pills, small] = element.firstChild.children;
    if (button.textContent !== words) button.textContent = words;
    if (small.textContent !== under) small.textContent = under;
    const marks = record.finished ? [...record.marks, "finished"] : record.marks;
    if (pills.dataset.marks !== marks.join()) {
      pills.dataset.marks = marks.join();
      pills.replaceChildren(...marks.map((mark) => make("span", { className: "pill " + mark, textContent: markWords[mark] ?? mark })));
    }
    element.classList.toggle("chosen", app.chosen === record.id);
    columns.slice(1).forEach((column, index) => {
      const cell = element.children[index + 1];
      if (column.draw) return column.draw(cell, record);
      const value = column.value(record);
      const text = column.text ? column.text(record) : column.isNumber ? number(value) : cut(visible(String(value ?? "")), 120);
      if (cell.textContent !== text) cell.textContent = text;
      const why = column.why?.(record) ?? (column.isNumber ? "" : text);
      if (cell.title !== why) cell.title = why;
    });
    return element;
  };

  return () => {
    const sorting = app.sorting[name];
    for (const column of columns) {
      const cell = $(name + "-column-" + column.id);
      if (sorting?.column === column.id) cell.setAttribute("aria-sort", sorting.isDescending ? "descending" : "ascending");
      else cell.removeAttribute("aria-sort");
    }
    const shown = all();
    // Until a column is chosen, records stand in the order in which they were made. What has no value is last.
    if (sorting) {
      const sign = sorting.isDescending ? -1 : 1;
      const { value } = columns.find(({ id }) => id === sorting.column);
      const compare = (x, y) => (x === y ? 0 : x === null ? sign : y === null ? -sign : x < y ? -1 : 1);
      shown.sort((a, b) => (compare(value(a), value(b)) || a.id - b.id) * sign);
    }
    const elements = shown.slice(0, mostRows).map(row);
    const body = $(name + "-rows");
    // Rows stay where they are if their order is the same, so that the keyboard's focus and a selection stay, too.
    if (elements.length !== body.children.length || elements.some((element, index) => body.children[index] !== element)) {
      const focused = document.activeElement;
      body.replaceChildren(...elements);
      if (elements.some((element) => element.contains(focused))) focused.focus();
    }
    for (const id of rows.keys()) if (!app.pairs.has(id) && !app.listeners.has(id)) rows.delete(id);
    const words = note(Math.max(0, shown.length - mostRows));
    if ($(name + "-note").textContent !== words) $(name + "-note").textContent = words;
  };
}

export const showTable = table({
  name: "table", columns: pairColumns,
  head: (pair) => ({ words: title(pair), under: visible(place(pair)) }),
  all: () => [...app.pairs.values()].filter(pairMatches),
  note: (left) => [
    left ? "and " + number(left) + " more pairs: search for them" : "",
    app.snapshot?.morePairs > 0 ? number(app.snapshot.morePairs) + " pairs that were made later are left out" : "",
    app.pairs.size ? "" : "The program has made no pair yet.",
  ].filter(Boolean).join("; "),
});
