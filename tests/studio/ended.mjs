// What the engine of a page says when the module never answers, or breaks: `node ended.mjs PROGRAM`. The modules here are
// a few bytes, so that nothing ends by itself.

import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { siteEngine, threads } from "./engine.mjs";

const [program] = process.argv.slice(2);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "cnfetti-ended-"));

/** A module with a memory and a function `_start`, which has these instructions. */
function moduleOf(name, ...instructions) {
  const text = (word) => [word.length, ...Buffer.from(word)];
  const section = (id, ...bytes) => [id, bytes.length, ...bytes];
  const bytes = [0, ...Buffer.from("asm"), 1, 0, 0, 0,
    ...section(1, 1, 0x60, 0, 0), ...section(3, 1, 0), ...section(5, 1, 0, 1),
    ...section(7, 2, ...text("memory"), 2, 0, ...text("_start"), 0, 0),
    ...section(10, 1, instructions.length + 2, 0, ...instructions, 0x0b)];
  const file = path.join(folder, name);
  fs.writeFileSync(file, Buffer.from(bytes));
  return file;
}

const LOOP = [0x03, 0x40, 0x0c, 0x00, 0x0b];
const UNREACHABLE = [0x00];

/** The time limit and what a worker gets beyond it. */
const SECONDS = 0.2;
const LONGEST = 1000 * (SECONDS + 2 + 1.5);

/** More questions than there are workers. */
const QUESTIONS = 4;

// So that a fault does not keep this test from ending.
setTimeout(() => { throw new Error("no answer at all"); }, 60_000);

const endless = await siteEngine(program, moduleOf("endless.wasm", ...LOOP));
const broken = await siteEngine(program, moduleOf("broken.wasm", ...UNREACHABLE));
try {
  // Each is answered, since an ended worker makes room for the next question.
  const began = performance.now();
  const answers = await Promise.all(Array.from({ length: QUESTIONS }, () => endless.ask(`api/count?seconds=${SECONDS}`, "")));
  assert.ok(performance.now() - began < QUESTIONS * LONGEST);
  for (const { status, said } of answers) {
    assert.equal(status, 422);
    assert.equal(said.stopped, true, "that is no answer");
    assert.match(said.error, /no answer within 2\.2 s/);
  }

  const who = new AbortController();
  const given = endless.ask("api/count?seconds=60", "", who.signal);
  setTimeout(() => who.abort(new Error("nobody waits")), 100);
  await assert.rejects(given, /nobody waits/);

  await new Promise((wait) => setTimeout(wait, 500));
  assert.ok(threads.size < QUESTIONS, "no more workers than may search at a time");

  const { status, said } = await broken.ask("api/count?seconds=1", "");
  assert.equal(status, 422);
  assert.equal(said.stopped, true);
  assert.match(said.error, /unreachable/);
} finally {
  endless.end();
  broken.end();
  fs.rmSync(folder, { recursive: true, force: true });
}
console.log("workers that never answer are ended");
process.exit();
