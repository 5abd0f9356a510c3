// New puzzles: a gallery of kinds with pictures, families, a search and what was begun lately. Each kind begins with an empty board,
// an example, or a generated puzzle.

import { ask, unlessWrong } from "./api.js";
import { parsePicture } from "./board.js";
import { element } from "./controls.js";
import { KINDS } from "./kinds.js";
import { $, quietly, replace } from "./studio.js";
import { readToml } from "./toml.js";

/** Where a browser keeps what was begun lately, and how many of them. */
const KEPT = "cnfetti.recent", MOST = 6;

/** How many pictures are drawn at a time. */
const AT_A_TIME = 2;

const chosen = { family: "", load: /** @type {(text: string) => Promise<void>} */ (async () => {}), show: /** @type {(mode: import("./studio.js").Mode) => void} */ (() => {}) };

/** @returns {string[]} */
const recent = () => {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "[]");
  } catch {
    return [];
  }
};

/** Remembers that a kind was begun, closes the gallery, and shows the puzzle. @param {string} name @param {import("./studio.js").Mode} mode */
function begun(name, mode) {
  try {
    localStorage.setItem(KEPT, JSON.stringify([name, ...recent().filter((other) => other !== name)].slice(0, MOST)));
  } catch { /* A browser that keeps nothing has no recent ones. */ }
  chosen.show(mode);
  $("dialog-new").close();
}

const how = () => /** @type {HTMLInputElement} */ (document.querySelector("#dialog-new [name=how]:checked")).value;

/** Begins with a small puzzle of a kind that is drawn on the page, or an empty board. @param {string} name */
export function begin(name) {
  if (how() === "generated" && name in KINDS) return quietly(generate(name));
  const text = $(`begin-${name}`)?.textContent.trimStart() ?? "";
  if (!text) replace({});
  else replace({ kind: name in KINDS ? name : "text", text, model: KINDS[name]?.read(readToml(text)) ?? null });
  // Whoever begins a kind of their own begins with its rules.
  begun(name, name === "own" ? "rules" : "make");
}

/** Begins a puzzle of a kind that is a page of text. @param {string} kind */
export async function beginKind(kind) {
  if (how() === "generated") return generate(kind);
  const size = $("new-size").value.trim();
  const made = how() === "example" ? examples().then((all) => all[kind] ?? ask("new", "", { kind })) : ask("new", "", { kind, ...(size && { size }) });
  $("new-wrong").textContent = await unlessWrong(made.then((text) => {
    replace({ kind: "text", text, model: null });
    begun(kind, "make");
    return "";
  }), ({ message }) => message);
}

/** @param {string} kind */
async function generate(kind) {
  const settings = /** @type {Record<string, string>} */ ({ kind, seed: String(Math.floor(Math.random() * 1e9)), seconds: "20" });
  for (const name of ["size", "difficulty"]) if ($(`new-${name}`).value) settings[name] = $(`new-${name}`).value.trim();
  $("new-wrong").textContent = "Looking for one…";
  $("new-wrong").textContent = await unlessWrong(ask("generate", "", settings).then(async (text) => {
    await chosen.load(text);
    begun(kind, "play");
    return "";
  }), ({ message }) => message);
}

/** A puzzle of each kind, by name. @type {Promise<Record<string, string>> | null} */
let known = null;

// @ts-ignore The program makes this module from its instances.
const examples = () => (known ??= import("./examples.js").then(({ EXAMPLES }) => Object.fromEntries(EXAMPLES.split("\n%% ").slice(1).map((/** @type {string} */ part) => {
  const end = part.indexOf("\n");
  return [part.slice(0, end), part.slice(end + 1)];
}))));

/** @type {Promise<void> | null} */
let listed = null;

/** Opens the gallery. The kinds are listed before, so that nothing moves under the pointer. @param {typeof chosen.load} load @param {typeof chosen.show} show */
export async function openGallery(load, show) {
  Object.assign(chosen, { load, show });
  listed ??= listKinds();
  try {
    await listed;
  } catch (error) {
    listed = null;
    throw error;
  } finally {
    $("new-wrong").textContent = "";
    if (!$("dialog-new").open) $("dialog-new").showModal();
    filter();
  }
}

