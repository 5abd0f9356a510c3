// MiniZinc with Chuffed and Gecode in WebAssembly, from the npm package `minizinc`, which runs in browsers:
//
//     npm install --prefix FOLDER minizinc
//     node benches/peers/minizinc-wasm.mjs FOLDER "--solver chuffed -a" model.mzn data.dzn
//
// This script gives the package's worker what it expects from a browser.

import { readFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { runInThisContext } from "node:vm";

const [folder, options, ...files] = process.argv.slice(2);
const package_ = resolve(folder, "node_modules/minizinc/dist") + "/";
const texts = {};
for (const file of files) texts[basename(file)] = readFileSync(file, "utf8");
// The options name a solver's configuration.
const named = Object.keys(texts).filter((name) => !name.endsWith(".msc"));
const args = [...options.split(" "), ...named];

const own = globalThis.process;
const read = (url) => readFileSync(String(url).replace("file://", ""));
let listener;
let isAsked = false;

function answer(message) {
  // The worker is ready again after each run.
  if (message.type === "ready" && !isAsked) {
    isAsked = true;
    listener({ data: { jsonStream: false, files: texts, args } });
  }
  if (message.type !== "exit") return;
  own.stdout.write(message.stdout ?? "", () => {
    own.stderr.write(message.stderr ?? "", () => own.exit(message.code));
  });
}

Object.assign(globalThis, {
  self: globalThis,
  location: { href: `file://${package_}minizinc-worker.js`, pathname: `${package_}minizinc-worker.js` },
  importScripts: () => {},
  WorkerGlobalScope: class {},
  addEventListener: (type, handler) => {
    if (type === "message") listener = handler;
  },
  XMLHttpRequest: class {
    open(_, url) {
      this.url = url;
    }
    send() {
      const bytes = read(this.url);
      Object.assign(this, { status: 200, response: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) });
      setTimeout(() => this.onload({}), 0);
    }
  },
  fetch: async (url) => new Response(read(url), { headers: { "content-type": "application/wasm" } }),
  postMessage: answer,
});
// Otherwise the worker would try to import Node's modules.
delete globalThis.process;

runInThisContext(read(`${package_}minizinc-worker.js`).toString());
const [wasmURL, dataURL] = ["wasm", "data"].map((end) => `file://${package_}minizinc.${end}`);
listener({ data: { wasmURL, dataURL } });
