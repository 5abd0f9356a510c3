// Opening, saving, links, pictures, the printed sheet, and what survives closing the page.

import { ask, send, unlessWrong, Wrong } from "./api.js";
import { endingOf } from "./models.js";
import { packed, unpackedText } from "./packed.js";

/**
 * What the page works on. A puzzle of one of the `KINDS` has a model, unless its text is wrong, entries
 * of a player and pencil marks; any other puzzle is text.
 * @typedef {{kind: "text" | string, text: string, model: any, entries: import("./kinds.js").Entries,
 *   marks: Record<string, string>}} State
 */

/**
 * The file on the command line, and which one of it this page goes on from; where the page for everybody is;
 * whether this page is for everybody; whether it is one puzzle to be played, by what a browser knows it, and what it looks like. @type {{name: string | null, saves: boolean, version: string | null, site: string | null, isPublic: boolean, plays: boolean, key: string | null, picture: string | null}}
 */
export const file = { name: null, saves: false, version: null, site: null, isPublic: false, plays: false, key: null, picture: null };

/** What would be lost. @param {State} state */
const essence = ({ text, entries, marks }) => JSON.stringify([text, entries, marks]);

/** What needs no draft, since the file has it. */
let inFile = "";

/** Says that the file has this. @param {State} state */
export const isInFile = (state) => (inFile = essence(state));

/** What some work comes to, or null when it fails. @template T @param {() => T} work */
function attempt(work) {
  try {
    return work();
  } catch {
    return null;
  }
}

/** A link that contains the puzzle: to the page that is there for everybody, or to this one. @param {string} puzzle */
export const link = async (puzzle) => `${file.site ?? location.href.split("#")[0]}#p=${await packed(puzzle)}`;

/** Whether a link leads to a page that others can open. @param {string} link */
export const isForOthers = (link) => /^https?:/.test(link) && !["127.0.0.1", "localhost", "[::1]"].includes(new URL(link).hostname);

/** The puzzle in the address, if there is one. @returns {Promise<string | null>} */
export async function fromLink() {
  const found = /^#p=(.*)$/s.exec(location.hash);
  return found && unpackedText(found[1]).catch(() => {
    throw new Wrong({ error: "The link contains no puzzle that cnfetti can read. Perhaps part of the link is missing." });
  });
}

/** The puzzle of a link that is open beside the file of the command line, which stays as it is. @type {string | null} */
let linked = null;

/** Where a browser keeps what is not saved. */
const stored = () => `cnfetti.draft:${linked !== null ? "#link" : file.key ?? file.name ?? ""}`;

/** When the state is kept next, which one it is, and what is written last. */
const writes = { soon: 0, state: /** @type {State | null} */ (null), last: /** @type {Promise<any>} */ (Promise.resolve()) };

/** Writes when all before it is written, also where that failed. @param {() => Promise<unknown>} write */
const inTurn = (write) => (writes.last = writes.last.catch(() => {}).then(write));

/** Keeps the state once nothing more is done for a moment. @param {State} state @param {(kept: Promise<void>) => void} after */
export function keepSoon(state, after) {
  clearTimeout(writes.soon);
  writes.state = state;
  writes.soon = setTimeout(() => after(keep(state)), 250);
}

/** What is kept of a state; nothing, if the file has it. @param {State} state */
const draftOf = (state) => (essence(state) !== inFile ? JSON.stringify({ cnfetti: "draft", version: file.version, linked, state }) : "");

// A page that is closed or loaded again at once keeps the last change too.
addEventListener("pagehide", () => writes.state && store(draftOf(writes.state)));

/** Where a browser keeps nothing, what was named on the command line is kept all the same. @param {string} text */
const store = (text) => attempt(() => [sessionStorage, localStorage].forEach((storage) => (text ? storage.setItem(stored(), text) : storage.removeItem(stored()))));

/** Keeps the state in this tab, in the browser and beside the file, unless the file has it. @param {State} state */
const keep = (state) => inTurn(async () => {
  if (writes.state === state) writes.state = null;
  const text = draftOf(state);
  store(text);
  if (file.name !== null) await send("api/draft", "PUT", text);
});

/** What a text in JSON says, or null. @param {string | null | undefined} text */
const parsed = (text) => attempt(() => JSON.parse(text ?? "null"));

/** @typedef {{state: State, version?: string | null, linked?: string | null}} Kept */

