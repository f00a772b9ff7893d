// What a page does beyond its HTML: it takes in changes as they happen, sends forms without leaving
// the page, and steps numbers.
"use strict";

const body = document.body;
const refusal = document.getElementById("refusal");
const offline = document.getElementById("offline");
let version = Number(body.dataset.version);
let busy = false;
let arrived = () => {}; // called when a version has come

// lost shows whether the connection is lost.
function lost(is) {
	offline.hidden = !is;
	body.toggleAttribute("data-lost", is);
}

function refuse(text) {
	if (text) play("refused");
	refusal.hidden = text === "";
	refusal.textContent = text;
	if (text) refusal.scrollIntoView({ block: "nearest" });
}

// chosen reports whether somebody has chosen something other than the page's default.
function chosen(list) {
	return list.selectedIndex !== Math.max(0, [...list.options].findIndex((o) => o.defaultSelected));
}

// written returns HTML as the browser serializes it, for comparison with what is there.
function written(html) {
	const sheet = document.createElement("template");
	sheet.innerHTML = html;
	return sheet.innerHTML;
}

// A tap means what was there when the finger set out. A tap on something that was not there before
// the page changed, or that meant something else, does nothing for this long; nor does a second tap
// on the spot of one that had an effect. Nothing looks different meanwhile. Keys and screen readers
// act on a control, not on a spot: they wait only if the control itself has been replaced. Body has
// data-fresh while this lasts.
let deadTime = 400; // milliseconds, unless this phone keeps another number
try { deadTime = Number(localStorage.getItem("dead-time") ?? deadTime); } catch { /* it keeps nothing */ }
const controls = "button, a[href], summary, label, select, input, [data-thing]";
let layouts = []; // how the controls lay before each change that is not long ago
let last = null; // the last tap

const recent = (at) => performance.now() - at < deadTime;
const meaning = (e) => [e.tagName, e.getAttribute("value"), e.dataset.thing, e.getAttribute("aria-label") ?? e.textContent, e.closest("#ask")?.querySelector(".say").textContent].join("|");

// changes records where the controls are that are about to change; none if nobody could see any.
let resting = 0;
function changes(seen = document.querySelectorAll(controls)) {
	const all = [...seen].filter((e) => e.checkVisibility() && !e.closest("[inert]"));
	layouts = layouts.filter((l) => recent(l.at));
	layouts.push({ at: performance.now(), all: all.map((e) => ({ means: meaning(e), at: e.getBoundingClientRect() })) });
	rests();
}

function rests() {
	clearTimeout(resting);
	body.dataset.fresh = "";
	resting = setTimeout(() => { delete body.dataset.fresh; }, deadTime);
}
changes([]);

// strange reports whether a click on a control was meant for something else.
function strange(e, { detail, clientX: x, clientY: y }) {
	const means = meaning(e), tap = detail > 0;
	const again = last && recent(last.at) && (tap ? Math.hypot(x - last.x, y - last.y) < 32 : last.control === e);
	if (again && (tap && last.wish || last.means !== means)) return true;
	return tap && layouts.some((l) => recent(l.at) && !l.all.some(({ means: meant, at }) => meant === means && at.left <= x && x <= at.right && at.top <= y && y <= at.bottom));
}

addEventListener("click", (e) => {
	const on = e.isTrusted && e.target.closest(controls);
	if (!on) return;
	const control = on.labels?.[0] ?? on; // who taps a label taps what it is for
	if (strange(control, e)) {
		e.preventDefault();
		e.stopImmediatePropagation();
	} else last = { control, means: meaning(control), x: e.clientX, y: e.clientY, at: performance.now(), wish: busy };
}, { capture: true });
// A key that is held down presses once.
addEventListener("keydown", (e) => {
	if (e.repeat && (e.key === "Enter" || e.key === " " && e.target.matches("button, summary, [data-thing]"))) e.preventDefault();
}, { capture: true });

// A control that differs is replaced: what was typed or chosen belongs to the old one.
const anew = "input, select, textarea, option";

// akin reports whether a node can be turned into another one.
const akin = (a, b) => a.nodeType === b.nodeType && a.nodeName === b.nodeName && (a.nodeType !== Node.ELEMENT_NODE || a.id === b.id && a.dataset.key === b.dataset.key && !a.matches(anew));

