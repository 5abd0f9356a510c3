// A rectangle of a board, or all of it: cut out, turned, mirrored, and put down elsewhere.

import { freshName, groupAt, hasGroups, isOfGroups, join, places, remove, rename } from "./given.js";
import { byCell, extent, key, mapped, moved, place, range } from "./grid.js";
import * as pips from "./pips.js";
import { carry, mirror, MIRRORED, rotate, TURNED } from "./turn.js";

/**
 * Rows and columns count cells of the page. What was cut out of a page of text is a small puzzle of the same kind; of
 * other boards it is what is on each cell, and what it says of regions.
 * @typedef {{top: number, left: number, height: number, width: number}} Box
 * @typedef {{kind: string, height: number, width: number, given?: import("./given.js").Given, cells: Record<string, any>, rules: Record<string, string>}} Part
 * @typedef {import("./files.js").State} State
 */

/** The cells of a board as a table. @param {State} state @returns {Record<string, any>} */
const table = ({ model }) => model.cells ?? byCell(model.board);

/** The box around everything. @param {State} state @returns {Box} */
export const whole = (state) => (state.kind === "spots" ? { top: 0, left: 0, height: state.model.rows, width: state.model.columns } : extent(table(state)));

/** @param {Box} box */
const cellsIn = ({ top, left, height, width }) => range(height).flatMap((row) => range(width).map((column) => key(top + row, left + column)));

/** What is on a part of the board. @param {State} state @param {Box} box @returns {Part} */
export function cut(state, box) {
  const { kind, model } = state;
  const { top, left, height, width } = box;
  const part = { kind, height, width, cells: /** @type {Record<string, any>} */ ({}), rules: model.rules ?? {} };
  if (kind === "spots") {
    const given = structuredClone(model);
    carry(given, [height, width], (line, column) => [line - 2 * top, column - 2 * left]);
    return { ...part, given, rules: {} };
  }
  const there = table(state);
  const found = cellsIn(box).filter((cell) => there[cell] !== undefined);
  return { ...part, cells: Object.fromEntries(found.map((cell) => [moved(cell, { top: -top, left: -left }), structuredClone(there[cell])])), rules: { ...part.rules } };
}

/** Arrows that point elsewhere. @param {any} what is on a cell @param {Record<string, string>} words */
const pointing = (what, words) => (what.arrows ? { ...what, arrows: [...what.arrows].map((arrow) => words[arrow] ?? arrow).join("") } : what);

/** How a board changes: turned to the right, left and right mirrored, or top and bottom. */
const WAYS = {
  rotate: { given: rotate, words: TURNED, to: (/** @type {number} */ row, /** @type {number} */ column, /** @type {number} */ height) => key(column, height - 1 - row), turns: true },
  mirror: { given: mirror, words: MIRRORED, to: (/** @type {number} */ row, /** @type {number} */ column, /** @type {number} */ _, /** @type {number} */ width) => key(row, width - 1 - column), turns: false },
  flip: { given: (/** @type {any} */ given) => [rotate, rotate, mirror].forEach((way) => way(given)), words: { "↑": "↓", "↓": "↑", "↗": "↘", "↘": "↗", "↖": "↙", "↙": "↖" }, to: (/** @type {number} */ row, /** @type {number} */ column, /** @type {number} */ height) => key(height - 1 - row, column), turns: false },
};

/** @typedef {keyof typeof WAYS} Way */

/** A part after it was turned or mirrored. @param {Part} part @param {Way} way @returns {Part} */
export function changed(part, way) {
  const { given, words, to, turns } = WAYS[way];
  const { height, width, cells } = part;
  if (part.given) given(part.given);
  const there = Object.entries(cells).map(([cell, what]) => [to(...place(cell), height, width), pointing(what, words)]);
  return { ...part, ...(turns && { height: width, width: height }), cells: Object.fromEntries(there) };
}

/** Takes away what is on a part. @param {State} state @param {Box} box */
export function clear(state, box) {
  const { kind, model } = state;
  if (kind === "spots") putGiven(model, emptied(cut(state, box).given), box);
  else if (model.cells) for (const cell of cellsIn(box)) delete model.cells[cell];
}