/** What this page has kept. @param {string | null | undefined} text @returns {Kept | null} */
const unpacked = (text) => [parsed(text)].find((kept) => kept?.state?.marks) ?? null;

/**
 * What to begin with: what the file has, and after it what this tab had, or what was not saved. If there is a file, a link is a document of
 * its own: nothing of it reaches the file or its draft, and the link stays in the address.
 * @param {string | null} link the puzzle in the address @returns {Promise<{kept: Kept | null, text: string | null, beside: string | null}>}
 */
export async function begin(link) {
  const { draft = null, text = null, ...said } = await send("api/file", "GET");
  const { name } = Object.assign(file, said);
  if (link !== null && name !== null) {
    linked = link;
    Object.assign(file, { name: null, saves: false, version: null });
    const kept = [sessionStorage, localStorage].map((storage) => unpacked(storage.getItem(stored()))).find((kept) => kept?.linked === link);
    return { kept: kept ?? null, text: link, beside: name };
  }
  if (location.hash) history.replaceState(null, "", location.pathname);
  const kept = name === null ? localStorage.getItem(stored()) : draft;
  return { kept: unpacked(sessionStorage.getItem(stored())) ?? unpacked(kept), text, beside: null };
}

/** Goes on from what was kept, unless the file has that; what to say then. @param {Kept} kept @param {(state: State) => void} replace */
export function goOn({ state, version = null }, replace) {
  if (essence(state) === inFile) return "";
  replace(state);
  const since = version === file.version ? "" : ` ${file.name} has changed on disk since.`;
  file.version = version;
  return file.name === null ? "" : `Your unsaved changes to ${file.name} are here again; Undo goes back to the file.${since}`;
}

/** Writes the file, over another one than was opened only after a question; null when that is not wanted. @param {string} puzzle @returns {Promise<{version: string} | null>} */
const write = (puzzle) => unlessWrong(send(`api/file?version=${file.version ?? ""}`, "PUT", puzzle, "file"), (wrong) => {
  if (wrong.version === undefined) throw wrong;
  if (!confirm(`${file.name} ${wrong.version ? "has changed on disk since you opened it. Replace it with what is on this page?" : "is no longer on disk. Write it again?"}`)) return null;
  file.version = wrong.version;
  return write(puzzle);
});

/** Saves to the file on the command line, or as a download: models as they are typed. @param {string} puzzle @param {State} state */
export async function save(puzzle, state) {
  if (!file.saves) {
    const text = await ask("convert", puzzle, { to: "toml" });
    const ending = endingOf(puzzle, text);
    download(ending ? puzzle : text, `puzzle.${ending ?? "toml"}`);
    return "Saved as a download.";
  }
  // Kept after it was saved, it would be a draft of what is not unsaved.
  clearTimeout(writes.soon);
  keep(state).catch(() => {});
  const saved = essence(state);
  return inTurn(async () => {
    const written = await write(puzzle);
    if (!written) return `Not saved: ${file.name} is as it was.`;
    file.version = written.version;
    inFile = saved;
    store("");
    return `Saved to ${file.name}.`;
  });
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
  const canvas = new OffscreenCanvas(2 * image.width, 2 * image.height);
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(address);
  return canvas.convertToBlob();
}

/**
 * The puzzle of a file in any format: pips in the format that the page reads, others as they are.
 * @param {string} text
 * @param {(puzzles: Record<string, string>) => Promise<string | null>} choose one of several puzzles
 * @returns {Promise<{kind: string, text: string} | null>} nothing if none was chosen
 */
export async function opened(text, choose) {
  const part = await partOf(text, choose);
  if (part === null) return null;
  const map = ask("convert", part, { to: "map" }, "open");
  return unlessWrong(map.then((text) => ({ kind: "pips", text })), () => ({ kind: "text", text: part }));
}

/** One of the puzzles of a published day; a text that is one puzzle as it is. @param {string} text @param {(puzzles: Record<string, string>) => Promise<string | null>} choose */
async function partOf(text, choose) {
  const day = parsed(text);
  const names = Object.keys(day ?? {}).filter((name) => Array.isArray(day[name]?.dominoes));
  if (!names.length) return text;
  const name = names.length > 1 ? await choose(Object.fromEntries(names.map((name) => [name, JSON.stringify(day[name])]))) : names[0];
  return name === null ? null : JSON.stringify(day[name]);
}
