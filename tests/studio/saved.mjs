// What is saved and kept, in files, in links and in the browser, and who may read it: `node saved.mjs PROGRAM CHROMIUM [FOLDER FOR SCREENSHOTS]`.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import { PIPS1, verdict, watch } from "./page.mjs";
import { count, folder, inWords, launch, packed, program, quit, run } from "./studio.mjs";

await run({
  async "opening a file is no edit, what is not saved comes back, and a file that has changed is asked about"(browser) {
    const file = path.join(folder, "opened.toml");
    const draft = `${file}.draft`;
    const { stdout } = spawnSync(program, ["convert", "--to", "toml", "-"], { input: PIPS1, encoding: "utf8" });
    const original = `# by hand\n${stdout}`;
    fs.writeFileSync(file, original);
    const { server, address } = await launch([file]);
    const page = await browser.newPage();
    const faults = watch(page);
    const rested = () => new Promise((resolve) => setTimeout(resolve, 600));
    await page.goto(address);
    await verdict(page, "One solution");
    await rested();
    assert.ok(!fs.existsSync(draft), "a draft of what is in the file");
    assert.equal(await page.isDisabled("#undo"), true, "there is nothing to undo");
    await page.fill("#title", "Mine");
    await rested();
    assert.match(fs.readFileSync(draft, "utf8"), /Mine/);
    await page.click("#undo");
    await rested();
    assert.ok(!fs.existsSync(draft), "the file has it again");
    await page.click("#redo");
    await rested();
    // In another tab, as after a crash: what was not saved, and below it the file.
    await page.close();
    const other = await (await browser.newContext()).newPage();
    await other.goto(address);
    await verdict(other, "One solution");
    await other.waitForFunction(() => /are here again; Undo goes back to the file\.$/.test(document.getElementById("notice").textContent));
    assert.equal(await other.inputValue("#title"), "Mine");
    await other.click("#undo");
    assert.equal(await other.inputValue("#title"), "");
    assert.equal(await other.isDisabled("#undo"), true);
    await other.click("#redo");
    // Somebody else writes the file.
    const foreign = `# by somebody else\n${original}`;
    fs.writeFileSync(file, foreign);
    const questions = [];
    const saves = async (accepts, expected) => {
      if (accepts !== null) other.once("dialog", (dialog) => {
        questions.push(dialog.message());
        return accepts ? dialog.accept() : dialog.dismiss();
      });
      await other.evaluate(() => (document.getElementById("notice").textContent = ""));
      await other.click("#save");
      await other.waitForFunction((expected) => document.getElementById("notice").textContent === expected, expected);
    };
    await saves(false, "Not saved: opened.toml is as it was.");
    assert.equal(fs.readFileSync(file, "utf8"), foreign);
    assert.match(questions[0], /opened\.toml has changed on disk since you opened it\. Replace/);
    assert.ok(fs.existsSync(draft), "what is not saved is kept");
    await other.reload();
    await verdict(other, "One solution");
    await other.waitForFunction(() => /opened\.toml has changed on disk since\.$/.test(document.getElementById("notice").textContent));
    await saves(true, "Saved to opened.toml.");
    assert.match(fs.readFileSync(file, "utf8"), /title = "Mine"/);
    await rested();
    assert.ok(!fs.existsSync(draft));
    assert.equal(questions.length, 2);
    // Saved again there is no question, and none for what this page has written.
    await other.fill("#title", "Mine again");
    await saves(null, "Saved to opened.toml.");
    assert.match(fs.readFileSync(file, "utf8"), /Mine again/);
    fs.rmSync(file);
    await other.fill("#title", "Once more");
    await saves(true, "Saved to opened.toml.");
    assert.match(questions[2], /opened\.toml is no longer on disk/);
    assert.match(fs.readFileSync(file, "utf8"), /Once more/);
    // The path becomes a folder.
    fs.rmSync(file);
    fs.mkdirSync(file);
    await other.fill("#title", "Never");
    await other.click("#save");
    await other.waitForFunction(() => /opened\.toml: it is not a file/.test(document.getElementById("said").textContent));
    assert.deepEqual(fs.readdirSync(file), []);
    assert.equal(questions.length, 3);
    fs.rmdirSync(file);
    assert.deepEqual(faults, []);
    await other.context().close();
    await quit(server);
  },

  async "a studio that is killed loses nothing, and a link contains the puzzle"(browser) {
    const { server, address } = await launch();
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${address}#p=${packed(PIPS1)}`);
    await verdict(page, "One solution");
    await page.waitForTimeout(400);
    await quit(server, "SIGKILL");
    await page.fill("#title", "Kept");
    await page.waitForFunction(() => /has ended/.test(document.getElementById("notice").textContent));
    await page.waitForTimeout(400);
    const again = await launch([], new URL(address).port);
    const next = await context.newPage();
    await next.goto(again.address);
    await verdict(next, "One solution");
    assert.equal(await next.inputValue("#title"), "Kept");
    await context.close();
    await quit(again.server);
  },

  async "a link is a document of its own beside the file that is open"(browser) {
    const file = path.join(folder, "mine.toml");
    const { stdout } = spawnSync(program, ["convert", "--to", "toml", "-"], { input: PIPS1, encoding: "utf8" });
    fs.writeFileSync(file, stdout);
    const { server, address } = await launch([file]);
    const context = await browser.newContext();
    const page = await context.newPage();
    const faults = watch(page);
    const foreign = "AABB\n\nA free\nB free\ndominoes: 1-2 3-4\n";
    await page.goto(address);
    await verdict(page, "One solution");
    await page.fill("#title", "Mine, unsaved");
    await page.waitForTimeout(500);
    const draft = fs.readFileSync(`${file}.draft`, "utf8");
    await page.goto("about:blank");
    await page.goto(`${address}#p=${packed(foreign)}`);
    await verdict(page, inWords(count(foreign).solutions));
    assert.match(await page.textContent("#notice"), /^This puzzle came by a link\. mine\.toml stays as it is/);
    await page.click("#tab-make");
    await page.fill("#title", "Foreign");
    await page.waitForTimeout(500);
    assert.equal(fs.readFileSync(`${file}.draft`, "utf8"), draft, "the draft of the file is as it was");
    const download = page.waitForEvent("download");
    await page.keyboard.press("Control+S");
    assert.match(fs.readFileSync(await (await download).path(), "utf8"), /Foreign/);
    assert.equal(fs.readFileSync(file, "utf8"), stdout, "the file is as it was");
    await page.reload();
    await verdict(page, inWords(count(foreign).solutions));
    assert.equal(await page.inputValue("#title"), "Foreign", "what was changed in it is kept");
    // The address of the file has the file, with its own draft.
    await page.goto("about:blank");
    await page.goto(address);
    await verdict(page, "One solution");
    assert.equal(await page.inputValue("#title"), "Mine, unsaved");
    // Another link does not get what belongs to this one.
    await page.goto("about:blank");
    const other = foreign.replace("1-2", "1-1");
    await page.goto(`${address}#p=${packed(other)}`);
    await verdict(page, inWords(count(other).solutions));
    assert.equal(await page.inputValue("#title"), "");
    assert.deepEqual(faults, []);
    await context.close();
    await quit(server);
  },

  async "after opening a file, everything can be asked at once, and a formula with auxiliaries is on the board"(browser) {
    for (let round = 0; round < 4; round++) {
      const { server, address } = await launch(["instances/kinds/nurikabe.toml"]);
      const page = await browser.newPage();
      const faults = watch(page);
      await page.goto(address);
      await verdict(page, "One solution");
      await page.waitForFunction(() => !document.getElementById("candidates").disabled && !document.getElementById("solution").disabled);
      if (round === 0) {
        await page.click("#tab-formula");
        await page.waitForSelector("#one-clauses .clause");
        await page.click("#formula-run");
        // One that stands for several literals.
        const auxiliary = page.locator("#one-clauses .clause .literal.open", { hasText: "helps to say" }).first();
        await page.evaluate(() => { document.getElementById("one-clauses").scrollTop = 4000; });
        await page.waitForTimeout(300);
        if (await auxiliary.count()) await auxiliary.click();
        await page.click("#formula-run");
        await page.waitForTimeout(500);
        assert.ok(await page.locator("#board svg .spot").count() > 0);
        assert.equal(await page.textContent("#said"), "");
      }
      assert.deepEqual(faults, []);
      await page.close();
      await quit(server);
    }
  },

  async "a page of another origin learns nothing"(browser) {
    const { server, address } = await launch();
    const foreign = http.createServer((_, response) => {
      response.setHeader("content-type", "text/html");
      response.end("<!doctype html><title>elsewhere</title>");
    });
    await new Promise((resolve) => foreign.listen(0, "127.0.0.1", resolve));
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${foreign.address().port}/`);
    const statuses = await page.evaluate(async ([address, puzzle]) => {
      const attempts = [["api/count", { method: "POST", body: puzzle }], ["api/file", {}], ["", {}], ["api/count", { method: "POST", body: puzzle, mode: "no-cors" }]];
      return Promise.all(attempts.map(([place, how]) => fetch(address + place, how).then((response) => response.type, () => "refused")));
    }, [address, PIPS1]);
    assert.deepEqual(statuses.filter((status) => !["refused", "opaque"].includes(status)), []);
    const framed = await page.evaluate(async (address) => {
      const frame = Object.assign(document.createElement("iframe"), { src: address });
      document.body.append(frame);
      await new Promise((resolve) => setTimeout(resolve, 500));
      return frame.contentDocument !== null && frame.contentDocument.getElementById("board") !== null;
    }, address);
    assert.equal(framed, false);
    await page.close();
    foreign.close();
    await quit(server);
  },
});
