// The overlay uses what every other program gets: /api/events.
"use strict";

const show = (id, text) => { document.getElementById(id).textContent = text; };
const outlines = { circle: "M12 3a9 9 0 1 1 0 18a9 9 0 1 1 0-18Z", square: "M4 4h16v16H4Z", triangle: "M12 2.5 22 20.5H2Z", diamond: "M12 1.5 22.5 12 12 22.5 1.5 12Z" };

// make returns an element with children: texts and elements.
function make(name, ...children) {
	const e = document.createElement(name);
	e.append(...children);
	return e;
}

function mark(shape) {
	const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg"), path = document.createElementNS(svg.namespaceURI, "path");
	svg.setAttribute("viewBox", "0 0 24 24");
	path.setAttribute("d", outlines[shape]);
	svg.append(path);
	return svg;
}

// roman formats a number as people write it on a track.
const roman = (n) => ["0", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"][n] ?? String(n);

function plate(seat, table) {
	const li = make("li", make("h2", mark(seat.shape), seat.called), make("small", seat.plays === seat.called ? "" : seat.plays));
	li.dataset.color = seat.color;
	li.classList.toggle("turn", table.waiting.includes(seat.seat));
	li.classList.toggle("out", seat.out);
	li.classList.toggle("won", table.winners.includes(seat.seat));
	const numbers = table.tracks.slice(0, 4).map((t) => make("div", make("dt", t.title), make("dd", t.roman ? roman(seat.tracks[t.name]) : String(seat.tracks[t.name]))));
	li.append(make("dl", ...numbers));
	return li;
}

function draw(table) {
	document.body.toggleAttribute("data-empty", table.id === "");
	show("title", table.title);
	show("stage", table.stage.join(" · "));
	show("last", table.last.join(" · "));
	document.getElementById("seats").replaceChildren(...table.seats.map((s) => plate(s, table)));
	document.body.dataset.entry = table.entry;
}

// A stream that is silent for two beats is dead, and is opened again.
let stream, waiting = 0;
function listen() {
	stream?.close();
	stream = new EventSource("/api/events" + location.search);
	stream.addEventListener("table", (e) => draw(JSON.parse(e.data)));
	stream.addEventListener("beat", (e) => heard(2 * parseInt(e.data)));
	stream.addEventListener("error", () => {
		document.body.toggleAttribute("data-lost", true);
		if (stream.readyState === EventSource.CLOSED) wait(5000);
	});
	wait(10000);
}

function wait(ms) {
	clearTimeout(waiting);
	waiting = setTimeout(() => {
		document.body.toggleAttribute("data-lost", true);
		listen();
	}, ms);
}

function heard(patience) {
	document.body.removeAttribute("data-lost");
	wait(patience);
}

listen();
