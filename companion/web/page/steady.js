// What is below the board keeps its greatest height until the phase ends, so the board shrinks once
// rather than with every question.
{
const wide = () => getComputedStyle(tray).display === "contents";
const tray = document.getElementById("tray");
const parts = tray ? [tray, document.getElementById("part-dock"), document.getElementById("asking")] : [];
let during = ""; // the phase, and the size of the window
function steady() {
	if (!tray) return;
	const now = [document.getElementById("main").dataset.layout.match(/\bphase-\S+/)?.[0], innerWidth, innerHeight].join();
	if (now !== during) for (const e of parts) e.style.minHeight = "";
	during = now;
	for (const e of wide() ? parts.slice(1) : parts.slice(0, 1)) if (e.offsetHeight > 0) e.style.minHeight = e.offsetHeight + "px";
}
if (tray) {
	const grown = new ResizeObserver(steady);
	for (const e of parts) grown.observe(e);
}
document.addEventListener("shown", steady);
addEventListener("resize", steady);
}

// Notices are over the board, and can be folded to a button; new ones unfold them.
{
const sheet = document.getElementById("sheet"), fold = document.getElementById("fold");
let folded = ""; // what was folded
function fits() {
	const said = document.getElementById("part-sheet").textContent.trim();
	const mine = document.querySelector("#part-sheet .appeal.mine");
	fold.hidden = said === "" || Boolean(mine);
	if (said === "" || said !== folded || mine) folded = "";
	sheet.classList.toggle("folded", folded !== "");
	fold.setAttribute("aria-expanded", String(folded === ""));
}
fold?.addEventListener("click", () => {
	folded = folded ? "" : document.getElementById("part-sheet").textContent.trim();
	fits();
});
if (fold) {
	document.addEventListener("shown", fits);
	fits();
}
}
