// Asks both engines, the studio's server and the module of a site, every question about many puzzles, and
// wants the same answers: `node same.mjs PROGRAM MODULE [FILES]`.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { siteEngine } from "./engine.mjs";

const [program, wasm, ...named] = process.argv.slice(2);
/** The studio's server. */
async function serverEngine() {
  const server = spawn(program, ["studio", "--no-open", "--idle", "60", "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
  const address = await new Promise((resolve) => server.stdout.once("data", (data) => resolve(String(data).trim())));
  const ask = async (place, body) => {
    const response = await fetch(address + place, { method: "POST", body });
    const isJson = response.headers.get("content-type") === "application/json";
    return { status: response.status, said: await (isJson ? response.json() : response.text()) };
  };
  return { ask, end: () => server.kill("SIGTERM") };
}

/** Every file that is one puzzle, or several. */
const files = named.length ? named : fs.readdirSync("instances", { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
  .concat(fs.readdirSync("tests/bad", { withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => path.join("tests/bad", entry.name)))
  .sort();

/** Without what is another one each time. */
const steady = (said) => JSON.stringify(said, (key, value) => (key === "seconds" ? null : value));

/** Whether a limit kept an answer from being whole. */
const isLimited = ({ said }) => ["at least", "unknown"].includes(said?.status) || said?.complete === false || said?.stopped || /limit was reached|no answer within/.test(JSON.stringify(said));

const SECONDS = "3";

/** The questions about a puzzle; a solution is a board to go on from. */
function questions(solution) {
  const about = (name, settings = {}) => `api/${name}?${new URLSearchParams({ seconds: SECONDS, ...settings })}`;
  const board = solution && JSON.stringify(solution);
  const boards = board && board.length < 20_000 ? [about("check", { board }), about("conflicts", { board }), about("explain", { from: board })] : [];
  const plain = (name, settings) => `api/${name}?${new URLSearchParams(settings)}`;
  return [
    ...["count", "unique", "solve", "candidates", "explain", "walkthrough", "clues"].map((name) => about(name)),
    ...boards,
    plain("picture", { theme: "dark" }), about("solution", { theme: "light" }),
    ...["toml", "map", "json"].map((to) => plain("convert", { to })),
    plain("given", {}), plain("formula", {}), plain("formula", { at_most_one: "product", domain: "order" }),
    plain("qr", { base: "https://example.org/" }), plain("board", {}),
    about("rules", { dominoes: "given", difficulty: "easy", rules: "sum=2,less", seed: "1" }),
  ];
}

const NEW = ["pips", "signs", "dice", "seating"].flatMap((kind) => [1, 2].map((seed) => `api/generate?${new URLSearchParams({ kind, seed, seconds: "20" })}`));

const EMPTY = ["slitherlink", "sudoku", "lits", "nothing"].map((kind) => `api/new?${new URLSearchParams({ kind, size: "4x5" })}`);

const site = await siteEngine(program, wasm);
const server = await serverEngine();
let [compared, limited] = [0, 0];
const asked = new Set();
try {
  const compare = async (place, text, what) => {
    const [here, there] = [await server.ask(place, text), await site.ask(place, text)];
    const name = place.slice(0, 60);
    asked.add(/^api\/(\w+)/.exec(place)?.[1]);
    if (isLimited(here) || isLimited(there)) {
      limited++;
      console.log(`${what}: ${name}: not within the time: ${isLimited(here) ? "server" : ""} ${isLimited(there) ? "site" : ""}`);
    } else {
      assert.equal(`${there.status} ${steady(there.said)}`, `${here.status} ${steady(here.said)}`, `${what}: ${name}`);
      compared++;
    }
    return here;
  };
  for (const file of files) {
    const text = fs.readFileSync(file, "utf8");
    if (text.length > 1 << 20 || path.extname(file) === ".mzn") continue;
    const { said } = await compare(`api/solve?seconds=${SECONDS}`, text, file);
    for (const place of questions(said.solution)) await compare(place, text, file);
  }
  for (const place of [...EMPTY, "api/kinds?", "api/encodings?"]) await compare(place, "", "all kinds");
  for (const place of NEW) await compare(place, "", "a new puzzle");
  assert.ok(20 * limited <= compared, `${limited} answers not within the time, ${compared} compared`);
  assert.deepEqual(site.names.filter((name) => !asked.has(name)), [], "every question was asked");
} finally {
  server.end();
  site.end();
}
console.log(`${compared} answers are the same in both engines; ${limited} were not within the time`);
process.exit();
