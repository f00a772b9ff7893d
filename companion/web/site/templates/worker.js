// What a phone keeps of the pages: their style, and a page that says that the table does not
// answer. Nothing of a game is kept.
"use strict";

const name = "{{name}}";
const shell = {{shell}};

addEventListener("install", (e) => {
	e.waitUntil(caches.open(name).then((kept) => kept.addAll(shell)).then(() => skipWaiting()));
});

addEventListener("activate", (e) => {
	const old = caches.keys().then((all) => Promise.all(all.filter((n) => n !== name).map((n) => caches.delete(n))));
	e.waitUntil(old.then(() => clients.claim()));
});

// Who taps the notification of a page comes back to that page.
addEventListener("notificationclick", (e) => {
	e.notification.close();
	const open = clients.matchAll({ type: "window" }).then((all) => all.find((c) => c.url === e.notification.data)?.focus() ?? clients.openWindow(e.notification.data));
	e.waitUntil(open);
});

addEventListener("fetch", (e) => {
	if (e.request.method !== "GET") return;
	const { origin, pathname, search } = new URL(e.request.url);
	if (e.request.mode === "navigate") {
		e.respondWith(fetch(e.request).catch(() => caches.match("/offline", { ignoreVary: true })));
	} else if (origin === location.origin && shell.includes(pathname + search)) {
		e.respondWith(caches.match(e.request, { ignoreVary: true }).then((kept) => kept ?? fetch(e.request)));
	}
});
