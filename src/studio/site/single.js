// Where a page in one file has its engine, and what it begins with: in the page itself.

import { unpacked, unpackedText } from "./packed.js";

/** The longest engine, in bytes. */
const MOST = 64 << 20;

const carried = (/** @type {string} */ name) => document.getElementById(`carried-${name}`)?.textContent ?? "";

/** The program. */
export const module = unpacked(carried("engine"), MOST).then((blob) => blob.arrayBuffer()).then((bytes) => WebAssembly.compile(bytes));

// A page that is a file may start no worker from another one.
const code = URL.createObjectURL(new Blob([carried("worker")], { type: "text/javascript" }));

export const worker = () => new Worker(code);

/** As `api/file` of the studio says it, with the puzzle to be played. */
export const began = Promise.all(["begin", "puzzle"].map(carried).map(unpackedText)).then(([begin, text]) => ({ ...JSON.parse(begin), text }));
