// What a kind that is a page of text can give, and what a puzzle of it gives: places, changes, and the puzzle as
// text again. It knows no kind: all comes from what the program says of the puzzle.

import { key, place, range } from "./grid.js";
import { writeToml } from "./toml.js";

/**
 * Places are "line,column" of a drawing of the board in which cells are at odd lines and columns, sides and corners
 * between them, and what is outside at -1 or behind the last ones.
 * @typedef {{name: string, on: string, cover: boolean, required: boolean, typed: string | null, values: string, words: string[], any: boolean,
 *   about: string, from: number | null, to: number | null, at: Record<string, string>, groups: [string, string[]][],
 *   places?: Record<string, string>}} Layer
 * A clue is called by its layer, or all layers at once, and by its place or its area; and it is seen at a place.
 * @typedef {{layer: string, name: string, at: string}} Clue
 * @typedef {{name: string, from: number, to: number, default: number | null, truth: boolean, value: number}} Parameter
 * @typedef {{kind: string, own: boolean, text: string, kind_title: string, summary: string, title: string, source: string, rows: number,
 *   columns: number, hexagons: boolean, wraps: [boolean, boolean], pieces?: string | null, parameters: Parameter[], clues: Layer[], rules: {name: string, rule: string, clue: boolean}[], unknown: {name: string, on: string}[]}} Given
 */

/** What the program says; the text of a kind that comes with it is kept elsewhere. @param {any} said @returns {Given} */
export const read = (said) => ({ ...said, title: said.title ?? "", source: said.source ?? "", text: said.own ? said.text : "" });

const ODD = { cells: [1, 1], areas: [1, 1], paths: [1, 1], corners: [0, 0] };

/** Whether a layer gives something to areas or paths of another one. @param {Layer} layer */
export const isOfGroups = ({ on }) => !(on in ODD || ["links", "sides", "outside"].includes(on));

/** Whether a layer has areas or paths. @param {Layer} layer */
export const hasGroups = ({ on }) => on === "areas" || on === "paths";

/** @param {Given} given @param {string} name */
export const layerOf = ({ clues }, name) => clues.find((layer) => layer.name === name) ?? clues[0];

/** The layer whose areas or paths a layer is about: its own, or another one. @param {Given} given @param {Layer} layer */
export const groupsOf = (given, layer) => (isOfGroups(layer) ? layerOf(given, layer.on) : layer);

/** Whether a layer can have something at a place. @param {Given} given @param {Layer} layer @param {number} line @param {number} column */
function isPlace({ rows, columns, wraps: [down, aside] }, { on }, line, column) {
  const isOn = (/** @type {number} */ at, /** @type {number} */ length) => at >= 0 && at <= 2 * length;
  // Where the board goes on at the opposite side, both sides are one place: the one at the top or on the left.
  const isAgain = (down && line === 2 * rows) || (aside && column === 2 * columns);
  const isInside = isOn(line, rows) && isOn(column, columns) && !isAgain;
  const odd = (line & 1) + (column & 1);
  if (on === "outside") return odd === 2 && isOn(line, rows) !== isOn(column, columns);
  if (on === "sides") return isInside && odd === 1;
  if (on === "links") return isInside && odd === 1 && (down || line % (2 * rows) !== 0) && (aside || column % (2 * columns) !== 0);
  return isInside && odd === (on === "corners" ? 0 : 2);
}

/** All places of a layer, as one reads. @param {Given} given @param {Layer} layer */
export function places(given, layer) {
  const all = range(2 * given.rows + 3).flatMap((line) => range(2 * given.columns + 3).map((column) => [line - 1, column - 1]));
  return layer.places ? Object.keys(layer.places) : all.filter(([line, column]) => isPlace(given, layer, line, column)).map(([line, column]) => key(line, column));
}

