// The engine of a page without a server, in Node.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";

// Which Node has from version 21 on.
globalThis.navigator ??= { hardwareConcurrency: 2 };

/** The threads of all workers that have not ended. */
export const threads = globalThis.threads = new Set();

/** Where Node has the module and starts a worker, as a browser does. */
const CARRIER = `
import fs from "node:fs";
import { Worker as Thread } from "node:worker_threads";
export const module = WebAssembly.compile(fs.readFileSync(new URL("cnfetti.wasm", import.meta.url)));
export const began = Promise.resolve({ name: null });
const before = "const { parentPort } = require('node:worker_threads');" +
  "globalThis.postMessage = (data) => parentPort.postMessage(data);" +
  "parentPort.on('message', (data) => globalThis.onmessage({ data }));";
const code = before + fs.readFileSync(new URL("worker.js", import.meta.url), "utf8");
export function worker() {
  const thread = new Thread(code, { eval: true });
  thread.unref();
  threads.add(thread);
  thread.on("exit", () => threads.delete(thread));
  const as = { postMessage: (task) => thread.postMessage(task), terminate: () => thread.terminate() };
  thread.on("message", (data) => as.onmessage({ data }));
  thread.on("error", (error) => as.onerror({ message: String(error) }));
  return as;
}
`;

/** The engine of a site, as the page has it, with this module. */
export async function siteEngine(program, wasm) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "cnfetti-engine-"));
  const site = path.join(folder, "site");
  const { status, stderr } = spawnSync(program, ["share", "--module", wasm, "--site", site], { encoding: "utf8" });
  assert.equal(status, 0, stderr);
  fs.writeFileSync(path.join(site, "carrier.js"), CARRIER);
  fs.writeFileSync(path.join(site, "package.json"), '{ "type": "module" }');
  const { reach } = await import(pathToFileURL(path.join(site, "engine.js")));
  const { QUESTIONS } = await import(pathToFileURL(path.join(site, "questions.js")));
  const ask = (place, text, signal = new AbortController().signal) => reach(place, "POST", text, signal);
  return { names: QUESTIONS.map(({ name }) => name), ask, end: () => fs.rmSync(folder, { recursive: true, force: true }) };
}
