// What each control of the page does.

import { candidates, clues, compare, picture, refresh, solution } from "./answers.js";
import { ask, unlessWrong } from "./api.js";
import { draw, parsePicture } from "./board.js";
import { conflicts } from "./conflicts.js";
import { element } from "./controls.js";
import { numbers } from "./dominoes.js";
import * as files from "./files.js";
import { apply, check, hint } from "./hints.js";
import { begin, beginKind, openGallery } from "./gallery.js";
import { gestures, zoom } from "./lens.js";
import * as pips from "./pips.js";
import * as play from "./play.js";
import { cursorCell, hold, press, turn } from "./pointer.js";
import * as select from "./select.js";
import { choose } from "./set.js";
import { choose as chooseOne } from "./several.js";
import { makeRules } from "./shape.js";
import { $, board, changed, commit, fields, fill, kind, notice, origin, puzzle, quietly, redo, render, replace, say, scene, showTime, state, ui, undo, whenChanged } from "./studio.js";
import { meet } from "./tabs.js";
import { see, view } from "./view.js";
import { walk } from "./walk.js";

/** @param {string} text @param {boolean} isHanded whether somebody else has sent it @returns {Promise<void>} */
async function load(text, isHanded = false) {
  const opened = await files.opened(text, chooseOne);
  if (!opened) return;
  const { kind, text: read } = opened;
  replace({ kind, text: read, model: kind === "pips" ? pips.read(read) : null });
  // Who is handed a puzzle plays it. A model is text.
  setMode(files.file.plays || (isHanded && (kind === "pips" || /^kind = "(?!model)/m.test(read))) ? "play" : "make");
}

/** @param {import("./studio.js").Mode} mode */
function setMode(mode) {
  ui.mode = mode;
  ui.hand.index = null;
  for (const name of ["make", "play", "explain", "rules", "formula"]) {
    $(`${name}-panel`).hidden = name !== mode;
    $(`tab-${name}`).setAttribute("aria-selected", String(name === mode));
    $(`tab-${name}`).tabIndex = name === mode ? 0 : -1;
  }
  fill();
  render();
  quietly(conflicts());
  if (kind()?.asks) quietly(picture());
}

/** The puzzle, or a word about why there is none. */
function whole() {
  const text = puzzle();
  if (text === null) notice("The puzzle is not complete yet: see the verdict.");
  return text;
}

/** A button that shows something while it is pressed. @param {string} id @param {() => Promise<void>} show */
function toggle(id, show) {
  const pressed = $(id).getAttribute("aria-pressed") !== "true";
  $(id).setAttribute("aria-pressed", String(pressed));
  if (pressed) return show();
  if (id === "candidates") ui.candidates = null;
  else Object.assign(ui, { solution: null, asked: null });
  changed();
}

async function save() {
  const text = whole();
  if (text === null) return;
  const said = await files.save(text, state);
  notice(said);
  if (said.startsWith("Saved to")) tellTabs();
}

/** Tells other tabs that the file was saved. */
let tellTabs = () => {};

/** Whether dragging selects a part of the board. @param {boolean} isOn */
function selects(isOn) {
  Object.assign(select.selection, { isOn, ends: null });
  $("select").setAttribute("aria-pressed", String(isOn));
  render();
}

function copy() {
  select.copy(state);
  notice("Copied. Paste puts it where the selection begins, or at the cursor.");
}

function cut() {
  select.copy(state);
  commit(() => select.erase(state));
}

function paste() {
  let isDone = false;
  commit(() => { isDone = select.paste(state, cursorCell()); });
  notice(isDone ? "" : "Nothing of this kind of puzzle was copied yet.");
}

/** Turning and mirroring the board, or what is selected. */
const ways = Object.fromEntries(/** @type {const} */ (["rotate", "mirror", "flip"]).map((way) => [way, () => commit(() => select.change(state, way))]));

/** Whether the puzzle that is seen is a board with cells on it. */
const hasCells = () => kind() !== undefined && state.kind !== "dice" && Object.keys(state.model.cells ?? state.model).length > 0;

/** The sums of the dominoes that lie on the board, as rules. */
function sums() {
  const { model, entries } = state;
  const shown = numbers(model, entries);
  commit(() => {
    for (const name of pips.regions(model)) {
      const cells = Object.keys(model.cells).filter((cell) => model.cells[cell] === name);
      if (cells.every((cell) => cell in shown)) model.rules[name] = `= ${cells.reduce((sum, cell) => sum + shown[cell], 0)}`;
    }
  });
  if (!Object.keys(entries).length) notice("First place dominoes on the board, under Play: each full region then gets the sum of its pips as its rule.");
}

/** Begins a trial, or takes back all that it has written. */
function tryOut() {
  const before = ui.trial;
  ui.trial = before ? null : structuredClone({ entries: state.entries, marks: state.marks });
  if (before) commit(() => Object.assign(state, before));
  else render();
}

/** Plays another puzzle of this kind. */
async function another() {
  say("Looking for another one…");
  const kind = state.kind === "spots" ? state.model.kind : state.kind;
  await load(await ask("generate", "", { kind, seed: String(Math.floor(Math.random() * 1e9)), seconds: "20" }));
  setMode("play");
  say("");
}

async function share() {
  const text = whole();
  if (text === null) return;
  const link = await files.link(text);
  // An address of this machine leads nobody else here, and the studio's has its secret in it.
  $("link").value = files.file.isPublic || files.isForOthers(link) ? link : "";
  for (const part of document.querySelectorAll("#link, [for=link]")) part.toggleAttribute("hidden", !$("link").value);
  $("no-link").hidden = $("link").value !== "";
  const formats = state.kind === "pips" ? ["toml", "json", "map", "text", "dominosa"] : ["toml"];
  $("format").replaceChildren(...formats.map((name) => new Option(name, name)));
  $("dialog-share").showModal();
  $("link").select();
}

/** The puzzle, or a solution of it, as SVG. @param {string} theme @param {string} question */
const pictureFor = (theme, question = "picture") => ask(question, puzzle() ?? "", { theme }, `${question} ${theme}`);

async function download() {
  const to = $("format").value;
  const made = ask("convert", puzzle() ?? "", { to });
  // What is wrong is said on the page itself.
  made.catch(() => $("dialog-share").close());
  files.download(await made, `puzzle.${["toml", "json"].includes(to) ? to : "txt"}`);
}

async function print() {
  const { title = "", source = "" } = state.model ?? {};
  const [base] = $("link").value.split("#");
  const code = files.isForOthers(base) ? ask("qr", puzzle() ?? "", { base }, "qr") : Promise.resolve("");
  const asked = [pictureFor("print"), pictureFor("print", "solution"), code];
  // What is missing is left out: a long puzzle has no QR code, and a page on this machine is no place for others.
  const [picture, solution, link] = await Promise.all(asked.map((svg) => svg.catch(() => "")));
  // Paper has no need of a frame around it.
  const address = (/** @type {string} */ svg) => `data:image/svg+xml,${encodeURIComponent(svg.replace(/<rect x="-16"[^>]*class="paper[^>]*>/, ""))}`;
  const image = (/** @type {string} */ svg, /** @type {string} */ className) => (svg ? [element("img", { src: address(svg), alt: "", className })] : []);
  const [board, ...foot] = [image(picture, "board"), image(link, "code"), image(solution, "turned")];
  const images = [board, foot].flat(2);
  const about = element("p", {}, [source, kind()?.rules(state.model) ?? ""].filter(Boolean).join(". "));
  $("sheet").className = $("apart").checked ? "apart" : "";
  $("sheet").replaceChildren(element("h1", {}, title || "Puzzle"), about, ...board, element("div", { className: "foot" }, ...foot.flat()));
  await Promise.all(images.map((image) => image.decode()));
  $("dialog-share").close();
  window.print();
}

/** The formula, once somebody has looked at it. @type {typeof import("./formula.js") | null} */
let formula = null;

/** What each button does. @type {Record<string, () => unknown>} */
const ACTIONS = {
  undo, redo, save, compare, clues, hint, apply, check, sums, shape: makeRules, share, download, print,
  open: () => $("file").click(),
  new: () => openGallery(load, setMode),
  "tab-make": () => setMode("make"),
  "tab-play": () => setMode("play"),
  "tab-explain": () => {
    setMode("explain");
    return walk();
  },
  "tab-rules": () => setMode("rules"),
  "tab-formula": async () => {
    formula = await import("./formula.js");
    setMode("formula");
    await formula.refresh();
  },
  "play-undo": undo,
  "play-redo": redo,
  "zoom-in": () => zoom(1.5),
  "zoom-out": () => zoom(1 / 1.5),
  erase: play.erase,
  trial: tryOut,
  keep: () => { ui.trial = null; render(); },
  again: another,
  clear: () => commit(() => Object.assign(state, { entries: {}, marks: {} })),
  deal: () => commit(() => (state.model.dominoes = pips.deal(state.model))),
  full: () => commit(() => (state.model.dominoes = pips.fullSet())),
  select: () => selects(!select.selection.isOn),
  ...Object.fromEntries(Object.entries({ copy, cut, paste, ...ways }).map(([name, work]) => [name, () => (hasCells() || name === "paste" ? work() : notice("The board is empty."))])),
  candidates: () => toggle("candidates", candidates),
  solution: () => toggle("solution", solution),
  svg: async () => files.download(await pictureFor("light"), "puzzle.svg"),
  png: async () => files.download(await files.png(await pictureFor("light")), "puzzle.png"),
};

document.addEventListener("click", ({ target, shiftKey }) => {
  const button = /** @type {HTMLElement} */ (target).closest("button");
  const { key, index, begin: name, kind: chosen, domino, pad, write } = button?.dataset ?? {};
  if (key) press(key);
  else if (pad) play.choose(pad);
  else if (write) play.write(write);
  else if (index) hold(Number(index));
  else if (domino) commit(() => choose(state.model, domino, shiftKey));
  else if (name) begin(name);
  else if (chosen) quietly(beginKind(chosen));
  else if (button) quietly(ACTIONS[button.id]?.());
});
gestures(undo);
// Arrows go from tab to tab, as ARIA's pattern has it.
document.querySelector("[role=tablist]")?.addEventListener("keydown", (event) => {
  const { key } = /** @type {KeyboardEvent} */ (event);
  const tabs = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[role=tab]")].filter((tab) => tab.checkVisibility()));
  const at = tabs.indexOf(/** @type {HTMLElement} */ (event.target));
  const to = { ArrowRight: at + 1, ArrowLeft: at + tabs.length - 1, Home: 0, End: tabs.length - 1 }[key];
  if (to === undefined) return;
  event.preventDefault();
  tabs[to % tabs.length].focus();
  tabs[to % tabs.length].click();
});
for (const digit of "0123456") {
  const button = element("button", { textContent: digit, ariaLabel: `pencil mark ${digit}` });
  button.dataset.key = digit;
  $("marks").append(button);
}
for (const box of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("[data-view]"))) {
  const name = box.dataset.view ?? "";
  box.checked = view[name];
  box.addEventListener("change", () => {
    see(name, box.checked);
    quietly(conflicts());
    render();
  });
}
$("walk-on").addEventListener("change", () => quietly(walk()));
document.addEventListener("visibilitychange", render);
setInterval(showTime, 1000);
document.addEventListener("input", ({ target }) => {
  const { value, dataset } = /** @type {HTMLInputElement} */ (target);
  const field = fields()[dataset.field ?? ""];
  if (field) commit(() => field.set(state.model, value, ui.cursor));
});

// ---- Files and keys.

/** @param {FileList | null | undefined} list */
const open = (list) => quietly(list?.[0]?.text().then(load));

$("file").addEventListener("change", async () => {
  await open($("file").files);
  $("file").value = "";
});
for (const name of ["dragover", "dragleave", "drop"]) {
  addEventListener(name, (event) => {
    event.preventDefault();
    document.body.classList.toggle("drop", name === "dragover");
    if (name === "drop") open(/** @type {DragEvent} */ (event).dataTransfer?.files);
  });
}
/** What is done with Control and a letter on the board. @type {Record<string, () => void>} */
const CLIPS = { c: copy, x: cut, v: paste };

addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey)) {
    if (event.key === "r" && ui.mode === "play" && $("tray").contains(document.activeElement)) turn();
    return;
  }
  const isText = document.activeElement instanceof HTMLTextAreaElement || document.activeElement instanceof HTMLInputElement;
  const key = event.key.toLowerCase();
  if (key === "s") quietly(save());
  else if (key === "z" && !isText) event.shiftKey ? redo() : undo();
  else if (key === "y" && !isText) redo();
  else if (document.activeElement === $("board") && ui.mode === "make" && hasCells() && key in CLIPS) CLIPS[key]();
  else return;
  event.preventDefault();
});

