// The map: zooming in on a galaxy, moving through it by keys, and the piece that would be built.
// The zoom is a style of the whole page, so that a new map is at once as close as the old one was.
const maps = (() => {
	const finger = 3.6; // pixels of a unit from which on sites are as large as a finger
	const closest = 9; // pixels of a unit, on a large screen

	const near = document.documentElement.dataset; // near.mapNear: the regions one looks at

	// frameOf returns the box around regions, in units of the map.
	function frameOf(map, names) {
		const boxes = [...map.querySelectorAll(".region")].filter((r) => names.includes(r.dataset.region)).map((r) => r.dataset.frame.split(" ").map(Number));
		if (boxes.length === 0) return null;
		const x0 = Math.min(...boxes.map((b) => b[0])), y0 = Math.min(...boxes.map((b) => b[1]));
		const x1 = Math.max(...boxes.map((b) => b[0] + b[2])), y1 = Math.max(...boxes.map((b) => b[1] + b[3]));
		return { x: (x0 + x1) / 2, y: (y0 + y1) / 2, w: x1 - x0, h: y1 - y0 };
	}

	// scale returns how many pixels a unit of the whole map is.
	function scale(map) {
		const v = map.querySelector("svg").viewBox.baseVal;
		return { v, u: Math.min(map.clientWidth / v.width, map.clientHeight / v.height) };
	}

	// closeTo returns how far one can zoom in on a box.
	function closeTo(map, f) {
		const { u } = scale(map);
		return u > 0 ? Math.min(map.clientWidth / u / f.w, map.clientHeight / u / f.h, Math.max(2, closest / u)) : 1;
	}

	// look zooms smoothly to some regions, or with none to the whole map.
	function look(map, names) {
		const f = names.length > 0 && frameOf(map, names);
		const { v, u } = scale(map);
		const k = f ? closeTo(map, f) : 1;
		if (!f || k < 1.15) {
			delete near.mapNear;
			document.documentElement.style.removeProperty("--map-look");
		} else {
			near.mapNear = names.join(" ");
			// the edge of the map stays at the edge: there is nothing to see beyond it
			const half = { w: map.clientWidth / u / 2 / k, h: map.clientHeight / u / 2 / k };
			const held = (at, from, size, by) => (by * 2 >= size ? from + size / 2 : Math.min(Math.max(at, from + by), from + size - by));
			const x = held(f.x, v.x, v.width, half.w), y = held(f.y, v.y, v.height, half.h);
			document.documentElement.style.setProperty("--map-look", `translate(${v.x + v.width / 2 - k * x}px, ${v.y + v.height / 2 - k * y}px) scale(${k})`);
		}
		for (const b of document.querySelectorAll(".closer")) b.setAttribute("aria-pressed", String("mapNear" in near));
	}

	// home returns the regions to show first: where the seat may do something, or else its own; of
	// regions far apart, the one where it has most. On tiles, which can be told apart from afar, it
	// is always the seat's own.
	function home(map) {
		if (map.matches(".tiled")) return [map.dataset.mine].filter(Boolean);
		const may = [...map.querySelectorAll(".region")].filter((r) => r.querySelector(".may, .picked")).map((r) => r.dataset.region);
		const all = may.length > 0 ? may : (map.dataset.mine || "").split(" ").filter(Boolean);
		while (all.length > 1 && scale(map).u * closeTo(map, frameOf(map, all)) < finger) all.pop();
		return all;
	}

	// nearest returns the region at a place on the screen.
	function nearest(map, x, y) {
		let best = "", least = Infinity;
		for (const e of map.querySelectorAll(".site")) {
			const r = e.getBoundingClientRect();
			const d = Math.hypot(r.x + r.width / 2 - x, r.y + r.height / 2 - y);
			if (d < least) [best, least] = [e.closest(".region").dataset.region, d];
		}
		return best;
	}

	const away = (map) => ("mapNear" in near ? (look(map, []), true) : false);

	const ready = new WeakSet();
	let passing = false; // one looks closer for one choice alone
	let offered = ""; // how close the page looked by itself

	// readied does what only a script can do for a map that is new or has changed.
	function readied(map) {
		if (!ready.has(map)) {
			ready.add(map);
			new MutationObserver((list) => { for (const m of list) if (m.target.matches(".planet")) reachable(m.target); }).observe(map, { subtree: true, attributeFilter: ["class"] });
		}
		const button = map.querySelector(".closer");
		button.hidden = false;
		button.setAttribute("aria-pressed", String("mapNear" in near));
		for (const p of map.querySelectorAll(".planet")) reachable(p);
		if (map.clientHeight > 0 && (passing || !("mapSeen" in near))) {
			near.mapSeen = "";
			passing = false;
			look(map, scale(map).u < finger && !map.matches(".tiled") ? home(map) : []);
			offered = near.mapNear;
		}
	}

	// reachable makes a planet a button for as long as something may be done there.
	function reachable(p) {
		if (p.matches(".may, .picked")) {
			p.removeAttribute("aria-hidden");
			p.setAttribute("role", "button");
			if (!p.hasAttribute("tabindex")) p.setAttribute("tabindex", "-1");
		} else {
			p.setAttribute("aria-hidden", "true");
			p.removeAttribute("role");
			p.removeAttribute("tabindex");
		}
	}

	// alike reports whether it makes no difference which of these is meant.
	const alike = (list) => list.length === 1 || list.every((e) => e.dataset.like && e.dataset.like === list[0].dataset.like);

	// reach brings what may be touched into view: all of it, unless somebody has zoomed in on a
	// part of it. It zooms in on the only region in which the seat may do something, if a tap on a
	// site would be ambiguous and planets are too small for a finger.
	function reach() {
		const map = document.querySelector(".map"), may = [...(map?.querySelectorAll(".region .may, .region .picked") ?? [])];
		const names = new Set(may.map((e) => e.closest(".region").dataset.region));
		const [name] = names;
		const crowded = may.find((e) => e.matches(".planet") && !alike([...e.parentNode.querySelectorAll(".planet.may, .planet.picked, .site[data-whole]")]));
		const seen = (n) => near.mapNear.split(" ").includes(n);
		if (near.mapNear && names.size > 0 && !(near.mapNear === offered ? [...names].every(seen) : [...names].some(seen))) passing = false, away(map);
		if (names.size !== 1 || !crowded) return;
		if (near.mapNear ? near.mapNear.split(" ").includes(name) : getComputedStyle(crowded).pointerEvents !== "none") return;
		passing = true;
		look(map, [name]);
	}

	// ghost shows the piece that would be built on a planet; n of them make a tower.
	function ghost(planet, color, form, n) {
		for (const old of document.querySelectorAll(".map .ghost")) old.remove();
		const disc = planet?.querySelector("use");
		if (!disc) return;
		const size = disc.width.baseVal.value * 0.74, stands = planet.querySelectorAll(".mark").length;
		for (let i = 0; i < n; i++) {
			const u = document.createElementNS("http://www.w3.org/2000/svg", "use");
			u.setAttribute("class", "mark ghost c-" + color);
			u.setAttribute("href", "#s-" + form);
			u.setAttribute("x", -size / 2);
			u.setAttribute("y", -size / 2 - (stands + i) * size * 0.31);
			u.setAttribute("width", size);
			u.setAttribute("height", size);
			planet.append(u);
		}
	}

	// A tap on a site means its only planet that may be chosen, or any of several that are alike,
	// unless the site itself may be chosen; otherwise it zooms in. If a galaxy may be chosen, a tap
	// on any of its sites means it. A tap on a medallion that cannot be chosen explains it and
	// zooms in.
	document.addEventListener("click", (event) => {
		const map = event.target.closest?.(".map");
		if (!map) return;
		const stop = () => { event.stopPropagation(); event.preventDefault(); };
		if (event.target.closest(".closer")) return stop(), away(map) || look(map, home(map).length > 0 ? home(map) : [map.querySelector(".region").dataset.region]);
		const medal = event.target.closest(".medal");
		if (medal && !medal.matches(".may, .picked")) return stop(), medal.dispatchEvent(new Event("tell", { bubbles: true })), away(map) || look(map, [medal.closest(".region").dataset.region]);
		const site = event.target.closest(".site");
		const galaxy = site && !site.matches(".may, .picked") && site.closest(".region").querySelector(".medal.may");
		if (galaxy && !site.parentNode.querySelector(".planet.may")) return stop(), galaxy.dispatchEvent(new MouseEvent("click", { bubbles: true }));
		const planets = site ? [...site.parentNode.querySelectorAll(".planet.may, .planet.picked")] : [];
		if (site?.matches(".picked, [data-whole]") || planets.length === 0) return;
		stop();
		const one = alike(planets), first = planets.find((p) => p.matches(one ? ".picked" : ".may:not(.picked)")) || planets[0];
		if (one) first.dispatchEvent(new MouseEvent("click", { bubbles: true }));
		else {
			if (getComputedStyle(first).pointerEvents === "none") passing = true, look(map, [site.closest(".region").dataset.region]);
			first.focus();
		}
	}, true);

	document.addEventListener("dblclick", (event) => {
		const map = event.target.closest?.(".map");
		if (map && !event.target.closest(".may, .picked, .medal, .closer")) away(map) || look(map, [nearest(map, event.clientX, event.clientY)]);
	});

	// Spreading two fingers zooms in, pinching zooms out.
	const fingers = new Map();
	let parted = 0;
	document.addEventListener("pointerdown", (event) => {
		if (event.pointerType !== "touch" || !event.target.closest?.(".map")) return;
		fingers.set(event.pointerId, event);
		parted = fingers.size === 2 ? between() : 0;
	});
	document.addEventListener("pointermove", (event) => {
		if (!fingers.has(event.pointerId)) return;
		fingers.set(event.pointerId, event);
		if (fingers.size !== 2 || parted === 0) return;
		const [a, b] = [...fingers.values()], map = document.querySelector(".map"), grown = between() / parted;
		if (grown > 1.25) parted = 0, look(map, [nearest(map, (a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2)]);
		else if (grown < 0.8) parted = 0, away(map);
	});
	for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, (event) => fingers.delete(event.pointerId));
	function between() {
		const [a, b] = [...fingers.values()];
		return Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
	}

	// Keys move through a map or a ring in reading order; only one place at a time is in the tab
	// order.
	const place = ".map svg [role=button], .round [role=button]";
	document.addEventListener("keydown", (event) => {
		const at = event.target.closest?.(place);
		if (!at) return;
		if (event.key === "Enter" || event.key === " ") return event.preventDefault(), event.stopImmediatePropagation(), at.dispatchEvent(new MouseEvent("click", { bubbles: true }));
		if (event.key === "Escape") return void (at.closest(".map") && away(at.closest(".map")));
		const all = [...document.querySelectorAll(place)], i = all.indexOf(at);
		const to = { ArrowRight: i + 1, ArrowDown: i + 1, ArrowLeft: i - 1, ArrowUp: i - 1, Home: 0, End: all.length - 1 }[event.key];
		if (to === undefined) return;
		event.preventDefault();
		all[to]?.focus();
	});
	document.addEventListener("focusin", (event) => {
		const at = event.target.closest?.(place), map = at?.closest(".map");
		if (!at) return;
		for (const e of document.querySelectorAll(place)) e.setAttribute("tabindex", e === at ? "0" : "-1");
		const own = at.closest(".region")?.dataset.region;
		if (map && near.mapNear && !near.mapNear.split(" ").includes(own)) look(map, [own]);
	});

	// A map or a ring comes with the page or with an update. Whoever looked closer did so in one
	// phase; the next one begins as close as the page looks by itself.
	const phaseOf = () => document.querySelector(".where")?.dataset.phase;
	let phase = phaseOf();
	function come() {
		if (phase !== phaseOf()) {
			phase = phaseOf();
			passing = true;
			for (const map of document.querySelectorAll(".map")) readied(map);
		}
		for (const map of document.querySelectorAll(".map")) if (map.querySelector(".closer").hidden) readied(map);
		const all = [...document.querySelectorAll(place)];
		if (all.length > 0 && !all.some((e) => e.getAttribute("tabindex") === "0")) all[0].setAttribute("tabindex", "0");
	}
	new MutationObserver(come).observe(document.body, { childList: true, subtree: true });
	document.addEventListener("shown", come);
	addEventListener("resize", () => { const map = document.querySelector(".map"); if (map && near.mapNear) look(map, near.mapNear.split(" ")); });
	come();
	return { look, ghost, reach };
})();