// become turns a node into an akin one. What people unfolded stays unfolded.
function become(old, now) {
	if (old.nodeType !== Node.ELEMENT_NODE) {
		old.data = now.data;
		return;
	}
	const folds = (name) => name === "open" && old.nodeName === "DETAILS";
	for (const { name } of [...old.attributes]) if (!now.hasAttribute(name) && !folds(name)) old.removeAttribute(name);
	for (const { name, value } of now.attributes) if (old.getAttribute(name) !== value && !folds(name)) old.setAttribute(name, value);
	children(old, now);
}

// children replaces the children of a node by those of another one. What is the same stays in
// place, so that the browser measures and paints less, and nothing loses the focus.
const ahead = 6;
function children(old, now) {
	const was = [...old.childNodes], is = [...now.childNodes];
	const among = (list, from, node) => list.slice(from, from + ahead).findIndex((x) => x.isEqualNode(node));
	let i = 0;
	for (const [n, node] of is.entries()) {
		const same = among(was, i, node);
		if (same >= 0) {
			for (const gone of was.splice(i, same)) gone.remove();
			i++;
		} else if (i < was.length && akin(was[i], node) && among(is, n + 1, was[i]) < 0) become(was[i++], node);
		else old.insertBefore(node, was[i] ?? null);
	}
	for (const gone of was.slice(i)) gone.remove();
}

// swap updates a part without disturbing people: the control that has the focus, what they typed or
// chose, and what they unfolded are kept.
function swap(part, html) {
	const at = document.activeElement;
	const inside = part.contains(at) && at !== part;
	const caret = inside && at.type === "text" ? [at.selectionStart, at.selectionEnd] : null;
	const kept = new Map();
	for (const f of part.querySelectorAll("input[id], select[id]")) {
		if (f.type === "radio" || f.type === "checkbox") {
			if (f.checked !== f.defaultChecked) kept.set(f.id, (g) => { g.checked = true; });
		} else if (f.matches("select") ? !("fresh" in f.dataset) || chosen(f) : f.value !== f.defaultValue) {
			const { value, dataset: { moment } } = f;
			kept.set(f.id, (g) => {
				if (moment === g.dataset.moment && (!g.matches("select") || [...g.options].some((o) => o.value === value))) g.value = value;
			});
		}
	}
	const open = new Map([...part.querySelectorAll("details[id]")].map((d) => [d.id, d.open]));
	const sheet = document.createElement("template");
	sheet.innerHTML = html;
	children(part, sheet.content);
	for (const [id, restore] of kept) {
		const g = document.getElementById(id);
		if (g && part.contains(g)) restore(g);
	}
	for (const [id, was] of open) {
		const d = document.getElementById(id);
		if (d) d.open = was;
	}
	if (!inside || part.contains(at)) return;
	const again = at.id ? document.getElementById(at.id) : at.value && part.querySelector(`[value="${CSS.escape(at.value)}"]`);
	if (again) {
		again.focus({ preventScroll: true });
		if (caret && again.setSelectionRange) again.setSelectionRange(...caret);
	} else {
		part.tabIndex = -1;
		part.focus({ preventScroll: true });
	}
}

function stampVersion() {
	for (const f of document.querySelectorAll("input[name=version]")) f.value = version;
}

// show updates the page to a moment. If more of its entry follows, the version is still that before.
function show(news) {
	changes();
	const now = Math.floor(news.version);
	if (version !== now) refuse("");
	version = now;
	for (const [name, html] of Object.entries(news.parts)) {
		const part = document.getElementById("part-" + name);
		if (name === "layout") document.getElementById("main").dataset.layout = html;
		else if (part && name === "news") tellLater(part, html);
		else if (part) swap(part, html);
	}
	heard(news.parts);
	stampVersion();
	body.dataset.version = version;
	arrived();
	recount();
	document.dispatchEvent(new Event("shown"));
}

// For a part that was sent before, only the changes are sent, as a repeated list: how many pieces
// to keep, how many to skip, and what to insert. A piece begins with each "<".
const came = new Map();
function patched(html, hunks) {
	const pieces = html.split(/(?=<)/);
	let now = "";
	let at = 0;
	for (let i = 0; i < hunks.length; i += 3) {
		now += pieces.slice(at, at + hunks[i]).join("") + hunks[i + 2];
		at += hunks[i] + hunks[i + 1];
	}
	return now + pieces.slice(at).join("");
}

