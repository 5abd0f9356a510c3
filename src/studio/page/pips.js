// Pips as the page has them, and as text in the format that the program calls `map`.

import { key, ordered, rectangle } from "./grid.js";

/**
 * Cells by "row,column": "#" for no rule, digits for a given number, else the name of a region.
 * @typedef {{cells: Record<string, string>, rules: Record<string, string>,
 *   dominoes: [number, number][], title: string, source: string}} Pips
 */

/** @returns {Pips} */
export function blank() {
  return { cells: {}, rules: {}, dominoes: [], title: "", source: "" };
}

/** @param {string} value */
export const isRegion = (value) => value !== "#" && !/^\d+$/.test(value);

/** Pairs of neighbours, in the order in which the program numbers them. @param {Pips} pips */
export function pairs(pips) {
  const found = /** @type {[string, string][]} */ ([]);
  for (const [row, column] of ordered(pips.cells)) {
    for (const next of [key(row, column + 1), key(row + 1, column)]) {
      if (next in pips.cells) found.push([key(row, column), next]);
    }
  }
  return found;
}

/** The names of the regions that have cells, in the order of the board. @param {Pips} pips */
export function regions(pips) {
  return [...new Set(ordered(pips.cells).map((at) => pips.cells[key(...at)]).filter(isRegion))];
}

/** A name that no region has. @param {Pips} pips */
export function freshName(pips) {
  const taken = new Set(regions(pips));
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  const names = [...letters, ...letters.flatMap((one) => letters.map((other) => one + other))];
  return names.find((name) => !taken.has(name)) ?? "A";
}

/** @param {[number, number]} domino */
export const nameOf = (domino) => domino.join("-");

/** @param {Pips} pips @param {[number, number][]} [dominoes] instead of its own */
export function write(pips, dominoes = pips.dominoes) {
  const values = Object.values(pips.cells);
  const apart = values.some((value) => value.length > 1) ? " " : "";
  const rows = rectangle(pips.cells, (cell) => pips.cells[cell] ?? ".").map((row) => row.join(apart));
  const rules = regions(pips).map((name) => `${name} ${pips.rules[name] ?? "free"}`);
  const lines = [...rows, "", ...rules, `dominoes: ${dominoes.map(nameOf).join(" ")}`];
  if (pips.title) lines.push(`title: ${pips.title}`);
  if (pips.source) lines.push(`source: ${pips.source}`);
  return lines.join("\n") + "\n";
}

/** Reads what `convert --to map` wrote. @param {string} text */
export function read(text) {
  const pips = blank();
  const lines = text.split("\n");
  const end = lines.indexOf("");
  const rows = lines.slice(0, end);
  const apart = rows.some((row) => row.trim().includes(" "));
  rows.forEach((row, index) => {
    (apart ? row.trim().split(/ +/) : [...row]).forEach((value, column) => {
      if (value !== "." && value.trim()) pips.cells[key(index + 1, column + 1)] = value;
    });
  });
  for (const line of lines.slice(end)) {
    const [first, ...rest] = line.split(" ");
    const value = rest.join(" ").trim();
    if (first === "dominoes:") pips.dominoes = readDominoes(value).dominoes;
    else if (first === "title:") pips.title = value;
    else if (first === "source:") pips.source = value;
    else if (first) pips.rules[first] = value;
  }
  return pips;
}

/** @param {string} text @returns {{dominoes: [number, number][], wrong: string | null}} */
export function readDominoes(text) {
  const dominoes = /** @type {[number, number][]} */ ([]);
  for (const word of text.split(/[\s;]+/).filter(Boolean)) {
    const found = /^(\d)(\d),?$/.exec(word) ?? /^(\d{1,2})[-|:,](\d{1,2}),?$/.exec(word);
    if (!found) return { dominoes, wrong: word };
    dominoes.push([Number(found[1]), Number(found[2])]);
  }
  return { dominoes, wrong: null };
}

/** @returns {[number, number][]} */
export function fullSet() {
  return [0, 1, 2, 3, 4, 5, 6].flatMap((high) =>
    [...Array(high + 1).keys()].map((low) => /** @type {[number, number]} */ ([low, high])));
}

/** As many dominoes as fit, at random. @param {Pips} pips */
export function deal(pips) {
  const set = fullSet();
  const wanted = Math.floor(Object.keys(pips.cells).length / 2);
  const dealt = /** @type {[number, number][]} */ ([]);
  while (dealt.length < wanted) {
    const left = set.filter((domino) => !dealt.includes(domino));
    const from = left.length ? left : set;
    dealt.push(from[Math.floor(Math.random() * from.length)]);
  }
  return dealt;
}

/** What is missing before the program can be asked, or null. @param {Pips} pips */
export function missing(pips) {
  const cells = Object.keys(pips.cells).length;
  const wanted = Math.floor(cells / 2);
  const there = pips.dominoes.length;
  const dominoes = (/** @type {number} */ n) => `${n} ${n === 1 ? "domino" : "dominoes"}`;
  if (cells === 0) return { answer: "An empty board", detail: "" };
  if (cells % 2) return { answer: "An odd number of cells", detail: `${cells} cells: dominoes cover an even number.` };
  if (there !== wanted) {
    const detail = `${cells} cells need ${dominoes(wanted)}; there ${there === 1 ? "is" : "are"} ${there}.`;
    return { answer: there < wanted ? "Dominoes are missing" : "Too many dominoes", detail };
  }
  return null;
}

/** The rule in words. @param {string} rule */
export function inWords(rule) {
  const [sort, number] = rule.split(" ");
  const words = /** @type {Record<string, string>} */ ({
    "=": "sums to", "<": "sums to less than", ">": "sums to more than",
    "<=": "sums to at most", ">=": "sums to at least",
  });
  return number === undefined ? { free: "has any pips", equal: "all the same", unequal: "all different" }[sort] ?? rule : `${words[sort] ?? sort} ${number}`;
}
