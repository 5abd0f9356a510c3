// Models, which are text: what they are solved with as tables, for those who read and those who listen.

import { element } from "./controls.js";

/** How a file ends that has a model as it was typed; none for a puzzle. @param {string} typed @param {string} toml the same in our own format */
export function endingOf(typed, toml) {
  const language = toml.match(/^(xcsp3|flatzinc|opb) = /m)?.[1] ?? "";
  return typed.includes(`${language} = `) ? undefined : { xcsp3: "xml", flatzinc: "mzn", opb: "opb" }[language];
}

/** Rows of a value: numbers and lists of numbers are one row, deeper lists a row for each of their lists. @param {any} value @returns {any[][]} */
function rowsOf(value) {
  if (!Array.isArray(value)) return [[value]];
  return value.some(Array.isArray) ? value.flatMap(rowsOf) : [value];
}

/** Shows a table for each list of variables, and one for all others. @param {HTMLElement} place @param {Record<string, any>} solution */
export function showTables(place, solution) {
  const entries = Object.entries(solution);
  const lists = entries.filter(([, value]) => Array.isArray(value));
  const others = entries.filter(([, value]) => !Array.isArray(value));
  const row = (/** @type {Node[]} */ ...cells) => element("tr", {}, ...cells);
  const data = (/** @type {any} */ value) => element("td", { textContent: value ?? "" });
  const tables = lists.map(([name, value]) => element("table", {}, element("caption", {}, name), ...rowsOf(value).map((values) => row(...values.map(data)))));
  if (others.length) tables.push(element("table", {}, ...others.map(([name, value]) => row(element("th", {}, name), data(value)))));
  place.replaceChildren(...tables);
}
