// Seating: seats that are drawn, and subjects whose candidates sit apart.

import { shape, SHADES } from "./board.js";
import { key, keyOf, paint, place, range, rectangle } from "./grid.js";
import { writeToml } from "./toml.js";

const SIDE = 58;

/** @typedef {{title: string, source: string, cells: Record<string, string>,
 *   subjects: {name: string, candidates: number}[], neighbours: number}} Seating */

/** A short mark for each subject: the beginning of its name if that tells them apart. @param {Seating} seating */
function marks({ subjects }) {
  const prefixes = [1, 2, 3].map((length) => subjects.map(({ name }) => [...name].slice(0, length).join("")));
  return prefixes.find((marks) => new Set(marks).size === marks.length) ?? subjects.map((_, index) => String(index + 1));
}

/** @type {import("./kinds.js").Kind} */
export const seating = {
  fields: {
    subjects: {
      get: ({ subjects }) => subjects.map((/** @type {any} */ { name, candidates }) => `${name} ${candidates}`).join("\n"),
      set(seating, text) {
        const lines = text.split("\n").map((line) => line.trim()).filter(Boolean);
        const parts = lines.map((line) => /^(.*?)(?:(?:\s*[×:,]\s*|\s+x\s+|\s+)(\d+))?$/.exec(line) ?? [line, line]);
        seating.subjects = parts.map(([, name, candidates = 1]) => ({ name, candidates: Number(candidates) }));
      },
    },
    neighbours: { get: ({ neighbours }) => neighbours, set: (seating, text) => (seating.neighbours = Number(text)) },
  },

  read({ title = "", source = "", figure, subjects, candidates, neighbours = 8 }) {
    const cells = /** @type {Record<string, string>} */ ({});
    figure.split("\n").forEach((/** @type {string} */ row, /** @type {number} */ r) =>
      [...row].forEach((seat, c) => { if (seat === "X") cells[key(r + 1, c + 1)] = seat; }));
    const names = Array.isArray(subjects) ? subjects : range(subjects).map((index) => String(index + 1));
    const number = (/** @type {number} */ index) => (Array.isArray(candidates) ? candidates[index] : candidates);
    return { title, source, cells, subjects: names.map((name, index) => ({ name, candidates: number(index) })), neighbours };
  },
  write({ title, source, cells, subjects, neighbours }) {
    const isEmpty = Object.keys(cells).length === 0;
    const rows = isEmpty ? ["."] : rectangle(cells, (cell) => cells[cell] ?? ".").map((row) => row.join(""));
    const of = (/** @type {string} */ part) => subjects.map((/** @type {any} */ subject) => subject[part]);
    return writeToml({ kind: "seating", title, source, figure: rows.map((row) => row + "\n").join(""), subjects: of("name"), candidates: of("candidates"), neighbours });
  },

  hasRoom: true,
  isWhole: false,
  side: () => [SIDE, SIDE],
  size: () => [8, 10],
  brush(seating, first) {
    const seat = first in seating.cells ? "" : "X";
    return (cell) => paint(seating.cells, cell, seat);
  },
  key(seating, cell, pressed) {
    const isDeletion = pressed === "Delete" || pressed === "Backspace";
    if (!isDeletion && pressed !== " " && pressed !== "x") return null;
    paint(seating.cells, cell, isDeletion || cell in seating.cells ? "" : "X");
    return [0, 0];
  },
  speak({ cells, subjects }, cell, entries) {
    if (!(cell in cells)) return "no seat";
    return entries[cell] ? `seat, ${subjects[entries[cell] - 1].name}` : "seat";
  },

  pieces: ({ subjects }, entries) => subjects.map((/** @type {any} */ { name, candidates }, /** @type {number} */ index) => {
    const seated = Object.values(entries).filter((value) => value === index + 1).length;
    return { text: `${name} ${seated}/${candidates}`, label: `${name} ${seated}/${candidates} seated`, key: String(index + 1), shade: index, isUsed: seated >= candidates };
  }),
  put: ({ cells }, piece, cell) => (cell in cells ? [cell, piece + 1] : null),
  whyNot: () => "there is no seat",
  rules: ({ neighbours }) => `Seat all candidates. Two of the same subject never sit next to each other${neighbours === 8 ? ", not even at a corner" : ""}.`,
  at: (_, cell) => [cell],
  allows: ({ cells, subjects }, cell, value) => cell in cells && value > 0 && value <= subjects.length,
  keyOf,
  isFull: ({ subjects }, entries) => subjects.reduce((/** @type {number} */ sum, /** @type {any} */ { candidates }) => sum + candidates, 0) === Object.keys(entries).length,
  label: (seating, value) => marks(seating)[value - 1] ?? "–",
  board: ({ cells, subjects }, entries) => ({ board: rectangle(cells, (cell) => subjects[entries[cell] - 1]?.name ?? null) }),
  entriesOf({ cells, subjects }, { board }) {
    const names = subjects.map((/** @type {any} */ { name }) => name);
    const all = rectangle(cells, (cell) => cell).flatMap((row, r) => row.map((cell, c) => [cell, names.indexOf(board[r][c]) + 1]));
    return Object.fromEntries(all.filter(([, value]) => value));
  },
  draw: (model, entries) => Object.entries(entries).map(([cell, value]) => {
    const [row, column] = place(cell);
    const [x, y] = [column * SIDE, row * SIDE];
    return shape("g", {},
      shape("rect", { x: x + 2, y: y + 2, width: SIDE - 4, height: SIDE - 4, rx: 10, class: `shade${(value - 1) % SHADES}` }),
      shape("text", { x: x + SIDE / 2, y: y + SIDE / 2, "text-anchor": "middle", "font-size": 20, class: "mark b" }, marks(model)[value - 1]));
  }),
};
