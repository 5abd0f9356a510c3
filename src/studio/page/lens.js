// Large boards: a lens makes part of the board larger, by a wheel, two fingers, keys or buttons.

import { $, board, render, state, ui } from "./studio.js";
import * as play from "./play.js";

/** How many times larger it shows the board, and where it begins, as parts of the board's width and height. @typedef {{times: number, x: number, y: number}} Lens */

/** @type {Lens} */
export const lens = { times: 1, x: 0, y: 0 };

/** How far it goes, and how long and how far two fingers may rest and move to be a tap, in milliseconds and pixels. */
const MOST = 8, TAP = 300, STILL = 12;

/** @param {number} times @param {number} x @param {number} y */
function set(times, x, y) {
  lens.times = Math.min(MOST, Math.max(1, times));
  const most = 1 - 1 / lens.times;
  lens.x = Math.min(most, Math.max(0, x));
  lens.y = Math.min(most, Math.max(0, y));
  render();
}

/** Shows the board larger or smaller. What is at a point of the window stays there. @param {number} factor @param {[number, number]} [point] as parts of what is seen */
export function zoom(factor, [x, y] = [0.5, 0.5]) {
  const times = Math.min(MOST, Math.max(1, lens.times * factor));
  set(times, lens.x + x / lens.times - x / times, lens.y + y / lens.times - y / times);
}

/** Moves what is seen, by parts of it. @param {number} right @param {number} down */
const pan = (right, down) => set(lens.times, lens.x + right / lens.times, lens.y + down / lens.times);

/** Where something is on the board that is seen, as parts of it. @param {{clientX: number, clientY: number}} event @returns {[number, number]} */
function part({ clientX, clientY }) {
  const { left, top, width, height } = board.getBoundingClientRect();
  return [(clientX - left) / width, (clientY - top) / height];
}

/** Two fingers move and spread what is seen; a tap of both undoes. @param {() => void} undo */
export function gestures(undo) {
  const fingers = /** @type {Map<number, PointerEvent>} */ (new Map());
  let began = 0, moved = 0;
  const middle = () => {
    const [one, other] = [...fingers.values()].map(part);
    return { at: /** @type {[number, number]} */ ([(one[0] + other[0]) / 2, (one[1] + other[1]) / 2]), wide: Math.hypot(one[0] - other[0], one[1] - other[1]) };
  };
  board.addEventListener("pointerdown", (event) => {
    if (event.pointerType !== "touch") return;
    fingers.set(event.pointerId, event);
    if (fingers.size !== 2) return;
    // What the first finger has begun was not meant.
    if (state.kind === "spots" && ui.mode === "play") play.end(false);
    Object.assign(ui, { stroke: null, selects: false, dragged: null });
    [began, moved] = [event.timeStamp, 0];
    event.stopImmediatePropagation();
  }, true);
  addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before || fingers.size !== 2) return before && void fingers.set(event.pointerId, event);
    event.stopImmediatePropagation();
    const from = middle();
    fingers.set(event.pointerId, event);
    const to = middle();
    moved += Math.hypot(event.clientX - before.clientX, event.clientY - before.clientY);
    if (moved < STILL) return;
    zoom(to.wide / (from.wide || 1), from.at);
    pan(from.at[0] - to.at[0], from.at[1] - to.at[1]);
  }, true);
  for (const name of ["pointerup", "pointercancel"]) addEventListener(name, (event) => {
    const { pointerId, timeStamp } = /** @type {PointerEvent} */ (event);
    const isTap = fingers.size === 2 && fingers.has(pointerId) && name === "pointerup" && timeStamp - began < TAP && moved < STILL;
    if (!fingers.delete(pointerId)) return;
    if (isTap) undo();
  }, true);
  $("frame").addEventListener("wheel", (/** @type {WheelEvent} */ event) => {
    if (!event.ctrlKey && lens.times === 1) return;
    event.preventDefault();
    if (event.ctrlKey) zoom(1.002 ** -event.deltaY, part(event));
    else pan(event.deltaX / 800, event.deltaY / 800);
  }, { passive: false });
  board.addEventListener("keydown", ({ key, ctrlKey }) => {
    if (ctrlKey || state.kind === "text") return;
    if (key === "+" || key === "-") zoom(key === "+" ? 1.5 : 1 / 1.5);
  });
}
