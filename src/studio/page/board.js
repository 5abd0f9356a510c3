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
  picture.setAttribute("aria-hidden", "true");
  return /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.importNode(picture, true)));
}

const PIPS = [[], [[0, 0]], [[-1, -1], [1, 1]], [[-1, -1], [0, 0], [1, 1]],
  [[-1, -1], [1, -1], [-1, 1], [1, 1]], [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]]];

/**
 * A domino whose halves lie on two cells, in the inks of the program's pictures.
 * @param {[string, string]} cells of its first number and of its second
 * @param {[number, number]} numbers
 * @param {string} look
 */
export function tile(cells, numbers, look = "") {
  const [one, other] = cells.map(place);
  const [y, x] = [0, 1].map((axis) => (one[axis] + other[axis] + 1) * SIDE / 2);
  const [dx, dy] = one[1] === other[1] ? [1, 2] : [2, 1];
  const [wide, high] = [dx * SIDE - 14, dy * SIDE - 14];
  return shape("g", { class: `tile-on-board ${look}` },
    shape("rect", { x: x - wide / 2, y: y - high / 2, width: wide, height: high, rx: 8, class: "tile o-mark", "stroke-width": 1.7 }),
    shape("line", { x1: x - 18 * (dy - 1), y1: y - 18 * (dx - 1), x2: x + 18 * (dy - 1), y2: y + 18 * (dx - 1), class: "mark", "stroke-width": 1.7 }),
    ...[one, other].map(([row, column], index) => half((column + 0.5) * SIDE, (row + 0.5) * SIDE, numbers[index])));
}

/** @param {number} x @param {number} y @param {number} number */
function half(x, y, number) {
  if (!PIPS[number]) return shape("text", { x, y, "text-anchor": "middle", "font-size": 25, class: "mark b" }, String(number));
  return shape("g", {}, ...PIPS[number].map(([right, down]) =>
    shape("circle", { cx: x + right * 12.5, cy: y + down * 12.5, r: 4.25, class: "mark" })));
}

/**
 * What is to be seen. Cells are "row,column" of the board, each `side` wide and high. With room
 * around it there are dots to draw on; without, the picture is the board, or more than the board. Whoever plays sees no more room than the puzzle takes (`zoom`).
 * @typedef {{margin: number, zoom: {top: number, left: number, width: number, height: number} | null, rows: number, columns: number, side: [number, number], hasRoom: boolean, isWhole: boolean,
 *   lens?: import("./lens.js").Lens, cursor: string | null, overlay: Node[],
 *   picture: SVGElement | null, at: {top: number, left: number, width: number, height: number} | null,
 *   fresh: string[], chosen: string[], wrong: string[], shown: string[], conflicts: string[],
 *   marks: Record<string, string>, isShaded: (cell: string) => boolean}} Scene
 */

/** A box with a margin. @param {string | null | undefined} box @param {number} margin */
function wider(box, margin) {
  const [x, y, width, height] = box?.split(" ").map(Number) ?? [];
  return box && [x - margin, y - margin, width + 2 * margin, height + 2 * margin].join(" ");
}

/** What is seen around a board to play, in pixels. */
const AROUND = 24;

/** What lies over clues without hiding them, however much of it meets in one place. @param {Node[]} frames */
export const veil = (frames) => shape("g", { class: "veil" }, ...frames);

/** The part of a box that is seen through a lens. @param {string} box @param {import("./lens.js").Lens | undefined} lens */
function through(box, lens) {
  if (!lens || lens.times <= 1) return box;
  const [x, y, width, height] = box.split(" ").map(Number);
  return [x + lens.x * width, y + lens.y * height, width / lens.times, height / lens.times].join(" ");
}

/** @param {SVGSVGElement} board @param {Scene} scene */
export function draw(board, scene) {
  const { picture, at, rows, columns, side: [wide, high] } = scene;
  const edge = scene.hasRoom ? 0 : 18;
  const whole = scene.isWhole && wider(picture?.getAttribute("data-box"), scene.margin);
  const seen = scene.zoom ?? { left: 0, top: 0, width: columns, height: rows };
  const border = scene.zoom ? AROUND : edge;
  const seenBox = (whole || `${seen.left * wide - border} ${seen.top * high - border} ${seen.width * wide + 2 * border} ${seen.height * high + 2 * border}`);
  board.setAttribute("viewBox", through(seenBox, scene.lens));
  if (picture && at) {
    const [x, y, width, height] = whole ? whole.split(" ") : [at.left * wide - 4, at.top * high - 4, at.width * wide + 13, at.height * high + 13];
    const frame = { x, y, width, height, viewBox: whole || `-4 -4 ${width} ${height}` };
    for (const [name, value] of Object.entries(frame)) picture.setAttribute(name, String(value));
  }
  const squares = (/** @type {string[]} */ cells, /** @type {string} */ look, /** @type {number} */ inset) => cells.map(place).map(([row, column]) =>
    shape("rect", { x: column * wide + inset, y: row * high + inset, width: wide - 2 * inset, height: high - 2 * inset, rx: 6, class: look }));
  const layers = [
    ...(scene.hasRoom ? dots(rows, columns, wide, high) : []), ...(picture && at ? [picture] : []),
    ...squares(scene.fresh, "fresh", 0), ...scene.overlay,
    ...Object.entries(scene.marks).map(([cell, marks]) => pencil(cell, marks, scene)),
    ...squares(scene.conflicts, "conflict", 5), veil(squares(scene.shown, "shown", 4)), ...squares(scene.chosen, "chosen", 3),
    ...squares(scene.wrong, "wrong", 4), ...squares(scene.cursor ? [scene.cursor] : [], "cursor", 2)];
  // Painting takes longer than anything else here.
  const isSame = layers.length === board.childElementCount && layers.every((layer, index) => layer.isEqualNode(board.children[index]));
  if (!isSame) board.replaceChildren(...layers);
}

/** A dot wherever cells meet. @param {number} rows @param {number} columns @param {number} wide @param {number} high */
function dots(rows, columns, wide, high) {
  const [x, y] = [wide / 2, high / 2];
  const dot = shape("circle", { cx: x, cy: y, r: 3, class: "dot" });
  return [shape("pattern", { id: "dots", x, y, width: wide, height: high, patternUnits: "userSpaceOnUse" }, dot),
    shape("rect", { x, y, width: (columns - 1) * wide, height: (rows - 1) * high, fill: "url(#dots)" })];
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
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(board.getScreenCTM()?.inverse());
  const [x, y] = [point.x / scene.side[0], point.y / scene.side[1]];
  const [row, column] = [Math.floor(y), Math.floor(x)];
  const inside = row >= 0 && column >= 0 && row < scene.rows && column < scene.columns;
  return inside ? { cell: key(row, column), at: /** @type {[number, number]} */ ([x - column, y - row]) } : null;
}
