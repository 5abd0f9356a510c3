// Playing a puzzle whose kind is a page of text: what the pointer, the pad and the keys do on the board. Numbers are written into what
// is selected, lines and shades are drawn, and marks and colours are notes of the player.

import { key, place, range, stepOf } from "./grid.js";
import { check } from "./hints.js";
import { following, isBeside, isTruth, known, point, sheet } from "./spots.js";
import { speak } from "./cells.js";
import { board, commit, kind, quietly, render, say, settle, state, ui } from "./studio.js";

/** What each mode is called, and the key that chooses it. @type {Record<string, [string, string]>} */
export const MODES = { digit: ["Digit", "z"], draw: ["Draw", "z"], cross: ["Cross", "x"], corner: ["Corner", "x"], centre: ["Centre", "c"], colour: ["Colour", "v"] };

/** Up to how many values have a key each. */
export const KEYS = 12;

/** How long a finger rests on a place until that is a cross, in milliseconds. */
const LONG = 400;

/**
 * What the pad writes; what is selected, the last one at the cursor: unknowns by name, or cells as "row,column"; when a finger
 * has rested; what a press is for that draws no stroke.
 */
export const hand = { mode: "digit", picks: /** @type {string[]} */ ([]), timer: 0, rest: "", last: /** @type {[number, number]} */ ([0, 0]) };

/** Begins with another puzzle. */
export const startOver = () => Object.assign(hand, { mode: "digit", picks: [] });

/** Whether it is drawn, and not written: what is so or not, and lines. @param {import("./spots.js").Spot} spot */
export const isDrawn = (spot) => isTruth(spot) || (!isBeside(spot) && Math.abs(spot.area[2] - spot.area[3]) > 1);

/** The unknowns that are drawn, or those that are written. @param {boolean} wanted */
export const names = (wanted) => Object.keys(known()).filter((name) => isDrawn(known()[name]) === wanted);

/** The modes that the puzzle has. */
export function modes() {
  const isWritten = names(false).length > 0;
  return [...(isWritten ? ["digit"] : []), ...(names(true).length ? isWritten ? ["draw"] : ["draw", "cross"] : []), "corner", "centre", "colour"];
}

/** The mode that is chosen, of those that there are. */
export const mode = () => (modes().includes(hand.mode) ? hand.mode : modes()[0]);

export const draws = () => mode() === "draw" || mode() === "cross";

/** Where a target is. @param {string} target */
export function areaOf(target) {
  if (target in known()) return known()[target].area;
  const [row, column] = place(target);
  return [...point(2 * row, 2 * column), sheet.side, sheet.side];
}

/** @param {string} target @returns {[number, number]} */
export function middleOf(target) {
  const [x, y, width, height] = areaOf(target);
  return [x + width / 2, y + height / 2];
}

/** What can be selected: what is drawn or written, and for notes also cells in which nothing is written. */
export function targets() {
  if (draws()) return names(true);
  const written = names(false);
  if (mode() === "digit") return written;
  const { rows, columns } = state.model;
  const cells = range(rows).flatMap((row) => range(columns).map((column) => key(row, column)));
  const taken = new Set(written.map((name) => middleOf(name).join()));
  return [...written, ...cells.filter((cell) => !taken.has(middleOf(cell).join()))];
}

/** @param {{clientX: number, clientY: number}} event @returns {[number, number]} */
function pointOf({ clientX, clientY }) {
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(board.getScreenCTM()?.inverse());
  return [x, y];
}

/** How far a point is from the middle of a target: lines are as long as they are. @param {string} target @param {[number, number]} point */
function far(target, [x, y]) {
  const [left, top, width, height] = areaOf(target);
  const beyond = (/** @type {number} */ at, /** @type {number} */ from, /** @type {number} */ length) => Math.abs(at - from - length / 2) / (length > sheet.side / 2 ? 1 : 0.6);
  return Math.hypot(beyond(x, left, width), beyond(y, top, height));
}

/** The target at a point. While a stroke goes on, only what it passes in the middle. @param {[number, number]} point @param {boolean} [isStroke] */
function targetAt(point, isStroke = false) {
  const near = targets().reduce((best, target) => (best && far(best, point) <= far(target, point) ? best : target), "");
  if (!near) return null;
  const isCell = Math.abs(areaOf(near)[2] - areaOf(near)[3]) <= 1;
  const most = isCell ? Math.max(areaOf(near)[2], sheet.side * 0.7) * (isStroke ? 0.5 : 0.71) : sheet.side * (isStroke ? 0.36 : 0.72);
  return far(near, point) <= most ? near : null;
}

// ---- What is written and drawn.

/** @param {string} name @param {number | string | undefined} value */
function set(name, value) {
  if (value === undefined) delete state.entries[name];
  else state.entries[name] = value;
}

