package wiring

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"slices"
	"strings"

	"arbiter/engine"
)

// The measures of the drawing, in pixels.
const (
	sheetWidth = 1240
	margin     = 32
	headerTop  = 112 // top of everything below the title
	headerStep = 24  // distance between two pins of the header
	headerX    = 96  // left column of the header
	badgeX     = 316 // badges of the pins in use
	badgeWidth = 104
	laneX      = 436 // the first wire that turns
	laneStep   = 12
	partX      = 600
	partWidth  = sheetWidth - partX - margin
	rowStep    = 24
	tileX      = 880
	tileWidth  = 104
	tileHeight = 54
	tileGap    = 6
	tileRow    = 3 // tiles in a row
)

// colorOf is the color of wires. The colors can be told apart by people who confuse red and green,
// and wires are named at both ends in any case.
var colorOf = map[kind]string{
	power: "#c22f2f", ground: "#3a3f46", clock: "#1f6fb2", mosi: "#0b7a7c", miso: "#b45f06", chosen: "#7a3fa0",
	reset: "#8a6d3b", address: "#4d7c0f", control: "#c2257a", press: "#64748b", data: "#2f4f8f",
}

// An svg is a drawing in progress.
type svg struct{ strings.Builder }

func (s *svg) add(format string, args ...any) { fmt.Fprintf(s, format+"\n", args...) }

// text writes words on a baseline.
func (s *svg) text(x, y int, class, words string) {
	if words == "" {
		return
	}
	var safe strings.Builder
	if err := xml.EscapeText(&safe, []byte(words)); err != nil {
		panic(err) // a Builder never fails
	}
	s.add(`<text x="%d" y="%d" class="%s">%s</text>`, x, y, class, safe.String())
}

// An end is where a wire reaches a part.
type end struct {
	wire
	y int
}

// SVG returns the diagram as a picture.
func (p Diagram) SVG() string {
	s := &svg{}
	ends, bottom := p.layOut()
	notes := p.wrapped()
	height := max(bottom, headerTop+20*headerStep+40) + 20*len(notes) + 2*margin
	s.add(`<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" font-family="system-ui, 'DejaVu Sans', Arial, sans-serif">`, sheetWidth, height, sheetWidth, height)
	s.add(`<!-- Made by: arbiter wiring %s -->`, p.name)
	s.add(`<style>text{font-size:12px;fill:#1c2026}.title{font-size:24px;font-weight:600}.sub{fill:#5b6675}.part{font-size:15px;font-weight:600}.tile{font-weight:600}.small{font-size:10px;fill:#5b6675}.light{fill:#fff;font-size:10px;text-anchor:middle}.right{text-anchor:end}.badge{fill:#fff;font-weight:600}</style>`)
	s.add(`<rect width="%d" height="%d" fill="#fff"/>`, sheetWidth, height)
	s.text(margin, 48, "title", p.title)
	s.text(margin, 72, "sub", p.say(engine.Say("Rig %s. Each wire has the same color at both ends; numbers are pins of the 40-pin header.", engine.Term(p.name))))
	used := map[int]kind{}
	for _, e := range ends {
		if e.pin > 0 {
			used[e.pin] = e.kind
		}
	}
	s.header(used, p.speaker)
	s.wires(ends)
	p.drawParts(s)
	for i, line := range notes {
		s.text(margin, height-margin-20*(len(notes)-1-i), "", line)
	}
	s.add(`</svg>`)
	return s.String()
}

// wrapped returns the notes broken into lines that fit.
func (p Diagram) wrapped() (lines []string) {
	const room = 190 // letters in a line
	for _, n := range p.notes {
		line := "•"
		for _, w := range strings.Fields(n) {
			if len(line)+len(w) > room {
				lines, line = append(lines, line), " "
			}
			line += " " + w
		}
		lines = append(lines, line)
	}
	return lines
}

// heightOf returns the height of a part.
func heightOf(x part) int {
	rows := len(x.pins) * rowStep
	tiles := (len(x.repeats) + tileRow - 1) / tileRow * (tileHeight + tileGap)
	return 56 + max(rows, tiles) + 8
}

// layOut returns where each wire ends, and where the parts end.
func (p Diagram) layOut() (ends []end, bottom int) {
	y := headerTop
	for _, x := range p.parts {
		for i, n := range x.pins {
			ends = append(ends, end{n.wire, y + 56 + i*rowStep + rowStep/2})
		}
		y += heightOf(x) + 20
	}
	return ends, y
}

