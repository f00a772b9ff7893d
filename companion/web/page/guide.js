// The guide explains each thing when it first comes up, to who asked for it. It lies
// over a game like any other, and which steps were seen is kept in the browser.
const spots = { seats: "#part-seats", board: "#part-board", prompt: "#part-ask", cards: "#part-dock", purse: "#part-purse" };
const guide = document.getElementById("guide");

const guideSeen = {
	all: () => { try { return (sessionStorage.getItem("guide") ?? "").split(" "); } catch { return []; } },
	add: (name) => { try { sessionStorage.setItem("guide", [...guideSeen.all(), name].join(" ")); } catch { guide.remove(); } },
};

// guideStep is the next thing to explain whose place is on the page, nothing while
// people watch a film.
function guideStep() {
	const list = document.getElementById("guide-steps");
	if (!list || body.classList.contains("watching")) return null;
	if ("ended" in list.dataset) return guideSeen.all().includes("end") ? null : { name: "end", at: "prompt", text: document.getElementById("guide-next").dataset.end, n: "" };
	const seen = guideSeen.all();
	for (const li of list.children) {
		const spot = document.querySelector(spots[li.dataset.at]);
		if (!seen.includes(li.dataset.name) && spot?.getBoundingClientRect().height > 0) return { name: li.dataset.name, at: li.dataset.at, text: li.textContent, n: li.dataset.n, of: list.dataset.of };
	}
	return null;
}

function explain() {
	if (!guide?.isConnected) return;
	const step = guideStep();
	const was = guide.hidden;
	guide.hidden = !step;
	document.querySelector(".play")?.toggleAttribute("inert", Boolean(step));
	if (!step) return;
	guide.dataset.step = step.name;
	document.getElementById("guide-text").textContent = step.text;
	const count = document.getElementById("guide-n");
	count.textContent = step.n && count.dataset.of.replace("0", step.n).replace("0", step.of);
	const spot = document.querySelector(spots[step.at]).getBoundingClientRect();
	const light = guide.querySelector(".guide-light");
	Object.assign(light.style, { left: Math.max(3, spot.left) + "px", top: Math.max(3, spot.top) + "px", width: Math.min(innerWidth - 3, spot.right) - Math.max(3, spot.left) + "px", height: Math.min(innerHeight - 3, spot.bottom) - Math.max(3, spot.top) + "px" });
	const says = guide.querySelector(".guide-says");
	const above = spot.top > innerHeight - spot.bottom;
	Object.assign(says.style, above ? { top: "", bottom: Math.min(innerHeight - spot.top + 16, innerHeight - says.offsetHeight - 8) + "px" } : { bottom: "", top: Math.min(spot.bottom + 16, innerHeight - says.offsetHeight - 8) + "px" });
	if (was) document.getElementById("guide-next").focus({ preventScroll: true });
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
	document.addEventListener("keydown", (e) => { if (e.key === "Escape" && !guide.hidden) leaveGuide(); });
	addEventListener("resize", explain);
	const page = document.getElementById("part-guide");
	if (page) new MutationObserver(explain).observe(page, { childList: true });
	new MutationObserver(explain).observe(body, { attributeFilter: ["class", "data-version"] });
	explain();
}
