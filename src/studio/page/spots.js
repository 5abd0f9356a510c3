// Kinds of puzzle that are pages of text: the program draws the board and says where each unknown is, and here
// each is turned from value to value.

import { shape } from "./board.js";
import * as given from "./given.js";
import { key, place } from "./grid.js";
import { fieldsOf, speakOf } from "./palette.js";
import { whole } from "./toml.js";
import { resize } from "./turn.js";

/**
 * An unknown: where it is, what people call it, what it can be.
 * @typedef {{area: number[], subject: string, values: [number | string, string][]}} Spot
 */

/** What the picture says: the unknowns, and where cells are. */
export const sheet = { spots: /** @type {Record<string, Spot> | null} */ (null), x: 0, y: 0, width: 0, height: 0, side: 48, pitch: 48, hexagons: false };

/** Where a place is on the picture. @type {(line: number, column: number) => [number, number]} */
export const point = (line, column) => [sheet.x + (column + (sheet.hexagons ? line >> 1 & 1 : 0)) * sheet.side / 2, sheet.y + line * sheet.pitch / 2];

/** The texts of the kinds that come with the program, as far as they are known. @type {Record<string, string>} */
export const ruleTexts = {};

/** The unknowns, as far as they are known yet. */
export const known = () => sheet.spots ?? {};

/** Learns where everything is on a picture of a puzzle. @param {SVGElement} picture @param {given.Given} puzzle */
export function learn(picture, puzzle) {
  const found = /** @type {SVGElement[]} */ ([...picture.querySelectorAll(".spot")]).map((spot) => {
    const { name = "", subject = "", values = "[]" } = spot.dataset;
    const area = ["x", "y", "width", "height"].map((side) => Number(spot.getAttribute(side)));
    return [name, { area, subject, values: JSON.parse(values) }];
  });
  const { "": { area: [x, y, width, height] }, ...spots } = Object.fromEntries(found);
  picture.querySelector(".spot[data-name='']")?.remove();
  Object.assign(sheet, { spots, x, y, width, height, side: width / puzzle.columns, pitch: height / puzzle.rows, hexagons: puzzle.hexagons });
}

/** Whether it is beside the board, like what is carried in a sum: a player need not write it down. @param {Spot} spot */
export function isBeside({ area: [x, y, width, height] }) {
  const [right, down] = [x + width / 2 - sheet.x, y + height / 2 - sheet.y];
  return right < -1 || down < -1 || right > sheet.width + 1 || down > sheet.height + 1;
}

/** The square around a place of the board. @param {string} at @param {string} look */
export function frame(at, look) {
  const [line, column] = place(at);
  const side = line % 2 && column % 2 ? sheet.side : sheet.side / 2;
  const [x, y] = point(line, column);
  return shape("rect", { x: x - side / 2 + 2, y: y - side / 2 + 2, width: side - 4, height: side - 4, rx: 6, class: look });
}

/** Whether it is so or not: then "so" comes first. @param {Spot} spot */
export const isTruth = ({ values }) => values.length === 2 && values[0][0] === 0 && values[1][0] === 1;

/** The value after another one, and after the last that it is open. @param {Spot} spot @param {number | string | undefined} value */
export function following(spot, value) {
  const values = spot.values.map(([value]) => value);
  if (isTruth(spot)) values.reverse();
  return values[value === undefined ? 0 : values.indexOf(value) + 1];
}

/** A value in words. @param {string} name @param {number | string} value */
const meant = (name, value) => known()[name]?.values.find(([known]) => known === value)?.[1] ?? String(value);

/** What an unknown is, in words. @param {string} name @param {number | string} value */
export const called = (name, value) => `${known()[name]?.subject ?? name} is ${meant(name, value)}`;

/** The unknowns that a text of the program names. @param {string} text */
export const named = (text) => (text.match(/\w+\[[^\]]*\]/g) ?? []).filter((name) => name in known());

