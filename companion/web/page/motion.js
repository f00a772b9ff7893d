// Motion: moments that arrive are shown one after the other, and what has changed between two of
// them moves, turns or counts. Things are identified by data-key. If people want no motion nothing
// moves, but every step is still told.

const ease = "cubic-bezier(.2,.8,.2,1)";

// seen returns where everything with a key is, and what it shows.
function seen() {
	const all = new Map();
	for (const e of document.querySelectorAll("[data-key]")) {
		const r = e.getBoundingClientRect();
		const lies = e.matches(".empty") ? "" : e.matches(".down, :has(> .down)") ? "down" : "up";
		if (r.width > 0) all.set(e.dataset.key, { e, x: r.x, y: r.y, w: r.width, h: r.height, u: unit(e), lies, n: e.dataset.count, kin: e.dataset.kin, of: calm() ? pictured(e) : null });
	}
	return all;
}

// pictured returns where a hundred units of the picture are in which a thing is drawn; null outside
// pictures. A board that is only scaled has not changed.
function pictured(e) {
	const m = e instanceof SVGElement && e.closest("svg:not(svg svg)")?.getScreenCTM();
	return m ? { x: m.e, y: m.f, w: 100 * m.a, h: 100 * m.d } : null;
}

// unit returns how many pixels a unit of the element's own picture is: 1 outside SVG.
const unit = (e) => (e instanceof SVGElement && e.ownerSVGElement ? e.getScreenCTM()?.a || 1 : 1);

// turned, glided, settled and left are the four ways to change; counted is for numbers.
function turned(e, delay) {
	e.animate([{ transform: "perspective(600px) rotateY(90deg)" }, { transform: "none" }], { duration: 500, delay, fill: "backwards", easing: ease, id: "turn" });
}

// grown returns how much larger a thing was; something that only got longer, such as a number, is
// not squeezed.
function grown(was, now) {
	const k = was.w / now.w;
	return Math.abs(k - was.h / now.h) < .1 ? k : 1;
}

// along returns where a thing starts to move because what is around it moves, and how much larger
// it was.
function along(now, around) {
	if (!around.was || !around.now) return { ...now, k: 1 };
	const k = grown(around.was, around.now);
	return { x: around.was.x + k * (now.x - around.now.x), y: around.was.y + k * (now.y - around.now.y), w: k * now.w, h: k * now.h, u: now.u, k };
}

const strayed = (was, now) => Math.hypot(was.x - now.x, was.y - now.y) > 1 || Math.abs(grown(was, now) - 1) > .02;

// glided moves a thing from where it was; now may be where it starts by itself. It is scaled around
// its center, by a style: an origin in the keyframes would make the browser redraw it.
function glided(e, was, now) {
	const u = now.u * (now.k ?? 1), k = grown(was, now);
	const from = `translate(${(was.x - now.x + (k - 1) * now.w / 2) / u}px, ${(was.y - now.y + (k - 1) * now.h / 2) / u}px) scale(${k})`;
	e.animate([{ transform: from }, { transform: "none" }], { duration: 480, easing: ease, id: "glide" });
}

// settled shows that something has come: on a board from a card, if there is one.
function settled(e, now, card) {
	if (card && e instanceof SVGElement) glided(e, { x: card.x + card.w / 2 - now.w, y: card.y + card.h / 3, w: now.w * 2, h: now.h * 2 }, now);
	else e.animate([{ opacity: 0, transform: "scale(.9)" }, { opacity: 1, transform: "none" }], { duration: 300, easing: ease, id: "settle" });
}

// copied returns a copy of a thing, without its ids; nothing if it cannot stand alone.
function copied(e) {
	const copy = e.cloneNode(true);
	copy.removeAttribute("data-key");
	copy.removeAttribute("id");
	if (!(e instanceof SVGElement) || e instanceof SVGSVGElement) return copy;
	const drawn = e.querySelector("use[width]");
	if (!drawn) return null;
	const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
	svg.setAttribute("viewBox", ["x", "y", "width", "height"].map((name) => drawn.getAttribute(name)).join(" "));
	svg.append(copy);
	return svg;
}

