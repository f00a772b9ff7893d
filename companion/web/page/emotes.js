// Emotes: a tap sends one, and what arrives is seen at the sender's seat for some seconds, unless
// this phone hides them.
{
const lasts = 4000; // milliseconds
const bubbles = new Map(); // by seat

addEventListener("submit", async (e) => {
	if (e.target.id !== "emote-form") return;
	e.preventDefault();
	e.stopPropagation();
	const { ok, said } = await ask(e.target.action, new URLSearchParams(new FormData(e.target, e.submitter)));
	refuse(ok ? "" : said.refusal);
	if (!offline.hidden) lost(false);
}, { capture: true });

document.addEventListener("emote", ({ detail: { seat, emote, off } }) => {
	if (off !== undefined) {
		const drawer = document.getElementById("drawer-emotes");
		if (drawer) [drawer.hidden, drawer.open] = [off, false];
		return;
	}
	const words = document.getElementById("emotes"), says = words?.dataset.words.split("|").find((w) => w.startsWith(emote + " "))?.slice(emote.length + 1);
	const place = [...document.querySelectorAll(`[data-key="seat-${CSS.escape(seat)}"]`)].find((x) => x.checkVisibility() && x.getBoundingClientRect().width > 0);
	if (!says || !place || wants.mute || !visible()) return;
	bubbles.get(seat)?.remove();
	const bubble = document.createElement("div");
	bubble.className = "emote " + ([...place.classList].find((c) => c.startsWith("c-")) ?? "");
	bubble.setAttribute("aria-hidden", "true");
	bubble.innerHTML = `<svg viewBox="0 0 24 24"><use href="${words.dataset.from}#${emote}"/></svg>`;
	body.append(bubble);
	bubbles.set(seat, bubble);
	const named = place.querySelector(".name"), at = (named ?? place).getBoundingClientRect(), size = bubble.offsetWidth;
	Object.assign(bubble.style, { left: Math.max(4, Math.min(at.right + 8, innerWidth - size - 4)) + "px", top: Math.max(4, Math.min(at.top + (at.height - size) / 2, innerHeight - size - 4)) + "px" });
	if (!calm()) bubble.animate([{ transform: "scale(.3)", opacity: 0 }, { transform: "scale(1.15)", opacity: 1, offset: .6 }, { transform: "none" }], { duration: 320, easing: ease });
	setTimeout(() => {
		bubble.remove();
		if (bubbles.get(seat) === bubble) bubbles.delete(seat);
	}, lasts);
	words.textContent = `${named?.textContent ?? ""}: ${says}`;
});
}
