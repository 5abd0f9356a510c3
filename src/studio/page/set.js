// Dominoes as buttons: those of a puzzle, and the set from which a setter chooses.

import { shape, SIDE, tile } from "./board.js";
import { element } from "./controls.js";
import { beside, key, TURNS } from "./grid.js";
import { fullSet, isNamed, nameOf } from "./pips.js";

/** @typedef {import("./pips.js").Pips} Pips */

/** The cells of a domino that begins at one. @param {string} cell @param {number} turns @returns {[string, string]} */
export const spread = (cell, turns) => [cell, beside(cell, TURNS[turns])];

/** A small picture of a domino for the tray. @param {[number, number]} numbers @param {number} turns @param {number} [scale] */
export function smallTile(numbers, turns, scale = 0.45) {
  const [wide, high] = turns % 2 ? [SIDE, 2 * SIDE] : [2 * SIDE, SIDE];
  const first = key(turns === 3 ? 1 : 0, turns === 2 ? 1 : 0);
  return shape("svg", { viewBox: `0 0 ${wide} ${high}`, width: wide * scale, height: high * scale, class: "cnfetti", "aria-hidden": "true" }, tile(spread(first, turns), numbers));
}

/** What the set that is shown was made for. */
let shown = "";

/** The double-six set, in which those that the puzzle has are pressed. @param {HTMLElement} place @param {Pips} pips */
export function showSet(place, pips) {
  if (shown === (shown = JSON.stringify(pips.dominoes)) && place.childElementCount) return;
  const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.domino;
  const buttons = fullSet().map((domino) => {
    const number = pips.dominoes.filter((one) => isNamed(nameOf(domino), one)).length;
    const button = element("button", { ariaLabel: `domino ${nameOf(domino)}${number > 1 ? `, ${number} times` : ""}`, ariaPressed: String(number > 0) }, smallTile(domino, 0, 0.3), number > 1 ? `×${number}` : "");
    button.dataset.domino = nameOf(domino);
    return button;
  });
  place.replaceChildren(...buttons);
  buttons.find(({ dataset }) => dataset.domino === focused)?.focus();
}

/** Takes a domino into the puzzle, or out of it; or once more. @param {Pips} pips @param {string} name @param {boolean} isMore */
export function choose(pips, name, isMore) {
  const at = pips.dominoes.findIndex((domino) => isNamed(name, domino));
  if (at >= 0 && !isMore) pips.dominoes.splice(at, 1);
  else pips.dominoes.push(/** @type {[number, number]} */ (name.split("-").map(Number)));
}