// whole completes what was sent, with the scenes before it; null if something that it builds on is
// missing.
function whole(news) {
	if (!(news.scenes ?? []).every(whole)) return null;
	for (const [name, hunks] of Object.entries(news.patches ?? {})) {
		if (!came.has(name)) return null;
		news.parts[name] = patched(came.get(name), hunks);
	}
	for (const [name, html] of Object.entries(news.parts)) came.set(name, html);
	return news;
}

// How a moment is shown when it arrives, and how somebody who acts sees the result at once, up to a
// version; pages that show one moment after the other replace these, and say since which entry a
// stream has to tell them what happened. While a command is under way, awaited is the version that it
// led to, or 0 until the answer has come.
let take = show;
let since = () => null;
let hurry = () => {};
let resume = () => {};
let awaited = 0;

// A stream says regularly that it is alive, because a connection may die without notice. A page
// that hears nothing for two beats says so and reconnects, and so does one that becomes visible
// again, which cannot know how long it slept. It identifies itself by the name of its browser,
// which has few connections for all of its tabs, and by its own.
const anyName = () => crypto.getRandomValues(new Uint32Array(2)).join("-");
let tab = "";
try { tab = `${localStorage.browser ??= anyName()}.${anyName()}`; } catch { /* nothing is kept, so the browser has no name */ }
const patient = 2000; // milliseconds until a stream has to answer
let stream = null;
let beat = 5000;
let offset = NaN; // milliseconds of the program's clock before that of the page
const programNow = () => performance.now() + offset;
let have = ""; // the id of the last moment that came
let current = false; // since the stream began, what is now has come
let brief = false; // the stream has said that it ends
let rested = false; // it ended as it said, and the browser asks again after a while
let pause = patient;
let waiting = 0;

// A tab whose stream is brief reconnects at once when another tab of its browser has news. It is
// told only the version: the content may be for the seat of the other tab.
const siblings = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("version");
if (siblings) siblings.onmessage = (e) => { if (rested && e.data !== version) listen(); };

function listen() {
	expect(pause);
	stream?.close();
	current = rested = false;
	const address = new URL(body.dataset.live, location);
	if (since() !== null) address.searchParams.set("since", since());
	if (have) address.searchParams.set("have", have);
	if (tab) address.searchParams.set("tab", tab);
	stream = new EventSource(address);
	stream.addEventListener("open", there);
	stream.addEventListener("beat", (e) => {
		const [often, now] = e.data.split(" ").map(Number);
		[beat, offset] = [often, now - performance.now()];
		there();
		document.dispatchEvent(new Event("beat"));
	});
	stream.addEventListener("brief", () => { brief = true; });
	stream.addEventListener("same", arrive);
	stream.addEventListener("emote", (e) => document.dispatchEvent(new CustomEvent("emote", { detail: JSON.parse(e.data) })));
	stream.addEventListener("parts", (e) => {
		const news = whole(JSON.parse(e.data));
		have = news ? e.lastEventId : "";
		if (!news) return listen(); // it begins anew, with everything
		siblings?.postMessage(news.version);
		take(news);
		arrive();
	});
	stream.addEventListener("error", (e) => {
		if (!brief) lost(true);
		[rested, current, brief] = [brief, false, false];
		if (e.target.readyState === EventSource.CLOSED) refused();
		else expect(Math.max(pause, beat)); // the browser asks again
	});
	stream.addEventListener("gone", () => {
		stream.close();
		location.reload();
	});
}

function expect(ms) {
	clearTimeout(waiting);
	waiting = setTimeout(silent, ms);
}

function there() {
	pause = patient;
	if (current) lost(false);
	expect(2 * beat);
}

function arrive() {
	current = true;
	there();
	present();
}

// silent reconnects, with growing patience: a browser may try a dead connection first.
function silent() {
	if (pause > 1000) lost(true);
	pause = Math.min(1.5 * pause, 8000);
	listen();
}

// A stream that was refused does not come back by itself: the page asks why, less and less often.
// If its seat was taken away the page is loaded again.
function refused() {
	clearTimeout(waiting);
	waiting = setTimeout(async () => {
		const answer = await fetch(body.dataset.live, { signal: AbortSignal.timeout(6000) }).catch(() => null);
		answer?.body?.cancel();
		if (answer?.status === 403) location.reload();
		else if (answer?.ok) listen();
		else refused();
	}, pause * (0.75 + Math.random() / 2));
	pause = Math.min(2 * pause, 8000);
}

