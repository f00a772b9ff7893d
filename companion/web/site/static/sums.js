// How a number came about is shown in a dialog over the page, and updated while the game goes on.
// A hint stands beside the board, which stays in use, and lights what it means. Without a script
// each is a page of its own.
let told = null; // the address of what the dialog shows
let asker = null; // the link that opened it

const teller = document.createElement("dialog");
teller.id = "sums";
teller.setAttribute("aria-labelledby", "sum-title");
body.append(teller);

// tell fetches it; if there is nothing to tell the page says why, and stays.
async function tell(address) {
	const at = new URL(address, location);
	at.searchParams.set("part", 1);
	const answer = await fetch(at, { headers: { Accept: "application/json" }, signal: AbortSignal.timeout(6000) });
	if (!answer.ok) return refuse((await answer.json()).refusal);
	return answer.text();
}

// recount updates what is shown, since a number may have changed.
async function recount() {
	if (!teller.open || !teller.querySelector(".account")) return;
	const at = told;
	try {
		const html = await tell(at);
		if (html === undefined) teller.close();
		else if (teller.open && told === at && teller.innerHTML !== written(html)) swap(teller, html);
	} catch {
		// what is there stays until the page hears of the table again
	}
}

document.addEventListener("click", async (e) => {
	const link = e.target.closest("a.ask, a.ask-all");
	if (!link || e.ctrlKey || e.metaKey || e.shiftKey || e.altKey || !teller.showModal) return;
	e.preventDefault();
	if (!teller.contains(link)) asker = link;
	try {
		told = link.getAttribute("href");
		const html = await tell(told);
		if (html === undefined) return;
		teller.innerHTML = html;
	} catch {
		location.assign(link.href);
		return;
	}
	if (teller.open && teller.classList.contains("beside") !== Boolean(advice())) teller.close();
	teller.classList.toggle("beside", Boolean(advice()));
	teller.removeAttribute("style");
	if (!teller.open) {
		if (advice()) teller.show();
		else teller.showModal();
	}
	if (advice()) point();
	document.getElementById("sum-close")?.focus({ preventScroll: true });
	teller.scrollTop = 0;
});

teller.addEventListener("click", (e) => {
	if (e.target === teller) teller.close(); // beside it
});

// Closing it returns the focus to where the question was asked, even if the page has been drawn
// anew, unless people went on with the game meanwhile.
teller.addEventListener("close", () => {
	for (const ring of document.querySelectorAll(".advised")) ring.remove();
	if (document.activeElement === body || teller.contains(document.activeElement) || !teller.classList.contains("beside")) (document.getElementById(asker?.id) ?? asker)?.focus({ preventScroll: true });
});

// advice returns the hint that the dialog tells; null if it tells something else.
function advice() { return teller.querySelector("#hint-sheet"); }

// pointed returns what a hint means: the things on the board, else the buttons that do it, else what
// the seat is asked.
function pointed({ line, verb, things }) {
	const seen = (list) => [...list].filter((e) => !teller.contains(e) && e.checkVisibility?.() !== false && e.getBoundingClientRect().width > 0);
	const one = (t) => seen(document.querySelectorAll(`main [data-thing="${CSS.escape(t)}"]`)).slice(0, 1);
	const buttons = seen(document.querySelectorAll(`#ask [name=line][value="${CSS.escape(line)}"]`));
	const acts = seen(document.querySelectorAll("#part-dock [data-act], #part-ask [data-act]")).filter((e) => e.dataset.act.split(" ").includes(verb));
	const all = things.split("|").filter(Boolean).flatMap(one);
	return [[...all, ...buttons], acts, seen([document.getElementById("ask")])].find((list) => list.length > 0) ?? [];
}

// point rings what a hint means while it stands there, and keeps the hint off it and off what the
// seat is asked. The hint goes once its seat acts, or the game does not offer that any more.
function point() {
	const hint = advice();
	if (!hint) return;
	const button = `[value="${CSS.escape(hint.dataset.line)}"]`, from = version, acted = awaited, listed = document.querySelector(button);
	const holds = () => listed ? document.querySelector(button) : version === from;
	const rings = [];
	const reach = () => pointed(hint.dataset)[0]?.scrollIntoView({ block: "nearest", inline: "center" });
	const follow = () => {
		if (!teller.open || advice() !== hint) return rings.forEach((ring) => ring.remove());
		if (busy || awaited !== acted || !holds()) return teller.close();
		const spots = pointed(hint.dataset).filter(inSight).map((e) => e.getBoundingClientRect());
		while (rings.length < spots.length) {
			rings.push(document.createElement("i"));
			rings.at(-1).className = "advised";
			body.append(rings.at(-1));
		}
		rings.forEach((ring, i) => {
			ring.hidden = i >= spots.length;
			if (!ring.hidden) Object.assign(ring.style, { left: spots[i].left - 5 + "px", top: spots[i].top - 5 + "px", width: spots[i].width + 10 + "px", height: spots[i].height + 10 + "px" });
		});
		if (spots.length > 0) {
			const top = Math.min(...spots.map((s) => s.top)), bottom = Math.max(...spots.map((s) => s.bottom));
			const asked = document.getElementById("ask")?.getBoundingClientRect().top ?? 0, floor = asked >= bottom ? asked : innerHeight;
			const below = top < teller.scrollHeight + 24 && floor - bottom > top;
			Object.assign(teller.style, { top: below ? "auto" : "8px", bottom: below ? innerHeight - floor + 8 + "px" : "auto", maxHeight: Math.max(120, (below ? floor - bottom : top) - 24) + "px" });
		}
		requestAnimationFrame(follow);
	};
	reach();
	addEventListener("resize", reach);
	teller.addEventListener("close", () => removeEventListener("resize", reach), { once: true });
	follow();
}

// inSight reports whether the middle of an element shows, and not what lies over it.
function inSight(e) {
	const { left, top, width, height } = e.getBoundingClientRect(), at = document.elementFromPoint(left + width / 2, top + height / 2);
	return at && (e.contains(at) || teller.contains(at) || at.closest("[data-thing]")?.dataset.thing === e.dataset.thing);
}

document.addEventListener("keydown", (e) => { if (e.key === "Escape" && teller.open && advice()) teller.close(); });
