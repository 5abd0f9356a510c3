// A puzzle on a board of another size, or turned: every place goes to another one, with what is there.

import { cellsOf, groupAt, hasGroups, isOfGroups, places, rename } from "./given.js";
import { key, place } from "./grid.js";

/** @typedef {import("./given.js").Given} Given */

/** Moves all clues to other places. @param {Given} given @param {[number, number]} size of the new board @param {(line: number, column: number) => [number, number]} to @param {(text: string) => string} [said] what becomes of a clue */
export function carry(given, [rows, columns], to, said = (text) => text) {
  const goesOn = (/** @type {number} */ at, /** @type {number} */ way) => (given.wraps[way] ? at % (2 * [rows, columns][way]) : at);
  const moved = (/** @type {string} */ at) => key(.../** @type {[number, number]} */ (to(...place(at)).map(goesOn)));
  Object.assign(given, { rows, columns });
  for (const layer of given.clues) {
    layer.places &&= Object.fromEntries(Object.entries(layer.places).filter(([, name]) => name.match(/\d+/g)?.every((at, which) => +at <= (which % 2 ? columns : rows))));
    const there = new Set(places(given, hasGroups(layer) ? { ...layer, on: "cells" } : layer));
    const entries = Object.entries(layer.at).map(([at, text]) => [isOfGroups(layer) ? at : moved(at), said(text)]);
    layer.at = Object.fromEntries(entries.filter(([at]) => isOfGroups(layer) || there.has(at)));
    const groups = layer.groups.map(([name, cells]) => /** @type {[string, string[]]} */ ([name, cells.map(moved).filter((cell) => there.has(cell))]));
    layer.groups = groups.filter(([, cells]) => cells.length);
  }
  for (const layer of given.clues.filter(isOfGroups)) {
    const groups = given.clues.find(({ name }) => name === layer.on);
    layer.at = Object.fromEntries(Object.entries(layer.at).filter(([name]) => groups && cellsOf(groups, name).length));
  }
  rename(given);
}

/** Gives the board another size. Where areas cover it, new cells belong to the area beside them. @param {Given} given @param {number} rows @param {number} columns */
export function resize(given, rows, columns) {
  const [high, wide] = [2 * given.rows, 2 * given.columns];
  // What is below or to the right of the board stays there.
  carry(given, [rows, columns], (line, column) => [line > high ? line - high + 2 * rows : line, column > wide ? column - wide + 2 * columns : column]);
  for (const layer of given.clues.filter(({ cover }) => cover)) {
    for (const cell of places(given, layer)) {
      if (groupAt(layer, cell) !== null) continue;
      const [line, column] = place(cell);
      const name = [key(line - 2, column), key(line, column - 2)].map((near) => groupAt(layer, near)).find((name) => name !== null);
      layer.groups.find(([known]) => known === name)?.[1].push(cell);
    }
  }
  rename(given);
}

/** What arrows and words for sides become when the board is turned to the right, or mirrored. */
export const TURNED = { "↑": "→", "→": "↓", "↓": "←", "←": "↑", "↗": "↘", "↘": "↙", "↙": "↖", "↖": "↗", "↔": "↕", "↕": "↔", "⤡": "⤢", "⤢": "⤡", top: "right", right: "bottom", bottom: "left", left: "top" };
export const MIRRORED = { "→": "←", "←": "→", "↗": "↖", "↖": "↗", "↘": "↙", "↙": "↘", "⤡": "⤢", "⤢": "⤡", left: "right", right: "left" };

/** @param {Record<string, string>} words */
const by = (words) => (/** @type {string} */ text) => words[text] ?? [...text].map((sign) => words[sign] ?? sign).join("");

/** Turns the board to the right. @param {Given} given */
export function rotate(given) {
  const high = 2 * given.rows;
  if (!given.hexagons && given.wraps[0] === given.wraps[1]) carry(given, [given.columns, given.rows], (line, column) => [column, high - line], by(TURNED));
}

/** Mirrors the board, left to right. @param {Given} given */
export function mirror(given) {
  if (!given.hexagons) carry(given, [given.rows, given.columns], (line, column) => [line, 2 * given.columns - column], by(MIRRORED));
}
