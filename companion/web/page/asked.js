// When others ask for a seat, its holder must answer before anything else can be touched.
{
let before = null; // what had the focus

function appealed() {
	const sheet = document.querySelector("#part-sheet .appeal.mine");
	for (const e of document.querySelectorAll(".play > :not(#part-news, #sheet)")) e.inert = Boolean(sheet);
	if (sheet && !sheet.contains(document.activeElement)) {
		before ??= document.activeElement;
		sheet.querySelector(".primary").focus({ preventScroll: true });
	} else if (!sheet && before) {
		(before.isConnected && before !== body ? before : document.getElementById("main")).focus({ preventScroll: true });
		before = null;
	}
	count();
}

// count shows how many seconds are left, and the ring around them.
function count() {
	for (const clock of document.querySelectorAll(".appeal .clock")) {
		clock.textContent = clock.dataset.left;
		clock.style.setProperty("--at", clock.dataset.left);
	}
}

setInterval(() => {
	for (const clock of document.querySelectorAll(".appeal .clock")) clock.dataset.left = Math.max(0, clock.dataset.left - 1);
	count();
}, 1000);
// Whoever touches, scrolls or types while somebody asks for the seat is present: the service is
// told so, at most every 20 seconds.
let told = -Infinity;
function here() {
	if (!document.querySelector("#part-sheet .appeal.mine") || performance.now() - told < 20000) return;
	told = performance.now();
	fetch("/here", { method: "POST" }).catch(() => { told = -Infinity; });
}
for (const what of ["pointerdown", "keydown", "wheel", "scroll", "touchmove"]) document.addEventListener(what, here, { passive: true, capture: true });

document.addEventListener("keydown", (e) => { if (e.key === "Escape") document.querySelector("#part-sheet .appeal.mine .primary")?.click(); });
document.addEventListener("shown", appealed);
appealed();
}