// left shows that something has gone: a copy of it fades out where it was.
function left(was) {
	const copy = copied(was.e);
	if (!copy) return;
	copy.dataset.of = was.e.dataset.key;
	copy.inert = true;
	Object.assign(copy.style, { position: "fixed", left: was.x + "px", top: was.y + "px", width: was.w + "px", height: was.h + "px", margin: 0, zIndex: 30, pointerEvents: "none" });
	document.body.append(copy);
	copy.animate([{ opacity: 1, transform: "none" }, { opacity: 0, transform: "translateY(-12px) scale(.94)" }], { duration: 280, easing: "ease-in", id: "leave" }).finished.finally(() => copy.remove());
}

// digits returns the text node in which a thing shows its number.
function digits(e) {
	const texts = document.createTreeWalker(e, NodeFilter.SHOW_TEXT);
	while (texts.nextNode()) if (/\d/.test(texts.currentNode.data) && !texts.currentNode.parentElement.closest(".unseen")) return texts.currentNode;
	return null;
}

// A number changes in this many steps: each of them lays out its surroundings again.
const counts = 10;

function counted(e, from, to, at) {
	const by = to - from;
	const pop = document.createElement("span");
	pop.className = "pop";
	pop.dataset.of = e.dataset.key;
	pop.setAttribute("aria-hidden", "true");
	pop.textContent = (by > 0 ? "+" : "−") + Math.abs(by);
	Object.assign(pop.style, { left: at.x + at.w / 2 + "px", top: at.y + (e.closest(".runner") ? at.h + 26 : 0) + "px" }); // the name of a seat stands above its numbers
	document.body.append(pop);
	const frames = calm() ? [{ opacity: 1 }, { opacity: 1 }] : [{ opacity: 0, transform: "translate(-50%, 0)" }, { opacity: 1, transform: "translate(-50%, -60%)", offset: .3 }, { opacity: 0, transform: "translate(-50%, -140%)" }];
	pop.animate(frames, { duration: calm() ? 2000 : 1100, easing: "ease-out", id: "count" }).finished.finally(() => pop.remove());
	const said = digits(e);
	if (calm() || !said) return;
	const last = said.data;
	const begin = performance.now();
	const tick = (now) => {
		if (!e.isConnected) return;
		const t = Math.min(1, Math.ceil((now - begin) / 600 * counts) / counts);
		const text = t === 1 ? last : last.replace(/−?\d+/, String(Math.round(from + by * t * (2 - t))).replace("-", "−"));
		if (said.data !== text) said.data = text;
		if (t < 1) requestAnimationFrame(tick);
	};
	requestAnimationFrame(tick);
}

// struck shows that a figure loses what keeps it in the game: an arc from the one who did it, if
// that is somebody else, and what is left.
function struck(by, of, text) {
	const to = of.getBoundingClientRect(), from = by?.getBoundingClientRect();
	const x = to.x + to.width / 2, y = to.y + to.height / 2;
	const pop = document.createElement("b");
	pop.className = "pop hit-points";
	pop.setAttribute("aria-hidden", "true");
	pop.textContent = text;
	Object.assign(pop.style, { left: x + "px", top: to.bottom + "px", translate: "-50% 0" });
	document.body.append(pop);
	pop.animate([{ opacity: 1 }, { opacity: 1, offset: .8 }, { opacity: calm() ? 1 : 0 }], { duration: calm() ? 2000 : 1600, id: "count" }).finished.finally(() => pop.remove());
	if (!from || by === of || calm()) return;
	const arc = document.createElementNS("http://www.w3.org/2000/svg", "svg"), path = document.createElementNS("http://www.w3.org/2000/svg", "path");
	const [fx, fy] = [from.x + from.width / 2, from.y + from.height / 2], far = Math.hypot(x - fx, y - fy);
	path.setAttribute("d", `M${fx} ${fy}Q${(fx + x) / 2} ${Math.min(fy, y) - Math.max(40, far / 3)} ${x} ${y}`);
	path.setAttribute("pathLength", "1");
	arc.setAttribute("class", "arc");
	arc.append(path);
	document.body.append(arc);
	path.animate([{ strokeDashoffset: 1 }, { strokeDashoffset: 0 }], { duration: 500, easing: ease, fill: "forwards" });
	arc.animate([{ opacity: 1 }, { opacity: 1, offset: .6 }, { opacity: 0 }], { duration: 1300 }).finished.finally(() => arc.remove());
}