// look fetches the present state; the promise ends when the page has it, after three seconds at
// most. If a request is under way already it waits for that one: otherwise a slow service would
// start over with each tap and never answer.
let present = () => {};
function look() {
	if (!body.dataset.live) return Promise.resolve();
	if (current) listen();
	return new Promise((done) => {
		present = done;
		setTimeout(done, 3000);
	});
}

// wake reconnects at once, since an earlier request may have died meanwhile.
function wake() {
	pause = 500;
	if (body.dataset.live) listen();
}
document.addEventListener("visibilitychange", () => { if (document.visibilityState === "visible") wake(); });
addEventListener("pageshow", (e) => { if (e.persisted) wake(); });
addEventListener("online", wake);

// shown waits until the page shows the result of a command, and fetches it if it does not arrive
// within a second.
function shown(wanted) {
	if (!wanted || !body.dataset.live) return Promise.resolve();
	awaited = wanted;
	hurry(wanted);
	return new Promise((done) => {
		const timer = setTimeout(() => look().then(done), 1000);
		arrived = () => {
			if (version < wanted) return;
			clearTimeout(timer);
			arrived = () => {};
			done();
		};
		arrived();
	});
}

// ask posts a command under a name of its own, and again under the same name if no answer comes:
// the device carries it out once.
async function ask(address, data) {
	data.set("wish", crypto.getRandomValues(new Uint32Array(4)).join("-"));
	for (let pause = 250; ; pause *= 2) {
		try {
			const answer = await fetch(address, {
				method: "POST", body: data, headers: { Accept: "application/json" }, signal: AbortSignal.timeout(6000),
			});
			return { ok: answer.ok, stale: answer.status === 409, said: await answer.json() };
		} catch {
			lost(true);
			if (pause > 4000) return { ok: false, said: { refusal: offline.dataset.unsent } };
			await new Promise((again) => { setTimeout(again, pause); });
		}
	}
}

// send posts a form as it is on the page: what arrives meanwhile does not change it. Until the page
// shows the result other buttons do nothing, so that a double tap is one command.
async function send(form, button) {
	if (busy) return;
	const address = button?.hasAttribute("formaction") ? button.formAction : form.action, wish = new URLSearchParams(new FormData(form, button));
	if (last) last.wish = true;
	hurry();
	awaited = 0;
	busy = true;
	body.dataset.busy = "";
	button?.setAttribute("aria-disabled", "true");
	const { ok, stale, said } = await ask(address, wish);
	try {
		if (!ok) {
			if (stale) await look();
			refuse(said.refusal);
			return;
		}
		refuse("");
		form.reset();
		if (!stream || current) lost(false);
		if (said.go) {
			stream?.close();
			location.assign(said.go);
			await new Promise((gone) => addEventListener("pagehide", gone, { once: true }));
		} else {
			if (said.renewed && stream) listen();
			await shown(said.step ?? said.version);
		}
	} finally {
		if (last) last.at = performance.now();
		rests();
		busy = false;
		delete body.dataset.busy;
		button?.removeAttribute("aria-disabled");
		resume();
	}
}

document.addEventListener("submit", (e) => {
	const form = e.target;
	if (form.method !== "post" || form.classList.contains("langs") || form.enctype === "multipart/form-data") return;
	e.preventDefault();
	send(form, e.submitter);
});

document.addEventListener("click", (e) => {
	const step = e.target.closest("button[data-step]");
	if (!step) return;
	const field = step.parentElement.querySelector("input");
	if (step.dataset.step > 0) field.stepUp(); else field.stepDown();
});

// A game can be started when as many seats are chosen as it takes.
const start = document.getElementById("start");
if (start) {
	const counts = start.dataset.counts.match(/\d+/g).map(Number);
	const judge = () => {
		const fits = counts.includes(start.querySelectorAll("input[name=seat]:checked").length);
		document.getElementById("start-needs").hidden = fits;
		document.getElementById("start-game").disabled = !fits;
	};
	start.addEventListener("change", judge);
	addEventListener("pageshow", judge); // a browser that comes back has kept what was chosen
	judge();
}

if (body.dataset.live) queueMicrotask(listen); // once the other scripts have said how moments are shown
