// Playing pips: dominoes in the hand, on the board, and pencil marks.

import { smallTile } from "./board.js";
import { keepingFocus } from "./controls.js";
import { key } from "./grid.js";
import { nameOf } from "./pips.js";

/**
 * A domino on the board: which one, and where its first and its second number are.
 * @typedef {{index: number, cells: [[number, number], [number, number]]}} Laid
 * @typedef {{laid: Laid[], marks: Record<string, string>}} Play
 * @typedef {import("./pips.js").Pips} Pips
 */

/** @returns {Play} */
export const start = () => ({ laid: [], marks: {} });

/** Right, down, left, up: where the second number is, seen from the first. */
const TURNS = [[0, 1], [1, 0], [0, -1], [-1, 0]];

/** @param {[number, number]} one @param {number} turns @returns {[[number, number], [number, number]]} */
export function spread(one, turns) {
  const [down, right] = TURNS[turns];
  return [one, [one[0] + down, one[1] + right]];
}

/** How a laid domino is turned. @param {Laid} laid */
export function turnsOf({ cells: [one, other] }) {
  return TURNS.findIndex(([down, right]) => other[0] - one[0] === down && other[1] - one[1] === right);
}

/** The number that each covered cell shows. @param {Pips} pips @param {Play} play */
export function numbers(pips, play) {
  const shown = /** @type {Record<string, number>} */ ({});
  for (const { index, cells } of play.laid) {
    cells.forEach((cell, half) => (shown[key(...cell)] = pips.dominoes[index][half]));
  }
  return shown;
}

/** Whether a domino may lie there. @param {Pips} pips @param {Play} play @param {[number, number][]} cells */
export function fits(pips, play, cells) {
  const taken = numbers(pips, play);
  return cells.every((cell) => key(...cell) in pips.cells && !(key(...cell) in taken));
}

/** What is laid at a cell. @param {Play} play @param {string} cell */
export function laidAt(play, cell) {
  return play.laid.find(({ cells }) => cells.some((at) => key(...at) === cell));
}

/** Leaves only what can still be: after the board or the dominoes have changed. @param {Pips} pips @param {Play} play */
export function prune(pips, play) {
  const kept = start();
  for (const laid of play.laid) {
    if (laid.index < pips.dominoes.length && fits(pips, kept, laid.cells)) kept.laid.push(laid);
  }
  for (const [cell, marks] of Object.entries(play.marks)) if (cell in pips.cells) kept.marks[cell] = marks;
  return kept;
}

/** Adds a pencil mark, or takes it away. @param {Play} play @param {string} cell @param {string} number */
export function mark(play, cell, number) {
  const old = (play.marks[cell] ?? "").split(" ").filter(Boolean);
  const now = old.includes(number) ? old.filter((one) => one !== number) : [...old, number];
  if (now.length) play.marks[cell] = now.sort((a, b) => Number(a) - Number(b)).join(" ");
  else delete play.marks[cell];
}

/**
 * The dominoes as buttons; those on the board are pale.
 * @param {HTMLElement} tray @param {Pips} pips @param {Play} play
 * @param {{index: number | null, turns: number}} hand
 */
export function showTray(tray, pips, play, hand) {
  keepingFocus(tray, pips.dominoes.map((domino, index) => {
    const button = document.createElement("button");
    const isLaid = play.laid.some((laid) => laid.index === index);
    button.dataset.index = String(index);
    button.setAttribute("aria-label", `domino ${nameOf(domino)}${isLaid ? ", on the board" : ""}`);
    button.setAttribute("aria-pressed", String(hand.index === index));
    button.classList.toggle("laid", isLaid);
    button.append(smallTile(domino, hand.index === index ? hand.turns : 0));
    return button;
  }));
}

/**
 * A solution of the program as laid dominoes.
 * @param {Pips} pips
 * @param {{placements: {domino: [number, number], cells: [number, number][]}[]}} solution
 * @param {{top: number, left: number}} at
 * @returns {Laid[]}
 */
export function fromSolution(pips, solution, at) {
  const used = new Set();
  return solution.placements.flatMap(({ domino, cells }) => {
    const isIt = (/** @type {[number, number]} */ [a, b]) => (a === domino[0] && b === domino[1]) || (a === domino[1] && b === domino[0]);
    const index = pips.dominoes.findIndex((one, index) => !used.has(index) && isIt(one));
    used.add(index);
    const moved = cells.map(([row, column]) => /** @type {[number, number]} */ ([row + at.top, column + at.left]));
    if (index >= 0 && pips.dominoes[index][0] !== domino[0]) moved.reverse();
    return index < 0 ? [] : [{ index, cells: /** @type {[[number, number], [number, number]]} */ (moved) }];
  });
}
