// Hints and the whole explanation: the program's steps, against what is on the board.

import { cellsIn, moved } from "./grid.js";
import { nameOf, pairs } from "./pips.js";
import { numbers } from "./play.js";
import { cellsOf } from "./verdict.js";

/**
 * @typedef {{cell: string, is?: number, is_none_of?: number[]}} Fact
 * @typedef {{text: string, constraints: {constraint: string, reason: string}[], facts: Fact[],
 *   conclusions: Fact[], difficulty: number}} Step
 * @typedef {import("./pips.js").Pips} Pips
 * @typedef {import("./play.js").Play} Play
 * @typedef {{top: number, left: number}} At
 */

/** Where a value of a domino's variable puts it. @param {Pips} pips @param {number} value */
function placement(pips, value) {
  const pair = pairs(pips)[value >> 1];
  if (!pair) return null;
  return value & 1 ? [pair[1], pair[0]] : [pair[0], pair[1]];
}

/** Whether what is on the board says all that a step concludes. @param {Step} step @param {Pips} pips @param {Play} play @param {At} at */
export function isKnown(step, pips, play, at) {
  const shown = numbers(pips, play);
  const laid = new Set(play.laid.map(({ index }) => nameOf(pips.dominoes[index])));
  return step.conclusions.every((fact) => {
    const [cell] = cellsIn(fact.cell);
    if (cell) return moved(cell, at) in shown;
    const [, name] = /^domino\[([\d-]+)\]/.exec(fact.cell) ?? [];
    if (laid.has(name) || laid.has(name?.split("-").reverse().join("-"))) return true;
    return (fact.is_none_of ?? []).length > 0 && (fact.is_none_of ?? []).every((value) =>
      placement(pips, value)?.some((at) => at in shown));
  });
}

/** The cells that a step is about. @param {Step} step @param {Pips} pips @param {At} at */
export function cellsOfStep(step, pips, at) {
  const cells = step.conclusions.flatMap((fact) => {
    const named = cellsIn(fact.cell).map((cell) => moved(cell, at));
    return fact.is === undefined || named.length ? named : placement(pips, fact.is) ?? [];
  });
  const because = step.constraints.flatMap(({ constraint, reason }) => cellsOf(constraint, reason));
  return { cells: [...new Set(cells)], because: [...new Set(because.map((cell) => moved(cell, at)))] };
}

/** The domino that a step lays, for those who want it done. @param {Step} step @param {Pips} pips @param {Play} play @returns {import("./play.js").Laid | null} */
export function laidBy(step, pips, play) {
  for (const fact of step.conclusions) {
    const [, name] = /^domino\[([\d-]+)\]/.exec(fact.cell) ?? [];
    if (name === undefined || fact.is === undefined) continue;
    const isFree = (/** @type {number} */ index) => !play.laid.some((laid) => laid.index === index);
    const index = pips.dominoes.findIndex((domino, index) => isFree(index) && [nameOf(domino), nameOf([domino[1], domino[0]])].includes(name));
    const cells = placement(pips, fact.is);
    if (index < 0 || !cells) continue;
    if (nameOf(pips.dominoes[index]) !== name) cells.reverse();
    const places = cells.map((cell) => cell.split(",").map(Number));
    return { index, cells: /** @type {[[number, number], [number, number]]} */ (places) };
  }
  return null;
}
