// Opening, saving, links, pictures, the printed sheet, and what survives closing the page.

import { ask, send, Wrong } from "./api.js";
import { endingOf } from "./models.js";

/**
 * What the page works on: pips as it draws them, any other puzzle as text. A text of one of the
 * `KINDS` has a model, unless it is wrong, and entries of a player.
 * @typedef {{kind: "pips" | "text" | string, pips: import("./pips.js").Pips, text: string, model: any,
 *   entries: import("./kinds.js").Entries, play: import("./play.js").Play}} State
 */

/** @type {{name: string | null, saves: boolean}} */
const file = { name: null, saves: false };

/** @param {string} text */
function encoded(text) {
  const bytes = new TextEncoder().encode(text);
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** @param {string} text */
function decoded(text) {
  const bytes = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
}

/** A link to this page that contains the puzzle. @param {string} puzzle */
export const link = (puzzle) => `${location.href.split("#")[0]}#p=${encoded(puzzle)}`;

/** The puzzle in the address, if there is one, which is taken out of it. */
export function fromLink() {
  const found = /^#p=(.+)$/.exec(location.hash);
  if (found) history.replaceState(null, "", location.pathname);
  try {
    return found ? decoded(found[1]) : null;
  } catch {
    return null;
  }
}

const BEGINNING = { cnfetti: "draft" };

const stored = () => `cnfetti.draft:${file.name ?? ""}`;

/** Keeps the state: in this tab, in the browser and beside the file. @param {State} state */
export function keep(state) {
  const text = JSON.stringify({ ...BEGINNING, state });
  try {
    sessionStorage.setItem(stored(), text);
    localStorage.setItem(stored(), text);
  } catch {
    // A browser that keeps nothing: what was named on the command line is kept all the same.
  }
  if (file.name !== null) return send("api/draft", "PUT", text);
}

/** What a text in JSON says, or null. @param {string | null | undefined} text */
function parsed(text) {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}

/** @param {string | null | undefined} text @returns {State | null} */
const unpacked = (text) => parsed(text)?.state ?? null;

/** What to begin with: what this tab had, what was not saved, or what the file has. @returns {Promise<{state: State | null, text: string | null, isDraft: boolean}>} */
export async function begin() {
  const opened = JSON.parse(await send("api/file", "GET"));
  Object.assign(file, { name: opened.name, saves: opened.saves ?? false });
  const own = unpacked(sessionStorage.getItem(stored()));
  const beside = unpacked(opened.draft);
  const kept = opened.name === null ? unpacked(localStorage.getItem(stored())) : null;
  const state = own ?? beside ?? kept;
  return { state, text: opened.text ?? null, isDraft: state !== null };
}

/** The name of the file on the command line. */
export const fileName = () => file.name;

/** Saves to the file on the command line, or as a download: models as they are typed. @param {string} puzzle */
export async function save(puzzle) {
  if (!file.saves) {
    const text = await ask("convert", puzzle, { to: "toml" });
    const ending = endingOf(puzzle, text);
    download(ending ? puzzle : text, `puzzle.${ending ?? "toml"}`);
    return "Saved as a download.";
  }
  await send("api/file", "PUT", puzzle);
  sessionStorage.removeItem(stored());
  localStorage.removeItem(stored());
  return `Saved to ${file.name}.`;
}

/** @param {string | Blob} content @param {string} name */
export function download(content, name) {
  const address = URL.createObjectURL(new Blob([content]));
  const anchor = Object.assign(document.createElement("a"), { href: address, download: name });
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** A picture of the program as PNG, twice as large. @param {string} svg @returns {Promise<Blob>} */
export async function png(svg) {
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: 2 * image.width, height: 2 * image.height });
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(address);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the browser makes no picture")))));
}

/**
 * The puzzle of a file in any format: pips in the format that the page reads, others as they are.
 * @param {string} text
 * @param {(names: string[]) => string | null} choose one of several puzzles
 * @returns {Promise<{kind: "pips" | "text", text: string}>}
 */
export async function opened(text, choose) {
  const part = partOf(text, choose) ?? text;
  try {
    return { kind: "pips", text: await ask("convert", part, { to: "map" }, "open") };
  } catch (error) {
    if (error instanceof Wrong) return { kind: "text", text: part };
    throw error;
  }
}

/** One of the puzzles of a published day. @param {string} text @param {(names: string[]) => string | null} choose */
function partOf(text, choose) {
  const day = parsed(text);
  const names = Object.keys(day ?? {}).filter((name) => Array.isArray(day[name]?.dominoes));
  const name = names.length > 1 ? choose(names) : names[0];
  return name ? JSON.stringify(day[name]) : null;
}
