// The board: the program's picture, and over it what the page adds.

import { key, place } from "./grid.js";

/** The side of a cell of pips in the program's pictures, and the number of colours there. */
export const SIDE = 64, SHADES = 8;

const SVG = "http://www.w3.org/2000/svg";

/** @param {string} name @param {Record<string, string | number>} attributes @param {(Node | string)[]} children @returns {SVGElement} */
export function shape(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, String(value));
  element.append(...children);
  return element;
}

/** The program's picture without its style, which the page has. @param {string} text */
export function parsePicture(text) {
  const plain = text.replace(/<style>[^<]*<\/style>|<title>[^<]*<\/title>/g, "");
  const picture = new DOMParser().parseFromString(plain, "image/svg+xml").documentElement;
  picture.querySelector("rect.paper[x='-16']")?.remove();
  picture.setAttribute("data-box", picture.getAttribute("viewBox") ?? "0 0 640 480");
  return /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.importNode(picture, true)));
}

const PIPS = [[], [[0, 0]], [[-1, -1], [1, 1]], [[-1, -1], [0, 0], [1, 1]],
  [[-1, -1], [1, -1], [-1, 1], [1, 1]], [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]]];

/**
 * A domino whose halves lie on two cells, in the inks of the program's pictures.
 * @param {[number, number]} one row and column of its first number
 * @param {[number, number]} other
 * @param {[number, number]} numbers
 */
export function tile(one, other, numbers) {
  const inset = 7;
  const top = Math.min(one[0], other[0]), left = Math.min(one[1], other[1]);
  const upright = one[1] === other[1];
  const [wide, high] = upright ? [SIDE, 2 * SIDE] : [2 * SIDE, SIDE];
  const [x, y] = [left * SIDE + wide / 2, top * SIDE + high / 2];
  const [dx, dy] = upright ? [18, 0] : [0, 18];
  const halves = [one, other].map(([row, column], index) =>
    half(column * SIDE + SIDE / 2, row * SIDE + SIDE / 2, numbers[index], 50));
  return shape("g", { class: "tile-on-board" },
    shape("rect", { x: left * SIDE + inset, y: top * SIDE + inset, width: wide - 2 * inset, height: high - 2 * inset, rx: 8, class: "tile o-mark", "stroke-width": 1.7 }),
    shape("line", { x1: x - dx, y1: y - dy, x2: x + dx, y2: y + dy, class: "mark", "stroke-width": 1.7 }),
    ...halves);
}

/** @param {number} x @param {number} y @param {number} number @param {number} size */
function half(x, y, number, size) {
  const pips = PIPS[number];
  if (!pips) return shape("text", { x, y, "text-anchor": "middle", "font-size": size * 0.5, class: "mark b" }, String(number));
  return shape("g", {}, ...pips.map(([right, down]) =>
    shape("circle", { cx: x + right * size * 0.25, cy: y + down * size * 0.25, r: size * 0.085, class: "mark" })));
}

/** A small picture of a domino for the tray. @param {[number, number]} numbers @param {number} turns */
export function smallTile(numbers, turns) {
  const steps = [[0, 1], [1, 0], [0, -1], [-1, 0]];
  const [down, right] = steps[turns];
  const one = /** @type {[number, number]} */ ([down < 0 ? 1 : 0, right < 0 ? 1 : 0]);
  const other = /** @type {[number, number]} */ ([one[0] + down, one[1] + right]);
  const upright = right === 0;
  const [wide, high] = upright ? [SIDE, 2 * SIDE] : [2 * SIDE, SIDE];
  const svg = shape("svg", { viewBox: `0 0 ${wide} ${high}`, width: wide * 0.45, height: high * 0.45, class: "cnfetti", "aria-hidden": "true" });
  svg.append(tile(one, other, numbers));
  return svg;
}

/**
 * What is to be seen. Cells are "row,column" of the board, each `side` wide and high. With room
 * around it there are dots to draw on; without, the picture is the board, or more than the board.
 * @typedef {{rows: number, columns: number, side: [number, number], hasRoom: boolean, isWhole: boolean,
 *   cursor: string | null, overlay: Node[],
 *   picture: SVGElement | null, at: {top: number, left: number, width: number, height: number} | null,
 *   fresh: string[], chosen: string[], wrong: string[], shown: string[],
 *   tiles: {cells: [[number, number], [number, number]], numbers: [number, number], look?: string}[],
 *   marks: Record<string, string>, isShaded: (cell: string) => boolean}} Scene
 */

