// Notches that are lost go out one after the other.
{
const known = new Map();
const all = 500; // milliseconds

document.addEventListener("shown", () => {
	for (const dial of document.querySelectorAll(".dial")) {
		const n = Number(dial.dataset.n), was = known.get(dial.dataset.dial) ?? n;
		known.set(dial.dataset.dial, n);
		if (was <= n || calm()) continue;
		const notches = dial.querySelector(".gone").getAttribute("d").split(/(?=M)/).slice(0, was - n);
		for (const [i, d] of notches.entries()) {
			const notch = document.createElementNS("http://www.w3.org/2000/svg", "path");
			notch.setAttribute("class", "left");
			notch.setAttribute("d", d);
			dial.append(notch);
			const delay = all * (notches.length - 1 - i) / notches.length;
			notch.animate([{ opacity: 1 }, { opacity: 0 }], { duration: 160, delay, fill: "both", id: "notch" }).finished.finally(() => notch.remove());
		}
	}
});
}