func (p Diagram) drawParts(s *svg) {
	y := headerTop
	for _, x := range p.parts {
		h := heightOf(x)
		s.add(`<rect x="%d" y="%d" width="%d" height="%d" rx="8" fill="#f6f7f9" stroke="#c9ced6"/>`, partX, y, partWidth, h)
		s.text(partX+16, y+24, "part", x.title)
		s.text(partX+16, y+42, "small", x.sub)
		for i, n := range x.pins {
			row := y + 56 + i*rowStep + rowStep/2
			s.add(`<circle cx="%d" cy="%d" r="4" fill="%s"/>`, partX, row, colorOf[n.wire.kind])
			s.text(partX+16, row+4, "", n.name)
			note := n.via
			switch {
			case note != "":
				note = p.say(engine.Say("%s each", engine.Term(note)))
			case n.wire.pin == 0:
				note = n.wire.name
			}
			s.text(partX+112, row+4, "small", note)
		}
		for i, t := range x.repeats {
			s.tile(tileX+i%tileRow*(tileWidth+tileGap), y+56+i/tileRow*(tileHeight+tileGap), t)
		}
		y += h + 20
	}
}

func (s *svg) tile(x, y int, t repeated) {
	s.add(`<rect x="%d" y="%d" width="%d" height="%d" rx="5" fill="#fff" stroke="#c9ced6"/>`, x, y, tileWidth, tileHeight)
	s.text(x+8, y+17, "tile", t.title)
	s.text(x+8, y+32, "small", t.sub)
	s.text(x+8, y+46, "small", t.more)
}

// header draws the 40-pin header as the reader sees it: pin 1 at the top left, the edge of the
// board to the right.
func (s *svg) header(used map[int]kind, in speaker) {
	s.add(`<rect x="%d" y="%d" width="56" height="%d" rx="6" fill="#22262c"/>`, headerX-16, headerTop, 20*headerStep)
	names := map[int]string{}
	for gpio, n := range header {
		names[n] = gpio
	}
	for n, name := range rails {
		names[n] = name
	}
	for n := 1; n <= 40; n++ {
		x, y := headerX, headerTop+(n-1)/2*headerStep+headerStep/2
		label, class := headerX-24, "right"
		if n%2 == 0 {
			x, label, class = headerX+24, headerX+48, ""
		}
		fill, edge := "#22262c", "#5b6675"
		if k, ok := used[n]; ok {
			fill, edge = colorOf[k], "#fff"
		} else {
			class += " small"
		}
		s.add(`<circle cx="%d" cy="%d" r="9" fill="%s" stroke="%s"/>`, x, y, fill, edge)
		s.text(x, y+4, "light", fmt.Sprint(n))
		s.text(label, y+4, strings.TrimSpace(class), names[n])
	}
	s.text(headerX-16, headerTop+20*headerStep+20, "small", in.say(engine.Say("Raspberry Pi; the edge of")))
	s.text(headerX-16, headerTop+20*headerStep+34, "small", in.say(engine.Say("the board is to the right")))
}

// wires draws every wire of the header: a badge at its first end, and a lane down to the other
// ends.
func (s *svg) wires(ends []end) {
	var order []wire
	rows := map[wire][]int{}
	for _, e := range ends {
		if e.pin == 0 {
			s.add(`<line x1="%d" y1="%d" x2="%d" y2="%d" stroke="%s" stroke-width="2" stroke-dasharray="2 4"/>`, partX-28, e.y, partX, e.y, colorOf[e.kind])
			continue
		}
		if rows[e.wire] == nil {
			order = append(order, e.wire)
		}
		rows[e.wire] = append(rows[e.wire], e.y)
	}
	lanes := map[wire]int{}
	turning := slices.DeleteFunc(slices.Clone(order), func(w wire) bool { return len(rows[w]) < 2 })
	slices.SortStableFunc(turning, func(a, b wire) int { return cmp.Compare(rows[a][len(rows[a])-1], rows[b][len(rows[b])-1]) })
	for i, w := range turning { // the wire that ends first is closest to the parts
		lanes[w] = laneX + (len(turning)-1-i)*laneStep
	}
	for _, w := range order {
		s.wire(w, rows[w], lanes[w])
	}
}

func (s *svg) wire(w wire, rows []int, lane int) {
	c, y := colorOf[w.kind], rows[0]
	s.add(`<line x1="%d" y1="%d" x2="%d" y2="%d" stroke="%s" stroke-width="2"/>`, badgeX+badgeWidth, y, partX, y, c)
	s.add(`<rect x="%d" y="%d" width="%d" height="18" rx="9" fill="%s"/>`, badgeX, y-9, badgeWidth, c)
	name := w.name
	if rails[w.pin] != "" {
		name = rails[w.pin]
	}
	s.text(badgeX+10, y+4, "badge", fmt.Sprintf("%2d  %s", w.pin, name))
	for _, r := range rows[1:] {
		s.add(`<polyline points="%d,%d %d,%d %d,%d" fill="none" stroke="%s" stroke-width="2"/>`, lane, y, lane, r, partX, r, c)
	}
	if len(rows) > 1 {
		s.add(`<circle cx="%d" cy="%d" r="4" fill="%s"/>`, lane, y, c)
	}
	for i := 1; i < len(rows)-1; i++ {
		s.add(`<circle cx="%d" cy="%d" r="4" fill="%s"/>`, lane, rows[i], c)
	}
}
