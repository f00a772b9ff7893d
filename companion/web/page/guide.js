// The guide explains each thing when it first comes up, to people who asked for that. It is over an
// ordinary game, and the browser remembers which steps were seen.
const spots = { seats: ["#part-seats"], board: ["#part-board"], prompt: ["#part-ask"], cards: ["#part-offers", "#part-dock"], purse: ["#part-purse"] };
const guide = document.getElementById("guide");

const guideSeen = {
	key: () => "guide " + (document.getElementById("guide-steps")?.dataset.game ?? ""),
	all: () => { try { return (sessionStorage.getItem(guideSeen.key()) ?? "").split(" ").filter(Boolean); } catch { return []; } },
	add: (name) => { try { sessionStorage.setItem(guideSeen.key(), [...guideSeen.all(), name].join(" ")); } catch { guide.remove(); } },
};

// spotOf returns where the thing is: the first of its places that is in the window.
const spotOf = (at) => spots[at].map((s) => document.querySelector(s)?.getBoundingClientRect()).find((r) => r?.height > 0 && r.top < innerHeight && r.bottom > 0);

// guideStep returns the next step whose place is on the page; none while people are watching a
// film.
function guideStep() {
	const list = document.getElementById("guide-steps");
	if (!list || body.classList.contains("watching")) return null;
	const seen = guideSeen.all();
	const li = [...list.children].find((e) => !seen.includes(e.dataset.name) && spotOf(e.dataset.at));
	if (!li && "ended" in list.dataset) return seen.includes("end") ? null : { name: "end", at: "prompt", text: document.getElementById("guide-next").dataset.end };
	return li && { name: li.dataset.name, at: li.dataset.at, text: li.textContent, n: seen.length + 1, of: list.dataset.of };
}

let guideFrom = null; // what had the focus before the guide spoke

function explain() {
	if (!guide?.isConnected) return;
	const step = guideStep();
	const was = guide.hidden;
	if (was && step) guideFrom = document.activeElement;
	guide.hidden = !step;
	document.querySelector(".play")?.toggleAttribute("inert", Boolean(step));
	if (!step) {
		if (!was) (guideFrom?.isConnected && guideFrom !== body ? guideFrom : document.getElementById("main"))?.focus({ preventScroll: true });
		return;
	}
	guide.dataset.step = step.name;
	// The first sentence is read together with the dialog, the others because they change.
	const text = document.getElementById("guide-text");
	text.setAttribute("aria-live", was ? "off" : "polite");
	if (text.textContent !== step.text) text.textContent = step.text;
	const count = document.getElementById("guide-n");
	const numbers = [step.n, step.of];
	count.textContent = step.n ? count.dataset.of.replace(/0/g, () => numbers.shift()) : "";
	document.getElementById("guide-skip").hidden = step.name === "end";
	lightUp(spotOf(step.at));
	if (was) document.getElementById("guide-next").focus({ preventScroll: true });
}

// lightUp rings the spot, and puts the sentence above or below it. If the spot leaves no room for the
// sentence, only its upper part is ringed.
function lightUp({ left, top, right, bottom }) {
	const ring = guide.querySelector(".guide-light"), room = guide.querySelector(".guide-says").offsetHeight + 24;
	const spot = { left, top, right, bottom: Math.max(top, innerHeight - bottom) < room ? innerHeight - room : bottom };
	Object.assign(ring.style, { left: Math.max(3, spot.left) + "px", top: Math.max(3, spot.top) + "px", width: Math.min(innerWidth - 3, spot.right) - Math.max(3, spot.left) + "px", height: Math.min(innerHeight - 3, spot.bottom) - Math.max(3, spot.top) + "px" });
	const says = guide.querySelector(".guide-says");
	const above = spot.top > innerHeight - spot.bottom;
	Object.assign(says.style, above ? { top: "", bottom: Math.min(innerHeight - spot.top + 16, innerHeight - says.offsetHeight - 8) + "px" } : { bottom: "", top: Math.min(spot.bottom + 16, innerHeight - says.offsetHeight - 8) + "px" });
}

function leaveGuide() {
	guide.hidden = true;
	document.querySelector(".play")?.removeAttribute("inert");
	document.getElementById("part-guide")?.replaceChildren();
	location.assign(location.pathname);
}

if (guide) {
	document.getElementById("guide-next").addEventListener("click", () => {
		guideSeen.add(guide.dataset.step);
		if (guide.dataset.step === "end") leaveGuide();
		else explain();
	});
	document.getElementById("guide-skip").addEventListener("click", leaveGuide);
	document.addEventListener("keydown", (e) => { if (e.key === "Escape" && !guide.hidden && !document.querySelector("dialog[open]")) leaveGuide(); });
	addEventListener("resize", explain);
	const page = document.getElementById("part-guide");
	if (page) new MutationObserver(explain).observe(page, { childList: true });
	new MutationObserver(explain).observe(body, { attributeFilter: ["class", "data-version"] });
	explain();
}
