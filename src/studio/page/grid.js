// Cells of a board, as "row,column".

/** @param {number} row @param {number} column */
export const key = (row, column) => `${row},${column}`;

/** @param {string} cell @returns {[number, number]} */
export const place = (cell) => /** @type {[number, number]} */ (cell.split(",").map(Number));

/** The smallest rectangle with all cells. @param {Record<string, unknown>} cells */
export function extent(cells) {
  const places = Object.keys(cells).map(place);
  const rows = places.map(([row]) => row);
  const columns = places.map(([, column]) => column);
  const top = Math.min(...rows), left = Math.min(...columns);
  return { top, left, height: Math.max(...rows) - top + 1, width: Math.max(...columns) - left + 1 };
}

/** The cells row by row. @param {Record<string, unknown>} cells */
export function ordered(cells) {
  return Object.keys(cells).map(place).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}

/** The cells of the smallest rectangle with all cells. @template T @param {Record<string, unknown>} cells @param {(cell: string) => T} what @returns {T[][]} */
export function rectangle(cells, what) {
  const { top, left, height, width } = extent(cells);
  return [...Array(height).keys()].map((row) => [...Array(width).keys()].map((column) => what(key(top + row, left + column))));
}

/** A cell of the puzzle as a cell of the board on the page. @param {string} cell @param {{top: number, left: number}} at */
export function moved(cell, at) {
  const [row, column] = place(cell);
  return key(row + at.top, column + at.left);
}

/** The cells, by row and column of the puzzle, that a constraint or a fact names. @param {string} text */
export function cellsIn(text) {
  return [...new Set([...text.matchAll(/(?:cell|seat)\[(\d+)\]\[(\d+)\]/g)].map((found) => `${found[1]},${found[2]}`))];
}

/** The names of the program's variables for cells, and back. @param {string} word */
export const gridNames = (word) => ({
  /** @param {string} cell @param {{top: number, left: number}} at */
  nameOf(cell, at) {
    const [row, column] = place(cell);
    return `${word}[${row - at.top}][${column - at.left}]`;
  },
  /** @param {string} name @param {{top: number, left: number}} at */
  keyOf(name, at) {
    const [cell] = cellsIn(name);
    return cell === undefined ? null : moved(cell, at);
  },
});
