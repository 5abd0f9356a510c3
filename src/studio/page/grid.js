// Cells of a board, as "row,column".

/** @param {number} row @param {number} column */
export const key = (row, column) => `${row},${column}`;

/** @param {string} cell @returns {[number, number]} */
export const place = (cell) => /** @type {[number, number]} */ (cell.split(",").map(Number));

/** Right, down, left, up, as rows and columns of a step. @type {[number, number][]} */
export const TURNS = [[0, 1], [1, 0], [0, -1], [-1, 0]];

/** The step of an arrow key, if it is one. @param {string} key @returns {[number, number] | undefined} */
export const stepOf = (key) => TURNS[["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"].indexOf(key)];

/** @param {string} cell @param {[number, number]} step */
export const beside = (cell, [top, left]) => moved(cell, { top, left });

/** From 0, this many numbers. @param {number} length */
export const range = (length) => [...Array(length).keys()];

/** Sets what is at a cell, or that nothing is. @param {Record<string, string>} cells @param {string} cell @param {string} value */
export function paint(cells, cell, value) {
  if (value === "") delete cells[cell];
  else cells[cell] = value;
}

/** The smallest rectangle with all cells. @param {Record<string, unknown>} cells */
export function extent(cells) {
  const places = Object.keys(cells).map(place);
  const rows = places.map(([row]) => row);
  const columns = places.map(([, column]) => column);
  const top = Math.min(...rows), left = Math.min(...columns);
  return { top, left, height: Math.max(...rows) - top + 1, width: Math.max(...columns) - left + 1 };
}

/** The cells row by row. @param {Record<string, unknown>} cells */
export const ordered = (cells) => Object.keys(cells).map(place).sort((one, other) => one[0] - other[0] || one[1] - other[1]).map(String);

/** The cells of the smallest rectangle with all cells. @template T @param {Record<string, unknown>} cells @param {(cell: string) => T} what @returns {T[][]} */
export function rectangle(cells, what) {
  const { top, left, height, width } = extent(cells);
  return range(height).map((row) => range(width).map((column) => what(key(top + row, left + column))));
}

/** Whether a name is that of a cell. The letters of dice are not. @param {string} name */
export const isCell = (name) => /^-?\d+,-?\d+$/.test(name);

/** What is in rows, by cell. @template T @param {T[][]} rows @returns {Record<string, T>} */
export const byCell = (rows) => Object.fromEntries(rows.flatMap((row, at) => row.map((what, beside) => [key(at, beside), what])));

/** A cell of the puzzle as a cell of the board on the page. @param {string} cell @param {{top: number, left: number}} at */
export const moved = (cell, { top, left }) => place(cell).map((at, axis) => at + [top, left][axis]).join(",");

/** The same with all cells in it moved. @template T @param {T} value @param {{top: number, left: number}} by @returns {T} */
export const allMoved = (value, by) => mapped(value, (cell) => moved(cell, by));

/** The same with another cell for each cell in it. @template T @param {T} value @param {(cell: string) => string} to @returns {T} */
export const mapped = (value, to) => JSON.parse(JSON.stringify(value).replace(/(?<=")-?\d+,-?\d+(?=")/g, to));

/** The cells, by row and column of the puzzle, that a constraint or a fact names. @param {string} text */
export const cellsIn = (text) => [...new Set([...text.matchAll(/(?:cell|seat)\[(\d+)\]\[(\d+)\]/g)].map((found) => `${found[1]},${found[2]}`))];

/** The cell on the page that a name stands for, if any. @param {string} name @param {{top: number, left: number}} at */
export const keyOf = (name, at) => cellsIn(name).map((cell) => moved(cell, at))[0] ?? null;