/** Frames around unknowns. @param {string[]} names @param {string} look */
export const framed = (names, look) => names.filter((name) => name in known()).map((name) => {
  const [x, y, width, height] = known()[name].area;
  // Those around lines are narrow, so that they do not hide each other at corners.
  const [aside, above] = width > height + 1 ? [7, 4] : height > width + 1 ? [4, 7] : [0, 0];
  return shape("rect", { x: x + aside, y: y + above, width: width - 2 * aside, height: height - 2 * above, rx: 6, class: look });
});

/** What is decided, where it is known which values are left. @param {Record<string, (number | string)[]> | null} candidates @returns {import("./kinds.js").Entries} */
export const decided = (candidates) => Object.fromEntries(Object.entries(candidates ?? {}).filter(([, values]) => values.length === 1).map(([name, [value]]) => [name, value]));

/** The values that are left, where there are several. @param {Record<string, (number | string)[]>} candidates */
export const pencils = (candidates) => Object.entries(candidates).filter(([name, values]) => values.length > 1 && name in known() && !isTruth(known()[name])).map(([name, values]) => {
  const [x, y, width, height] = known()[name].area;
  const across = Math.ceil(Math.sqrt(values.length));
  const size = Math.min(13, height / across - 2);
  return shape("g", { "aria-hidden": "true" }, ...values.map((value, at) => shape("text", {
    x: x + ((at % across) + 0.5) * width / across, y: y + (Math.floor(at / across) + 0.5) * height / across, "text-anchor": "middle", "font-size": size, class: "clue",
  }, meant(name, value))));
});

/** The places that a sentence speaks of. @param {string} text @param {given.Given} puzzle */
export function placesIn(text, puzzle) {
  const cells = [...text.matchAll(/\br(\d+)c(\d+)\b/g)].map(([, row, column]) => key(2 * Number(row) - 1, 2 * Number(column) - 1));
  const groups = puzzle.clues.flatMap(({ groups }) => groups.filter(([name]) => new RegExp(`(?<![\\w'])${name}(?![\\w'])`).test(text)).flatMap(([, cells]) => cells));
  return [...new Set([...cells, ...groups])];
}

/** The clues that a sentence speaks of. @param {string} text @param {given.Given} puzzle @returns {given.Clue[]} */
export function cluesIn(text, puzzle) {
  const [, name, from] = /(\w+) \(from (r\d+c\d+)\)/.exec(text) ?? [];
  if (!name) return placesIn(text, puzzle).filter((at) => puzzle.clues.some(({ at: there }) => at in there)).map((at) => ({ layer: "", name: at, at }));
  const isMeant = (/** @type {given.Layer} */ layer) => text.includes(`${layer.name.replaceAll("_", " ")} ${name} (from`);
  return puzzle.clues.filter((layer) => given.hasGroups(layer) && isMeant(layer)).flatMap((layer) => {
    const [at] = given.cellsOf(layer, name);
    return at && given.nameOf(at) === from ? [{ layer: layer.name, name, at }] : [];
  });
}

/** A cross at a clue that a puzzle does not need: a press takes the clue away, as Delete does at the cursor. @param {string} at @param {() => void} remove */
export function badge(at, remove) {
  const [x, y] = point(...place(at)).map((at, way) => at + (way ? -0.34 : 0.34) * sheet.side);
  const cross = shape("g", { class: "badge", "aria-hidden": "true" },
    shape("circle", { cx: x, cy: y, r: 8 }), shape("path", { d: `M${x - 3} ${y - 3}l6 6m0-6l-6 6` }));
  cross.addEventListener("pointerdown", (event) => {
    event.stopPropagation();
    remove();
  });
  return cross;
}

/** Where the parts of what is found begin: lines and columns of a drawing. */
const BEGINS = { above: [0, 1], left: [1, 0], down: [2, 1], right: [1, 2] };

