// The public page: moving a mouse or touching shows links to everything else; a television shows
// none.
if (document.body.classList.contains("page-table")) {
	let still = 0;
	const stir = () => {
		document.documentElement.classList.add("stirred");
		clearTimeout(still);
		still = setTimeout(() => document.documentElement.classList.remove("stirred"), 4000);
	};
	for (const kind of ["pointermove", "pointerdown", "keydown"]) addEventListener(kind, stir, { passive: true });
	// When the game has left the table the page goes to where people gather for the next one; the
	// browser that has ended it goes where the answer says.
	document.addEventListener("shown", () => { if (document.querySelector("#part-middle .idle") && refusal.hidden && !busy) location.replace("/table"); });
}
