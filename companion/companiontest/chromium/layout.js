// Measures how the texts of the page stand, as people see it now, and returns what
// is wrong: two texts overlap, a text is cut off, leaves the box that is drawn around
// it or the page, or something scrolls sideways. Sideways are the elements that may
// scroll sideways, shortened those that end a long text with an ellipsis, over those
// that lie over the page and are looked at alone while they are there: selectors.
((sideways, shortened, over) => {
	const slack = 1 // CSS pixels, for rounding
	const faults = new Map()
	const root = over && document.querySelector(over) || document.body
	const styles = new Map()
	const style = (e) => styles.get(e) ?? styles.set(e, getComputedStyle(e)).get(e)
	const measured = new Map()
	const box = (e) => measured.get(e) ?? measured.set(e, e.getBoundingClientRect()).get(e)
	const hides = (overflow) => overflow === "hidden" || overflow === "clip"
	const boxless = (e) => style(e).display === "contents" // draws and clips nothing, whatever its style says
	const scrolls = (overflow) => overflow === "auto" || overflow === "scroll"

	const name = (e) => {
		let path = ""
		for (; e && e !== document.documentElement; e = e.parentElement) {
			const part = e.id ? "#" + CSS.escape(e.id) : e.localName + [...e.classList].map((c) => "." + c).join("")
			path = part + (path && " > ") + path
			if (e.id) break
		}
		return path
	}
	const rect = (r) => [r.left + scrollX, r.top + scrollY, r.right - r.left, r.bottom - r.top].map((n) => Math.round(n * 10) / 10)
	const said = (t) => ({ at: name(t.of), text: t.text.slice(0, 60), rect: rect(t) })
	const complain = (fault, what, other) => {
		const key = [fault, what.at, other?.at].join("\n")
		if (!faults.has(key)) faults.set(key, { fault, ...what, other })
	}

	// For screen readers alone: clipped away, or no larger than a pixel.
	const heard = new Map()
	const spoken = (e) => {
		if (!e || e === root) return false
		if (!heard.has(e)) {
			const s = style(e)
			heard.set(e, s.clipPath.startsWith("inset(50%") || hides(s.overflowX) && !boxless(e) && (box(e).width <= 1 || box(e).height <= 1) || spoken(e.parentElement))
		}
		return heard.get(e)
	}

	// Ancestors as far as the window or a dialog, with what their edges do to a text.
	const edges = new Map()
	const frame = (e) => {
		if (!e) return []
		if (edges.has(e)) return edges.get(e)
		const above = e === root ? [] : frame(e.parentElement)
		const s = style(e)
		const drawn = e.namespaceURI === document.body.namespaceURI && s.display !== "inline" && !boxless(e) && e !== document.body &&
			(s.backgroundColor !== "rgba(0, 0, 0, 0)" || parseFloat(s.borderTopWidth) > 0 || parseFloat(s.borderBottomWidth) > 0 && parseFloat(s.borderLeftWidth) > 0)
		const clips = e !== document.body && !e.ownerSVGElement && !boxless(e) && (s.overflowX !== "visible" || s.overflowY !== "visible")
		const window = sideways && e.matches(sideways) // what is outside of it can be brought in
		const own = drawn || clips ? [{ e, drawn, window, short: shortened && e.matches(shortened), x: clips ? s.overflowX : "visible", y: clips ? s.overflowY : "visible" }] : []
		return edges.set(e, [...own, ...above]).get(e)
	}

	// What is left of a text within all that clips it, or nothing.
	const visible = (t) => {
		const seen = { ...t }
		let boxed = false
		for (const f of frame(t.of)) {
			const b = box(f.e)
			const wide = seen.left < b.left - slack || seen.right > b.right + slack
			const high = seen.top < b.top - slack || seen.bottom > b.bottom + slack
			if (!f.short && !f.window && (wide && hides(f.x) || high && hides(f.y))) complain("cut", said(t), { at: name(f.e), text: "", rect: rect(b) })
			else if (f.drawn && !boxed && (wide && !scrolls(f.x) && !f.short || high && !scrolls(f.y))) complain("outside", said(t), { at: name(f.e), text: "", rect: rect(b) })
			boxed ||= f.drawn
			if (f.x !== "visible") Object.assign(seen, { left: Math.max(seen.left, b.left), right: Math.min(seen.right, b.right) })
			if (f.y !== "visible") Object.assign(seen, { top: Math.max(seen.top, b.top), bottom: Math.min(seen.bottom, b.bottom) })
			if (seen.left >= seen.right || seen.top >= seen.bottom) return null
		}
		if (seen.left < -slack || seen.right > document.documentElement.clientWidth + slack) complain("cut", said(t), { at: "html", text: "", rect: rect({ left: 0, top: 0, right: document.documentElement.clientWidth, bottom: document.documentElement.clientHeight }) })
		return seen
	}

	// Texts, line by line. A line's rectangle has the height of its font, from which
	// the room above and below most letters is taken off. Controls count as texts.
	const texts = []
	const shown = (e) => e.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }) && !spoken(e)
	const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
	const range = document.createRange()
	for (let n = walker.nextNode(); n; n = walker.nextNode()) {
		const of = n.parentElement
		if (!n.data.trim() || of.closest("script, style, template, noscript, title, select, textarea") || !shown(of)) continue
		range.selectNodeContents(n)
		const short = shortened && of.closest(shortened)
		for (const r of short && short.scrollWidth > short.clientWidth ? [box(short)] : range.getClientRects()) {
			const room = r.height * 0.15
			if (r.width > slack && r.height > slack) texts.push({ of, text: n.data.trim().replace(/\s+/g, " "), left: r.left, right: r.right, top: r.top + room, bottom: r.bottom - room })
		}
	}
	const pen = document.createElement("canvas").getContext("2d")
	for (const of of root.querySelectorAll("input:not([type=hidden]), select, textarea")) {
		if (!shown(of)) continue
		const b = box(of), s = style(of)
		pen.font = s.font
		const wide = (text) => pen.measureText(text).width
		const text = of.localName !== "select" ? of.value || of.placeholder || "" : [...of.options].map((o) => o.label).sort((a, b) => wide(b) - wide(a))[0] ?? ""
		const t = { of, text, left: b.left, right: b.right, top: b.top, bottom: b.bottom }
		texts.push(t)
		const arrow = of.localName === "select" ? 16 : 0
		const room = of.clientWidth - parseFloat(s.paddingLeft) - parseFloat(s.paddingRight) - arrow
		if (!of.matches("[type=checkbox], [type=radio], [type=file], textarea") && !(shortened && of.matches(shortened)) && wide(text) > room + slack) complain("cut", said(t), { at: name(of), text: "", rect: rect(b) })
	}

	// What sticks to the edge of a scroller, or is lifted over what it lies beside, may cover what
	// is below it, where nothing shines through.
	const covers = (of, other) => {
		for (; of && of !== root && !of.contains(other); of = of.parentElement) {
			if ((style(of).position === "sticky" || style(of).zIndex > 0) && style(of).backgroundColor.startsWith("rgb(")) return true
		}
		return false
	}
	const lines = texts.map(visible).filter(Boolean).sort((a, b) => a.top - b.top)
	for (let i = 0; i < lines.length; i++) {
		const a = lines[i]
		for (let j = i + 1; j < lines.length && lines[j].top < a.bottom - slack; j++) {
			const b = lines[j]
			if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > slack && Math.min(a.bottom, b.bottom) - b.top > slack && !covers(a.of, b.of) && !covers(b.of, a.of)) complain("overlap", said(a), said(b))
		}
	}

	for (const e of [document.documentElement, ...root.querySelectorAll("*")]) {
		const page = e === document.documentElement
		if (e.scrollWidth <= e.clientWidth + slack || !page && (!scrolls(style(e).overflowX) || e.matches("input, select, textarea"))) continue
		if (!page && (sideways && e.matches(sideways) || !shown(e))) continue
		complain("sideways", { at: page ? "html" : name(e), text: "", rect: [0, 0, e.scrollWidth, e.scrollHeight] }, { at: "", text: "", rect: [0, 0, e.clientWidth, e.clientHeight] })
	}
	return { faults: [...faults.values()], texts: texts.length }
})