// More changes than this are a new page rather than a move.
const mostMoved = 90;

// moved shows what differs from before, and reports whether anything does. What is inside a thing
// moves with it, and with what is turned over. Everything is measured before anything is changed:
// measuring in between would cause a layout each time.
function moved(was) {
	const is = seen();
	const changes = [];
	const opened = new Set();
	const moves = new Map([...was].filter(([key, x]) => x.kin && !is.has(key)).map(([key, x]) => [x.kin, key]));
	const played = document.querySelector(".card.now")?.getBoundingClientRect();
	const card = played && { x: played.x, y: played.y, w: played.width, h: played.height };
	const change = (e, act) => changes.push(() => (calm() ? ringed(e) : act()));
	for (const [key, now] of is) {
		const { e } = now;
		const before = was.get(key);
		const outer = e.parentElement?.closest("[data-key]")?.dataset.key;
		const still = along(now, { was: before?.of, now: now.of });
		const begin = calm() && !outer ? still : along(now, { was: was.get(outer), now: is.get(outer) });
		if (now.n !== undefined && before?.n !== undefined && now.n !== before.n) changes.push(() => counted(e, Number(before.n), Number(now.n), now), () => ringed(e));
		if (before?.lies === "down" && now.lies === "up" || !before && e.matches(".slot > .card") && !opened.has(outer)) {
			const delay = 120 * opened.size;
			opened.add(key);
			change(e, () => turned(e, delay));
		} else if (!before) {
			const same = moves.get(now.kin), left = was.get(same); // it stood elsewhere
			moves.delete(now.kin);
			if (left) was.delete(same);
			if (!opened.has(outer)) change(e, () => (left ? glided(e, left, begin) : settled(e, now, is.get(e.dataset.from) ?? card)));
		} else if (before.lies === "" && now.lies === "down") change(e, () => settled(e, now, card));
		else if (strayed(before, begin)) change(e, () => glided(e, before, begin));
		else if (calm() && strayed(before, still)) changes.push(() => ringed(e));
	}
	const by = document.querySelector("#part-told .told, #part-headline .told")?.dataset.by;
	for (const of of document.querySelectorAll("[data-life]")) {
		const from = was.get(of.dataset.life)?.n, to = is.get(of.dataset.life)?.n;
		if (Number(to) < Number(from)) changes.push(() => struck(document.querySelector(`[data-life][data-seat="${CSS.escape(by ?? "")}"]`), of, `${from} → ${to}`));
	}
	for (const [key, before] of was) if (!is.has(key) && !calm()) changes.push(() => left(before));
	if (changes.length <= mostMoved) for (const act of changes) act();
	return changes.length > 0;
}

// ringed highlights a thing for a second: the only motion if people want none.
function ringed(e) {
	if (!calm()) return;
	e.classList.add("changed");
	setTimeout(() => e.classList.remove("changed"), 1500);
}

// The film: moments that wait, those that were shown, and the present position.
const film = document.getElementById("film");
const pace = { step: 1700, alone: 650, reveal: 5000 };
let moments = []; // that wait
let reel = []; // whole moments that were shown, the last one is on the page
let stands = 0; // how many steps back from the last one the page shows
let holding = false; // paused
let showing = false; // the last of several moments is being read
let recalls = false; // the seat has asked what happened since it chose last
let next = 0; // the timer of the next moment
let speed = Number(recorded(localStorage, "film-speed")) || 1;
let witnessed = Number(recorded(sessionStorage, "film " + location.pathname)); // the last version that somebody saw here
const mostWaiting = 48;
const mostKept = 80;
const latest = 12; // moments that the public page shows once more

function recorded(where, name) { try { return where.getItem(name); } catch { return null; } }
function record(where, name, value) { try { where.setItem(name, value); } catch { /* not kept */ } }
const visible = () => document.visibilityState === "visible";

function witness() {
	witnessed = reel.at(-1).version;
	record(sessionStorage, "film " + location.pathname, Math.floor(witnessed));
}

// A page that comes back is told what happened meanwhile.
since = () => {
	if (recalls) return 0;
	const last = moments.at(-1) ?? reel.at(-1);
	if (last) return Math.floor(last.version);
	return witnessed > 0 && witnessed < version ? Math.floor(witnessed) : null;
};