/** The place of a layer that is nearest to a point, if one is near. @param {Given} given @param {Layer} layer @param {[number, number]} point */
export function nearest(given, layer, [line, column]) {
  const near = [-1, 0, 1, 2].flatMap((down) => [-1, 0, 1, 2].map((right) => [Math.floor(line) + down, Math.floor(column) + right]));
  const apart = (/** @type {number[]} */ [at, beside]) => [Math.abs(at - line), Math.abs(beside - column + (given.hexagons ? (at >> 1 & 1) - (line >> 1 & 1) : 0))];
  const far = (/** @type {number[]} */ to) => Math.max(...apart(to)) + 0.1 * (apart(to)[0] + apart(to)[1]);
  const there = (layer.places ? Object.keys(layer.places).map(place) : near.filter(([at, beside]) => isPlace(given, layer, at, beside))).sort((one, other) => far(one) - far(other));
  return there.length && far(there[0]) <= 1.2 ? key(there[0][0], there[0][1]) : null;
}

/** The next place of a layer in a direction. @param {Given} given @param {Layer} layer @param {string} from @param {[number, number]} step */
export function next(given, layer, from, [down, right]) {
  const [line, column] = place(from);
  const far = (/** @type {string} */ to) => {
    const [below, aside] = [place(to)[0] - line, place(to)[1] - column];
    const ahead = below * down + aside * right;
    return ahead > 0 ? ahead + 2.5 * Math.abs(below * right) + 2.5 * Math.abs(aside * down) : Infinity;
  };
  const best = places(given, layer).reduce((best, to) => (far(to) < far(best) ? to : best), from);
  return best;
}

/** The area or path that a cell is in, by name; of paths the last one. @param {Layer} layer @param {string} cell */
export const groupAt = ({ groups }, cell) => groups.findLast(([, cells]) => cells.includes(cell))?.[0] ?? null;

/** The cells of an area or path. @param {Layer} layer @param {string | null} name */
export const cellsOf = ({ groups }, name) => groups.find(([known]) => known === name)?.[1] ?? [];

/** Where a layer's clue of a place is kept: by area for layers of areas. @param {Given} given @param {Layer} layer @param {string} at */
const slot = (given, layer, at) => (isOfGroups(layer) ? groupAt(groupsOf(given, layer), at) : at);

/** The clue at a place, as it is typed. @param {Given} given @param {Layer} layer @param {string} at */
export const clueAt = (given, layer, at) => layer.at[slot(given, layer, at) ?? ""] ?? "";

/** Sets a clue, or takes it away. @param {Given} given @param {Layer} layer @param {string} at @param {string} text */
export function give(given, layer, at, text) {
  const name = slot(given, layer, at);
  if (name === null) return;
  if (text === "") delete layer.at[name];
  else layer.at[name] = text;
}

