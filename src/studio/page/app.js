// What each control of the page does.

import { candidates, clues, compare, refresh, solution } from "./answers.js";
import { ask, Wrong } from "./api.js";
import * as files from "./files.js";
import { apply, check, explain, hint } from "./hints.js";
import { KINDS } from "./kinds.js";
import { LANGUAGES } from "./models.js";
import * as pips from "./pips.js";
import * as play from "./play.js";
import { press, turn } from "./pointer.js";
import { $, changed, commit, fill, kind, notice, puzzle, quietly, redo, render, replace, say, state, titled, ui, undo, whenChanged } from "./studio.js";
import { readToml } from "./toml.js";

/** @param {string} id @param {() => unknown} action */
const on = (id, action) => $(id).addEventListener("click", () => quietly(Promise.resolve(action())));

/** @param {string} text @returns {Promise<void>} */
async function load(text) {
  const choose = (/** @type {string[]} */ names) => prompt(`Which puzzle: ${names.join(", ")}?`, names[0]);
  const { kind, text: read } = await files.opened(text, choose);
  replace(kind === "pips" ? { kind, pips: pips.read(read) } : { kind, text: read });
  setMode("make");
}

/** @param {"make" | "play"} mode */
function setMode(mode) {
  ui.mode = mode;
  ui.hand.index = null;
  for (const name of ["make", "play"]) {
    $(name).hidden = name !== mode;
    $(`tab-${name}`).setAttribute("aria-selected", String(name === mode));
  }
  fill();
  render();
}

/** The puzzle, or a word about why there is none. */
function whole() {
  const text = puzzle();
  if (text === null) notice("The puzzle is not complete yet: see the verdict.");
  return text;
}

/** A button that shows something while it is pressed. @param {string} id @param {() => Promise<void>} show @param {() => void} hide */
function toggle(id, show, hide) {
  on(id, () => {
    const pressed = $(id).getAttribute("aria-pressed") !== "true";
    $(id).setAttribute("aria-pressed", String(pressed));
    if (pressed) return show();
    hide();
    render();
  });
}

async function save() {
  const text = whole();
  if (text !== null) notice(await files.save(text));
}

/** @param {() => [number, number][]} dominoes */
function setDominoes(dominoes) {
  commit(() => (state.pips.dominoes = dominoes()));
  $("dominoes").value = state.pips.dominoes.map(pips.nameOf).join(" ");
}

for (const [id, action] of Object.entries({ undo, redo, save, compare, clues, hint, apply, check, explain })) on(id, action);
on("open", () => $("file").click());
on("tab-make", () => setMode("make"));
on("tab-play", () => setMode("play"));
on("clear", () => commit(() => Object.assign(state, { play: play.start(), entries: {} })));
on("deal", () => setDominoes(() => pips.deal(state.pips)));
on("full", () => setDominoes(pips.fullSet));
on("sums", () => {
  const shown = play.numbers(state.pips, state.play);
  commit(() => {
    for (const name of pips.regions(state.pips)) {
      const cells = Object.keys(state.pips.cells).filter((cell) => state.pips.cells[cell] === name);
      if (cells.every((cell) => cell in shown)) state.pips.rules[name] = `= ${cells.reduce((sum, cell) => sum + shown[cell], 0)}`;
    }
  });
  if (state.play.laid.length === 0) notice("Lay dominoes on the board first, under Play: each full region gets their sum as its rule.");
});
toggle("candidates", candidates, () => (ui.candidates = null));
toggle("solution", solution, () => { ui.solution = null; ui.asked = null; changed(); });

function setRule() {
  const sort = $("rule-sort").value;
  const takesNumber = /[=<>]/.test(sort);
  const number = $("rule-number").value || "0";
  $("rule-number").hidden = !takesNumber;
  const name = ui.region;
  if (name) commit(() => (state.pips.rules[name] = takesNumber ? `${sort} ${Math.max(0, Math.floor(Number(number)))}` : sort));
}
$("rule-sort").addEventListener("change", setRule);
$("rule-number").addEventListener("input", setRule);
document.addEventListener("input", ({ target }) => {
  const { value, dataset: { field } } = /** @type {HTMLInputElement} */ (target);
  if (field) commit(() => kind()?.fields[field].set(state.model, value, ui.cursor));
});
document.addEventListener("click", ({ target }) => {
  const button = /** @type {HTMLElement} */ (target).closest("button");
  if (button?.dataset.key) press(button.dataset.key);
});
$("title").addEventListener("input", () => commit(() => Object.assign(titled() ?? {}, { title: $("title").value.trim() })));
$("text").addEventListener("input", () => commit(() => Object.assign(state, { text: $("text").value, model: null })));
$("dominoes").addEventListener("input", () => {
  const { dominoes, wrong } = pips.readDominoes($("dominoes").value);
  $("dominoes").setAttribute("aria-invalid", String(wrong !== null));
  commit(() => (state.pips.dominoes = dominoes));
  if (wrong !== null) $("dominoes-needed").textContent = `${wrong} is no domino: write 51 or 10-5`;
});

