// Picking: the list of all moves (#part-moves) says which things mean each move. A tap on a thing
// keeps the moves that it is part of; when one is left, the prompt asks about it and the primary
// button makes it.

{
const table = document.querySelector(".play");
let picked = [];
let meant = []; // the lines that it was picked for
let given = ""; // the moment in which what is picked was done
let act = ""; // the verbs of the kind of move that was chosen; "" is any

const verb = (line) => line.split(" ")[1];
const every = () => [...document.querySelectorAll("#part-moves [data-things]")].map((e) => ({
	e, line: e.value, things: e.dataset.things.split("|"), text: (e.firstChild?.data ?? e.textContent).trim(),
})).filter((m) => act === "" || act.split(" ").includes(verb(m.line)));
const fitting = (all, things) => all.filter((m) => things.every((t) => m.things.includes(t)));
// apart keeps the first of moves that differ only in which of several like things they mean, such
// as bare planets of one kind.
function apart(moves) {
	const like = new Map([...table.querySelectorAll("[data-like]")].map((e) => [e.dataset.thing, e.dataset.like]));
	const groups = new Map();
	return moves.filter((m) => {
		const about = m.things.map((t) => like.get(t) ?? t).join("|"), words = m.line.split(" ");
		const before = groups.get(about) ?? groups.set(about, []).get(about);
		if (before.some((o) => o.things !== m.things.join("|") && o.words.filter((w, i) => w !== words[i]).length === 1)) return false;
		before.push({ things: m.things.join("|"), words });
		return true;
	});
}
const things = () => table.querySelectorAll("[data-thing]");
const form = () => document.getElementById("ask");

// An empty field of the seat is picked already if cards may be laid on it.
function assumed(all) {
	const free = all.filter((m) => "free" in m.e.dataset);
	const spot = [...table.querySelectorAll(".slot.empty")].find((s) => free.some((m) => m.things.includes(s.dataset.thing)));
	return spot ? [spot.dataset.thing] : [];
}

// hold picks things, and does nothing else.
function hold(things) {
	picked = things;
	meant = fitting(every(), things).map((m) => m.line);
	choose();
}

// choose shows the moves that are left after picking.
function choose() {
	if (!table || !form()) return;
	if (given && given !== form().elements.version.value) [picked, act] = [[], ""];
	if (act && every().length === 0) act = "";
	const all = every();
	for (const e of table.querySelectorAll("[data-act]")) e.setAttribute("aria-pressed", String(e.dataset.act === act));
	if (!all.some((m) => meant.includes(m.line))) picked = []; // it was done on a reader
	if (picked.length === 0) given = "";
	picked = picked.filter((t) => all.some((m) => m.things.includes(t)));
	while (picked.length > 0 && fitting(all, picked).length === 0) picked.shift();
	const from = picked.length > 0 ? picked : assumed(all);
	const left = fitting(all, from);
	const may = new Set(left.flatMap((m) => m.things));
	const some = new Set(all.flatMap((m) => m.things));
	const whys = new Map([...document.querySelectorAll("#part-moves [data-of]")].flatMap((e) => e.dataset.of.split("|").map((t) => [t, e.dataset.why])));
	for (const e of things()) {
		const t = e.dataset.thing;
		e.classList.toggle("picked", from.includes(t));
		e.classList.toggle("may", may.has(t) && !from.includes(t));
		e.toggleAttribute("data-whole", left.some((m) => m.things.length === 1 && m.things[0] === t));
		if (whys.has(t)) e.dataset.why = whys.get(t);
		else delete e.dataset.why;
		if (e.matches(".offers:not(.shelf) .thing")) e.classList.toggle("cannot", whys.has(t) || some.size > 0 && !some.has(t));
		if (e.matches("button")) e.setAttribute("aria-pressed", String(from.includes(t)));
	}
	for (const e of table.querySelectorAll("[data-row][aria-pressed]")) e.setAttribute("aria-pressed", String(picked.length > 0 && left.length === 1 && left[0].line === e.dataset.row));
	ask(picked.length > 0 || act ? left : []);
	queueMicrotask(maps.reach); // once a new map is ready
}

// printed returns what a card does, in words that a small card does not show; "" if they are long.
const printed = (thing) => table.querySelector(`[data-thing="${CSS.escape(thing)}"]:not(.slot) .tx:not(.long)`)?.textContent ?? "";

// ask puts one move into the prompt, or a choice of a few.
function ask(left) {
	const f = form();
	const go = f.querySelector("#go"), words = f.querySelector(".say b"), small = f.querySelector(".say small"), choices = f.querySelector(".choices");
	if (!("idle" in f.dataset)) f.idle = { action: f.getAttribute("action"), name: go.name, value: go.value, verb: go.innerHTML, text: go.textContent, hidden: go.hidden, say: words.innerHTML, then: small.innerHTML, choices: choices.innerHTML };
	f.dataset.idle = ""; // until a moment comes that makes it anew
	const idle = f.idle;
	[f.action, go.name, go.value, go.innerHTML, go.hidden, words.innerHTML, small.innerHTML, choices.innerHTML] = [idle.action, idle.name, idle.value, idle.verb, idle.hidden, idle.say, idle.then, idle.choices];
	choices.classList.remove("long");
	if (go.textContent.trim() === "") go.hidden = true;
	for (const h of f.querySelectorAll("[data-deal]")) h.disabled = left.length > 0;
	if (left.length === 0) return count();
	left = apart(left);
	f.action = left.every((m) => "free" in m.e.dataset) ? "/lay" : "/do";
	choices.replaceChildren();
	const exact = left.filter((m) => m.things.every((t) => picked.includes(t)));
	const onward = left.every((m) => m.things.every((t) => table.querySelector(`.die[data-thing="${CSS.escape(t)}"]`)));
	if (exact.length === 1 && onward) left = exact; // more dice may still be picked
	if (left.length === 1) {
		const m = left[0];
		[go.name, go.value, go.hidden] = ["line", m.line, false];
		go.textContent = m.e.dataset.verb || f.dataset.do;
		words.textContent = m.e.dataset.ask || m.text;
		small.textContent = m.e.dataset.then || m.e.querySelector("small")?.textContent || picked.map(printed).join(" ").trim();
		return;
	}
	go.hidden = true;
	small.textContent = "";
	const more = new Set(left.flatMap((m) => m.things).filter((t) => !picked.includes(t)));
	const drawn = [...more].some((t) => table.querySelector(`[data-thing="${CSS.escape(t)}"]`));
	const whole = left.some((m) => m.things.every((t) => picked.includes(t)));
	if (drawn && !whole || left.length > 8) {
		small.textContent = drawn && !whole ? f.dataset.marked : f.dataset.choose;
		if (drawn && !whole) return;
	}
	const alike = new Set(left.map((m) => m.e.dataset.verb)).size < left.length;
	if (!alike && left.every((m) => m.e.dataset.verb && m.e.dataset.ask)) { // what the game names first is asked; the others are buttons
		const m = left.shift();
		[go.name, go.value, go.hidden, go.textContent] = ["line", m.line, false, m.e.dataset.verb];
		[words.textContent, small.textContent] = [m.e.dataset.ask, m.e.dataset.then || printed(m.things[0])];
		for (const other of left) {
			const b = document.createElement("button");
			[b.name, b.value, b.textContent] = ["line", other.line, other.e.dataset.verb];
			choices.append(b);
		}
		return;
	}
	const said = left.slice(0, 8).map((m) => (alike ? m.text : m.e.dataset.verb).split(" ")), n = shared(said);
	words.textContent = n > 0 ? said[0].slice(0, n).join(" ") + " …" : f.dataset.choose;
	choices.classList.toggle("long", n > 0);
	said.forEach((all, i) => {
		const b = document.createElement("button");
		[b.name, b.value, b.textContent, b.ariaLabel] = ["line", left[i].line, all.slice(n).join(" "), all.join(" ")];
		choices.append(b);
	});
}

// shared returns how many words long sentences have in common at the start, which the prompt says
// once.
function shared(said) {
	let n = 0;
	while (said.every((all) => all.length > n + 1 && all[n] === said[0][n])) n++;
	return n > 1 && said.some((all) => all.join(" ").length > 30) ? n : 0;
}

// count makes the primary button enter the number typed into the stepper, and shows below the
// question what it would change. Until then, and at zero, the prompt offers what needs no number.
function count() {
	const field = document.getElementById("count"), stepper = field?.closest(".stepper");
	const f = form();
	if (!field || stepper.hidden) return read();
	const { min, says, then, thens } = stepper.dataset, n = Number(field.value), some = field.value !== "" && n >= Number(min);
	const entered = (n) => [field.dataset.line.replace("{}", n), f.dataset.enter.replace("{}", n)];
	for (const b of stepper.querySelectorAll("[data-set]")) b.setAttribute("aria-pressed", String(some && Number(b.dataset.set) === n));
	if (field.value === "" && Number(min) === 0) {
		const none = document.createElement("button");
		[none.name, [none.value, none.textContent]] = ["line", entered(0)]; // nothing is a number, too
		return f.querySelector(".choices").prepend(none);
	}
	if (!some) return;
	const go = f.querySelector("#go");
	[go.name, go.hidden, [go.value, go.textContent]] = ["line", false, entered(n)];
	const words = f.querySelector(".say b"), small = f.querySelector(".say small"), said = says.replace("{}", n);
	const change = thens ? JSON.parse(thens)[n - min] : then.replace(/\{(-?\d+)\}/g, (_, from) => Number(from) + n);
	if (f.dataset.number === field.dataset.line) small.textContent = change || said; // the question stays, so that nothing moves
	else [words.textContent, small.textContent] = [said, change];
	f.querySelector(".choices").replaceChildren();
}

// another makes the stepper ask for another number, that of a button.
function another(by) {
	const field = document.getElementById("count"), stepper = field.closest(".stepper");
	const { line, min, max, says, then, thens, near } = by.dataset;
	Object.assign(stepper.dataset, { min, says, then });
	if (thens) stepper.dataset.thens = thens;
	else delete stepper.dataset.thens;
	stepper.toggleAttribute("data-free", "free" in by.dataset);
	Object.assign(field.dataset, { line });
	[field.value, field.max, stepper.hidden] = ["", max, false];
	stepper.querySelector(".unseen").textContent = by.textContent;
	stepper.querySelector(".near").replaceChildren(...near.split(" ").filter(Boolean).map((n) => {
		const b = document.createElement("button");
		[b.type, b.textContent, b.dataset.set] = ["button", n, n];
		b.classList.toggle("likely", n === by.dataset.likely);
		return b;
	}));
	choose();
	form().querySelector(".say b").textContent = by.textContent;
	stepper.scrollIntoView({ block: "nearest" });
}

// read asks for what people read off the cardboard, one part of the sentence after the other, until
// one sentence is left.
let parts = []; // what was chosen: places and words
let moment = ""; // in which
function read() {
	const f = form();
	if (!("told" in f.dataset)) return;
	if (moment !== f.elements.version.value) [parts, moment] = [[], f.elements.version.value];
	const all = [...document.querySelectorAll("#part-moves option[data-parts]")].map((e) => ({ e, parts: e.dataset.parts.split("|") }));
	const fits = (m) => parts.every(([at, part]) => m.parts[at] === part);
	if (!all.some(fits)) parts = [];
	const left = all.filter(fits), go = f.querySelector("#go"), choices = f.querySelector(".choices");
	choices.replaceChildren();
	if (parts.length > 0) {
		const back = document.createElement("button");
		[back.type, back.className, back.textContent, back.dataset.part] = ["button", "plain", f.dataset.told, ""];
		choices.append(back);
	}
	go.hidden = left.length !== 1;
	if (left.length === 1) {
		const { e } = left[0];
		[go.name, go.value, go.textContent] = ["line", e.value, e.dataset.verb || f.dataset.do];
		[f.querySelector(".say b").textContent, f.querySelector(".say small").textContent] = [e.textContent, e.dataset.then ?? ""];
		return;
	}
	const at = left[0].parts.findIndex((part, i) => left.some((m) => m.parts[i] !== part));
	const phrase = left[0].parts.slice(1, at).findLast((part) => part.includes("…"));
	f.querySelector(".say small").textContent = [phrase, ...parts.map(([, part]) => part).filter((part) => !part.includes("…"))].filter(Boolean).join(" · ");
	for (const part of new Set(left.map((m) => m.parts[at]))) {
		const b = document.createElement("button");
		[b.type, b.textContent, b.dataset.part, b.dataset.at] = ["button", part, part, at];
		b.classList.toggle("likely", left.some((m) => m.parts[at] === part && "likely" in m.e.dataset));
		choices.append(b);
	}
}

// pick adds a thing to what is picked, or removes it; it starts over if the thing is part of no
// move with the others. A move that is free to take back is made at once.
function pick(e) {
	const all = every();
	for (let at = e; at; at = at.parentElement?.closest("[data-thing]")) {
		const t = at.dataset.thing;
		if (picked.includes(t)) {
			hold(picked.filter((x) => x !== t));
			return true;
		}
		const from = picked.length > 0 ? picked : assumed(all);
		for (const with_ of [from, []]) {
			const left = apart(fitting(all, [...with_, t]));
			if (left.length === 0) continue;
			hold([...with_, t]);
			if (left.length === 1 && "free" in left[0].e.dataset) commit(left[0].line);
			return true;
		}
	}
	return false;
}

// commit does what can be taken back, and lights the button that takes it back for a while.
let lit = 0;
function commit(line) {
	const f = form();
	const go = f.querySelector("#go");
	f.action = "/lay";
	[go.name, go.value, go.hidden] = ["line", line, false];
	picked = [];
	send(f, go).then(() => {
		table.dataset.did = "";
		clearTimeout(lit);
		lit = setTimeout(() => { delete table.dataset.did; }, 5000);
	});
}

// why shows, in the small line, why a thing cannot be taken.
function why(e) {
	const said = e.closest("[data-why]")?.dataset.why || e.getAttribute("aria-label") || e.getAttribute("data-label");
	const small = form()?.querySelector(".say small");
	if (small && said) small.textContent = said;
}

table?.addEventListener("tell", (e) => why(e.target));

let dropped = 0;
table?.addEventListener("click", (e) => {
	const thing = e.target.closest("[data-thing]");
	if (!thing || e.ctrlKey || e.metaKey || Date.now() - dropped < 300) return;
	if (pick(thing)) {
		e.preventDefault();
		e.stopPropagation();
	} else if (!thing.matches("a.ask")) why(thing);
}, { capture: true });

document.addEventListener("keydown", (e) => {
	if (e.key === "Escape") {
		const open = document.querySelector("details.drawer[open]");
		if (open) {
			open.open = false;
			open.querySelector("summary").focus();
		} else if (picked.length > 0 || act) {
			[picked, act] = [[], ""];
			choose();
		}
	}
	if (e.key === "Enter" && e.target.id === "count" && e.target.value !== "") form().requestSubmit(form().querySelector("#go[value]:not([hidden])"));
	if ((e.key === "Enter" || e.key === " ") && e.target.matches?.("[data-thing]:not(a, button)") && pick(e.target)) e.preventDefault();
});

document.addEventListener("click", (e) => {
	const unfold = e.target.closest("[data-unfold]");
	if (unfold) {
		document.getElementById("drawer-" + unfold.dataset.unfold).open = true;
		return;
	}
	const kind = e.target.closest("[data-act]");
	if (kind?.matches(".cannot")) return why(kind);
	if (kind) {
		act = act === kind.dataset.act ? "" : kind.dataset.act;
		hold([]);
		return;
	}
	const row = e.target.closest("[data-row]");
	if (row) {
		const m = every().find((m) => m.line === row.dataset.row);
		if (m && "free" in m.e.dataset) commit(m.line);
		else if (m) hold(row.ariaPressed === "true" ? [] : m.things);
		return;
	}
	const by = e.target.closest("[data-add], [data-set]");
	const field = document.getElementById("count");
	const other = e.target.closest("#ask [data-count]"), part = e.target.closest("[data-part]");
	if (other) another(other);
	if (part) {
		if ("at" in part.dataset) parts.push([Number(part.dataset.at), part.dataset.part]);
		else parts.pop();
		choose();
	}
	if (by && "set" in by.dataset) {
		field.value = by.dataset.set;
		choose();
		if (by.closest("[data-free]")) commit(form().querySelector("#go").value);
	} else if (by && field) {
		const stepper = field.closest(".stepper"), least = Math.min(0, Number(stepper.dataset.min)), likely = stepper.querySelector(".likely");
		if (likely && field.value === "") field.value = likely.dataset.set;
		else field.value = Math.max(least, Math.min(Number(field.max), Number(field.value) + Number(by.dataset.add)));
		choose();
	}
	const open = document.querySelector("details.drawer[open]");
	if (open && !open.contains(e.target) && !e.target.closest("dialog")) open.open = false;
});
document.addEventListener("submit", (e) => {
	const open = e.target.closest(".drawer[open]");
	if (open && !e.target.matches(".ticks")) open.open = false; // one step is ticked after the other
	if (e.target === form()) given = e.target.elements.version.value;
});
document.addEventListener("focusin", (e) => { if (e.target.id === "count") e.target.select(); });
document.addEventListener("input", (e) => {
	if (e.target.id !== "count") return;
	if (Number(e.target.value) > Number(e.target.max)) e.target.value = e.target.max; // what is typed by hand, too
	choose();
});

// A card can be dragged to a field; moving 8 pixels turns a tap into a drag.
let held = null;
table?.addEventListener("pointerdown", (e) => {
	const thing = e.target.closest(".thing[data-thing]");
	if (thing && e.isPrimary && e.button === 0) held = { thing, x: e.clientX, y: e.clientY, id: e.pointerId, copy: null };
});
table?.addEventListener("pointermove", (e) => {
	if (!held || e.pointerId !== held.id) return;
	if (!held.copy) {
		if (Math.hypot(e.clientX - held.x, e.clientY - held.y) < 8 || held.thing.closest(".offer") && e.pointerType === "touch") return;
		const all = fitting(every(), [held.thing.dataset.thing]);
		if (all.length === 0) { held = null; return; }
		hold([held.thing.dataset.thing]);
		held.copy = held.thing.cloneNode(true);
		held.copy.removeAttribute("id");
		held.copy.classList.add("lifted");
		held.copy.style.width = held.thing.offsetWidth + "px";
		document.body.append(held.copy);
		table.setPointerCapture(held.id);
	}
	Object.assign(held.copy.style, { left: e.clientX - held.thing.offsetWidth / 2 + "px", top: e.clientY - held.thing.offsetHeight / 2 + "px" });
});
function drop(e) {
	if (held?.copy) {
		held.copy.remove();
		dropped = Date.now();
		const on = e.type === "pointerup" && document.elementFromPoint(e.clientX, e.clientY)?.closest("[data-thing]");
		if (!on || on === held.thing || !pick(on)) { picked = []; choose(); }
	}
	held = null;
}
for (const end of ["pointerup", "pointercancel"]) table?.addEventListener(end, drop);

document.addEventListener("shown", choose);
choose();
}
