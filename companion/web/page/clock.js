// Clocks count down to when something ends, in whole seconds, and disappear then. A screen reader
// says them only on request.
{
let next = 0;
const tick = () => {
	clearTimeout(next);
	let any = false;
	for (const clock of document.querySelectorAll(".timer")) {
		const left = Math.ceil((Number(clock.dataset.ends) - programNow()) / 1000);
		const shown = clock.querySelector("b");
		if (left > 0) shown.textContent = left + " s";
		clock.hidden = !(left > 0);
		any ||= left > 0;
	}
	if (any) next = setTimeout(tick, 250);
};
for (const kind of ["shown", "beat"]) document.addEventListener(kind, tick);
}
