// What a page does for ears and eyes: it says what is new, plays notes, and keeps the screen on. It
// follows arbiter.js in look.js.

// tellLater tells a screen reader, and aloud if that is wanted, what is new once nothing has
// changed for a moment. What was said already is not said again.
let telling = 0;
function tellLater(part, html) {
	clearTimeout(telling);
	telling = setTimeout(() => {
		const was = new Map([...part.children].map((p) => [p.textContent, p]));
		const now = document.createElement("div");
		now.innerHTML = html;
		const lines = [...now.children];
		say(lines.map((p) => p.textContent).filter((text) => !was.has(text)));
		part.replaceChildren(...lines.map((p) => was.get(p.textContent) ?? p));
	}, 300);
}

// Choices for this phone are stored on it: sounds, speech, light.
const kept = (name) => { try { return localStorage.getItem(name) === "on"; } catch { return false; } };
const keep = (name, on) => { try { localStorage.setItem(name, on ? "on" : ""); } catch { /* not kept */ } };
const wants = {};

function say(lines) {
	if (!wants.speech || lines.length === 0) return;
	if (speechSynthesis.pending) speechSynthesis.cancel();
	const words = new SpeechSynthesisUtterance(lines.join(". "));
	words.lang = document.documentElement.lang;
	speechSynthesis.speak(words);
}

// Notes in hertz, one after the other.
const tunes = { done: [660], refused: [220, 165], turn: [523, 784], over: [523, 659, 784, 1047], tick: [880] };
let audio = null;
function play(tune) {
	if (!wants.sound || !audio) return;
	tunes[tune].forEach((hertz, i) => {
		const at = audio.currentTime + i * 0.16;
		const tone = audio.createOscillator();
		const loud = audio.createGain();
		tone.frequency.value = hertz;
		tone.type = "triangle";
		loud.gain.setValueAtTime(0.0001, at);
		loud.gain.exponentialRampToValueAtTime(0.2, at + 0.02);
		loud.gain.exponentialRampToValueAtTime(0.0001, at + 0.15);
		tone.connect(loud).connect(audio.destination);
		tone.start(at);
		tone.stop(at + 0.16);
	});
}

// heard plays the sound of a change: the end, the seat's own turn, a new stage, or any other step.
let asked = null;
let ended = null;
let stage = null;
function heard(parts) {
	const yours = document.querySelector("#part-ask .yours:not(.over)") !== null;
	const over = document.querySelector(":is(#part-headline, #part-ask) .over") !== null;
	const where = document.querySelector("#part-where .rounds, #part-headline .when")?.textContent;
	if (yours && asked === false && wants.buzz) navigator.vibrate(200);
	if (yours && asked === false && wants.notify && document.visibilityState === "hidden") notify();
	else if (!yours) unnotify();
	if (over && ended === false) play("over");
	else if (yours && asked === false) play("turn");
	else if (stage && where !== stage) play("turn");
	else if (parts.log && stage) play(body.classList.contains("page-table") ? "tick" : "done");
	[asked, ended, stage] = [yours, over, where];
}

// calls shows in the title of a seat's tab what the seat is asked, since somebody may be reading
// another page. An installed page has it on its icon.
const title = document.title;
function calls() {
	const yours = document.querySelector("#part-ask .yours:not(.over) .say b")?.textContent;
	document.title = yours ? "● " + yours : title;
	navigator.setAppBadge?.(yours ? 1 : 0).catch(() => { /* it is not installed */ });
}
if (body.classList.contains("page-seat")) {
	document.addEventListener("shown", calls);
	calls();
}

// notify tells outside of the browser that it is the seat's turn, and nothing else, because a locked
// phone shows it to everybody. This page makes it, so the page has to be open; no server of others is
// asked. Phones let only a service worker do that, which a page without HTTPS has not.
const bell = document.getElementById("notify");
let rung = null;
const ringer = () => navigator.serviceWorker?.getRegistration().catch(() => null);
async function notify() {
	const options = { tag: location.pathname, body: document.querySelector("h1").textContent, icon: "/icon-192.png", lang: document.documentElement.lang, data: location.href };
	const worker = await ringer();
	try {
		if (worker) return await worker.showNotification(bell.dataset.turn, options);
		rung = new Notification(bell.dataset.turn, options);
		rung.onclick = () => focus();
	} catch { /* it was forbidden meanwhile */ }
}
async function unnotify() {
	if (!wants.notify) return;
	rung?.close();
	rung = null;
	for (const n of await (await ringer())?.getNotifications({ tag: location.pathname }) ?? []) n.close();
}
document.addEventListener("visibilitychange", () => { if (document.visibilityState === "visible") unnotify(); });

