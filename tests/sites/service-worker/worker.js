self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  if (new URL(event.request.url).pathname !== "/ghost") return;
  event.respondWith(new Response("<title>Ghost</title><h1>Ghost</h1>", { headers: { "Content-Type": "text/html" } }));
});
