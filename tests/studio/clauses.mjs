// Unit propagation and learning of the studio's page against a second, naive implementation, on random clauses and on
// formulas of puzzles: `node clauses.mjs PROGRAM FOLDER-OF-THE-PAGE`.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [program, page] = process.argv.slice(2);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "cnfetti-clauses-"));
fs.writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }');
fs.copyFileSync(path.join(page, "clauses.js"), path.join(folder, "clauses.js"));
const { Search } = await import(pathToFileURL(path.join(folder, "clauses.js")));

let seed = 1001;
const random = (below) => {
  seed = (seed * 1103515245 + 12345) % 2147483648;
  return Math.floor(seed / 65536) % below;
};

/** All that follows from literals, clause by clause until nothing changes: a set of literals, or null for a conflict. */
function closure(clauses, literals) {
  const known = new Set(literals);
  if ([...known].some((lit) => known.has(-lit))) return null;
  for (let before = -1; before !== known.size;) {
    before = known.size;
    for (const clause of clauses) {
      if (clause.some((lit) => known.has(lit))) continue;
      const open = [...new Set(clause.filter((lit) => !known.has(-lit)))];
      if (open.length === 0) return null;
      if (open.length === 1) known.add(open[0]);
    }
  }
  return known;
}

const sorted = (list) => [...list].sort((one, other) => one - other);

/** The first unique implication point, by its definition: of the nodes of the last level that are on every way from the decision to the conflict the one that was assigned last. */
function implicationPoint(search, level) {
  const entries = search.trail;
  const at = new Map(entries.map(({ lit }, index) => [lit, index]));
  const causes = (index) => (index === "conflict" ? search.clauses[search.conflict] : entries[index].clause === null ? [] : search.clauses[entries[index].clause]).map((lit) => at.get(-lit)).filter((cause) => cause !== undefined && cause !== index && entries[cause].level === level);
  const decision = entries.findIndex((entry) => entry.level === level);
  // Whether the conflict is reached from the decision without a node.
  const reaches = (without) => {
    const seen = new Set();
    const visit = (index) => {
      if (index === without || seen.has(index)) return false;
      seen.add(index);
      return index === decision || causes(index).some(visit);
    };
    return visit("conflict");
  };
  const all = entries.map((_, index) => index).filter((index) => entries[index].level === level && (index === decision || !reaches(index)));
  const reached = all.filter((index) => {
    const seen = new Set();
    const visit = (from) => from === index || (!seen.has(from) && (seen.add(from), causes(from).some(visit)));
    return visit("conflict");
  });
  return entries[Math.max(...reached)].lit;
}

const seen = { steps: 0, conflicts: 0, learned: 0, back: 0, closed: 0, undone: 0 };

