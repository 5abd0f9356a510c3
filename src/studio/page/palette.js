// Making a puzzle whose kind is a page of text: its layers and what can be put into them beside the board, and what
// the pointer and the keys then do on it.

import { speak } from "./cells.js";
import { element } from "./controls.js";
import * as given from "./given.js";
import { point, sheet } from "./spots.js";
import { $, board, commit, fill, render, settle, state, ui } from "./studio.js";

/** The layer that is chosen, by name; what a click puts there; for areas what a drag does. */
const tool = { layer: "", value: "", how: "new" };

/** A click only chooses the place; what stands there is typed. */
const TYPE = "type";

/** What the palette was made for. */
let made = "";

/** Begins with the first layer of another puzzle. */
export const startOver = () => Object.assign(tool, { layer: "", value: "", how: "new" });

/** @returns {given.Given} */
const puzzle = () => state.model;

/** The layer that is chosen. @returns {given.Layer | undefined} */
export const chosen = () => (state.kind === "spots" && state.model?.clues.length ? given.layerOf(puzzle(), tool.layer) : undefined);

/** @param {string} name of a group of buttons @param {string} label @param {[string, string][]} choices @param {string} now @param {(choice: string) => void} choose */
function radios(name, label, choices, now, choose) {
  const one = (/** @type {[string, string]} */ [value, text]) => element("label", {}, element("input", { type: "radio", name, value, checked: value === now, onchange: () => choose(value) }), ` ${text}`);
  return element("div", { className: "bar choices", role: "radiogroup", ariaLabel: label }, ...choices.map(one));
}

/** Where clues can be, as headings of the toolbox, each with a sign for its tools. */
const PLACES = /** @type {Record<string, [string, string]>} */ ({
  cells: ["In cells", "▣"], links: ["Between cells", "◫"], sides: ["Between cells", "◫"], corners: ["At corners", "✛"], areas: ["Areas", "▱"], paths: ["Lines", "∿"], outside: ["Outside", "⇥"],
});

/** All layers as tools, in groups by where they are. @param {given.Layer[]} clues @param {string} now @param {(name: string) => void} choose */
function toolbox(clues, now, choose) {
  const placeOf = (/** @type {given.Layer} */ layer) => PLACES[given.groupsOf(puzzle(), layer).on] ?? PLACES.cells;
  const titles = [...new Set(clues.map((layer) => placeOf(layer)[0]))];
  const parts = titles.flatMap((title) => {
    const layers = clues.filter((layer) => placeOf(layer)[0] === title);
    const tools = radios("layer", title, layers.map(({ name }) => [name, name.replaceAll("_", " ")]), now, choose);
    [...tools.children].forEach((label, at) => label.append(element("span", { className: "sign", ariaHidden: "true" }, placeOf(layers[at])[1])));
    return titles.length > 1 ? [element("h3", {}, title), tools] : [tools];
  });
  return element("div", { className: "toolbox" }, ...parts);
}

/** What a click can put into a layer,s button. @param {given.Layer} layer @returns {[string, string][]} */
function valuesOf(layer) {
  const { values, words, any, from, to } = layer;
  const few = values === "number" && to !== null && to - (from ?? 0) < 10;
  const numbers = few ? Array.from({ length: to - (from ?? 0) + 1 }, (_, at) => String((from ?? 0) + at)) : [];
  const all = values === "flag" ? ["#"] : [...words, ...numbers];
  if (values.startsWith("number")) all.unshift(TYPE);
  if (any) all.push("?");
  const said = (/** @type {string} */ value) => ({ "#": "Put", [TYPE]: "Type", "?": "?" })[value] ?? value.replaceAll("_", " ");
  return [...all.map((value) => /** @type {[string, string]} */ ([value, said(value)])), ["", "Erase"]];
}

