// A studio of its own for each test, in a real browser, with what the program says by itself to compare with.

import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { deflateRawSync } from "node:zlib";
import { chromium } from "playwright-core";
import { camera, middle } from "./page.mjs";

const [program, executablePath, shots] = process.argv.slice(2);
const servers = new Set();

export { program };

/** Where tests may write; it goes at the end. */
export const folder = fs.mkdtempSync(path.join(os.tmpdir(), "cnfetti-studio-"));

export const shoot = camera(shots);

/** A text as links have it. */
export const packed = (text) => deflateRawSync(text).toString("base64url");

/** Starts a studio and waits for its address. */
export function start(...words) {
  const server = spawn(program, ["studio", "--no-open", "--idle", "30", ...words], { stdio: ["ignore", "pipe", "inherit"] });
  servers.add(server);
  server.once("exit", () => servers.delete(server));
  return new Promise((resolve) => server.stdout.once("data", (data) => resolve({ server, address: String(data).trim() })));
}

export const ended = (server) => new Promise((resolve) => server.once("exit", resolve));

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

/** Runs tests one after the other, each with its name. */
export async function run(tests) {
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  try {
    for (const [name, test] of Object.entries(tests)) {
      const began = Date.now();
      await test(browser);
      console.log(`${name}: passed in ${((Date.now() - began) / 1000).toFixed(1)} s`);
    }
  } finally {
    await browser.close();
    for (const server of servers) server.kill("SIGKILL");
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