/** What follows when something was written: a full board is checked. */
function done() {
  speak();
  if (kind()?.isFull(state.model, state.entries)) quietly(check());
}

/** @param {string} where a mode @param {string} target */
export const noteOf = (where, target) => state.marks[`${where}:${target}`] ?? "";

/** @param {string} where @param {string} target @param {string[]} notes */
function note(where, target, notes) {
  if (notes.length) state.marks[`${where}:${target}`] = notes.join(" ");
  else delete state.marks[`${where}:${target}`];
}

/** Writes into all that is selected; what they all have already is taken away. @param {string} text @param {string} [where] */
export function write(text, where = mode()) {
  const { picks } = hand;
  if (!picks.length) return say(draws() ? "Draw on the board." : "Select cells first: click, or drag over several.");
  if (where === "digit" || where === "draw" || where === "cross") {
    const there = picks.filter((name) => name in known() && !isTruth(known()[name]));
    const values = there.map((name) => valueOf(name, text));
    const isThere = there.every((name, at) => state.entries[name] === values[at]);
    commit(() => there.forEach((name, at) => values[at] !== undefined && set(name, isThere ? undefined : values[at])));
    return done();
  }
  const all = picks.map((target) => noteOf(where, target).split(" ").filter(Boolean));
  const isThere = all.every((notes) => notes.includes(text));
  const other = (/** @type {string[]} */ notes) => (where === "colour" ? [] : notes).filter((note) => note !== text);
  commit(() => picks.forEach((target, at) => note(where, target, isThere ? other(all[at]) : [...other(all[at]), text].sort((one, next) => Number(one) - Number(next)))));
  speak();
}

/** The value that a digit or a word makes of an unknown: digits of longer numbers follow each other. @param {string} name @param {string} text */
function valueOf(name, text) {
  const allowed = known()[name].values.map(([value]) => value);
  if (allowed.length <= KEYS) return allowed.find((value) => String(value) === text);
  return [Number(`${state.entries[name] ?? ""}${text}`), Number(text)].find((value) => allowed.includes(value));
}

/** Clears what is selected: what is written; or else notes; or else colours. */
export function erase() {
  const { picks } = hand;
  const layers = [
    () => picks.filter((target) => target in state.entries).map((target) => () => set(target, undefined)),
    ...[["corner", "centre"], ["colour"]].map((where) => () => picks.flatMap((target) => where.filter((where) => noteOf(where, target)).map((where) => () => note(where, target, [])))),
  ];
  const work = layers.map((layer) => layer()).find((work) => work.length);
  if (work) commit(() => work.forEach((clear) => clear()));
  speak();
}

/** The next value of what is at the cursor. */
function cycle() {
  const name = hand.picks.at(-1) ?? "";
  if (!(name in known())) return;
  commit(() => set(name, following(known()[name], state.entries[name])));
  done();
}

// ---- The pointer.

/** What a press makes of a place that is drawn. @param {string} name @param {boolean} isCross */
function turnedTo(name, isCross) {
  const spot = known()[name];
  const value = state.entries[name];
  if (!isTruth(spot)) return isCross ? undefined : following(spot, value);
  const wanted = isCross ? 0 : 1;
  return value === wanted ? undefined : wanted;
}

/** @param {PointerEvent} event */
export function begin(event) {
  const point = pointOf(event);
  const target = targetAt(point) ?? "";
  clearTimeout(hand.timer);
  if (!target && !draws()) return pick([]);
  const before = JSON.stringify(state);
  hand.last = point;
  if (!draws()) {
    const isMore = event.ctrlKey || event.metaKey || event.shiftKey;
    const isGone = isMore && hand.picks.includes(target);
    pick([...(isMore ? hand.picks : []).filter((other) => other !== target), ...(isGone ? [] : [target])]);
    ui.stroke = { before, paint: (target) => { if (!hand.picks.includes(target)) pick([...hand.picks, target]); } };
    return;
  }
  hand.picks = target ? [target] : [];
  const isFirm = target !== "" && targetAt(point, true) === target;
  // The first place that is drawn decides what all along the stroke becomes. From a dot, two lines are as near: a stroke shows which.
  const draw = (/** @type {boolean} */ isCross, /** @type {boolean} */ isNow) => {
    let value = /** @type {number | string | undefined} */ (undefined);
    let isDecided = false;
    hand.rest = target;
    ui.stroke = { before, paint: (name) => {
      if (!isDecided) value = turnedTo(name, isCross);
      isDecided = true;
      hand.rest = "";
      if (state.entries[name] !== value) set(name, value);
    } };
    if (isNow) ui.stroke.paint(target);
    render();
  };
  draw(mode() === "cross" || event.button === 2, isFirm);
  if (target && event.pointerType !== "mouse") hand.timer = setTimeout(() => {
    if (ui.stroke?.before !== before) return;
    state.entries = JSON.parse(before).entries;
    draw(true, true);
  }, LONG);
}

