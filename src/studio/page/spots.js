// Kinds of puzzle that are pages of text: the program draws the board and says where each unknown is, and here
// each is turned from value to value.

import { shape } from "./board.js";

/**
 * An unknown: where it is, what people call it, what it can be.
 * @typedef {{area: number[], subject: string, values: [number, string][]}} Spot
 * @typedef {{title: string, text: string, spots: Record<string, Spot>}} Board
 */

/** What the program's picture of a puzzle says. @param {SVGElement} picture @param {string} title @param {string} text @returns {Board | null} */
export function boardOf(picture, title, text) {
  const found = /** @type {SVGElement[]} */ ([...picture.querySelectorAll(".spot")]).map((spot) => {
    const { name = "", subject = "", values = "[]" } = spot.dataset;
    const area = ["x", "y", "width", "height"].map((side) => Number(spot.getAttribute(side)));
    return [name, { area, subject, values: JSON.parse(values) }];
  });
  return found.length ? { title, text, spots: Object.fromEntries(found) } : null;
}

/** Whether it is so or not: then "so" comes first. @param {Spot} spot */
const isTruth = ({ values }) => values.length === 2 && values[0][0] === 0 && values[1][0] === 1;

/** The value after another one, and after the last that it is open. @param {Spot} spot @param {number | undefined} value */
function following(spot, value) {
  const values = spot.values.map(([value]) => value);
  if (isTruth(spot)) values.reverse();
  return values[value === undefined ? 0 : values.indexOf(value) + 1];
}

/** What a click or a key makes of an unknown; undefined when the key is for something else. @param {Board} board @param {string} name @param {import("./kinds.js").Entries} entries @param {string} pressed @returns {{value: number | undefined} | undefined} */
export function turned(board, name, entries, pressed) {
  const spot = board.spots[name];
  if (pressed === "Enter" || pressed === " ") return { value: following(spot, entries[name]) };
  if (pressed === "Delete" || pressed === "Backspace") return { value: undefined };
  if (!/^\d$/.test(pressed)) return undefined;
  const allowed = spot.values.map(([value]) => value);
  const longer = Number(`${entries[name] ?? ""}${pressed}`);
  return { value: [longer, Number(pressed)].find((value) => allowed.includes(value)) ?? entries[name] };
}

/** Says what is there, and makes what can be turned reachable by keys. @param {SVGElement} picture @param {Board} board @param {import("./kinds.js").Entries} entries @param {boolean} isPlaying */
export function label(picture, board, entries, isPlaying) {
  for (const spot of /** @type {NodeListOf<SVGElement>} */ (picture.querySelectorAll(".spot"))) {
    const { subject, values } = board.spots[spot.dataset.name ?? ""] ?? { subject: "", values: [] };
    const said = values.find(([value]) => value === entries[spot.dataset.name ?? ""])?.[1] ?? "open";
    const state = isPlaying ? { tabindex: "0", role: "button", "aria-label": `${subject}: ${said}` } : { tabindex: "-1" };
    for (const [name, value] of Object.entries(state)) spot.setAttribute(name, value);
  }
}

/** The unknowns that a text of the program names. @param {Board} board @param {string} text */
export const named = ({ spots }, text) => (text.match(/\w+\[[^\]]*\]/g) ?? []).filter((name) => name in spots);

/** Frames around unknowns. @param {Board} board @param {string[]} names @param {string} look */
export const framed = ({ spots }, names, look) => names.filter((name) => name in spots).map((name) => {
  const [x, y, width, height] = spots[name].area;
  return shape("rect", { x, y, width, height, rx: 6, class: look });
});

/** @type {import("./kinds.js").Kind} */
export const spots = {
  fields: {},
  read: () => null,
  // It stays as it was typed.
  write: ({ text }) => text,
  hasRoom: false,
  isWhole: true,
  side: () => [48, 48],
  size: () => [0, 0],
  brush: null,
  key: () => null,
  speak: () => "",
  pieces: () => [],
  put: () => null,
  at: (_, cell) => [cell],
  asks: (_, entries) => ({ from: JSON.stringify({ variables: entries }) }),
  allows: (board, name, value) => board.spots[name]?.values.some((/** @type {[number, string]} */ [known]) => known === value) ?? false,
  keyOf: (name) => name,
  isFull: (board, entries) => Object.keys(board.spots).every((name) => name in entries),
  // Who draws a loop does not say of each side that it is not on it.
  whole(board, entries) {
    const open = Object.keys(board.spots).filter((name) => !(name in entries));
    if (!open.every((name) => isTruth(board.spots[name]))) return null;
    return { ...entries, ...Object.fromEntries(open.map((name) => [name, 0])) };
  },
  label: (_, value) => String(value),
  board: (_, entries) => ({ variables: entries }),
  entriesOf: () => ({}),
  draw: () => [],
};
