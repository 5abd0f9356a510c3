// What a player sees beside what the program draws: the pad, notes, colours, and what was entered a moment ago.

import { shape } from "./board.js";
import { element } from "./controls.js";
import { range } from "./grid.js";
import { areaOf, draws, hand, isDrawn, KEYS, middleOf, mode, MODES, modes, names, noteOf } from "./play.js";
import { known, sheet } from "./spots.js";
import { $, state, ui } from "./studio.js";

/** How many colours there are for cells. */
const COLOURS = 6;

/** The keys of the pad: what each writes, and how it is called. @returns {[string, string][]} */
function padKeys() {
  if (mode() === "colour") return range(COLOURS).map((at) => [String(at + 1), `colour ${at + 1}`]);
  const values = [...new Map(names(false).flatMap((name) => known()[name].values))].sort(([one], [other]) => Number(one) - Number(other));
  if (!values.length) return range(9).map((at) => [String(at + 1), String(at + 1)]);
  if (values.length > KEYS) return range(10).map((at) => [String((at + 1) % 10), String((at + 1) % 10)]);
  return values.map(([value, said]) => [String(value), said]);
}

/** What the pad was made for. */
let made = "";

/** Shows the modes and the pad, when they are others than before. */
export function showPad() {
  if (state.kind !== "spots" || ui.mode !== "play") return;
  const keys = draws() ? [] : padKeys();
  if (made === (made = JSON.stringify([modes(), mode(), keys]))) return;
  const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset;
  $("modes").replaceChildren(...modes().map((name) => {
    const [text, key] = MODES[name];
    const button = element("button", { textContent: text, ariaPressed: String(name === mode()), title: `${text} (${key.toUpperCase()})` });
    button.dataset.pad = name;
    return button;
  }));
  $("pad").className = mode();
  $("pad").replaceChildren(...keys.map(([value, label]) => {
    const button = element("button", { textContent: mode() === "colour" ? "" : label, ariaLabel: label, className: mode() === "colour" ? `colour${value}` : "" });
    button.dataset.write = value;
    return button;
  }), ...(keys.length ? [element("button", { id: "erase", textContent: "⌫", ariaLabel: "Erase" })] : []));
  if (focused?.pad) /** @type {HTMLElement | null} */ (document.querySelector(`[data-pad="${focused.pad}"]`))?.focus();
}

/** @param {string} target @param {string} look @param {number} [inset] */
function box(target, look, inset = 0) {
  const [x, y, width, height] = areaOf(target);
  return shape("rect", { x: x + inset, y: y + inset, width: width - 2 * inset, height: height - 2 * inset, rx: inset ? 3 : 0, class: look });
}

/** @param {string} target @param {string} text @param {[number, number]} at in a cell of 60 @param {number} size @param {string} look */
function small(target, text, [x, y], size, look) {
  const [left, top, width] = areaOf(target);
  const unit = width / 60;
  return shape("text", { x: left + x * unit, y: top + y * unit, "text-anchor": "middle", "font-size": size * unit, class: look }, text);
}

/** The notes in a cell: in its corner by their order, and in its middle. @param {string} target */
function notes(target) {
  if (target in state.entries) return [];
  const [corner, centre] = ["corner", "centre"].map((where) => noteOf(where, target).split(" ").filter(Boolean));
  const at = (/** @type {string} */ text, /** @type {number} */ index) => (/^[1-9]$/.test(text) ? Number(text) - 1 : index) % 9;
  const middle = centre.join(centre.some((text) => text.length > 1) ? " " : "");
  return [
    ...corner.map((text, index) => small(target, text, [15 + (at(text, index) % 3) * 15, 22 + Math.floor(at(text, index) / 3) * 13], 15, "note")),
    ...(middle ? [small(target, middle, [30, 31], middle.length > 4 ? 14 : 18, "note")] : []),
  ];
}

/** What a hint rules out in a cell, struck, unless nobody could read so many. @param {string} target @param {number[]} values */
function struck(target, values) {
  if (!(target in known()) || isDrawn(known()[target]) || target in state.entries || values.length > 9) return [];
  const at = (/** @type {number} */ value, /** @type {number} */ index) => (value >= 1 && value <= 9 ? value - 1 : index);
  return values.map((value, index) => small(target, String(value), [15 + (at(value, index) % 3) * 15, 22 + Math.floor(at(value, index) / 3) * 13], 15, "note struck"));
}

/** What was entered since the picture was drawn, until it is drawn anew. */
function fresh() {
  const changed = Object.entries(state.entries).filter(([name, value]) => name in known() && ui.pictured[name] !== value);
  const gone = Object.keys(ui.pictured).filter((name) => name in known() && !(name in state.entries));
  return [...gone.map((name) => box(name, "gone", 4)), ...changed.map(([name, value]) => {
    const spot = known()[name];
    if (!isDrawn(spot)) return small(name, String(value), [30, 30], 32, "found");
    const [x, y] = middleOf(name);
    if (value === 0) return shape("path", { d: `M${x - 4} ${y - 4}l8 8m0-8l-8 8`, class: "fresh-cross" });
    return box(name, "fresh-mark", Math.min(spot.area[2], spot.area[3]) > sheet.side * 0.7 ? 4 : Math.min(spot.area[2], spot.area[3]) * 0.35);
  })];
}

/** The colours of cells, below all else. */
export const colours = () => Object.entries(state.marks).filter(([name]) => name.startsWith("colour:")).map(([name, colour]) => box(name.slice("colour:".length), `tint colour${colour}`));

/** Everything that a player has on the board beside what the program draws. */
export function layers() {
  const noted = new Set(Object.keys(state.marks).filter((name) => /^(corner|centre):/.test(name)).map((name) => name.slice(name.indexOf(":") + 1)));
  const tried = ui.trial ? Object.keys(state.entries).filter((name) => ui.trial?.entries[name] !== state.entries[name] && name in known()).map((name) => box(name, "tried", 6)) : [];
  return [...fresh(), ...[...noted].filter((target) => !(target in ui.struck)).flatMap(notes), ...Object.entries(ui.struck).flatMap(([target, values]) => struck(target, values)), ...tried, ...hand.picks.filter((target) => target in known() || !target.includes("[")).map((target) => box(target, "pick", 3))];
}