/** Shows the layers of the puzzle, when they are others than before. */
export function showPalette() {
  if (state.kind !== "spots" || !state.model) return;
  const { clues, parameters } = puzzle();
  const layer = chosen();
  showInspector();
  const needs = JSON.stringify([clues.map(({ name, about, from, to }) => [name, about, from, to]), parameters.map(({ name }) => name), layer?.name]);
  if (needs === made) return;
  made = needs;
  $("palette").replaceChildren(...(layer ? layerTools(layer) : []));
  $("parameters").replaceChildren(...parameters.map(parameterField));
  fill();
}

/** @param {given.Layer} layer */
function layerTools(layer) {
  const { clues } = puzzle();
  const choose = (/** @type {string} */ name) => {
    Object.assign(tool, { layer: name, value: "", how: "new" });
    ui.cursor = given.places(puzzle(), given.layerOf(puzzle(), name))[0] ?? "1,1";
    render();
    /** @type {HTMLElement | null} */ (document.querySelector(`input[name=layer][value="${CSS.escape(name)}"]`))?.focus();
  };
  const parts = [];
  if (clues.length > 1) parts.push(toolbox(clues, layer.name, choose));
  parts.push(element("p", { className: "faint" }, `${layer.name.replaceAll("_", " ")}: ${layer.about.replaceAll("`", "")}`));
  if (given.hasGroups(layer)) {
    const ways = /** @type {[string, string][]} */ ([["new", "Drag to draw"], ["more", "Drag to extend"], ["", "Erase"]]);
    parts.push(radios("how", "Drag to draw", ways.filter(([how]) => how || !layer.cover), tool.how, (how) => { tool.how = how; }));
    return parts;
  }
  const values = valuesOf(layer);
  if (!values.some(([value]) => value === tool.value) || !tool.value) tool.value = values[0][0];
  parts.push(radios("value", "Value to place", values, tool.value, (value) => { tool.value = value; }));
  if (layer.values !== "flag") {
    const input = element("input", { autocomplete: "off", size: 8 });
    Object.assign(input.dataset, { field: "clue", here: "" });
    parts.push(element("label", { className: "short" }, "Clue here ", input));
  }
  return parts;
}

/** What there is at the cursor: each clue with its field, and a button that takes it away. */
function inspector() {
  const at = ui.cursor;
  const model = puzzle();
  const clues = model.clues.flatMap((layer) => {
    const groups = given.groupsOf(model, layer);
    const group = given.hasGroups(groups) ? given.groupAt(groups, at) : at;
    const isThere = group !== null && (given.hasGroups(layer) ? !layer.cover : given.isOfGroups(layer) || at in layer.at);
    return isThere ? [{ layer, name: group, cells: given.cellsOf(layer, group).length }] : [];
  });
  return clues.map(({ layer, name, cells }) => {
    const said = layer.name.replaceAll("_", " ");
    const input = element("input", { autocomplete: "off", size: 8, ariaLabel: `${said} here` });
    input.dataset.field = `clue ${layer.name}`;
    const what = given.hasGroups(layer) ? [`${said} ${name}, ${cells} ${cells === 1 ? "cell" : "cells"} `] : layer.values === "flag" ? [`${said} `] : [`${said} `, input];
    const remove = element("button", { textContent: "✕", ariaLabel: `Remove ${said}`, onclick: () => commit(() => given.takeAway(puzzle(), { layer: layer.name, name, at })) });
    return element("div", { className: "bar" }, ...what, remove);
  });
}

/** Shows it when it is another than before: who types in it goes on. */
function showInspector() {
  const rows = inspector();
  const place = $("inspector");
  if (place.textContent === [given.said(puzzle(), ui.cursor), ...rows.map((row) => row.textContent)].join("")) return;
  place.replaceChildren(element("h3", {}, given.said(puzzle(), ui.cursor)), ...rows);
  place.hidden = rows.length === 0;
  fill();
}

/** @param {given.Parameter} parameter */
function parameterField({ name, from, to, truth }) {
  const input = truth ? element("select", {}, new Option("no", "0"), new Option("yes", "1")) : element("input", { type: "number", min: String(from), max: String(to) });
  input.dataset.field = `parameter ${name}`;
  return element("label", { className: "short" }, `${name.replaceAll("_", " ")} `, input);
}

/** What stands in the fields of the palette. @returns {Record<string, import("./kinds.js").Field>} */
export function fieldsOf(/** @type {given.Given} */ model) {
  const parameters = model.parameters.map((parameter) => /** @type {[string, import("./kinds.js").Field]} */ ([`parameter ${parameter.name}`, {
    get: () => parameter.value,
    set: (_, text) => { parameter.value = Math.min(parameter.to, Math.max(parameter.from, Math.floor(Number(text)) || 0)); },
  }]));
  const field = (/** @type {() => string} */ name) => ({
    get: (/** @type {given.Given} */ model, /** @type {string} */ at) => (chosen() ? given.clueAt(model, given.layerOf(model, name()), at) : ""),
    set: (/** @type {given.Given} */ model, /** @type {string} */ text, /** @type {string} */ at) => given.give(model, given.layerOf(model, name()), at, text.trim()),
  });
  return { ...Object.fromEntries([...parameters, ...model.clues.map(({ name }) => [`clue ${name}`, field(() => name)])]), clue: field(() => tool.layer) };
}

/** What is marked on the board: the cells of the area at the cursor, or the path there. */
export function selected() {
  const layer = chosen();
  if (!layer) return [];
  const groups = given.groupsOf(puzzle(), layer);
  return given.hasGroups(groups) ? given.cellsOf(groups, given.groupAt(groups, ui.cursor)) : [];
}

/** Tells those who do not see the board what is at the cursor. @param {string} at */
export function speakOf(at) {
  const model = puzzle();
  const there = model.clues.map((layer) => {
    const groups = given.groupsOf(model, layer);
    const clue = given.clueAt(model, layer, at) || (given.hasGroups(layer) ? given.groupAt(groups, at) : "");
    return clue ? `${layer.name.replaceAll("_", " ")} ${clue}` : "";
  });
  const spare = ui.redundant.some((clue) => clue.at === at) ? ["not needed"] : [];
  return `${given.said(model, at)}: ${[...there.filter(Boolean), ...spare].join(", ") || "empty"}`;
}

// ---- The pointer.

/** @param {string} at */
export function moveTo(at) {
  ui.cursor = at;
  fill();
  render();
  speak();
}

/** Where the pointer is, in lines and columns of a drawing of the board. @param {MouseEvent} event @returns {[number, number]} */
function pointOn({ clientX, clientY }) {
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(board.getScreenCTM()?.inverse());
  return [(y - sheet.y) * 2 / sheet.pitch, (x - point((y - sheet.y) * 2 / sheet.pitch, 0)[0]) * 2 / sheet.side];
}

/** The cell under the pointer, by row and column. @param {PointerEvent} event */
export function cellUnder(event) {
  const [row, column] = pointOn(event).map((at) => Math.floor(at / 2));
  const { rows, columns } = puzzle();
  return row >= 0 && column >= 0 && row < rows && column < columns ? `${row},${column}` : null;
}

/** The places where a layer is drawn and typed: areas are cells. @param {given.Layer} layer */
const placesOf = (layer) => (given.hasGroups(layer) || given.isOfGroups(layer) ? { ...layer, on: "cells" } : layer);

/** Where the cursor can be. */
export function placesToMake() {
  const layer = chosen();
  return layer ? given.places(puzzle(), placesOf(layer)) : [];
}

/** Begins a stroke where the pointer is; whether there is anything to draw. @param {PointerEvent} event */
export function begin(event) {
  const layer = chosen();
  const at = layer && given.nearest(puzzle(), placesOf(layer), pointOn(event));
  if (!layer || !at) return false;
  const before = JSON.stringify(state);
  ui.stroke = { before, paint: given.hasGroups(layer) ? drawing(layer, at) : putting(layer, at) };
  moveTo(at);
  return true;
}

/** Makes the cell under the pointer an area of its own. @param {MouseEvent} event */
export function alone(event) {
  const layer = chosen();
  const at = layer && given.nearest(puzzle(), placesOf(layer), pointOn(event));
  if (layer?.on === "areas" && at && tool.how === "new") edit(() => given.join(puzzle(), layer, at, given.freshName(layer)));
}

/** Goes on with a stroke. @param {PointerEvent} event */
export function goOn(event) {
  const layer = chosen();
  const at = layer && given.nearest(puzzle(), placesOf(layer), pointOn(event));
  if (!at || at === ui.cursor) return;
  ui.stroke?.paint(at);
  moveTo(at);
}

/** Ends a stroke. */
export function end() {
  const { stroke } = ui;
  ui.stroke = null;
  if (!stroke) return;
  given.rename(puzzle());
  settle(stroke.before);
}

/** Clicks put what is chosen, and take it away where it is; a drag does the same all along. @param {given.Layer} layer @param {string} at */
function putting(layer, at) {
  const put = given.clueAt(puzzle(), layer, at) === tool.value ? "" : tool.value;
  const paint = (/** @type {string} */ at) => {
    if (tool.value !== TYPE) given.give(puzzle(), layer, at, put);
  };
  paint(at);
  return paint;
}

/** Draws an area or a path; a click only chooses what is there. @param {given.Layer} layer @param {string} first */
function drawing(layer, first) {
  const model = puzzle();
  const { how } = tool;
  const there = given.groupAt(layer, first);
  if (how === "") {
    const erase = (/** @type {string} */ cell) => {
      const name = given.groupAt(layer, cell);
      if (layer.on === "areas") given.join(model, layer, cell, null);
      else if (name) given.remove(model, layer, name);
    };
    erase(first);
    return erase;
  }
  const name = how === "more" && there ? there : given.freshName(layer);
  let begun = how === "more" || there === null;
  if (begun && layer.on === "areas") given.join(model, layer, first, name);
  return (/** @type {string} */ cell) => {
    if (!begun || layer.on === "paths") given.join(model, layer, first, name);
    begun = true;
    given.join(model, layer, cell, name);
  };
}

// ---- The keys.

/** What a key does at the cursor; whether it does anything. @param {string} pressed @param {[number, number] | undefined} step @param {boolean} isDrawing */
export function press(pressed, step, isDrawing) {
  const layer = chosen();
  if (!layer) return false;
  const model = puzzle();
  if (step) {
    const to = given.next(model, placesOf(layer), ui.cursor, step);
    if (isDrawing && given.hasGroups(layer)) {
      const name = given.groupAt(layer, ui.cursor) ?? given.freshName(layer);
      edit(() => [ui.cursor, to].forEach((cell) => given.join(puzzle(), given.layerOf(puzzle(), tool.layer), cell, name)));
    }
    moveTo(to);
    return true;
  }
  if (given.hasGroups(layer)) {
    const name = given.groupAt(layer, ui.cursor);
    if (pressed === " ") edit(() => given.join(model, layer, ui.cursor, given.freshName(layer)));
    else if (name && /^(Delete|Backspace)$/.test(pressed) && !layer.cover) edit(() => (layer.on === "areas" ? given.join(model, layer, ui.cursor, null) : given.remove(model, layer, name)));
    else if (/^[a-z]$/i.test(pressed) && layer.on === "areas") edit(() => given.join(model, layer, ui.cursor, pressed.toUpperCase()));
    else return false;
    return true;
  }
  const clue = given.typed(layer, given.clueAt(model, layer, ui.cursor), pressed);
  if (clue === undefined) return false;
  edit(() => given.give(model, layer, ui.cursor, clue));
  speak();
  return true;
}

/** @param {() => void} change */
const edit = (change) => commit(() => {
  change();
  given.rename(puzzle());
});
