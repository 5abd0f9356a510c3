// Our own format, as far as the program writes it: numbers, texts and lists of them.

const ENTRY = /^(\w+) = ("""\n[^]*?"""|"(?:[^"\\]|\\.)*"|\[(?:[^\]"]|"(?:[^"\\]|\\.)*")*\]|\d+)/gm;
const ITEM = /"(?:[^"\\]|\\.)*"|\d+/g;

/** Reads what `convert --to toml` wrote. @param {string} text @returns {Record<string, any>} */
export function readToml(text) {
  return Object.fromEntries([...text.matchAll(ENTRY)].map(([, key, value]) => {
    if (value.startsWith('"""')) return [key, value.slice(4, -3)];
    const items = (value.match(ITEM) ?? []).map((item) => JSON.parse(item));
    return [key, value.startsWith("[") ? items : items[0]];
  }));
}

/** Writes what has a value, in this order. @param {Record<string, any>} values */
export function writeToml(values) {
  const there = Object.entries(values).filter(([, value]) => value !== undefined && value !== "");
  return there.map(([key, value]) => {
    if (Array.isArray(value)) return `${key} = [${value.map((item) => JSON.stringify(item)).join(", ")}]\n`;
    const isLong = typeof value === "string" && value.endsWith("\n");
    return `${key} = ${isLong ? `"""\n${value}"""` : JSON.stringify(value)}\n`;
  }).join("");
}

/** A whole number of a field, at least 1. @param {string} text @param {number} most */
export const whole = (text, most) => Math.min(most, Math.max(1, Math.floor(Number(text)) || 1));