/** A search with random decisions, compared after each step; it ends with a model or with a proof that there is none. */
function compare(variables, clauses, most) {
  const search = new Search(variables, clauses);
  for (let round = 0; round < most; round++) {
    const decisions = search.trail.filter(({ clause }) => clause === null).map(({ lit }) => lit);
    const before = search.remembered();
    let last = search.trail.length;
    for (let found = search.step(); found; found = search.step()) {
      seen.steps++;
      const clause = search.clauses[found.clause];
      const others = clause.filter((lit) => lit !== found.lit);
      assert.ok(others.every((lit) => search.value(lit) < 0), "all others are false");
      if (found.lit !== null) assert.equal(search.trail.length, ++last);
    }
    const expected = closure(search.clauses, decisions);
    assert.equal(search.conflict === null, expected !== null, JSON.stringify([clauses, decisions, search.trail, search.clauses.length]));
    if (search.conflict === null) assert.deepEqual(sorted(search.trail.map(({ lit }) => lit)), sorted(expected));
    else assert.equal(expected, null);
    // There and back again, it is the same.
    const there = JSON.stringify(search.remembered());
    search.restore(before);
    search.propagate();
    assert.equal(JSON.stringify({ ...search.remembered(), seen: 0, started: 0 }), JSON.stringify({ ...JSON.parse(there), seen: 0, started: 0 }));
    seen.undone++;
    if (search.conflict === null) {
      const open = Array.from({ length: variables }, (_, at) => at + 1).filter((variable) => search.values[variable] === 0);
      if (!open.length) {
        for (const clause of clauses) assert.ok(clause.some((lit) => search.value(lit) > 0), "it is a model");
        return "model";
      }
      search.decide(open[random(open.length)] * (random(2) ? 1 : -1));
      continue;
    }
    seen.conflicts++;
    const { level } = search;
    if (level === 0) {
      assert.equal(search.analyse(), null);
      assert.equal(closure(search.clauses, []), null);
      seen.closed++;
      return "none";
    }
    const trail = [...search.trail];
    const at = (lit) => trail.find((entry) => entry.lit === -lit);
    const point = implicationPoint(search, level);
    const known = search.clauses.length;
    const taught = search.learn();
    // It follows from the clauses before it, by propagation alone; it was false, and has one literal of the last level.
    assert.equal(closure(search.clauses.slice(0, known), taught.clause.map((lit) => -lit)), null);
    assert.ok(taught.clause.every((lit) => at(lit)), "all of it was false");
    assert.deepEqual(taught.clause.filter((lit) => at(lit).level === level), [-point]);
    assert.equal(taught.level, Math.max(0, ...taught.clause.slice(1).map((lit) => at(lit).level)));
    assert.ok(search.trail.every(({ level }) => level <= taught.level));
    seen.learned++;
    if (taught.level < level - 1) seen.back++;
  }
  return "open";
}

const ends = { model: 0, none: 0, open: 0 };
for (let round = 0; round < 1500; round++) {
  const variables = 6 + random(20);
  const clauses = Array.from({ length: Math.floor(variables * (1.5 + random(25) / 10)) }, () => Array.from({ length: random(20) ? 2 + random(2) : 1 }, () => (1 + random(variables)) * (random(2) ? 1 : -1)));
  ends[compare(variables, clauses, 400)]++;
}
assert.ok(ends.model > 50 && ends.none > 50 && !ends.open, JSON.stringify(ends));
assert.equal(compare(1, [[1], [-1]], 9), "none");
assert.equal(compare(1, [[]], 9), "none");

let puzzles = 0;
for (const file of ["kinds/hitori.toml", "kinds/slitherlink.toml", "signs/leepf.toml", "pips/pips1.toml", "dice/labeled-dice.toml"]) {
  const { stdout } = spawnSync(program, ["encode", "--json", path.join("instances", file)], { encoding: "utf8", maxBuffer: 1 << 28 });
  const { variables, parts, literals } = JSON.parse(stdout);
  const clauses = parts.flatMap((part) => part.clauses);
  if (clauses.length < 3000) compare(variables, clauses, 12);
  // What is exported has what the program writes, and what is learned changes no number of models.
  const search = new Search(variables, clauses);
  for (let decisions = 0; decisions < 60; decisions++) {
    search.propagate();
    if (search.conflict !== null && !search.learn()) break;
    const open = literals.findIndex((_, at) => search.values[at + 1] === 0);
    if (search.conflict === null && open >= 0) search.decide(open + 1);
  }
  const written = path.join(folder, "x.cnf");
  fs.writeFileSync(written, search.dimacs((lit) => literals[lit - 1]?.name ?? `a${lit}`));
  const count = (...words) => JSON.parse(spawnSync(program, ["count", "--json", ...words], { encoding: "utf8" }).stdout).solutions;
  assert.equal(count(written), count(path.join("instances", file)), file);
  puzzles++;
}
fs.rmSync(folder, { recursive: true, force: true });
assert.ok(Object.values(seen).every((times) => times > 30), JSON.stringify(seen));
console.log(`${JSON.stringify(seen)} in random clauses (${JSON.stringify(ends)}) and ${puzzles} puzzles`);
