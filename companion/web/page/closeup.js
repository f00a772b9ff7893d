// A card is shown large, with its words, while a mouse rests on it or a finger is held on it.
{
const rest = 400; // milliseconds
let waits = 0, large = null, held = false;

function enlarge(card) {
	reduce();
	if (!card.isConnected || card.querySelector(".tx") === null || card.offsetWidth >= 148 && !card.dataset.read) return;
	large = document.createElement("div");
	large.className = "closeup space";
	large.setAttribute("aria-hidden", "true"); // its name tells all of it
	const copy = card.cloneNode(true);
	for (const name of ["data-key", "data-thing", "data-read", "id", "role", "aria-label"]) copy.removeAttribute(name);
	large.append(copy);
	if (card.dataset.read) {
		const read = document.createElement("p");
		read.className = "read";
		read.textContent = card.dataset.read;
		large.append(read);
	}
	document.body.append(large);
	const at = card.getBoundingClientRect(), size = large.getBoundingClientRect();
	const asked = document.getElementById("part-ask")?.getBoundingClientRect().top ?? innerHeight; // the question stays to be read
	const above = Math.min(at.top, asked > size.height + 20 && at.top > asked ? asked : at.top) - size.height - 12, below = at.bottom + 12;
	const top = above >= 8 ? above : below + size.height <= innerHeight - 8 ? below : 8;
	large.style.top = top + "px";
	large.style.left = Math.max(8, Math.min(innerWidth - size.width - 8, at.left + at.width / 2 - size.width / 2)) + "px";
}

function reduce() {
	clearTimeout(waits);
	large?.remove();
	large = null;
}

const faceOf = (e) => e.target.closest?.(".card:not(.down)");

document.addEventListener("pointerover", (e) => {
	if (e.pointerType !== "mouse") return;
	reduce();
	const card = faceOf(e);
	if (card && e.buttons === 0) waits = setTimeout(() => enlarge(card), rest);
});
let from = null;
document.addEventListener("pointerdown", (e) => {
	reduce();
	held = false;
	const card = e.pointerType === "mouse" ? null : faceOf(e);
	from = e;
	if (card) waits = setTimeout(() => { enlarge(card); held = large !== null; }, rest);
});
document.addEventListener("pointermove", (e) => { if (e.pointerType !== "mouse" && from && Math.hypot(e.clientX - from.clientX, e.clientY - from.clientY) > 8) reduce(); });
for (const end of ["pointerup", "pointercancel", "scroll"]) document.addEventListener(end, reduce, { capture: true, passive: true });
document.addEventListener("shown", reduce);
// Looking at a card does not choose it.
document.addEventListener("click", (e) => {
	if (!held) return;
	held = false;
	e.preventDefault();
	e.stopPropagation();
}, { capture: true });
document.addEventListener("contextmenu", (e) => { if (large) e.preventDefault(); });

// The chart at the end of a game is as large as the phone while somebody wants that.
document.addEventListener("click", (e) => {
	const button = e.target.closest?.(".course .enlarge");
	if (button) button.setAttribute("aria-expanded", String(button.parentNode.classList.toggle("large")));
});
document.addEventListener("keydown", (e) => { if (e.key === "Escape") document.querySelector(".course.large .enlarge")?.click(); });
}
