// A site of the program, a web server that has it, and browsers that have never been there.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { PATIENCE, watch } from "./page.mjs";

const MEDIA = { html: "text/html", js: "text/javascript", css: "text/css", wasm: "application/wasm" };

/** The site that a program makes of a module, in a folder of its own, and what else the program does. */
export function sites(program, wasm) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "cnfetti-web-"));

  /** What the program prints. */
  function run(words, input = "") {
    const { status, stdout, stderr } = spawnSync(program, words, { input, encoding: "utf8", maxBuffer: 1 << 27 });
    assert.equal(status, 0, stderr);
    return stdout;
  }

  const site = path.join(folder, "site");
  run(["share", "--module", wasm, "--site", site]);

  /** A web server as there are many: it has files, and nothing else. */
  async function serve() {
    const server = http.createServer((request, response) => {
      const name = request.url.split("?")[0].slice(1) || "index.html";
      const file = path.join(site, path.basename(name));
      if (!fs.existsSync(file)) return response.writeHead(404).end();
      response.writeHead(200, { "content-type": MEDIA[name.split(".").at(-1)] }).end(fs.readFileSync(file));
    });
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    const end = () => new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
    return { address: `http://localhost:${server.address().port}/`, end };
  }

  return { folder, run, site, serve };
}

/** All addresses that a page asks for. */
function addresses(context) {
  const asked = [];
  context.on("request", (request) => asked.push(request.url()));
  return asked;
}

/** A page of a browser that has never been there. */
export async function fresh(browser, options = {}) {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(PATIENCE);
  const asked = addresses(context);
  const page = await context.newPage();
  return { context, page, asked, faults: watch(page) };
}
