// How a number came about is shown in a dialog over the page, and updated while the game goes on;
// so is a hint. Without a script it is a page of its own.
let told = null; // the address of what the dialog shows

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
	if (!teller.open) return;
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
	const from = link.classList.contains("ask") ? link.id : teller.dataset.from;
	try {
		told = link.getAttribute("href");
		const html = await tell(told);
		if (html === undefined) return;
		teller.innerHTML = html;
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

// Closing it returns the focus to where the question was asked, even if the page has been drawn
// anew.
teller.addEventListener("close", () => {
	document.getElementById(teller.dataset.from)?.focus({ preventScroll: true });
});
