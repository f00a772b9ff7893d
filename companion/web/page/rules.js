// The rules are searched while people type; without a script the form does it.
const bare = (text) => text.normalize("NFD").replace(/[\p{M}\u00ad]/gu, "").replaceAll("ß", "ss").toLowerCase();

document.addEventListener("input", (e) => {
	if (e.target.id !== "rules-words") return;
	const words = bare(e.target.value).split(/\s+/).filter(Boolean);
	const has = (text) => words.every((w) => bare(text).includes(w));
	let found = false;
	for (const chapter of document.querySelectorAll(".rules-chapter")) {
		const titled = has(chapter.firstElementChild.textContent);
		const hits = [...chapter.querySelectorAll("li")].filter((li) => !(li.hidden = !titled && !has(li.textContent)));
		chapter.hidden = hits.length === 0;
		chapter.open = words.length > 0;
		found ||= !chapter.hidden;
	}
	document.getElementById("rules-none").hidden = found;
});
document.addEventListener("submit", (e) => { if (e.target.closest("dialog #rules-search")) e.preventDefault(); });
