// A studio of its own for each test, in a real browser, with what the program says by itself to compare with.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { deflateRawSync } from "node:zlib";
import { camera, inTurn, middle, studios, watch } from "./page.mjs";

const [program, executablePath, shots] = process.argv.slice(2);

const { launch, end } = studios(program);

export { launch, program };

/** Where tests may write; it goes at the end. */
export const folder = fs.mkdtempSync(path.join(os.tmpdir(), "cnfetti-studio-"));

export const shoot = camera(shots);

/** A text as links have it. */
export const packed = (text) => deflateRawSync(text).toString("base64url");

/** Ends a studio. */
export function quit(server, signal = "SIGTERM") {
  server.kill(signal);
  return new Promise((resolve) => server.once("exit", resolve));
}

/** A test on a page of a studio of its own, which has the file with this name, if any. Nothing may go wrong on the page. */
export const onPage = (test, name) => async (browser) => {
  const file = name && path.join(folder, name);
  const { server, address } = await launch(file ? [file] : []);
  const page = await browser.newPage();
  const faults = watch(page);
  await test({ page, address, file, server });
  assert.deepEqual(faults, []);
  await page.close();
  if (server.exitCode === null && server.signalCode === null) await quit(server);
};

/** What the program says of a puzzle by itself. */
function ask(text, ...words) {
  const { stdout } = spawnSync(program, [...words, "--json", "-"], { input: text, encoding: "utf8" });
  return JSON.parse(stdout);
}
export const count = (text) => ask(text, "count");
export const solve = (text) => ask(text, "solve");

/** The verdict for an exact number of solutions. */
export const inWords = (solutions) => ({ 0: "No solution", 1: "One solution" })[solutions] ?? `${BigInt(solutions).toLocaleString("en")} solutions`;

export async function drag(page, cells) {
  await page.mouse.move(...await middle(page, ...cells[0]));
  await page.mouse.down();
  for (const cell of cells.slice(1)) await page.mouse.move(...await middle(page, ...cell), { steps: 4 });
  await page.mouse.up();
}

export async function rule(page, sort, number) {
  await page.selectOption("#rule-sort", sort);
  if (number !== undefined) await page.fill("#rule-number", String(number));
}

/** Runs tests in turn. */
export const run = (tests) => inTurn(tests, executablePath, () => {
  end();
  fs.rmSync(folder, { recursive: true, force: true });
});
