// Pips: regions that are drawn, and dominoes that are laid.

import { SIDE, tile } from "./board.js";
import { isKnown, laidBy, placement } from "./explain.js";
import { extent, key, keyOf, moved, paint, place, rectangle } from "./grid.js";
import { freshName, inWords, isNamed, isRegion, missing, nameOf, readDominoes, stated, takesNumber, wanted, write } from "./pips.js";
import { smallTile, spread } from "./set.js";

/**
 * The dominoes on the board: which one, and where its first and its second number are.
 * @typedef {Record<string, [string, string]>} Laid
 * @typedef {import("./pips.js").Pips} Pips
 */

/** The number that each covered cell shows. @param {Pips} pips @param {Laid} laid @returns {Record<string, number>} */
export const numbers = (pips, laid) => Object.fromEntries(Object.entries(laid).flatMap(([index, cells]) =>
  cells.map((cell, half) => [cell, pips.dominoes[Number(index)][half]])));

/** The tool that is chosen: "region", "#" for a cell without a rule, "" for no cell. */
const tool = () => /** @type {HTMLInputElement} */ (document.querySelector("input[name=tool]:checked")).value;

/** What the tool writes, when it begins at a cell. @param {Pips} pips @param {string} cell */
function valueFrom(pips, cell) {
  if (tool() !== "region") return tool();
  return isRegion(pips.cells[cell]) ? pips.cells[cell] : freshName(pips);
}

/** The relation and the number of the rule at a cell. @param {Pips} pips @param {string} cell */
const ruleAt = (pips, cell) => (pips.rules[pips.cells[cell]] ?? "free").split(" ");

/** Without a number the rule is not stated yet. @param {Pips} pips @param {string} cell @param {string} relation @param {string} [number] */
function setRule(pips, cell, relation, number = "") {
  const stated = takesNumber(relation) && number ? `${relation} ${Math.max(0, Math.floor(Number(number)))}` : relation;
  if (isRegion(pips.cells[cell])) pips.rules[pips.cells[cell]] = stated;
}

