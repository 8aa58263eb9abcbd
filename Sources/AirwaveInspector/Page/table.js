// Tables that sort: the one of the pairs, and what it shares with the one of the listeners.
import { app, changed, choose, pairMatches, root, title } from "./state.js";
import { $, cut, duration, make, markWords, number, place, rate, sum, visible } from "./text.js";

// More rows would take longer than a click may, in one task.
const mostRows = 200;
// So that the members of one record leave room for other records.
const mostMembers = 100;
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

// A table of records. `name` is that of its elements, and of its sorting in `app`. A record with `members` stands for
// several others, which have rows below it if it `isOpen`. `press` is what the name of a record does.
export function table({ name, columns, head, all, note, press = ({ id }) => choose(id) }) {
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
    button.onclick = () => press(record);
    element.firstChild.append(button, make("span", { className: "pills" }), make("small"));
    rows.set(record.id, element);
    return element;
  };

  const row = ({ record, isMember }) => {
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
    if (record.members) button.setAttribute("aria-expanded", String(record.isOpen));
    element.classList.toggle("member", isMember);
    element.classList.toggle("chosen", app.chosen === record.id || Boolean(record.members?.some(({ id }) => id === app.chosen)));
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

  // Until a column is chosen, records stand in the order in which they were made. What has no value is last.
  const sorted = (records, sorting) => {
    if (!sorting) return records;
    const sign = sorting.isDescending ? -1 : 1;
    const { value } = columns.find(({ id }) => id === sorting.column);
    const compare = (x, y) => (x === y ? 0 : x === null ? sign : y === null ? -sign : x < y ? -1 : 1);
    const first = (record) => record.members?.[0].id ?? record.id;
    return records.sort((a, b) => (compare(value(a), value(b)) || first(a) - first(b)) * sign);
  };

  return () => {
    const sorting = app.sorting[name];
    for (const column of columns) {
      const cell = $(name + "-column-" + column.id);
      if (sorting?.column === column.id) cell.setAttribute("aria-sort", sorting.isDescending ? "descending" : "ascending");
      else cell.removeAttribute("aria-sort");
    }
    const records = sorted(all(), sorting);
    const lines = records.flatMap((record) => [
      { record, isMember: false },
      ...(record.isOpen ? sorted([...record.members], sorting).slice(0, mostMembers).map((member) => ({ record: member, isMember: true })) : []),
    ]).slice(0, mostRows);
    const elements = lines.map(row);
    const body = $(name + "-rows");
    // Rows stay where they are if their order is the same, so that the keyboard's focus and a selection stay, too.
    if (elements.length !== body.children.length || elements.some((element, index) => body.children[index] !== element)) {
      const focused = document.activeElement;
      body.replaceChildren(...elements);
      if (elements.some((element) => element.contains(focused))) focused.focus();
    }
    const present = new Set(lines.map(({ record }) => record.id));
    for (const id of rows.keys()) if (!present.has(id) && !app.pairs.has(id) && !app.listeners.has(id)) rows.delete(id);
    const words = note(sum(records, ({ members }) => members?.length ?? 1) - sum(lines, ({ record }) => (!record.members ? 1 : record.isOpen ? 0 : record.members.length)));
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
