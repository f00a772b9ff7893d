// The page of everybody: who moves a mouse or touches it finds a way to all the rest; a
// television shows none.
if (document.body.classList.contains("page-table")) {
	let still = 0;
	const stir = () => {
		document.documentElement.classList.add("stirred");
		clearTimeout(still);
		still = setTimeout(() => document.documentElement.classList.remove("stirred"), 4000);
	};
	for (const kind of ["pointermove", "pointerdown", "keydown"]) addEventListener(kind, stir, { passive: true });
	// Where the game has been put away it goes to where people gather for the next one;
	// who put it away goes where the answer says.
	document.addEventListener("shown", () => { if (document.querySelector("#part-middle .idle") && refusal.hidden && !busy) location.replace("/table"); });
}
