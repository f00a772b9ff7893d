// The arrow keys wind a replay, unless somebody types.
"use strict";

document.addEventListener("keydown", (e) => {
	const name = { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last" }[e.key];
	if (!name || e.ctrlKey || e.metaKey || e.altKey || e.shiftKey || e.target.closest("input, select, textarea, summary, [tabindex='0'], [role=region]")) return;
	const link = document.querySelector(".reel #" + name);
	if (!link) return;
	e.preventDefault();
	location.assign(link.href);
});
