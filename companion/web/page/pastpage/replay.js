// The replay: some steps are fetched in advance and shown one after the other, with the same motion
// as while people play. Without a script the keys are links and the slider is a form.
(() => {
	const stage = document.getElementById("replay-stage");
	if (!stage) return;
	const last = Number(stage.dataset.last);
	const ahead = 24; // steps that are fetched at one time
	const slider = document.getElementById("at");
	const player = document.getElementById("play");
	const tempo = document.getElementById("pace");
	const steps = new Map(); // their parts, by number
	let at = Number(stage.dataset.at);
	let wanted = at; // where somebody wants to be, while it is fetched
	let playing = false;
	let timer = 0;
	let fetching = null;

	const query = (n) => (("all" in stage.dataset) ? "all=1&at=" : "at=") + n;

	// load fetches steps: the first one whole, of the others the parts that differ from the step
	// before.
	async function load(from) {
		const to = Math.min(last, from + ahead - 1);
		const answer = await fetch(`${stage.dataset.path}?${query(from)}&to=${to}`, { signal: AbortSignal.timeout(15000) });
		if (!answer.ok) throw new Error(answer.statusText);
		let parts = {};
		for (const s of await answer.json()) steps.set(s.at, (parts = { ...parts, ...s.parts }));
	}

	async function ready(n) {
		if (steps.has(n)) return;
		await fetching?.catch(() => {});
		if (!steps.has(n)) await (fetching = load(n));
	}

	// further fetches the next steps before they are needed.
	function further() {
		let n = at;
		while (n < last && steps.has(n)) n++;
		if (n < last && n - at < ahead / 2 && steps.has(at)) fetching = (fetching ?? Promise.resolve()).catch(() => {}).then(() => steps.has(n) || load(n));
	}

	// go shows a step once it is there, unless another one is wanted by then.
	async function go(n, moving = true) {
		wanted = n = Math.max(0, Math.min(last, n));
		slider.value = n;
		try {
			await ready(n);
		} catch {
			location.assign(`${stage.dataset.here}?${query(n)}`);
			return;
		}
		if (wanted !== n || n === at) return;
		const was = moving && document.visibilityState === "visible" ? seen() : null;
		const before = steps.get(at) ?? {};
		for (const [name, html] of Object.entries(steps.get(n))) {
			const part = document.getElementById("part-" + name);
			if (part && html !== before[name]) swap(part, html);
		}
		at = n;
		if (was && moved(was)) body.dataset.moves = Number(body.dataset.moves ?? 0) + 1;
		marked();
		further();
		numbered();
	}

	// marked shows the position: in the address, on the keys and below the slider.
	function marked() {
		body.dataset.at = at;
		slider.value = at;
		slider.setAttribute("aria-valuetext", `${at} / ${last}`);
		history.replaceState(null, "", `${stage.dataset.here}?${query(at)}`);
		for (const [id, n, off] of [["first", 0, at === 0], ["prev", at - 1, at === 0], ["next", at + 1, at === last], ["last", last, at === last]]) {
			const key = document.getElementById(id);
			if (off) { key.setAttribute("aria-disabled", "true"); key.removeAttribute("href"); } else { key.removeAttribute("aria-disabled"); key.href = `?${query(n)}`; }
			if (off) key.tabIndex = 0; else key.removeAttribute("tabindex");
		}
		for (const id of ["toggle", "whatif"]) {
			const link = document.getElementById(id);
			if (link) link.href = link.getAttribute("href").replace(/at=\d+/, "at=" + at);
		}
		const panel = document.getElementById("panel");
		if (panel) panel.src = panel.getAttribute("src").replace(/at=\d+/, "at=" + at);
		for (const list of [stage.querySelectorAll(".marks g"), document.querySelectorAll(".rounds a")]) {
			const here = [...list].findLast((e) => Number(e.dataset.at) <= at);
			for (const e of list) { e.classList.toggle("here", e === here); if (e.matches("a") && e === here) e.setAttribute("aria-current", "true"); else e.removeAttribute("aria-current"); }
		}
		for (const e of document.querySelectorAll(".entries .seq")) { if (Number(e.dataset.at) === at) e.setAttribute("aria-current", "step"); else e.removeAttribute("aria-current"); }
	}

	// numbered reloads the numbers of the step while somebody looks at them.
	const numbers = document.getElementById("numbers");
	async function numbered() {
		const n = at;
		if (!numbers.open || playing || Number(numbers.dataset.at) === n) return;
		const answer = await fetch(`${stage.dataset.here}?${query(n)}`).catch(() => null);
		if (!answer?.ok || at !== n) return;
		const page = new DOMParser().parseFromString(await answer.text(), "text/html");
		swap(document.getElementById("part-replay-numbers"), page.getElementById("part-replay-numbers").innerHTML);
		numbers.dataset.at = n;
	}
	numbers.dataset.at = at;
	numbers.addEventListener("toggle", numbered);

	function pressed() {
		player.setAttribute("aria-pressed", String(playing));
		const name = player.querySelector("[data-play]");
		name.textContent = playing ? name.dataset.pause : name.dataset.play;
		document.getElementById("pace-now").textContent = speed + "×";
	}

	async function turn() {
		clearTimeout(timer);
		if (!playing) return;
		await go(at + 1);
		if (at >= last) return hold();
		if (playing) timer = setTimeout(turn, pace.step / speed);
	}

	function hold() {
		playing = false;
		clearTimeout(timer);
		pressed();
	}

	async function toggle() {
		if (playing) return hold();
		playing = true;
		pressed();
		if (at >= last) await go(0, false);
		turn();
	}

	// a step by hand pauses
	const hands = { first: () => go(0, false), prev: () => go(wanted - 1), next: () => go(wanted + 1), last: () => go(last, false) };
	document.addEventListener("click", (e) => {
		if (e.ctrlKey || e.metaKey || e.shiftKey || e.altKey) return;
		const key = e.target.closest(".reel a");
		const link = e.target.closest(".rounds a, .entries .seq");
		if (!key && !link) return;
		e.preventDefault();
		hold();
		if (key) hands[key.id]();
		else go(Number(link.dataset.at), false);
	});
	player.addEventListener("click", toggle);
	tempo.addEventListener("click", () => { keys.speed(); pressed(); });
	slider.addEventListener("input", () => { hold(); go(Number(slider.value), false); });
	slider.form.addEventListener("submit", (e) => { e.preventDefault(); });
	document.getElementById("part-replay-board").addEventListener("pointerdown", () => { if (playing) hold(); });
	document.addEventListener("keydown", (e) => {
		if (e.ctrlKey || e.metaKey || e.altKey || e.shiftKey || e.target.closest("input:not([type=range]), select, textarea")) return;
		if (e.key === " " && !e.target.closest("button, a, summary")) { e.preventDefault(); toggle(); }
		const name = { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last" }[e.key];
		if (!name || e.target.closest("[tabindex='-1'][role], [role=region], input")) return;
		e.preventDefault();
		hold();
		hands[name]();
	});

	slider.form.querySelector(".go").hidden = true;
	player.hidden = tempo.hidden = false;
	pressed();
	const plays = location.hash === "#play";
	marked();
	ready(at).then(further).catch(() => {});
	stage.dataset.ready = "";
	if (plays) toggle();
})();
