// Signs: crossings with arrows, some of them with a number.

import { shape } from "./board.js";
import { byCell, key, keyOf, place, range } from "./grid.js";
import { whole, writeToml } from "./toml.js";

/** Clockwise from the north: name, arrow, key, rows down and columns right. @type {[string, string, string, number, number][]} */
const COMPASS = [
  ["north", "↑", "w", -1, 0], ["north-east", "↗", "e", -1, 1], ["east", "→", "d", 0, 1], ["south-east", "↘", "c", 1, 1],
  ["south", "↓", "x", 1, 0], ["south-west", "↙", "z", 1, -1], ["west", "←", "a", 0, -1], ["north-west", "↖", "q", -1, -1],
];
const TWO_HEADED = /** @type {Record<string, string>} */ ({ "↔": "←→", "↕": "↑↓", "⤡": "↖↘", "⤢": "↗↙" });
const SIDE = 76;

/** @typedef {{arrows: string, given: number | null}} Crossing */
/** @typedef {{title: string, source: string, values: number, board: Crossing[][]}} Signs */

/** @param {string} sign @returns {Crossing} */
function readSign(sign) {
  const [, drawn, digits] = /^(\D+)(\d*)$/.exec(sign) ?? ["", "→", ""];
  const arrows = [...drawn].map((arrow) => TWO_HEADED[arrow] ?? arrow).join("");
  return { arrows, given: digits ? Number(digits) : null };
}

/** As short as the program writes it. @param {Crossing} crossing */
function writeSign({ arrows, given }) {
  const isBoth = (/** @type {string} */ both) => arrows.length === 2 && [...both].every((arrow) => arrows.includes(arrow));
  const sign = Object.keys(TWO_HEADED).find((sign) => isBoth(TWO_HEADED[sign]));
  return (sign ?? arrows) + (given ?? "");
}

/** @param {Signs} signs @param {string} cell */
function at(signs, cell) {
  const [row, column] = place(cell);
  return signs.board[row]?.[column];
}

/** Adds an arrow, or takes it away unless it is the only one. @param {Signs} signs @param {string} cell @param {string} arrow */
function turn(signs, cell, arrow) {
  const crossing = at(signs, cell);
  if (!crossing) return;
  if (!crossing.arrows.includes(arrow)) crossing.arrows += arrow;
  else if (crossing.arrows.length > 1) crossing.arrows = crossing.arrows.replace(arrow, "");
}

/** @param {Signs} signs @param {number} rows @param {number} columns */
const resize = (signs, rows, columns) => (signs.board = range(rows).map((r) => range(columns).map((c) => signs.board[r]?.[c] ?? { arrows: c ? "←" : "→", given: null })));

/** @param {Signs} signs @param {string} cell @param {string} text */
function give(signs, cell, text) {
  const crossing = at(signs, cell);
  const number = Math.min(signs.values, Math.floor(Number(text)));
  if (crossing) crossing.given = number > 0 ? number : null;
}

/** @type {import("./kinds.js").Kind} */
export const signs = {
  fields: {
    given: { get: (signs, cell) => at(signs, cell)?.given ?? "", set: (signs, text, cell) => give(signs, cell, text) },
    values: { get: (signs) => signs.values, set: (signs, text) => (signs.values = whole(text, 100)) },
    rows: { get: ({ board }) => board.length, set: (signs, text) => resize(signs, whole(text, 20), signs.board[0].length) },
    columns: { get: ({ board }) => board[0].length, set: (signs, text) => resize(signs, signs.board.length, whole(text, 20)) },
  },

  read({ title = "", source = "", values, board }) {
    const rows = board.trim().split("\n").map((/** @type {string} */ row) => row.trim().split(/ +/).map(readSign));
    return { title, source, values, board: rows };
  },
  write({ title, source, values, board }) {
    const rows = board.map((/** @type {Crossing[]} */ row) => row.map(writeSign).join(" ") + "\n");
    return writeToml({ kind: "signs", title, source, values, board: rows.join("") });
  },

  hasRoom: false,
  isWhole: false,
  side: () => [SIDE, SIDE],
  size: ({ board }) => [board.length, board[0].length],
  brush(signs, first, [x, y]) {
    const third = (/** @type {number} */ part) => (part < 0.33 ? -1 : part > 0.67 ? 1 : 0);
    const way = COMPASS.find(([, , , down, right]) => down === third(y) && right === third(x));
    if (way) turn(signs, first, way[1]);
    return () => {};
  },
  key(signs, cell, pressed) {
    const way = COMPASS.find(([, , key]) => key === pressed);
    if (way) turn(signs, cell, way[1]);
    else if (/^\d$|^Delete$|^Backspace$/.test(pressed)) give(signs, cell, pressed);
    else return null;
    return [0, 0];
  },
  speak(signs, cell, entries) {
    const crossing = at(signs, cell);
    if (!crossing) return "nothing";
    const ways = COMPASS.filter(([, arrow]) => crossing.arrows.includes(arrow)).map(([name]) => name);
    return [ways.join(" and "), crossing.given && `given ${crossing.given}`, entries[cell] && `holds ${entries[cell]}`].filter(Boolean).join(", ");
  },

  pieces: ({ values }) => range(values).map((index) => ({ text: String(index + 1), label: `number ${index + 1}`, key: String(index + 1) })),
  put: (signs, piece, cell) => (at(signs, cell)?.given === null ? [cell, piece + 1] : null),
  whyNot: (signs, _, cell) => (at(signs, cell) ? "this number is given" : "there is no crossing"),
  rules: ({ values }) => `Each crossing has a number from 1 to ${values}: how many different numbers stand where its arrows point, as far as the edge.`,
  at: (_, cell) => [cell],
  allows: (signs, cell, value) => at(signs, cell)?.given === null && value <= signs.values,
  keyOf,
  isFull: ({ board }, entries) => board.flat().filter((/** @type {Crossing} */ { given }) => given === null).length === Object.keys(entries).length,
  label: (_, value) => String(value),
  board: ({ board }, entries) => ({
    board: board.map((/** @type {Crossing[]} */ row, /** @type {number} */ r) => row.map(({ given }, c) => given ?? entries[key(r, c)] ?? null)),
  }),
  entriesOf: (_, { board }) => byCell(board),
  draw: (signs, entries) => Object.entries(entries).filter(([cell]) => at(signs, cell)?.given === null).map(([cell, number]) => {
    const [row, column] = place(cell);
    return shape("text", { x: (column + 0.5) * SIDE, y: (row + 0.5) * SIDE, "text-anchor": "middle", "font-size": 30, class: "text" }, String(number));
  }),
};
