// The tree of a value, read from its description, such as `Point(x: 1, tags: ["a"])`, and what differs between two.
export function parse(text) {
  let at = 0;
  const peek = () => text[at];
  const skip = () => { while (/\s/.test(peek() ?? "")) at += 1; };
  const string = () => {
    const start = at;
    at += 1;
    while (at < text.length && peek() !== "\"") at += peek() === "\\" ? 2 : 1;
    at += 1;
    return text.slice(start, at);
  };
  const ends = { "(": ")", "[": "]" };
  const node = (depth) => {
    skip();
    const start = at;
    let head = "";
    while (at < text.length && !"()[],:".includes(peek())) head += peek() === "\"" ? string() : text[at++];
    // A number of a range, a time or an address may have a colon, which a label does not follow.
    const end = ends[peek()];
    if (!end || depth > 30) return { head: text.slice(start, at).trim(), children: null };
    at += 1;
    const children = [];
    skip();
    while (at < text.length && peek() !== end) {
      let label = null, value = node(depth + 1);
      if (peek() === ":") { at += 1; label = value.children ? write(value) : value.head; value = node(depth + 1); }
      children.push({ label: label ?? String(children.length), value });
      skip();
      if (peek() === ",") at += 1; else if (peek() !== end) at += 1;
      skip();
    }
    at += 1;
    return { head: head.trim() + (end === "]" ? "[]" : ""), children };
  };
  const tree = node(0);
  skip();
  return at >= text.length ? tree : { head: text, children: null };
}

const write = (node) => (node.children ? node.head + "(" + node.children.map(({ value }) => write(value)).join(", ") + ")" : node.head);

// The leaves with their paths.
export function leaves(node, path = "") {
  if (!node.children?.length) return new Map([[path, node.head]]);
  return new Map(node.children.flatMap(({ label, value }) => [...leaves(value, path ? path + "." + label : label)]));
}

// The leaves that differ: `{path, before, after}`, of which one is null if the leaf was added or removed.
export function difference(before, after) {
  const [old, now] = [leaves(parse(before)), leaves(parse(after))];
  const paths = new Set([...old.keys(), ...now.keys()]);
  return [...paths].map((path) => ({ path, before: old.get(path) ?? null, after: now.get(path) ?? null }))
    .filter((change) => change.before !== change.after);
}
