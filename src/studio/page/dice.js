// Dice: words in a box, and letters that go onto the faces of dice.

import { shape, SHADES } from "./board.js";
import { place, range } from "./grid.js";
import { whole, writeToml } from "./toml.js";

/** As the program draws them: a face, and the gap between dice. */
const FACE = 46, GAP = 22;
const NET = [[1, 0], [0, 1], [1, 1], [2, 1], [3, 1], [1, 2]];

/** @typedef {{title: string, source: string, dice: number, faces: number | undefined, letters: string, words: string[]}} Dice */
/** @typedef {import("./kinds.js").Entries} Entries */

/** @param {Dice} dice */
const isNets = ({ faces }) => faces === NET.length;

/** @param {Dice} dice */
const lettersOf = ({ letters, words }) => [...new Set(letters || words.join(""))].sort();

/** The die of a cell, from 1. @param {Dice} dice @param {string} cell */
function dieAt(dice, cell) {
  const [row, column] = place(cell);
  const die = (isNets(dice) ? 2 * row : row) + column + 1;
  return die <= dice.dice ? die : null;
}

/** The corner of a face. @param {Dice} dice @param {number} die from 0 @param {number} face */
function corner(dice, die, face) {
  if (!isNets(dice)) return [64 + face * FACE, die * (FACE + GAP / 2)];
  const [column, row] = NET[face] ?? NET[0];
  return [(die % 2) * (4 * FACE + GAP) + column * FACE, Math.floor(die / 2) * (3 * FACE + GAP) + row * FACE];
}

/** @param {Entries} entries @param {number} die */
const onDie = (entries, die) => Object.keys(entries).filter((letter) => entries[letter] === die);

/** @type {import("./kinds.js").Kind} */
export const dice = {
  fields: {
    words: { get: ({ words }) => words.join(" "), set: (dice, text) => (dice.words = text.toLowerCase().split(/[\s,;]+/).filter(Boolean)) },
    dice: { get: ({ dice }) => dice, set: (dice, text) => (dice.dice = whole(text, 100)) },
    faces: { get: ({ faces }) => faces ?? "", set: (dice, text) => (dice.faces = text ? whole(text, 1000) : undefined) },
    letters: { get: ({ letters }) => letters, set: (dice, text) => (dice.letters = [...new Set(text.toLowerCase().replace(/\s/g, ""))].join("")) },
  },

  read: ({ title = "", source = "", dice, faces, letters = "", words }) => ({ title, source, dice, faces, letters, words }),
  write: (model) => writeToml({ kind: "dice", ...model }),

  hasRoom: false,
  isWhole: true,
  side: (model) => (isNets(model) ? [4 * FACE + GAP, 3 * FACE + GAP] : [64 + FACE * Math.max(model.faces ?? 3, 3), FACE + GAP / 2]),
  size: (model) => (isNets(model) ? [Math.ceil(model.dice / 2), Math.min(2, model.dice)] : [model.dice, 1]),
  brush: null,
  key: () => null,
  speak(model, cell, entries) {
    const die = dieAt(model, cell);
    return die === null ? "no die" : `die ${die}: ${onDie(entries, die).join(" ") || "no letter"}`;
  },

  pieces: (model, entries) => lettersOf(model).map((letter) => {
    const die = entries[letter];
    return { text: letter.toUpperCase(), label: die ? `${letter}, on die ${die}` : letter, key: letter, shade: die && die - 1, isUsed: Boolean(die) };
  }),
  put(model, piece, cell) {
    const die = dieAt(model, cell);
    return die === null ? null : [lettersOf(model)[piece], die];
  },
  whyNot: () => "there is no die",
  rules: ({ dice, words }) => `Each letter is on one of ${dice} dice. Every word was thrown, so its letters are on different dice: ${words.join(", ")}.`,
  at: (entries, cell, model) => onDie(entries, dieAt(model, cell) ?? 0).slice(-1),
  allows: (model, letter, die) => die <= model.dice && lettersOf(model).includes(letter),
  keyOf: (name) => name,
  isFull: (model, entries) => lettersOf(model).every((letter) => letter in entries),
  label: (_, value) => String(value),
  board: (model, entries) => ({ dice: range(model.dice).map((die) => onDie(entries, die + 1).join("")) }),
  entriesOf: (_, { dice }) => Object.fromEntries(dice.flatMap((/** @type {string} */ letters, /** @type {number} */ die) => [...letters].map((letter) => [letter, die + 1]))),
  draw: (model, entries) => range(model.dice).flatMap((die) => onDie(entries, die + 1).map((letter, face) => {
    const [x, y] = corner(model, die, face);
    return shape("g", {},
      shape("rect", { x: x + 1.5, y: y + 1.5, width: FACE - 3, height: FACE - 3, rx: 5, class: `shade${die % SHADES}` }),
      shape("text", { x: x + FACE / 2, y: y + FACE / 2, "text-anchor": "middle", "font-size": 24, class: "mark b" }, letter.toUpperCase()));
  })),
};