/** A small puzzle without clues. @param {any} given */
const emptied = (given) => ({ ...given, clues: given.clues.map((/** @type {any} */ layer) => ({ ...layer, at: {}, groups: [] })) });

/** Puts a part down. @param {State} state @param {Part} part @param {{top: number, left: number}} at */
export function put(state, part, at) {
  const { model } = state;
  if (part.given) return putGiven(model, part.given, at);
  const names = /** @type {Record<string, string>} */ ({});
  for (const [cell, what] of Object.entries(part.cells)) {
    const to = moved(cell, at);
    const [row, column] = place(to);
    if (!model.cells) {
      if (model.board[row]?.[column]) model.board[row][column] = structuredClone(what);
      continue;
    }
    // A region that is on the board is another one.
    const isRegion = part.kind === "pips" && pips.isRegion(what);
    if (isRegion && !(what in names)) {
      names[what] = pips.regions(model).includes(what) ? pips.freshName(model) : what;
      if (what in part.rules) model.rules[names[what]] = part.rules[what];
      else delete model.rules[names[what]];
    }
    model.cells[to] = isRegion ? names[what] : what;
  }
}

/** @param {import("./given.js").Given} model @param {import("./given.js").Given} part @param {{top: number, left: number}} at */
function putGiven(model, part, { top, left }) {
  const to = (/** @type {string} */ cell) => moved(cell, { top: 2 * top, left: 2 * left });
  const names = /** @type {Record<string, Record<string, string>>} */ ({});
  for (const from of part.clues) {
    const layer = model.clues.find(({ name }) => name === from.name);
    if (!layer || isOfGroups(from)) continue;
    const cells = hasGroups(from) ? { ...from, on: "cells" } : from;
    const there = new Set(places(model, hasGroups(layer) ? { ...layer, on: "cells" } : layer));
    const covered = places(part, cells).map(to).filter((cell) => there.has(cell));
    if (!hasGroups(from)) {
      for (const cell of covered) delete layer.at[cell];
      for (const [cell, text] of Object.entries(from.at)) if (there.has(to(cell))) layer.at[to(cell)] = text;
      continue;
    }
    // Where areas cover the board, a cell is always in one.
    if (layer.on === "areas" && !layer.cover) covered.forEach((cell) => groupAt(layer, cell) !== null && join(model, layer, cell, null));
    if (layer.on === "paths") layer.groups.filter(([, path]) => path.every((cell) => covered.includes(cell))).forEach(([name]) => remove(model, layer, name));
    names[layer.name] = {};
    for (const [name, group] of from.groups) {
      const fresh = freshName(layer);
      names[layer.name][name] = fresh;
      for (const cell of group.map(to)) if (there.has(cell)) join(model, layer, cell, fresh);
    }
  }
  for (const from of part.clues.filter(isOfGroups)) {
    const layer = model.clues.find(({ name }) => name === from.name);
    for (const [name, text] of Object.entries(from.at)) {
      const fresh = names[from.on]?.[name];
      if (layer && fresh) layer.at[fresh] = text;
    }
  }
  rename(model);
}

/** Turns or mirrors the whole board, with what a player has put there. @param {State} state @param {Way} way */
export function change(state, way) {
  const { kind, model, entries, marks } = state;
  if (kind === "spots") return WAYS[way].given(model);
  const { top, left, height, width } = whole(state);
  const { cells, ...part } = changed(cut(state, { top, left, height, width }), way);
  const to = (/** @type {string} */ cell) => moved(WAYS[way].to(...place(moved(cell, { top: -top, left: -left })), height, width), { top, left });
  if (model.cells) model.cells = mapped(cells, (cell) => moved(cell, { top, left }));
  else model.board = range(part.height).map((row) => range(part.width).map((column) => cells[key(row, column)]));
  Object.assign(state, { entries: mapped(entries, to), marks: mapped(marks, to) });
}