// tales are the sentences of a moment: several if it was put together.
const tales = (m) => m.tales ?? (m.parts.told ? [m.parts.told] : []);

// step shows one moment with its motion.
function step(news) {
	const was = reel.length > 0 && visible() ? seen() : null;
	for (const a of document.getAnimations()) if (a.id === "glide") a.cancel(); // it goes on from where it is now
	show(news);
	const before = reel.at(-1), same = before?.version === news.version;
	reel.splice(same ? -1 : reel.length, 1, { version: news.version, parts: { ...before?.parts, ...news.parts }, tales: same && before.tales || news.tales });
	if (reel.length > mostKept) reel.shift();
	if (visible()) witness();
	caption();
	bar(); // both take room, so things are measured after them
	if ("seats" in news.parts && reel.length > 1 && !same) reveal(); // it happens, and has not happened long ago
	if (was && moved(was)) body.dataset.moves = Number(body.dataset.moves ?? 0) + 1;
}

// reveal shows large what all have laid when it is turned up; a touch or the next moment closes it.
let revealed = 0;
function reveal(open = true) {
	clearTimeout(revealed);
	const all = document.querySelectorAll(".shown");
	for (const e of all) e.hidden = !open;
	if (open && all.length > 0) revealed = setTimeout(() => {
		changes([]); // what lay below could not be tapped
		reveal(false);
	}, pace.reveal / speed);
}
document.addEventListener("pointerdown", () => reveal(false));

// said returns the sentence of a tale, without the number of its step.
const said = (tale) => tale.replace(/ data-step="[^"]*"/, "");

// caption tells the moment that is shown; several sentences are a list.
function caption() {
	const told = document.getElementById("film-told"), moment = reel.at(-1 - stands);
	if (!told || moment?.parts.told === undefined) return;
	const all = (moment.tales ?? [moment.parts.told]).filter((tale, i, tales) => said(tale) !== said(tales[i - 1] ?? "")); // two cards that are drawn are one line
	const html = all.length > 1 ? `<ol>${all.map((one) => `<li>${one}</li>`).join("")}</ol>` : all[0];
	if (told.innerHTML !== written(html)) told.innerHTML = html;
}

// run shows the next moment that waits; all of them as a list, if people want no motion. The more of
// them wait, the shorter each is seen.
function run() {
	clearTimeout(next);
	next = 0;
	if (holding || stands > 0) return bar();
	while (calm() && moments.length > 1) merge(0);
	const news = moments.shift();
	showing = news !== undefined && (showing || moments.length > 0 || tales(news).length > 1);
	if (!news) return bar();
	step(news);
	const long = document.querySelector(".shown:not([hidden])") ? 2 : Math.max(1, news.tales?.length ?? 1);
	next = setTimeout(run, long * (showing ? pace.step / Math.min(3, Math.max(1, moments.length / 8)) : pace.alone) / speed);
	bar();
}

// bar replaces the prompt while several things are to be seen.
function bar() {
	if (!film) return;
	film.hidden = !(moments.length > 0 && !(busy && !awaited) || showing || holding || stands > 0);
	body.classList.toggle("watching", !film.hidden);
	film.querySelector("[data-film=pause]").setAttribute("aria-pressed", String(holding));
	film.querySelector("[data-film=speed]").textContent = speed + "×";
}

// take shows an update, or makes it wait, with the scenes before it. One about the same moment as the
// last, such as a notice about a card that is being moved, is shown together with that: nothing more
// has happened.
take = (news) => {
	const scenes = news.scenes ?? [], known = (moments.at(-1) ?? reel.at(-1))?.version ?? 0;
	if (recalls) return recall([...scenes, news]);
	for (const m of [...scenes.filter((s) => s.version > known), news]) {
		moments.push(m);
		if (moments.at(-2)?.version === m.version) merge(moments.length - 2);
	}
	while (moments.length > mostWaiting) merge(0);
	if (clocked()) hurry();
	else if (!visible()) unseen();
	else if (reel.length === 0) begin();
	else if (busy && !awaited) bar(); // it may be what others did after the wish
	else if (busy && moments[0].version <= awaited) hurry(awaited);
	else if (moments.length === 1 && stands === 0 && reel.at(-1).version === news.version) step(moments.shift());
	else if (!next && !holding) run();
	else bar();
};