// ---- Dialogs.

for (const button of document.querySelectorAll("dialog .close")) {
  button.addEventListener("click", () => button.closest("dialog")?.close());
}
/** A small puzzle of a kind, or an empty board. @param {string} name @returns {Partial<import("./files.js").State>} */
function beginning(name) {
  if (name === "pips") return {};
  if (LANGUAGES.includes(name)) return { kind: "text", text: $(`begin-${name}`).textContent.trimStart() };
  const text = KINDS[name].beginning;
  return { kind: name, text, model: KINDS[name].read(readToml(text)) };
}

for (const name of ["pips", ...Object.keys(KINDS), ...LANGUAGES]) {
  if (!LANGUAGES.includes(name)) $("generate-kind").append(new Option(name, name));
  const button = Object.assign(document.createElement("button"), { textContent: name });
  button.addEventListener("click", () => {
    replace(beginning(name));
    setMode("make");
    $("dialog-new").close();
  });
  $("blank").append(button);
}
on("new", () => $("dialog-new").showModal());
on("generate", async () => {
  const settings = /** @type {Record<string, string>} */ ({ kind: $("generate-kind").value, seed: String(Math.floor(Math.random() * 1e9)), seconds: "20" });
  for (const name of ["size", "difficulty"]) if ($(`generate-${name}`).value) settings[name] = $(`generate-${name}`).value.trim();
  $("generate-wrong").textContent = "Looking for one…";
  try {
    await load(await ask("generate", "", settings));
    $("generate-wrong").textContent = "";
    $("dialog-new").close();
    setMode("play");
  } catch (error) {
    if (!(error instanceof Wrong)) throw error;
    $("generate-wrong").textContent = error.message;
  }
});

on("share", () => {
  const text = whole();
  if (text === null) return;
  $("link").value = files.link(text);
  const formats = state.kind === "pips" ? ["toml", "json", "map", "text", "dominosa"] : ["toml"];
  $("format").replaceChildren(...formats.map((name) => new Option(name, name)));
  $("dialog-share").showModal();
  $("link").select();
});
on("svg", async () => files.download(await ask("picture", whole() ?? "", { theme: "light" }), "puzzle.svg"));
on("png", async () => files.download(await files.png(await ask("picture", whole() ?? "", { theme: "light" })), "puzzle.png"));
on("download", async () => {
  const to = $("format").value;
  try {
    files.download(await ask("convert", whole() ?? "", { to }), `puzzle.${["toml", "json"].includes(to) ? to : "txt"}`);
  } catch (error) {
    $("dialog-share").close();
    throw error;
  }
});
on("print", async () => {
  const text = whole() ?? "";
  const pictures = await Promise.all(["picture", "solution"].map((name) => ask(name, text, { theme: "print" }, `print-${name}`).catch(() => "")));
  const images = pictures.filter(Boolean).map((svg, index) => {
    const image = Object.assign(new Image(), { src: `data:image/svg+xml,${encodeURIComponent(svg)}`, alt: "" });
    const part = Object.assign(document.createElement("div"), { className: index ? "turned" : "" });
    part.append(image);
    return part;
  });
  const heading = Object.assign(document.createElement("h1"), { textContent: titled()?.title || "Puzzle" });
  $("sheet").replaceChildren(heading, ...images);
  await Promise.all([...$("sheet").querySelectorAll("img")].map((image) => image.decode()));
  $("dialog-share").close();
  window.print();
});

// ---- Files and keys.

$("file").addEventListener("change", async () => {
  const [file] = $("file").files;
  if (file) await quietly(file.text().then(load));
  $("file").value = "";
});
addEventListener("dragover", (event) => { event.preventDefault(); document.body.classList.add("drop"); });
addEventListener("dragleave", () => document.body.classList.remove("drop"));
addEventListener("drop", (event) => {
  event.preventDefault();
  document.body.classList.remove("drop");
  const file = event.dataTransfer?.files[0];
  if (file) quietly(file.text().then(load));
});
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
  else return;
  event.preventDefault();
});

whenChanged(refresh);
quietly((async () => {
  const { state: kept, text, isDraft } = await files.begin();
  const linked = files.fromLink();
  if (linked !== null) await load(linked);
  else if (kept) {
    replace(kept);
    if (isDraft && files.fileName() !== null) notice(`What was not saved in ${files.fileName()} is here again; Undo goes back to the file.`);
  } else if (text !== null) await load(text);
  changed();
  say("");
})());
