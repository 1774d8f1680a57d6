"use strict";
// Keeps every file of the folder, so that the page works without a network once it was loaded.
const KEPT = "@version@", FILES = ["@files@"];

self.addEventListener("install", event => {
  event.waitUntil(caches.open(KEPT).then(kept => kept.addAll(FILES)).then(() => self.skipWaiting()));
});
self.addEventListener("activate", event => {
  event.waitUntil(caches.keys()
    .then(names => Promise.all(names.filter(name => name.startsWith("symattn-") && name !== KEPT).map(name => caches.delete(name))))
    .then(() => self.clients.claim()));
});
self.addEventListener("fetch", event => {
  if (event.request.method !== "GET" || new URL(event.request.url).origin !== location.origin) return;
  event.respondWith(caches.match(event.request, { ignoreSearch: true }).then(found => found || fetch(event.request)));
});
