// A number tells how it came about in a dialog over the page, and goes on telling
// while the game goes on. Without a script it is a page of its own.
let told = null; // the address of what the dialog shows

const teller = document.createElement("dialog");
teller.id = "sums";
teller.setAttribute("aria-labelledby", "sum-title");
body.append(teller);

async function tell(address) {
	const answer = await fetch(address + "&part=1", { signal: AbortSignal.timeout(6000) });
	if (!answer.ok) throw new Error(answer.statusText);
	return answer.text();
}

// recount tells again what is told, for a number may have changed.
async function recount() {
	if (!teller.open) return;
	const at = told;
	try {
		const html = await tell(at);
		if (teller.open && told === at && teller.innerHTML !== written(html)) swap(teller, html);
	} catch {
		// what is there stays until the page hears of the table again
	}
}

document.addEventListener("click", async (e) => {
	const link = e.target.closest("a.ask, a.ask-all");
	if (!link || e.ctrlKey || e.metaKey || e.shiftKey || e.altKey || !teller.showModal) return;
	e.preventDefault();
	const from = link.classList.contains("ask") ? link.id : teller.dataset.from;
	try {
		told = link.getAttribute("href");
		teller.innerHTML = await tell(told);
	} catch {
		location.assign(link.href);
		return;
	}
	teller.dataset.from = from;
	if (!teller.open) teller.showModal();
	document.getElementById("sum-close")?.focus();
	teller.scrollTop = 0;
});

teller.addEventListener("click", (e) => {
	if (e.target === teller) teller.close(); // beside it
});

// Who has closed it goes on where the question was asked, also if the page has
// been drawn anew.
teller.addEventListener("close", () => {
	document.getElementById(teller.dataset.from)?.focus({ preventScroll: true });
});
