// Where a page on a web server has its engine, and what it begins with.

/** The program. */
export const module = (async () => {
  const response = await fetch("cnfetti.wasm");
  // A server that does not know what it serves has it compiled when all of it is there.
  const isKnown = response.headers.get("content-type") === "application/wasm";
  return isKnown ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
})();

export const worker = () => new Worker("worker.js");

/** As `api/file` of the studio says it: there is no file, and links to this page are from others. */
export const began = Promise.resolve({ name: null, isPublic: true });

// From the second visit on no server is needed.
if (location.protocol === "https:" || location.hostname === "localhost" || location.hostname === "127.0.0.1") {
  navigator.serviceWorker?.register("offline.js").catch(() => {});
}
