// Keeps the files of the page, so that it opens without a network. VERSION and FILES stand before this.

addEventListener("install", (event) => {
  const kept = caches.open(VERSION).then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: "reload" }))));
  event.waitUntil(kept);
});

// A new version takes over when no page of the old one is open any more.
addEventListener("activate", (event) => {
  const old = (name) => name.startsWith("cnfetti-") && name !== VERSION;
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name)))));
});

addEventListener("fetch", (event) => {
  const kept = caches.open(VERSION).then((cache) => cache.match(event.request, { ignoreSearch: true }));
  event.respondWith(kept.then((found) => found ?? fetch(event.request)));
});
