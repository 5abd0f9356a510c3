// Puzzles of every kind that is a page of text, as the page writes them: the program reads from that text what the
// page meant. `node given.mjs PROGRAM FOLDER-OF-THE-PAGE`.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [program, page] = process.argv.slice(2);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "cnfetti-given-"));
fs.writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }');
for (const name of ["given.js", "grid.js", "toml.js", "turn.js"]) fs.copyFileSync(path.join(page, name), path.join(folder, name));
const load = (name) => import(pathToFileURL(path.join(folder, name)));
const given = await load("given.js");
const { mirror, resize, rotate } = await load("turn.js");

/** A kind of its own, with layers that none has that comes with the program, on boards where places have few cells beside them. */
const own = (rows, columns, board = "") => `kind = '''
kind = "walls"
summary = "numbers on sides"
${board}
[clues]
side = { on = "sides", values = "0..99" }
spot = { on = "corners", values = ["one", "other"], any = "anything" }
link = { on = "links" }
[unknown]
black = { on = "cells" }
'''
rows = ${rows}
columns = ${columns}
`;

const files = "crates/kinds/kinds";
const kinds = fs.readdirSync(files).map((name) => name.replace(".toml", ""));

/** Whether the program refuses a board: a number is too large, there is no cell, a sign is missing, or the kind requires something else, such as a region in one piece. */
const required = kinds.flatMap((kind) => [...fs.readFileSync(`${files}/${kind}.toml`, "utf8").matchAll(/^say = "(expected [a-z][^{"]*)/gm)].map(([, said]) => said.trim()));
const isUnfit = (/** @type {string} */ error) => error.includes("expected a number from") || error.includes("has no entry at") || error.includes("is missing at") || error.includes("in each line that wraps around") || required.some((said) => error.includes(said));

/** What the program understands of a text; null where the kind does not allow what was drawn. */
function told(text) {
  const { stdout, stderr, status } = spawnSync(program, ["show", "--given", "--json", "-"], { input: text, encoding: "utf8" });
  if (isUnfit(stderr)) return null;
  assert.equal(status, 0, `${text}\n${stderr}`);
  return JSON.parse(stdout);
}

let seed = 4711;
const random = (below) => {
  seed = (seed * 1103515245 + 12345) % 2147483648;
  return Math.floor(seed / 65536) % below;
};
const one = (list) => list[random(list.length)];

/** What a puzzle gives, whatever its areas are called and in whatever order the program tells it. */
function essence({ rows, columns, title, source, parameters, clues }) {
  // Arrows of a sign have no order.
  const sorted = (/** @type {string} */ values, /** @type {string} */ text) => (values === "direction" ? [...text].sort().join("") : text);
  const layers = clues.map(({ name, on, at, groups, values }) => {
    const called = Object.fromEntries((clues.find((layer) => layer.name === on)?.groups ?? []).map(([name, cells]) => [name, cells.toSorted().join(" ")]));
    return [name, Object.entries(at).map(([place, text]) => [called[place] ?? place, sorted(values, text)]).sort(), groups.map(([, cells]) => (on === "areas" ? cells.toSorted() : cells).join(" ")).sort()];
  });
  return JSON.stringify([rows, columns, title ?? "", source ?? "", parameters.map(({ value }) => value), layers]);
}

/** A clue that a layer can have. */
function clue({ values, words, any, from, to }) {
  if (any && random(6) === 0) return "?";
  if (values === "flag") return "#";
  if (values === "numbers") return Array.from({ length: 1 + random(3) }, () => 1 + random(9)).join(",");
  const low = from ?? 0;
  return values === "number" ? String(low + random(Math.min(12, (to ?? low + 12) - low + 1))) : one(words);
}

const seen = new Set();