/** @type {import("./kinds.js").Kind} */
export const dominoes = {
  fields: {
    relation: { get: (pips, cell) => ruleAt(pips, cell)[0], set: (pips, text, cell) => setRule(pips, cell, text, ruleAt(pips, cell)[1]) },
    number: { get: (pips, cell) => ruleAt(pips, cell)[1] ?? "", set: (pips, text, cell) => setRule(pips, cell, ruleAt(pips, cell)[0], text) },
    dominoes: { get: ({ dominoes }) => dominoes.map(nameOf).join(" "), set: (pips, text) => (pips.dominoes = readDominoes(text).dominoes) },
    region: { get: ({ cells }, cell) => (isRegion(cells[cell]) ? cells[cell] : "–"), set: () => {} },
  },

  read: () => null,
  write,
  sketch: (pips) => write(stated(pips), Array(wanted(pips)).fill([0, 0])),
  missing,

  hasRoom: true,
  isWhole: false,
  side: () => [SIDE, SIDE],
  size: () => [9, 10],
  brush(pips, first) {
    const value = valueFrom(pips, first);
    return (cell) => paint(pips.cells, cell, value);
  },
  key(pips, cell, pressed) {
    const isDeletion = pressed === "Delete" || pressed === "Backspace";
    if (!isDeletion && !/^[a-z0-9# ]$/i.test(pressed)) return null;
    paint(pips.cells, cell, isDeletion ? "" : pressed === " " ? valueFrom(pips, cell) : pressed.toUpperCase());
    return [0, pressed === "Backspace" ? -1 : isDeletion || pressed === " " ? 0 : 1];
  },
  speak(pips, cell, laid, marks) {
    const value = pips.cells[cell];
    const number = numbers(pips, laid)[cell];
    const given = value === undefined ? "no cell" : value === "#" ? "no rule" : `given ${value}`;
    const what = isRegion(value) ? `region ${value}, ${inWords(pips.rules[value] ?? "free")}` : given;
    return `${what}${number !== undefined ? `, holds ${number}` : marks[cell] ? `, marks ${marks[cell]}` : ""}`;
  },

  pieces: (pips, laid, hand) => pips.dominoes.map((/** @type {[number, number]} */ domino, /** @type {number} */ index) => ({
    text: smallTile(domino, hand.index === index ? hand.turns : 0), key: "",
    label: `domino ${nameOf(domino)}${index in laid ? ", on the board" : ""}`, isUsed: index in laid,
  })),
  put(pips, piece, cell, laid, turns) {
    const cells = spread(cell, turns);
    const taken = numbers(pips, laid);
    return cells.every((cell) => cell in pips.cells && !(cell in taken)) ? [String(piece), cells] : null;
  },
  whyNot(pips, piece, cell, laid, turns) {
    const cells = spread(cell, turns);
    const taken = numbers(pips, laid);
    return cells.some((cell) => !(cell in pips.cells)) ? "a half of it is beside the board" : cells.every((cell) => cell in taken) ? "other dominoes lie there" : "another domino lies there";
  },
  rules: () => "Lay all dominoes on the board. The numbers in a region sum to its number, or to less or more if it says so. With = they are all the same, with ≠ all different.",
  at: (laid, cell) => Object.keys(laid).filter((index) => laid[index].includes(cell)),
  allows: ({ cells, dominoes }, index, at) => Number(index) < dominoes.length && at !== undefined && at.every((/** @type {string} */ cell) => cell in cells),
  keyOf,
  isFull: ({ dominoes }, laid) => dominoes.length === Object.keys(laid).length,
  label: (_, value) => String(value),
  board(pips, laid) {
    const { top, left } = extent(pips.cells);
    return { placements: Object.entries(laid).map(([index, cells]) => ({ domino: pips.dominoes[Number(index)], cells: cells.map((/** @type {string} */ cell) => place(moved(cell, { top: -top, left: -left }))) })) };
  },
  marked(pips, marks, laid) {
    const there = numbers(pips, laid);
    return { board: rectangle(pips.cells, (cell) => (cell in there ? null : marks[cell] ?? null)) };
  },
  seen: (pips, laid) => ({ board: rectangle(pips.cells, (cell) => numbers(pips, laid)[cell] ?? null) }),
  entriesOf(pips, { placements }) {
    const at = extent(pips.cells);
    const laid = /** @type {Laid} */ ({});
    for (const { domino, cells } of placements) {
      const index = pips.dominoes.findIndex((/** @type {[number, number]} */ one, /** @type {number} */ index) => !(index in laid) && isNamed(nameOf(domino), one));
      const places = cells.map((/** @type {[number, number]} */ [row, column]) => key(row + at.top, column + at.left));
      if (index >= 0) laid[index] = pips.dominoes[index][0] === domino[0] ? places : places.reverse();
    }
    return laid;
  },
  placed: (pips, step, laid) => laidBy(step, pips, laid),
  isKnown: (pips, step, laid) => isKnown(step, pips, laid, numbers(pips, laid), extent(pips.cells)),
  placement,
  shown: (_, laid) => Object.fromEntries(Object.entries(laid).flatMap(([index, cells]) => cells.map((/** @type {string} */ cell, /** @type {number} */ half) => [cell, `${index} ${half}`]))),
  draw: (pips, laid, look) => Object.entries(laid).map(([index, cells]) => tile(cells, pips.dominoes[Number(index)], look)),
  held(pips, piece, cell, laid, turns) {
    const look = dominoes.put(pips, piece, cell, laid, turns) ? "ghost" : "ghost bad";
    // Undo may have taken it away.
    return piece in pips.dominoes ? [tile(spread(cell, turns), pips.dominoes[piece], look)] : [];
  },
};