/** What a key makes of the clue at a place; undefined if it is for something else. @param {Layer} layer @param {string} old @param {string} pressed */
export function typed(layer, old, pressed) {
  if (pressed === "Delete" || pressed === "Backspace") return "";
  if (pressed === "?" && layer.any) return "?";
  if (layer.values === "flag" && /^[ #xo1]$/i.test(pressed)) return old ? "" : "#";
  if (layer.values === "words" || layer.values === "direction") {
    const words = layer.words.filter((word) => word.startsWith(pressed));
    const after = layer.words[(layer.words.indexOf(old) + 1) % (layer.words.length + 1)] ?? "";
    return pressed === " " ? after : words.length ? words[(words.indexOf(old) + 1) % words.length] : undefined;
  }
  if (layer.values === "numbers") return /^[\d,?]$/.test(pressed) ? old + pressed : undefined;
  if (layer.values !== "number" || !/^\d$/.test(pressed)) return undefined;
  const fits = (/** @type {string} */ text) => Number(text) <= (layer.to ?? 9999);
  return [old === "?" ? pressed : String(Number(old + pressed)), pressed].find(fits);
}

/** Puts a cell into an area, or into none; who is left without cells is gone. @param {Given} given @param {Layer} layer @param {string} cell @param {string | null} name */
export function join(given, layer, cell, name) {
  if (layer.on === "areas") for (const group of layer.groups) group[1] = group[1].filter((other) => other !== cell);
  const cells = cellsOf(layer, name);
  if (name !== null && !cells.length && !layer.groups.some(([known]) => known === name)) layer.groups.push([name, [cell]]);
  else if (name !== null && !cells.includes(cell)) layer.groups.find(([known]) => known === name)?.[1].push(cell);
  dropEmpty(given, layer);
}

/** @param {Given} given @param {Layer} layer */
function dropEmpty(given, layer) {
  layer.groups = layer.groups.filter(([, cells]) => cells.length);
  for (const other of given.clues) {
    if (other.on !== layer.name) continue;
    other.at = Object.fromEntries(Object.entries(other.at).filter(([name]) => cellsOf(layer, name).length));
  }
}

/** Takes an area or a path away. @param {Given} given @param {Layer} layer @param {string} name */
export function remove(given, layer, name) {
  layer.groups = layer.groups.filter(([known]) => known !== name);
  dropEmpty(given, layer);
}

/** Takes a clue away. An area that covers the board stays, without what is said of it. @param {Given} given @param {Clue} clue */
export function takeAway(given, { layer, name }) {
  for (const one of given.clues) {
    if (one.name === layer && hasGroups(one) && !one.cover) remove(given, one, name);
    else if (!layer || one.name === layer || one.on === layer) delete one.at[name];
  }
  rename(given);
}

/** The letter by which sentences call an area: A to Z, then A1 to Z1 and so on. @param {number} at */
export const letter = (at) => String.fromCharCode(65 + (at % 26)) + (at < 26 ? "" : Math.floor(at / 26));

/** A name that no area has. @param {Layer} layer */
export const freshName = ({ groups }) => range(groups.length + 1).map((at) => `new${at}`).find((name) => !groups.some(([known]) => known === name)) ?? "new";

/** Calls areas as sentences do: in the order of their first cells. @param {Given} given */
export function rename(given) {
  for (const layer of given.clues.filter(hasGroups)) {
    if (layer.on === "areas") {
      const order = places(given, layer);
      const first = (/** @type {[string, string[]]} */ [, cells]) => Math.min(...cells.map((cell) => order.indexOf(cell)));
      for (const group of layer.groups) group[1].sort((one, other) => order.indexOf(one) - order.indexOf(other));
      layer.groups.sort((one, other) => first(one) - first(other));
    }
    const names = Object.fromEntries(layer.groups.map(([name], at) => [name, letter(at)]));
    layer.groups = layer.groups.map(([name, cells]) => [names[name], cells]);
    for (const other of given.clues.filter(({ on }) => on === layer.name)) {
      other.at = Object.fromEntries(Object.entries(other.at).map(([name, text]) => [names[name], text]));
    }
  }
}

// ---- Places in words.

/** @param {string} cell */
export const nameOf = (cell) => place(cell).map((at, axis) => "rc"[axis] + (at + 1) / 2).join("");

/** The cells beside a side or at a corner. @param {Given} given @param {string} at */
function beside({ rows, columns, wraps }, at) {
  const [line, column] = place(at);
  const around = (/** @type {number} */ at, /** @type {number} */ length, /** @type {boolean} */ goesOn) =>
    at % 2 ? [at] : [at - 1 + (goesOn && !at ? 2 * length : 0), at + 1].filter((next) => next > 0 && next < 2 * length);
  return around(line, rows, wraps[0]).flatMap((line) => around(column, columns, wraps[1]).map((column) => key(line, column)));
}

/** As sentences call a place. @param {Given} given @param {string} at */
export function said({ rows, columns }, at) {
  const [line, column] = place(at);
  const [row, beside] = [line, column].map((at) => Math.floor((at + 1) / 2));
  if (line < 0 || line > 2 * rows) return `column ${beside} from ${line < 0 ? "above" : "below"}`;
  if (column < 0 || column > 2 * columns) return `row ${row} from the ${column < 0 ? "left" : "right"}`;
  const cell = `r${Math.max(1, row)}c${Math.max(1, beside)}`;
  if (line % 2 && column % 2) return cell;
  if (column % 2) return `the ${line ? "bottom" : "top"} of ${cell}`;
  if (line % 2) return `the ${column ? "right" : "left"} side of ${cell}`;
  return `the ${line ? "bottom" : "top"} ${column ? "right" : "left"} corner of ${cell}`;
}

// ---- The puzzle as text.

/** The one character that stands for a clue in a drawing, if there is one. @param {Layer} layer @param {string} text */
function mark({ words, values }, text) {
  if ([...text].length === 1) return text;
  const first = text[0];
  return values === "words" && !"#?._·".includes(first) && words.filter((word) => word.startsWith(first)).length === 1 ? first : null;
}

/** @param {Given} given @param {Layer} layer */
function drawn({ rows, columns }, layer) {
  const rim = layer.on === "links" ? 1 : 0;
  const lines = range(2 * rows + 1).map((line) => range(2 * columns + 1).map((column) => /** @type {string} */ (line % 2 === rim && column % 2 === rim ? "·" : " ")));
  for (const [at, text] of Object.entries(layer.at)) {
    const [line, column] = place(at);
    const character = mark(layer, text);
    if (character === null) return null;
    lines[line][column] = character;
  }
  return `${lines.slice(rim, lines.length - rim).map((line) => line.slice(rim, line.length - rim).join("")).join("\n")}\n`;
}

/** @param {Given} given @param {Layer} layer */
function listed(given, layer) {
  const short = (/** @type {string} */ at) => layer.places?.[at] ?? beside(given, at).map(nameOf).join(" ");
  const all = places(given, layer).map(short);
  return Object.entries(layer.at).map(([at, text]) => {
    const name = short(at);
    return `${all.indexOf(name) === all.lastIndexOf(name) ? name : said(given, at)}: ${text}`;
  });
}

/** A table on one line. @param {[string, string][]} entries */
const table = (entries) => `{ ${entries.map(([name, text]) => `${/^[\w-]+$/.test(name) ? name : JSON.stringify(name)} = ${JSON.stringify(text)}`).join(", ")} }`;

/** @param {Given} given @param {Layer} layer @returns {string} */
function layerText(given, layer) {
  const { rows, columns } = given;
  const written = (/** @type {any} */ value) => writeToml({ [layer.name]: value }).slice(layer.name.length + 3, -1);
  const all = layer.typed ? given.clues.filter(({ typed }) => typed === layer.typed) : [layer];
  const word = (/** @type {number} */ line, /** @type {number} */ column) => all.map(({ at }) => at[key(line, column)] ?? "").join("") || ".";
  const block = (/** @type {(line: number, column: number) => string} */ word) =>
    written(range(rows).map((row) => `${range(columns).map((column) => word(2 * row + 1, 2 * column + 1)).join(" ")}\n`).join(""));
  if (layer.on === "cells") return block(word);
  if (layer.on === "areas") return block((line, column) => groupAt(layer, key(line, column)) ?? ".");
  if (layer.on === "paths") return table(layer.groups.map(([name, cells]) => [name, cells.map(nameOf).join(" ")]));
  if (layer.on === "outside") {
    const along = (/** @type {number} */ line) => range(columns).map((column) => word(line, 2 * column + 1)).join(" ");
    const down = (/** @type {number} */ column) => range(rows).map((row) => word(2 * row + 1, column)).join(" ");
    const sides = /** @type {[string, string][]} */ ([["top", along(-1)], ["left", down(-1)], ["right", down(2 * columns + 1)], ["bottom", along(2 * rows + 1)]]);
    return table(sides.filter(([, text]) => /[^. ]/.test(text)));
  }
  return isOfGroups(layer) ? table(Object.entries(layer.at)) : written((layer.places || given.wraps.includes(true) ? null : drawn(given, layer)) ?? listed(given, layer));
}

/** The text of a kind as a value. @param {string} text */
const literal = (text) => (/'''|\r/.test(text) || !text.endsWith("\n") ? JSON.stringify(text.endsWith("\n") ? text : `${text}\n`) : `'''\n${text}'''`);

/** @param {Given} given */
export function write(given) {
  const layers = given.clues.filter(({ at, groups }) => Object.keys(at).length || groups.length);
  const hasBlock = layers.some(({ on }) => on === "cells" || on === "areas");
  const changed = given.parameters.filter((parameter) => parameter.value !== parameter.default);
  const head = writeToml({ title: given.title, source: given.source, ...(!hasBlock && { rows: given.rows, columns: given.columns }) });
  const parameters = changed.map(({ name, truth, value }) => `${name} = ${truth ? value !== 0 : value}\n`);
  const kind = given.own ? literal(given.text) : JSON.stringify(given.kind);
  const blocks = layers.map((layer) => `${layer.typed ?? layer.name} = ${layerText(given, layer)}\n`);
  return [`kind = ${kind}\n`, head, given.pieces ?? "", ...parameters, ...new Set(blocks)].join("");
}
