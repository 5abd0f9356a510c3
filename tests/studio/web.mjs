// The page that needs no server, in a real browser: a site, links to it, and a puzzle in one file.
// `node web.mjs PROGRAM CHROMIUM MODULE [FOLDER FOR SCREENSHOTS]`.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { brotliCompressSync, deflateRawSync } from "node:zlib";
import { byHints, camera, inTurn, PIPS1, verdict } from "./page.mjs";
import { fresh, sites } from "./site.mjs";
import { LOOKS, moving, reach, small, violations } from "./usable.mjs";

const [program, executablePath, wasm, shots] = process.argv.slice(2);
const { folder, run, site, serve } = sites(program, wasm);
const shoot = camera(shots);

const isElsewhere = (address) => (url) => !url.startsWith(address) && !/^(data|blob):/.test(url);

const said = (page, pattern) => page.waitForFunction((source) => new RegExp(source).test(document.getElementById("said").textContent), pattern.source);
const noticed = (page, pattern) => page.waitForFunction((source) => new RegExp(source).test(document.getElementById("notice")?.textContent), pattern.source);

const tests = {
  async "a puzzle is made, broken, explained, played, saved and shared, and goes on without a network"(browser) {
    const server = await serve();
    const { context, page, asked, faults } = await fresh(browser);
    await page.goto(server.address);
    await page.click("#new");
    await page.click("#blank >> text=seating");
    await verdict(page, "2 solutions");
    await page.click("#new");
    await page.click("#blank >> text=pips");
    await page.setInputFiles("#file", { name: "pips1.txt", mimeType: "text/plain", buffer: Buffer.from(PIPS1) });
    await verdict(page, "One solution");
    await shoot(page, "site-make");
    await page.setInputFiles("#file", { name: "pips1.txt", mimeType: "text/plain", buffer: Buffer.from(PIPS1.replace("15", "14")) });
    await verdict(page, "No solution");
    await page.waitForSelector("#reasons li");
    await page.click("#undo");
    await verdict(page, "One solution");
    await page.click("#candidates");
    await page.waitForSelector("#board .pencil");
    const download = page.waitForEvent("download");
    await page.click("#save");
    const saved = fs.readFileSync(await (await download).path(), "utf8");
    assert.equal(JSON.parse(run(["count", "--json", "-"], saved)).solutions, "1");
    await page.click("#tab-play");
    await byHints(page);
    await page.click("#share");
    await page.waitForFunction(() => /#p=./.test(document.getElementById("link").value));
    const link = await page.inputValue("#link");
    await page.click("#dialog-share >> text=Close");

    const other = await fresh(browser);
    await other.page.goto(link);
    await verdict(other.page, "One solution");
    for (const hint of [/^1\. /, /^[2-9]\. /]) {
      await other.page.click("#hint");
      await said(other.page, hint);
      if (await other.page.isVisible("#apply")) await other.page.click("#apply");
    }
    assert.deepEqual(other.faults, []);
    await other.context.close();

    // What the service worker keeps is all there is now.
    await page.evaluate(async () => (await navigator.serviceWorker.ready).active);
    await server.end();
    await page.goto(`${server.address}`);
    await page.click("#new");
    await page.click("#blank >> text=seating");
    await page.waitForFunction(() => / solutions?$/.test(document.getElementById("answer").textContent));
    assert.deepEqual(faults, []);
    assert.deepEqual(asked.filter(isElsewhere(server.address)), []);
    await context.close();
  },

  async "a kind that is a page of text is counted, explained and drawn"(browser) {
    const server = await serve();
    const { context, page, faults } = await fresh(browser);
    const link = run(["share", "--base", server.address, "instances/kinds/slitherlink.toml"]).trim();
    await page.goto(link);
    await verdict(page, "One solution");
    await page.waitForSelector("#board svg");
    // Who is handed a puzzle plays it, once the page knows what can be played.
    await page.waitForSelector("#verdict", { state: "hidden" });
    await page.click("#tab-make");
    await page.click("#solution");
    await page.waitForFunction(() => document.querySelectorAll("#board svg line, #board svg path").length > 8);
    await shoot(page, "site-slitherlink");
    assert.deepEqual(faults, []);
    await context.close();
    await server.end();
  },

  async "what takes too long, or cannot be in a page, is said, and the page goes on"(browser) {
    const server = await serve();
    const { context, page } = await fresh(browser);
    await page.goto(server.address);
    const hard = 'kind = "signs"\nvalues = 9\nboard = """\n' + `${"→ ".repeat(15)}←\n`.repeat(16) + '"""\n';
    await page.setInputFiles("#file", { name: "hard.toml", mimeType: "text/plain", buffer: Buffer.from(hard) });
    await page.waitForFunction(() => /^(At least|Not known|\d)/.test(document.getElementById("answer").textContent));
    await page.setInputFiles("#file", { name: "pips1.txt", mimeType: "text/plain", buffer: Buffer.from(PIPS1) });
    await verdict(page, "One solution");
    const model = fs.readdirSync("instances/models").find((name) => name.endsWith(".mzn"));
    await page.setInputFiles("#file", { name: "model.mzn", mimeType: "text/plain", buffer: fs.readFileSync(path.join("instances/models", model)) });
    await verdict(page, "Not a puzzle yet");
    assert.match(await page.textContent("#detail"), /MiniZinc|minizinc/);
    await context.close();
    await server.end();
  },

  async "a hostile link is refused with a message, and the page goes on"(browser) {
    const server = await serve();
    const zeros = deflateRawSync(Buffer.alloc(1 << 28)).toString("base64url");
    const deep = deflateRawSync(`x = ${"[".repeat(400_000)}`).toString("base64url");
    const cut = deflateRawSync(PIPS1).toString("base64url").slice(0, -9);
    for (const [what, letters] of Object.entries({ zeros, cut, empty: "", "no letters": "%%%", long: "A".repeat(1_900_000), "no text": deflateRawSync(Buffer.from([255, 254])).toString("base64url") })) {
      const { context, page, faults } = await fresh(browser);
      // An address this long cannot be typed, but a page can lead there.
      await page.goto(server.address);
      await page.evaluate((letters) => { location.hash = `p=${letters}`; location.reload(); }, letters).catch(() => {});
      await noticed(page, /contains no puzzle/).catch((error) => { throw new Error(`${what}: ${error}`); });
      await page.setInputFiles("#file", { name: "pips1.txt", mimeType: "text/plain", buffer: Buffer.from(PIPS1) });
      await verdict(page, "One solution");
      assert.deepEqual(faults, [], what);
      await context.close();
    }
    const { context, page } = await fresh(browser);
    await page.goto(`${server.address}#p=${deep}`);
    await verdict(page, "Not a puzzle yet");
    // Longer than Chromium lets an address be.
    const refused = await page.evaluate(async () => {
      const { unpackedText } = await import("./packed.js");
      return unpackedText("A".repeat(16 << 20)).then(() => "read", String);
    });
    assert.match(refused, /more than 1048576 bytes/);
    await context.close();
    await server.end();
  },

  async "the board of a puzzle in one file is there before its engine"(browser) {
    for (const name of ["pips/pips1", "kinds/slitherlink"]) {
      const file = path.join(folder, "early.html");
      run(["share", "--force", `instances/${name}.toml`, "-o", file, "--module", wasm]);
      const { page, faults, context } = await fresh(browser, { offline: true });
      await page.addInitScript(() => (WebAssembly.compile = () => new Promise(() => {})));
      await page.goto(pathToFileURL(file).href);
      await page.waitForSelector("#board svg");
      assert.equal(await page.isVisible("#verdict"), false);
      assert.deepEqual(faults, []);
      await context.close();
    }
  },

  async "a puzzle in one file is played from the disk without a network"(browser) {
    for (const puzzle of ["pips/pips1.toml", "signs/leepf.toml", "kinds/slitherlink.toml", "kinds/sudoku.toml"].map((name) => `instances/${name}`)) {
      const file = path.join(folder, `${path.basename(puzzle, ".toml")}.html`);
      run(["share", puzzle, "-o", file, "--module", wasm]);
      const { context, page, asked, faults } = await fresh(browser, { offline: true });
      const address = pathToFileURL(file).href;
      await page.goto(address);
      await page.waitForSelector("#board svg");
      assert.equal(await page.isVisible("#verdict"), false, "a player sees no verdict");
      assert.equal(await page.isVisible("#tab-make"), false, "a player changes nothing");
      await page.waitForFunction(() => !document.getElementById("hint").disabled);
      await page.click("#hint");
      await said(page, /^1\. /);
      // Not every step is about something that a player puts on the board.
      for (let step = 2; !await page.isVisible("#apply"); step++) {
        await page.click("#hint");
        await said(page, new RegExp(`^${step}\\. `));
      }
      await Promise.all([page.waitForEvent("load"), page.evaluate(() => {
        document.getElementById("apply").click();
        location.reload();
      })]);
      await page.waitForFunction(() => document.body.classList.contains("playing") && !document.getElementById("hint").disabled);
      const kept = await page.evaluate(() => Object.values(localStorage).flatMap((text) => Object.keys(JSON.parse(text).state?.entries ?? {})));
      assert.ok(kept.length, "what was done just before the page went is kept");
      await page.click("#tab-explain");
      await page.waitForSelector("#walk section.shown svg");
      await shoot(page, `export-${path.basename(puzzle, ".toml")}`);
      await page.click("#tab-play");
      await byHints(page);
      await page.reload();
      await page.waitForFunction(() => !document.getElementById("check").disabled);
      await page.click("#check");
      await said(page, /Solved/);
      assert.deepEqual(faults, []);
      assert.deepEqual(asked.filter(isElsewhere(address)), []);
      await context.close();
    }
  },

  async "everybody can use a site and a puzzle in one file"(browser) {
    const server = await serve();
    const found = [];
    for (const puzzle of ["pips/pips1.toml", "kinds/slitherlink.toml"].map((name) => `instances/${name}`)) {
      const file = path.join(folder, `access-${path.basename(puzzle, ".toml")}.html`);
      run(["share", puzzle, "-o", file, "--module", wasm]);
      const link = run(["share", "--base", server.address, puzzle]).trim();
      for (const [where, address] of Object.entries({ site: link, file: pathToFileURL(file).href })) {
        const isReady = (page) => page.waitForFunction(() => document.querySelector("#board svg") && !document.getElementById("hint").disabled);
        const views = where === "site" ? ["make", "formula", "play"] : [null];
        const { context, page, faults } = await fresh(browser);
        await page.goto(address);
        await isReady(page);
        for (const view of views) {
          if (view) await page.click(`#tab-${view}`);
          for (const [look, asked] of Object.entries(LOOKS)) {
            await page.emulateMedia({ colorScheme: "light", forcedColors: "none", ...asked });
            for (const violation of await violations(page)) found.push(`${where}, ${puzzle}, ${view}, ${look}: ${violation}`);
          }
        }
        await page.emulateMedia({ colorScheme: "light", forcedColors: "none", reducedMotion: "reduce" });
        assert.equal(await moving(page), 0);
        // With keys alone.
        await page.goto("about:blank");
        await page.goto(address);
        await isReady(page);
        if (where === "site") {
          // A link opens under Play: away from there, and back.
          await page.waitForSelector("#tab-play[aria-selected=true]");
          await reach(page, "[role=tab]");
          for (const [key, isPlay] of [["ArrowRight", false], ["ArrowLeft", true]]) {
            await page.keyboard.press(key);
            await page.keyboard.press("Enter");
            await page.waitForSelector(`#tab-play[aria-selected=${isPlay}]`);
          }
        }
        await reach(page, "#hint");
        await page.keyboard.press("Enter");
        await said(page, /^1\. /);
        // Not every step is about something that a player puts on the board.
        for (let step = 2; !await page.isVisible("#apply"); step++) {
          await page.keyboard.press("Enter");
          await said(page, new RegExp(`^${step}\\. `));
        }
        await reach(page, "#apply");
        await page.keyboard.press("Enter");
        await page.waitForFunction(() => document.getElementById("apply").hidden);
        assert.deepEqual(faults, []);
        await context.close();

        const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
        const held = await phone.newPage();
        await held.goto(address);
        await isReady(held);
        for (const view of views) {
          if (view) await held.tap(`#tab-${view}`);
          for (const one of await small(held)) found.push(`${where}, ${puzzle}, ${view}, phone: ${one}`);
          await shoot(held, `phone-${where}-${path.basename(puzzle, ".toml")}-${view ?? "play"}`);
        }
        await phone.close();
      }
    }
    assert.deepEqual(found, []);
    await server.end();
  },
};

/** Published sizes: dominoes of a day, a Sudoku, a Slitherlink. */
const MEASURED = {
  pips: run(["convert", "--to", "map", "instances/pips/sample-day.json#hard"]),
  "9 × 9 Sudoku": run(["convert", "--to", "toml", "https://puzz.link/p?sudoku/9/9/k8g1g7i2i99o2g3h75q19h5g4o83i4i6g4g5k"]),
  "10 × 10 Slitherlink": `kind = "slitherlink"
number = """
. . . . . . . . . .
2 3 2 1 2 2 3 2 1 1
1 2 3 1 1 2 2 2 1 0
. . . . . . . . . .
1 1 2 3 2 3 2 1 2 3
1 1 3 2 1 2 2 2 2 1
. . . . . . . . . .
2 3 2 2 2 1 3 2 2 0
1 2 3 1 2 2 2 1 2 1
. . . . . . . . . .
"""
`,
};

/** How heavy the site is, and how quick: only told beside screenshots, because compressing it takes long. */
async function figures(browser) {
  const files = fs.readdirSync(site).map((name) => fs.readFileSync(path.join(site, name)));
  const sum = (sizes) => `${(sizes.reduce((sum, size) => sum + size, 0) / 1e6).toFixed(2)} MB`;
  console.log(`the site has ${sum(files.map((file) => file.length))}, compressed ${sum(files.map((file) => brotliCompressSync(file).length))}`);
  const server = await serve();
  for (const [name, puzzle] of Object.entries(MEASURED)) {
    const link = run(["share", "--base", server.address, "-"], puzzle).trim();
    const { context, page } = await fresh(browser);
    const began = Date.now();
    await page.goto(link);
    await page.waitForSelector("#board svg");
    const board = Date.now() - began;
    await verdict(page, "One solution");
    const first = Date.now() - began;
    const asked = await page.evaluate(async (text) => {
      const { ask } = await import("./api.js");
      const times = [];
      for (let turn = 0; turn < 9; turn++) {
        const began = performance.now();
        await ask("count", text, { seconds: "5" }, "measure");
        times.push(performance.now() - began);
      }
      return times.sort((one, other) => one - other)[4];
    }, puzzle);
    console.log(`${name}: board after ${board} ms, verdict after ${first} ms; asked again, ${asked.toFixed(0)} ms`);
    await context.close();
  }
  await server.end();
}

await inTurn(shots ? { ...tests, figures } : tests, executablePath, () => fs.rmSync(folder, { recursive: true, force: true }));