// unseen shows one moment after the other at once, while nobody looks.
function unseen() {
	while (moments.length > 1) step(moments.shift());
	hurry();
}

// begin shows the first moment of a page, and then what happened while nobody looked.
function begin() {
	step(moments.shift());
	resume();
}

// clocked reports whether the newest question has a clock, or the time of whoever is asked runs:
// then there is no time to show earlier moments.
const clocked = () => {
	const ask = came.get("ask") ?? "";
	return ask.includes("data-ends=") || ask.includes("yours") && ["seats", "board", "purse"].some((name) => came.get(name)?.includes(" runs"));
};

// merge makes one moment of two consecutive ones, which tells what both tell.
function merge(at) {
	const [first, second] = moments.splice(at, 2);
	const all = first.version === second.version ? first.tales : [...tales(first), ...tales(second)];
	moments.splice(at, 0, { version: second.version, parts: { ...first.parts, ...second.parts }, tales: all });
}

// hurry shows at once, in one motion, the last moment up to a version: somebody who acts sees the
// result, and then what others did, even if that arrives later.
hurry = (until = Infinity) => {
	clearTimeout(next);
	next = 0;
	holding = showing = false;
	if (stands > 0) again(0);
	while (moments.length > 1 && moments[1].version <= until) merge(0);
	if (moments.length > 0 && moments[0].version <= until) {
		step(moments.shift());
		if (until < Infinity) next = setTimeout(run, pace.alone / speed);
	}
	resume();
	bar();
};

// resume goes on with what waits, once the last moment was seen.
resume = () => {
	if (moments.length > 0 && !next && !holding && stands === 0 && (!busy || awaited)) next = setTimeout(run, pace.alone / speed);
};

// recall replaces what was shown by what happened since the seat chose last, and shows that once more;
// as a list, if people want no motion. The public page, which has no list, shows the latest moments.
function recall(all) {
	recalls = false;
	moments = [];
	reel = [];
	for (const m of all) reel.push({ version: m.version, parts: { ...reel.at(-1)?.parts, ...m.parts } });
	if (calm() && film) {
		again(0);
		reel.at(-1).tales = all.flatMap(tales);
		holding = true;
		caption();
	} else {
		again(Math.min(film ? mostKept : latest, Math.max(1, reel.length - 1)));
		rewind();
	}
	witness();
	bar();
}

// rewind shows the moments from an earlier one on, one after the other.
function rewind() {
	clearTimeout(next);
	next = setTimeout(() => {
		next = 0;
		if (holding) return;
		if (stands === 0) return run();
		const was = seen();
		again(stands - 1);
		moved(was);
		showing = true;
		rewind();
		bar();
	}, pace.step / speed);
}

// again shows an earlier moment, or the last one, without motion.
function again(back) {
	stands = Math.max(0, Math.min(back, reel.length - 1));
	show(reel.at(-1 - stands));
	caption();
}

const keys = {
	back: () => { holding = true; again(stands + 1); },
	next: () => { holding = true; if (stands > 0) again(stands - 1); else if (moments.length > 0) step(moments.shift()); },
	pause: () => { holding = !holding; if (holding) return; if (stands > 0) rewind(); else run(); },
	skip: () => hurry(),
	replay: () => {
		hurry();
		recalls = true;
		have = "";
		listen();
	},
	speed: () => { speed = speed === 4 ? 1 : speed * 2; record(localStorage, "film-speed", speed); },
};
document.addEventListener("click", (e) => {
	const key = e.target.closest("[data-film]")?.dataset.film;
	if (!key) return;
	const drawer = e.target.closest(".drawer[open]");
	if (drawer) drawer.open = false;
	if (e.target.closest(".rest")) location.hash = "main"; // what lies over the board closes
	keys[key]();
	bar();
});
// Who comes back sees what happened while the page was hidden.
document.addEventListener("visibilitychange", () => {
	const missed = reel.filter((m) => m.version > witnessed).length;
	if (!visible() || missed === 0) return;
	if (missed < reel.length && !clocked()) {
		again(missed);
		rewind();
	}
	witness();
	bar();
});
