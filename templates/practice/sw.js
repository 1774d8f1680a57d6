"use strict";
// Keeps every file of the folder, so that the page works without a network once it was loaded.
// Several sites may lie on one server: each keeps under the name of its own folder, reads and tidies up nothing else.
const OWN = `symattn ${registration.scope} `, KEPT = OWN + "@version@", FILES = ["@files@"];

// A new version asks the server for each file: what the browser keeps for ten minutes by itself may be the old one's.
self.addEventListener("install", event => {
  const asked = FILES.map(name => new Request(name, { cache: "no-cache" }));
  event.waitUntil(caches.open(KEPT).then(kept => kept.addAll(asked)).then(() => self.skipWaiting()));
});
self.addEventListener("activate", event => {
  event.waitUntil(caches.keys()
    .then(names => Promise.all(names.filter(name => name.startsWith(OWN) && name !== KEPT).map(name => caches.delete(name))))
    .then(() => self.clients.claim()));
});
self.addEventListener("fetch", event => {
  if (event.request.method !== "GET" || new URL(event.request.url).origin !== location.origin) return;
  event.respondWith(caches.open(KEPT).then(kept => kept.match(event.request, { ignoreSearch: true })).then(found => found || fetch(event.request)));
});