/** Changes a puzzle as somebody on the page might. */
function edit(puzzle) {
  const layer = one(puzzle.clues);
  seen.add(`${layer.on in puzzle.clues.map(({ name }) => name) ? "group" : layer.on} ${layer.values}`);
  const holes = puzzle.clues.find(({ name }) => name === "hole")?.at ?? {};
  const all = given.places(puzzle, given.hasGroups(layer) || given.isOfGroups(layer) ? { ...layer, on: "cells" } : layer);
  const places = all.filter((at) => layer.name === "hole" || !(at in holes));
  if (!places.length) return;
  const at = one(places);
  if (layer.on === "paths") {
    const name = given.freshName(layer);
    for (let to = at, length = 0; length < 4; length++) {
      given.join(puzzle, layer, to, name);
      to = given.next(puzzle, { ...layer, on: "cells" }, to, one([[0, 1], [1, 0], [0, -1], [-1, 0]]));
    }
  } else if (layer.on === "areas") {
    const name = random(2) ? given.freshName(layer) : given.groupAt(layer, at) ?? given.freshName(layer);
    const row = random(4);
    for (const cell of places.slice(places.indexOf(at), places.indexOf(at) + 1 + row)) given.join(puzzle, layer, cell, name);
  } else if (layer.values === "direction" && layer.on !== "cells") {
    const [line] = at.split(",").map(Number);
    given.give(puzzle, layer, at, one(line % 2 ? ["←", "→"] : ["↑", "↓"]));
  } else given.give(puzzle, layer, at, random(5) ? clue(layer) : "");
  for (const parameter of puzzle.parameters) if (random(8) === 0) parameter.value = Math.min(parameter.to, parameter.from + random(3));
  given.rename(puzzle);
}

let [compared, refused] = [0, 0];
/** A new puzzle, on a board that is not a square if the kind allows that. */
function begun(kind) {
  const sizes = ["5x4", "4x4", "8x8"].map((size) => spawnSync(program, ["new", kind, "--size", size], { encoding: "utf8" }));
  return sizes.find(({ status }) => status === 0).stdout;
}

for (const kind of [...kinds, own(1, 3), own(3, 1), own(2, 3), own(3, 4, '[board]\nwraps = "both"'), own(2, 3, '[board]\nwraps = "rows"')]) {
  const instance = `instances/kinds/${kind}.toml`;
  const start = kind.includes("\n") ? kind : begun(kind);
  for (const text of [start, ...fs.existsSync(instance) ? [fs.readFileSync(instance, "utf8")] : []]) {
    const started = told(text);
    assert.ok(started, text);
    let puzzle = given.read(started);
    const same = () => {
      const written = given.write(puzzle);
      const again = told(written);
      if (!again) {
        refused++;
        return false;
      }
      assert.equal(essence(again), essence(puzzle), written);
      const named = (layers) => layers.flatMap(({ groups }) => groups.map(([name]) => name));
      assert.deepEqual(named(again.clues), named(puzzle.clues), `${kind}: areas have the names of sentences`);
      compared++;
      return true;
    };
    given.rename(puzzle);
    same();
    for (let round = 0; round < Math.max(6, puzzle.clues.length); round++) {
      const fit = structuredClone(puzzle);
      for (let edits = 0; edits < 3; edits++) edit(puzzle);
      if (!same()) puzzle = fit;
    }
    const before = essence(puzzle);
    for (let turn = 0; turn < 4; turn++) {
      rotate(puzzle);
      same();
    }
    assert.equal(essence(puzzle), before, `${kind}: four turns are none`);
    mirror(puzzle);
    mirror(puzzle);
    assert.equal(essence(puzzle), before, `${kind}: two mirrors are none`);
    const larger = structuredClone(puzzle);
    resize(larger, puzzle.rows + 1, puzzle.columns + 2);
    resize(larger, puzzle.rows, puzzle.columns);
    assert.equal(essence(larger), before, `${kind}: a row and two columns more, and less`);
  }
}
for (const needed of ["cells number", "cells flag", "cells words", "cells direction", "cells numbers", "links number", "links words", "links direction", "corners number", "corners numbers", "corners words", "sides number", "outside number", "outside numbers", "areas group", "paths group"]) {
  assert.ok(seen.has(needed), `no puzzle had ${needed}: ${[...seen].join(", ")}`);
}
assert.ok(refused < compared / 10, `${refused} refused, ${compared} compared`);
fs.rmSync(folder, { recursive: true, force: true });
console.log(`${compared} puzzles of ${kinds.length} kinds are read as they were meant`);