/** @param {PointerEvent} event */
export function goOn(event) {
  if (!ui.stroke) return;
  const point = pointOf(event);
  const [dx, dy] = [point[0] - hand.last[0], point[1] - hand.last[1]];
  if (Math.hypot(dx, dy) > sheet.side / 5) clearTimeout(hand.timer);
  // Fast pointers pass over what lies between.
  const steps = Math.ceil(Math.hypot(dx, dy) / (sheet.side / 6));
  for (const step of range(steps)) {
    const part = (step + 1) / steps;
    const target = targetAt([hand.last[0] + part * dx, hand.last[1] + part * dy], true);
    if (target) ui.stroke.paint(target);
  }
  if (!steps) return;
  hand.last = point;
  render();
}

/** Ends a stroke, or takes it back. @param {boolean} [isMeant] */
export function end(isMeant = true) {
  clearTimeout(hand.timer);
  const { stroke } = ui;
  ui.stroke = null;
  if (!stroke) return;
  if (!isMeant) {
    state.entries = JSON.parse(stroke.before).entries;
    return render();
  }
  if (draws() && hand.rest) stroke.paint(hand.rest);
  hand.rest = "";
  if (JSON.stringify(state) !== stroke.before) settle(stroke.before);
  done();
}

/** Selects all with the same value. @param {MouseEvent} event */
export function likeThis(event) {
  const name = targetAt(pointOf(event)) ?? "";
  const value = state.entries[name];
  if (mode() === "digit" && value !== undefined) pick([...names(false).filter((other) => other !== name && state.entries[other] === value), name]);
}

/** @param {string[]} targets */
export function pick(targets) {
  hand.picks = targets;
  Object.assign(ui, { shown: [], because: [], struck: {} });
  render();
  speak();
}

/** What is at a target, in words. @param {string} target */
export function said(target) {
  const spot = known()[target];
  const value = state.entries[target];
  const entered = spot?.values.find(([known]) => known === value)?.[1] ?? (spot ? "empty" : "");
  const notes = Object.keys(MODES).flatMap((where) => (noteOf(where, target) ? [`${where} ${noteOf(where, target)}`] : []));
  const more = hand.picks.length > 1 && target === hand.picks.at(-1) ? [`${hand.picks.length} selected`] : [];
  return [`${spot?.subject ?? `r${place(target)[0] + 1}c${place(target)[1] + 1}`}: ${entered}`, ...notes, ...more].join(", ");
}

// ---- The keys.

/** @param {string} name of a mode */
export function choose(name) {
  const drawn = draws();
  hand.mode = name;
  if (drawn !== draws()) hand.picks = [];
  render();
}

/** The nearest target in a direction. @param {[number, number]} step */
function beside([down, right]) {
  const all = targets();
  const from = hand.picks.at(-1);
  if (!from || !all.includes(from)) return all[0] ?? null;
  const [x, y] = middleOf(from);
  const length = (/** @type {string} */ to) => {
    const [aside, below] = [middleOf(to)[0] - x, middleOf(to)[1] - y];
    const ahead = below * down + aside * right;
    return ahead > 1 ? ahead + 2.5 * Math.abs(below * right) + 2.5 * Math.abs(aside * down) : Infinity;
  };
  const best = all.reduce((best, to) => (length(to) < length(best) ? to : best));
  return length(best) < Infinity ? best : from;
}

/** What a key does; whether it does anything. @param {KeyboardEvent} event */
export function press(event) {
  const { key: pressed, code, shiftKey, altKey } = event;
  const isControl = event.ctrlKey || event.metaKey;
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1];
  const step = stepOf(pressed);
  if (altKey) return false;
  if (digit && (isControl || shiftKey || /^\d$/.test(pressed))) write(digit, isControl ? shiftKey ? "colour" : "centre" : shiftKey ? "corner" : mode());
  else if (isControl && pressed === "a") pick(targets());
  else if (isControl) return false;
  else if (step) {
    const to = beside(step);
    if (to) pick([...(shiftKey ? hand.picks : []).filter((other) => other !== to), to]);
  } else if (pressed === "Delete" || pressed === "Backspace") erase();
  else if (pressed === " ") cycle();
  else if (draws() && (pressed === "Enter" || pressed === "x")) {
    const name = hand.picks.at(-1);
    if (name) commit(() => set(name, pressed === "x" ? turnedTo(name, true) : turnedTo(name, mode() === "cross")));
    done();
  } else if (pressed === "Enter") cycle();
  else if (pressed === "Escape") pick([]);
  else {
    const wanted = modes().find((name) => MODES[name][1] === pressed);
    if (!wanted) return false;
    choose(wanted);
  }
  return true;
}