/** The places where two solutions differ. @param {{name: string, on: string}[]} unknowns @param {Record<string, any>} one @param {Record<string, any>} other */
export const differing = (unknowns, one, other) => unknowns.flatMap(({ name, on }) => {
  const parts = Array.isArray(one[name]) ? { "": [one[name], other[name]] } : Object.fromEntries(Object.keys(one[name]).map((part) => [part, [one[name][part], other[name][part]]]));
  return Object.entries(parts).flatMap(([part, [rows, others]]) => {
    const [down, right] = /** @type {Record<string, number[]>} */ (BEGINS)[part] ?? (on === "corners" ? [0, 0] : [1, 1]);
    return rows.flatMap((/** @type {any[]} */ row, /** @type {number} */ at) => row.flatMap((value, beside) => (value === others[at][beside] ? [] : [key(2 * at + down, 2 * beside + right)])));
  });
});

/**
 * The rules of a puzzle's areas and paths, which the kind's summary does not state. Those of a part of one are left out: nobody
 * could tell of which part.
 * @param {given.Layer} layer @param {{name: string, rule: string, clue: boolean}[]} rules @returns {string[]}
 */
function said({ name, on, at, groups }, rules) {
  if (groups.length === 0 && Object.keys(at).length === 0) return [];
  const one = (["areas", "paths"].includes(on) ? name : on).replaceAll("_", " ");
  const texts = rules.filter((rule) => rule.clue && rule.name === name).map(({ rule }) => rule.replace(/\{(area|path)\}/g, `each ${one}`).replace(/\{(\w+)\[(area|path)\]\}/g, "its $1"));
  return texts.filter((text) => !text.includes("{"));
}

/** @param {string} text */
const sentence = (text) => `${text.replace(/^[a-z]/, (letter) => letter.toUpperCase()).replace(/[.;,]$/, "")}.`;

/** @type {import("./kinds.js").Kind} */
export const spots = {
  fields: {
    // Whoever changes the rules has a kind of their own.
    rules: { get: ({ own, kind, text }) => (own ? text : ruleTexts[kind] ?? ""), set: (model, text) => Object.assign(model, { own: true, text }) },
    rows: { get: ({ rows }) => rows, set: (model, text) => resize(model, whole(text, 100), model.columns) },
    columns: { get: ({ columns }) => columns, set: (model, text) => resize(model, model.rows, whole(text, 100)) },
  },
  fieldsOf,
  read: () => null,
  write: given.write,
  // An empty board of a kind with clues says nothing yet, also where it has no solution.
  first: ({ clues }) => (clues.length && clues.every((/** @type {given.Layer} */ { at, groups, cover }) => !Object.keys(at).length && (cover ? groups.length < 2 : !groups.length)) ? { answer: "Put the first clue", detail: `Choose ${clues.length > 1 ? "a clue" : "a value"} beside the board, and click where it belongs.` } : null),
  hasRoom: false,
  isWhole: true,
  side: () => [48, 48],
  size: () => [0, 0],
  brush: null,
  key: () => null,
  speak: (_, cell) => speakOf(cell),
  pieces: () => [],
  put: () => null,
  rules: ({ summary, clues, rules }) => [summary, ...clues.flatMap((/** @type {given.Layer} */ layer) => said(layer, rules))].map(sentence).join(" "),
  at: (_, cell) => [cell],
  // What a formula adds to the puzzle is no entry.
  asks: (_, entries) => ({ from: JSON.stringify({ variables: Object.fromEntries(Object.entries(entries).filter(([name]) => !sheet.spots || name in sheet.spots)) }) }),
  // Until the picture is there nobody knows.
  allows: (_, name, value) => sheet.spots?.[name]?.values.some(([known]) => known === value) ?? sheet.spots === null,
  keyOf: (name) => name,
  isFull: (_, entries) => Object.entries(known()).every(([name, spot]) => name in entries || isBeside(spot)),
  // Who draws a loop does not say of each side that it is not on it.
  whole(_, entries) {
    const open = Object.keys(known()).filter((name) => !(name in entries));
    if (!open.every((name) => isTruth(known()[name]))) return null;
    return { ...entries, ...Object.fromEntries(open.map((name) => [name, 0])) };
  },
  label: (_, value) => String(value),
  board: (_, entries) => ({ variables: entries }),
  entriesOf: () => ({}),
  draw: () => [],
};