/** @param {SVGSVGElement} board @param {Scene} scene */
export function draw(board, scene) {
  const [wide, high] = scene.side;
  const edge = scene.hasRoom ? 0 : 12;
  const whole = scene.isWhole && scene.picture?.getAttribute("data-box");
  board.setAttribute("viewBox", whole || `${-edge} ${-edge} ${scene.columns * wide + 2 * edge} ${scene.rows * high + 2 * edge}`);
  const layers = /** @type {Node[]} */ ([]);
  const dots = shape("g");
  for (let row = 1; scene.hasRoom && row < scene.rows; row++) {
    for (let column = 1; column < scene.columns; column++) {
      dots.append(shape("circle", { cx: column * wide, cy: row * high, r: 3, class: "dot" }));
    }
  }
  layers.push(dots);
  if (scene.picture && scene.at) {
    const { top, left, width, height } = scene.at;
    const frame = whole ? whole.split(" ").map(Number) : [left * wide - 4, top * high - 4, width * wide + 13, height * high + 13];
    const picture = scene.picture;
    ["x", "y", "width", "height"].forEach((name, index) => picture.setAttribute(name, String(frame[index])));
    picture.setAttribute("viewBox", whole || `-4 -4 ${frame[2]} ${frame[3]}`);
    picture.setAttribute("aria-hidden", "true");
    layers.push(picture);
  }
  const square = (/** @type {string} */ cell, /** @type {string} */ look, /** @type {number} */ inset) => {
    const [row, column] = place(cell);
    return shape("rect", { x: column * wide + inset, y: row * high + inset, width: wide - 2 * inset, height: high - 2 * inset, rx: 6, class: look });
  };
  for (const cell of scene.fresh) layers.push(square(cell, "fresh", 0));
  layers.push(...scene.overlay);
  for (const { cells, numbers, look } of scene.tiles) {
    const drawn = tile(...cells, numbers);
    if (look) drawn.classList.add(...look.split(" "));
    layers.push(drawn);
  }
  for (const [cell, marks] of Object.entries(scene.marks)) layers.push(pencil(cell, marks, scene));
  for (const cell of scene.shown) layers.push(square(cell, "shown", 4));
  for (const cell of scene.chosen) layers.push(square(cell, "chosen", 3));
  for (const cell of scene.wrong) layers.push(square(cell, "wrong", 4));
  if (scene.cursor) layers.push(square(scene.cursor, "cursor", 2));
  board.replaceChildren(...layers);
}

/** Small numbers in a cell. @param {string} cell @param {string} marks @param {Scene} scene */
function pencil(cell, marks, scene) {
  const [row, column] = place(cell);
  const numbers = marks.split(" ").filter(Boolean);
  const across = numbers.some((mark) => mark.length > 1) ? 2 : numbers.length > 4 ? 4 : 3;
  return shape("g", { "aria-hidden": "true" }, ...numbers.map((number, index) => shape("text", {
    x: column * scene.side[0] + (across === 2 ? 16 : 12) + (index % across) * [0, 0, 27, 18, 13][across],
    y: row * scene.side[1] + 14 + Math.floor(index / across) * 16,
    "text-anchor": "middle", class: `pencil ${scene.isShaded(cell) ? "mark" : "text"}`,
  }, number)));
}

/** The cell under a point of the window, and where in it, each from 0 to 1; or null. @param {SVGSVGElement} board @param {{clientX: number, clientY: number}} event @param {Scene} scene */
export function pointAt(board, event, scene) {
  const matrix = board.getScreenCTM();
  if (!matrix) return null;
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
  const [x, y] = [point.x / scene.side[0], point.y / scene.side[1]];
  const [row, column] = [Math.floor(y), Math.floor(x)];
  const inside = row >= 0 && column >= 0 && row < scene.rows && column < scene.columns;
  return inside ? { cell: key(row, column), at: /** @type {[number, number]} */ ([x - column, y - row]) } : null;
}

/** The cell under a point of the window, or null. @param {SVGSVGElement} board @param {{clientX: number, clientY: number}} event @param {Scene} scene */
export const cellAt = (board, event, scene) => pointAt(board, event, scene)?.cell ?? null;
