// What is left of times that run, counted by the page. Nothing is announced here: the table says
// when a minute is left and when a time is over.
{
let next = 0;
const written = (seconds) => {
	const n = Math.abs(seconds), two = (x) => String(x).padStart(2, "0");
	return (seconds < 0 ? "−" : "") + (n >= 3600 ? Math.floor(n / 3600) + ":" + two(Math.floor(n / 60) % 60) : Math.floor(n / 60)) + ":" + two(n % 60);
};
const tick = () => {
	clearTimeout(next);
	const all = document.querySelectorAll(".time[data-ends]");
	for (const time of all) {
		if (Number.isNaN(programNow())) continue;
		const left = Math.ceil((Number(time.dataset.ends) - programNow()) / 1000), shown = time.querySelector("b"), text = written(left);
		if (shown.textContent !== text) shown.textContent = text;
		time.classList.toggle("spent", left <= 0);
		time.classList.toggle("last", left > 0 && left <= 60);
	}
	if (all.length > 0 && document.visibilityState === "visible") next = setTimeout(tick, 250);
};
for (const kind of ["shown", "beat", "visibilitychange"]) document.addEventListener(kind, tick);
}
