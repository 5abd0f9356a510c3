// Pips as the page has them, and as text in the format that the program calls `map`.

import { beside, key, ordered, range, rectangle } from "./grid.js";

/**
 * Cells by "row,column": "#" for no rule, digits for a given number, else the name of a region.
 * @typedef {[number, number]} Domino
 * @typedef {{cells: Record<string, string>, rules: Record<string, string>,
 *   dominoes: Domino[], title: string, source: string}} Pips
 */

/** What stands in lines of its own. */
const ABOUT = /** @type {const} */ (["title", "source"]);

/** @returns {Pips} */
export const blank = () => ({ cells: {}, rules: {}, dominoes: [], title: "", source: "" });

/** @param {string} [value] */
export const isRegion = (value) => value !== undefined && value !== "#" && !/^\d+$/.test(value);

/** Pairs of neighbours, in the order in which the program numbers them. @param {Pips} pips @returns {[string, string][]} */
export function pairs({ cells }) {
  const both = ordered(cells).flatMap((cell) => [beside(cell, [0, 1]), beside(cell, [1, 0])].map((next) => /** @type {[string, string]} */ ([cell, next])));
  return both.filter(([, next]) => next in cells);
}

/** The names of the regions that have cells, in the order of the board. @param {Pips} pips */
export const regions = ({ cells }) => [...new Set(ordered(cells).map((cell) => cells[cell]).filter(isRegion))];

/** A name that no region has. @param {Pips} pips */
export function freshName(pips) {
  const taken = regions(pips);
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  const names = ["", ...letters].flatMap((one) => letters.map((other) => one + other));
  return names.find((name) => !taken.includes(name)) ?? "A";
}

/** @param {Domino} domino */
export const nameOf = (domino) => domino.join("-");

/** Whether a name is that of a domino, either way round. @param {string} name @param {Domino} domino */
export const isNamed = (name, [one, other]) => name === `${one}-${other}` || name === `${other}-${one}`;

/** @param {Pips} pips @param {Domino[]} [dominoes] instead of its own */
export function write(pips, dominoes = pips.dominoes) {
  const values = Object.values(pips.cells);
  if (!values.length) return "";
  const apart = values.some((value) => value.length > 1) ? " " : "";
  const rows = rectangle(pips.cells, (cell) => pips.cells[cell] ?? ".").map((row) => row.join(apart));
  const rules = regions(pips).map((name) => `${name} ${pips.rules[name] ?? "free"}`);
  const about = ABOUT.filter((name) => pips[name]).map((name) => `${name}: ${pips[name]}`);
  return [...rows, "", ...rules, `dominoes: ${dominoes.map(nameOf).join(" ")}`, ...about, ""].join("\n");
}

/** Reads what `convert --to map` wrote. @param {string} text */
export function read(text) {
  const pips = blank();
  const lines = text.split("\n");
  const end = lines.indexOf("");
  const rows = lines.slice(0, end);
  const apart = rows.some((row) => row.trim().includes(" ")) ? / +/ : "";
  rows.forEach((row, index) => row.trim().split(apart).forEach((value, column) => {
    if (value !== ".") pips.cells[key(index + 1, column + 1)] = value;
  }));
  for (const line of lines.slice(end)) {
    const [first, ...rest] = line.split(" ");
    const value = rest.join(" ").trim();
    if (first === "dominoes:") pips.dominoes = readDominoes(value).dominoes;
    else if (first.endsWith(":")) Object.assign(pips, { [first.slice(0, -1)]: value });
    else if (first) pips.rules[first] = value;
  }
  return pips;
}

/** @param {string} text @returns {{dominoes: Domino[], wrong: string | null}} */
export function readDominoes(text) {
  const dominoes = /** @type {Domino[]} */ ([]);
  for (const word of text.split(/[\s;]+/).filter(Boolean)) {
    const found = /^(\d)(\d),?$/.exec(word) ?? /^(\d{1,2})[-|:,](\d{1,2}),?$/.exec(word);
    if (!found) return { dominoes, wrong: word };
    dominoes.push([Number(found[1]), Number(found[2])]);
  }
  return { dominoes, wrong: null };
}

/** Whether a rule is about a number, which it may not have yet. @param {string} rule */
export const takesNumber = (rule) => /[=<>]/.test(rule);

/** Whether a region has no rule, or none that is stated yet. @param {{rules: Record<string, string>}} pips @param {string} name */
export const isFree = ({ rules }, name) => [undefined, "free"].includes(rules[name]) || takesNumber(rules[name]) && !rules[name].includes(" ");

/** The regions whose rule has no number yet. @param {Pips} pips */
const unstated = (pips) => regions(pips).filter((name) => takesNumber(pips.rules[name] ?? "") && !pips.rules[name].includes(" "));

/** The same without the rules that have no number yet. @param {Pips} pips @returns {Pips} */
export const stated = (pips) => ({ ...pips, rules: { ...pips.rules, ...Object.fromEntries(unstated(pips).map((name) => [name, "free"])) } });

/** @returns {Domino[]} */
export const fullSet = () => range(7).flatMap((high) => range(high + 1).map((low) => /** @type {Domino} */ ([low, high])));

/** The number of dominoes that the cells take. @param {Pips} pips */
export const wanted = ({ cells }) => Math.floor(Object.keys(cells).length / 2);

/** As many dominoes as fit, at random: none again before each was there. @param {Pips} pips */
export function deal(pips) {
  const shuffled = () => fullSet().map((domino) => ({ domino, at: Math.random() })).sort((one, other) => one.at - other.at);
  return range(Math.ceil(wanted(pips) / 28)).flatMap(shuffled).slice(0, wanted(pips)).map(({ domino }) => domino);
}

/** What is missing before the program can be asked, or null. @param {Pips} pips */
export function missing(pips) {
  const cells = Object.keys(pips.cells).length;
  const there = pips.dominoes.length;
  const needed = wanted(pips) === 1 ? "1 domino" : `${wanted(pips)} dominoes`;
  if (cells === 0) return { answer: "An empty board", detail: "" };
  if (cells % 2) return { answer: "An odd number of cells", detail: `${cells} cells: dominoes cover an even number.` };
  const [region] = unstated(pips);
  if (region) return { answer: "A number is missing", detail: `Region ${region} ${inWords(pips.rules[region])} which number?` };
  if (there === wanted(pips)) return null;
  const detail = `${cells} cells need ${needed}; there ${there === 1 ? "is" : "are"} ${there}.`;
  return { answer: there < wanted(pips) ? "Dominoes are missing" : "Too many dominoes", detail };
}

const WORDS = /** @type {Record<string, string>} */ ({
  free: "has any pips", equal: "all the same", unequal: "all different", "=": "sums to",
  "<": "sums to less than", ">": "sums to more than", "<=": "sums to at most", ">=": "sums to at least",
});

/** The rule in words. @param {string} rule */
export const inWords = (rule) => rule.replace(/^\S+/, (sort) => WORDS[sort] ?? sort);

/** Adds a pencil mark, or takes it away. @param {Record<string, string>} marks @param {string} cell @param {string} number */
export function mark(marks, cell, number) {
  const old = (marks[cell] ?? "").split(" ").filter(Boolean);
  const now = old.includes(number) ? old.filter((one) => one !== number) : [...old, number];
  marks[cell] = now.sort().join(" ");
}