/** A tile: a picture and a name. Kinds of one's own are in no family. @param {any} kind @param {Record<string, string>} data */
function tile({ name, about, families = [] }, data) {
  const button = element("button", { title: about, className: "kind" }, element("span", { className: "thumb" }), name.replaceAll("_", " "));
  Object.assign(button.dataset, { name, families: families.join(" "), ...data });
  return button;
}

/** Makes the tiles: of the kinds that are drawn on the page, and of those that are pages of text. */
async function listKinds() {
  const lines = (await ask("kinds", "")).trim().split("\n").map((/** @type {string} */ line) => JSON.parse(line));
  const all = lines.filter((/** @type {{name: string}} */ { name }) => name !== "model");
  const isDrawn = (/** @type {{name: string}} */ { name }) => name in KINDS;
  $("blank").prepend(...all.filter(isDrawn).map((/** @type {any} */ kind) => tile(kind, { begin: kind.name })));
  $("kinds").replaceChildren(...all.filter((/** @type {any} */ kind) => !isDrawn(kind)).map((/** @type {any} */ kind) => tile(kind, { kind: kind.name })));
  const families = [...new Set(all.flatMap((/** @type {any} */ { families = [] }) => families))].sort();
  $("families").replaceChildren(...["", "recent", ...families].map((family) => {
    const button = element("button", { textContent: family ? family[0].toUpperCase() + family.slice(1) : "All", ariaPressed: String(!family) });
    button.dataset.family = family;
    return button;
  }));
  const seen = new IntersectionObserver((entries) => entries.filter(({ isIntersecting }) => isIntersecting).forEach(({ target }) => {
    seen.unobserve(target);
    wanted.push(/** @type {HTMLElement} */ (target));
    if (drawing < AT_A_TIME) quietly(drawNext());
  }), { root: $("dialog-new") });
  for (const button of document.querySelectorAll("#dialog-new .kind")) seen.observe(button);
}

/** Tiles that wait for their pictures, and how many are drawn. @type {HTMLElement[]} */
const wanted = [];
let drawing = 0;

/** Draws the pictures that are seen, one after the other. */
async function drawNext() {
  drawing++;
  for (let button = wanted.shift(); button; button = wanted.shift()) {
    const { name = "" } = button.dataset;
    const text = (await examples())[name] ?? $(`begin-${name}`)?.textContent.trimStart();
    // One that cannot be drawn is there by its name.
    const picture = text && await ask("picture", text, {}, `gallery ${name}`).catch(() => "");
    if (picture) button.firstElementChild?.replaceChildren(parsePicture(picture));
  }
  drawing--;
}

/** Shows the kinds that are looked for. */
function filter() {
  const words = /** @type {string} */ ($("new-search").value).trim().toLowerCase().split(/\s+/);
  const { family } = chosen;
  const lately = recent();
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#dialog-new .kind"))) {
    const { name = "", families = "" } = button.dataset;
    const belongs = family === "recent" ? lately.includes(name) : !family || families.split(" ").includes(family);
    const said = `${name.replaceAll("_", " ")} ${button.title}`.toLowerCase();
    button.hidden = !(words.every((word) => said.includes(word)) && belongs);
  }
  for (const button of $("families").children) button.ariaPressed = String(button.dataset.family === family);
  $("new-none").hidden = [...document.querySelectorAll("#dialog-new .kind")].some((button) => !(/** @type {HTMLElement} */ (button).hidden));
}

$("dialog-new").addEventListener("input", () => {
  $("for-difficulty").hidden = how() !== "generated";
  filter();
});
$("families").addEventListener("click", (/** @type {MouseEvent} */ { target }) => {
  const { family } = /** @type {HTMLElement} */ (target).dataset;
  if (family === undefined) return;
  chosen.family = family;
  filter();
});