// Pages are as light as the phone wants, unless its holder has chosen otherwise for them.
const system = matchMedia("(prefers-color-scheme: light)");
const lights = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).filter((rule) => rule.conditionText === system.media);
let theme = "";
try { theme = localStorage.theme ?? ""; } catch { /* nothing is kept */ }
const isLight = () => theme ? theme === "light" : system.matches;
function lit() {
	for (const rule of lights) rule.media.mediaText = { "": system.media, light: "all", dark: "not all" }[theme];
	document.getElementById("theme")?.setAttribute("aria-pressed", String(isLight()));
}
system.addEventListener("change", lit);
document.getElementById("theme")?.addEventListener("click", () => {
	theme = isLight() ? "dark" : "light";
	if (isLight() === system.matches) theme = ""; // it follows the phone again
	try { localStorage.theme = theme; } catch { /* it holds for as long as the page */ }
	lit();
});
lit();

let light = null;
async function shine() {
	light = wants.awake && document.visibilityState === "visible" ? await navigator.wakeLock.request("screen").catch(() => null) : (light?.release(), null);
}
document.addEventListener("visibilitychange", () => { if (wants.awake) shine(); });

const can = { calm: true, left: true, mute: true, buzz: "vibrate" in navigator && matchMedia("(pointer: coarse)").matches, sound: "AudioContext" in window, speech: "speechSynthesis" in window, awake: "wakeLock" in navigator, notify: isSecureContext && "Notification" in window };
function wish(name, on) {
	wants[name] = on;
	document.getElementById(name)?.setAttribute("aria-pressed", String(on));
	if (name === "calm" || name === "left") document.documentElement.toggleAttribute("data-" + name, on);
	if (name === "awake") shine();
	if (name === "sound" && on) audio ??= new AudioContext();
}
for (const name of Object.keys(can)) {
	const button = document.getElementById(name);
	if (name === "calm") wish(name, kept(name)); // on every page
	if (!button || !can[name]) continue;
	button.hidden = false;
	wish(name, kept(name) && (name !== "notify" || Notification.permission === "granted"));
	button.addEventListener("click", async () => {
		if (name === "notify" && !wants.notify && await Notification.requestPermission() !== "granted") return refuse(document.getElementById("notify-hint").textContent);
		wish(name, !wants[name]);
		keep(name, wants[name]);
		if (name === "sound") play("turn");
		if (name === "speech") say([button.textContent]);
	});
}
for (const [id, shown] of [["awake-hint", !can.awake], ["notify-hint", !can.notify], ["to-trust", !isSecureContext]]) {
	const hint = document.getElementById(id);
	if (hint) hint.hidden = !shown;
}
document.addEventListener("click", () => audio?.resume(), { passive: true });

// Over HTTPS the page can be installed, and its shell is kept.
if (location.protocol === "https:" && "serviceWorker" in navigator) {
	const link = document.createElement("link");
	link.rel = "manifest";
	link.href = "/manifest.webmanifest";
	document.head.append(link);
	navigator.serviceWorker.register("/worker.js?" + document.documentElement.lang).catch(() => { /* it works without */ });
}
addEventListener("beforeinstallprompt", (e) => {
	const button = document.getElementById("install");
	if (!button) return;
	e.preventDefault();
	button.hidden = false;
	button.onclick = () => e.prompt();
});

// The page that says that the table does not answer tries again.
if (body.classList.contains("page-offline") && location.pathname !== "/offline") {
	setInterval(() => {
		fetch("/healthz", { signal: AbortSignal.timeout(2000) }).then((answer) => { if (answer.ok) location.reload(); }, () => {});
	}, 3000);
}

// A phone that can read tags acts as a reader of its seat, until its holder presses the button
// again.
const scan = document.getElementById("scan");
let reading = null;
async function read(tag) {
	const seat = decodeURIComponent(location.pathname.split("/")[2]);
	const { ok, said } = await ask("/scan", new URLSearchParams({ seat, uid: tag, version }));
	refuse(ok ? "" : said.refusal);
	if (ok) navigator.vibrate?.(60);
}
async function listenForTags() {
	reading?.abort();
	reading = reading ? null : new AbortController();
	scan.setAttribute("aria-pressed", String(reading !== null));
	if (!reading) return;
	const reader = new NDEFReader();
	reader.addEventListener("reading", (e) => read(e.serialNumber));
	reader.addEventListener("readingerror", () => refuse(scan.dataset.unread));
	try {
		await reader.scan({ signal: reading.signal });
	} catch {
		reading = null;
		scan.setAttribute("aria-pressed", "false");
		refuse(scan.dataset.denied);
	}
}
scan?.addEventListener("click", listenForTags);
addEventListener("pageshow", () => { if (scan) scan.hidden = !("NDEFReader" in window && isSecureContext); });
