// Elements, and text for people. Text from the program enters the page as text alone, never as markup.
export const $ = (id) => document.getElementById(id);

export function make(tag, properties = {}, ...children) {
  const { aria, ...others } = properties;
  const element = document.createElement(tag);
  Object.assign(element, others);
  for (const [name, value] of Object.entries(aria ?? {})) element.setAttribute("aria-" + name, value);
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

export function draw(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

export const markWords = {
  ownerGone: "owner gone", neverCalled: "never called", crowded: "crowded", finished: "finished", growing: "growing",
};
export const kindWords = { pair: "Pair", variable: "Variable", share: "Share", file: "File" };
export const notMeasured = "Not measured: the listener joined before the inspector was started.";

const numbers = new Intl.NumberFormat("en-US");
export const number = (value) => numbers.format(Math.round(value));
export const counted = (value, word) => number(value) + " " + word + (value === 1 ? "" : "s");
export const sum = (items, value) => items.reduce((total, item) => total + value(item), 0);
export const rate = (value) => (value === 0 ? "–" : (value < 9.95 ? value.toFixed(1) : number(value)) + " /s");

// Three digits at most, without an exponent.
export function duration(seconds) {
  if (seconds === null || seconds === undefined) return "–";
  if (seconds === 0) return "0";
  const digits = (value) => (value < 9.995 ? value.toFixed(2) : value < 99.95 ? value.toFixed(1) : value.toFixed(0));
  const short = (value) => digits(value).replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "");
  if (seconds < 0.0009995) return short(seconds * 1e6) + " µs";
  if (seconds < 0.9995) return short(seconds * 1e3) + " ms";
  if (seconds < 99.5) return short(seconds) + " s";
  return clock(seconds);
}

export function clock(seconds) {
  const whole = Math.floor(seconds);
  const two = (value) => String(value).padStart(2, "0");
  const hours = Math.floor(whole / 3600);
  return (hours ? hours + ":" + two(Math.floor(whole / 60) % 60) : Math.floor(whole / 60)) + ":" + two(whole % 60);
}

// Control characters and directional marks are shown, so that a value cannot disguise itself. A joiner stays inside of
// an emoji.
const hidden = /[\u0000-\u001f\u007f-\u009f\u200b-\u200c\u200e-\u200f\u2028-\u202e\u2060-\u2069\ufeff]|(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d|\u200d(?!\p{Extended_Pictographic})/gu;
export function visible(text) {
  const escapes = { "\n": "\\n", "\r": "\\r", "\t": "\\t", "\0": "\\0" };
  return text.replace(hidden, (c) => escapes[c] ?? "\\u{" + c.codePointAt(0).toString(16).toUpperCase() + "}");
}

const segmenter = new Intl.Segmenter();
// The characters of a text. A character with more than 16 units, such as a letter with many accents, is cut.
export const characters = (text) => Array.from(segmenter.segment(text), ({ segment }) => segment.slice(0, 16));
export function cut(text, length) {
  if (text.length <= length) return text;
  const all = characters(text.slice(0, 16 * length));
  return all.length > length ? all.slice(0, length - 1).join("") + "…" : all.join("");
}

// As much of a text as there is room for.
export function shortened(text, room, width) {
  if (width(text) <= room) return text;
  const all = characters(text);
  let low = 0, high = all.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (width(all.slice(0, middle).join("").trimEnd() + "…") <= room) low = middle; else high = middle - 1;
  }
  return low ? all.slice(0, low).join("").trimEnd() + "…" : "";
}

export const file = (path) => path.slice(path.lastIndexOf("/") + 1);
export const place = (record) => (record?.file ? file(record.file) + (record.line ? ":" + record.line : "") : "");
// The URL that opens the editor at the place of a record. Null if the program has not told where its sources are.
export function editorLink(record, sources) {
  const path = sources?.paths.find((known) => known.file === record?.file)?.path;
  return path ? sources.link.replaceAll("{path}", () => path).replaceAll("{line}", record.line) : null;
}