quietly((async () => {
  let unread = "";
  const linked = await unlessWrong(files.fromLink(), ({ message }) => {
    unread = message;
    return null;
  });
  const { kept, text, beside } = await files.begin(linked);
  if (files.file.picture) {
    // It is seen before the engine has read the puzzle.
    Object.assign(ui, { picture: parsePicture(files.file.picture), at: origin() });
    setMode("play");
    draw(board, { ...scene(), isWhole: true, hasRoom: false, cursor: null });
    $("welcome").hidden = true;
  }
  if (text !== null) await load(text, beside !== null);
  if (files.file.name !== null || beside !== null) files.isInFile(state);
  if (kept) notice(files.goOn(kept, replace));
  if (beside !== null) notice(`This puzzle came by a link. ${beside} stays as it is; Save makes a download.`);
  else if (linked !== null) await load(linked, files.file.isPublic);
  if (unread) notice(unread);
  if (files.file.name !== null) tellTabs = meet(files.file.name, notice);
  // What is asked is asked of the puzzle that the page begins with, not of one that it passes by.
  whenChanged(() => {
    refresh();
    quietly(conflicts());
    if (ui.mode === "formula") quietly(formula?.refresh());
    if (ui.mode === "explain") quietly(walk());
  });
  changed();
  say("");
})());
