// The start page shows a round of a real game behind the button that begins one, drawn and moved as
// in the film. It stands still if people want no motion, and is gone while the page is hidden.
{
const each = 1000; // milliseconds
let boards = [], from = "", at = 0;

function show(moves) {
	const loop = document.getElementById("loop");
	if (!loop || boards.length === 0) return;
	if (!visible()) return loop.replaceChildren();
	const was = moves ? seen() : null;
	if (loop.firstElementChild) mend(loop.firstElementChild, boards[at]);
	else loop.append(boards[at].cloneNode(true));
	if (was) moved(was);
}

// mend changes what differs, for a board that is drawn anew takes long.
function mend(e, to) {
	if (e.isEqualNode(to)) return;
	if (e.nodeName !== to.nodeName || e.childElementCount === 0 || e.childElementCount !== to.childElementCount || e.dataset.key !== to.dataset.key) return e.replaceWith(to.cloneNode(true));
	for (const { name } of [...e.attributes]) if (!to.hasAttribute(name)) e.removeAttribute(name);
	for (const { name, value } of to.attributes) if (e.getAttribute(name) !== value) e.setAttribute(name, value);
	for (const [i, child] of [...e.children].entries()) mend(child, to.children[i]);
}

function drawn(html) {
	const board = document.createElement("template");
	board.innerHTML = html;
	return board.content.firstElementChild;
}

// begin fetches the round of the game that is chosen. The page is complete without it.
async function begin() {
	const loop = document.getElementById("loop");
	if (!loop) return;
	if (from !== loop.dataset.from) {
		from = loop.dataset.from;
		const answer = await fetch(from, { signal: AbortSignal.timeout(15000) }).catch(() => null);
		[boards, at] = [answer?.ok ? (await answer.json()).map(drawn) : [], 0];
	}
	if (!loop.firstElementChild) show(false);
}

if (body.classList.contains("page-home")) {
	addEventListener("load", begin);
	document.addEventListener("shown", begin); // the part around it may be another one
	document.addEventListener("visibilitychange", () => show(false));
	setInterval(() => {
		if (!visible() || calm() || boards.length === 0) return;
		at = (at + 1) % boards.length;
		show(at > 0);
	}, each);
}
}
