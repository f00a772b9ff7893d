// Package chart draws an engine.Chart as an SVG picture: lines, places or bars.
// Nothing in it is told by color alone: seats have their shapes, aims are dashed,
// parts of bars have patterns, and the numbers are for a table beside it. Pictures
// are dark in every theme, as maps and cards are, so that the colors of the seats keep
// their contrast, and hold no script, no style sheet and no reference to anything
// outside.
//
// It knows no game. What seats look like and how texts are said is told to it.
package chart

import (
	"fmt"
	"html"
	"strings"

	"arbiter/engine"
)

// Opts says how a chart is drawn. All but Beside are required.
type Opts struct {
	Say  func(engine.Text) string
	Seat func(engine.Seat) (color string, shape engine.Shape) // a word such as "purple"
	ID   string                                               // for ids within the picture: one word, of its own in a page

	// Beside are charts that stand beside it: all are drawn by the same scale. May be
	// none.
	Beside []engine.Chart

	// Bare leaves the legend away, where seats and their marks stand beside the picture.
	Bare bool
}

// Alike returns the charts that are to be compared with one: those of its kind that
// show one seat each, as it does.
func Alike(c engine.Chart, all []engine.Chart) []engine.Chart {
	var alike []engine.Chart
	for _, o := range all {
		if c.Kind == engine.Lines && o.Kind == c.Kind && owner(o) != "" && owner(c) != "" {
			alike = append(alike, o)
		}
	}
	return alike
}

// owner is the seat that all series of a chart are about; "" if there is none.
func owner(c engine.Chart) engine.Seat {
	for _, s := range c.Series {
		if s.Seat != c.Series[0].Seat {
			return ""
		}
	}
	if len(c.Series) == 0 {
		return ""
	}
	return c.Series[0].Seat
}

// The size of a picture in its own units: as wide as a small phone.
const (
	width  = 360
	left   = 36 // of the plot
	right  = 36
	top    = 48
	plot   = 170 // how tall the plot is
	row    = 19  // of the legend
	letter = 12  // size of the type
)

// SVG draws a chart. Without steps or series there is nothing to draw: "".
func SVG(c engine.Chart, o Opts) string {
	if len(c.Steps) == 0 || len(c.Series) == 0 {
		return ""
	}
	o.ID = html.EscapeString(o.ID) // a seat may be in it, and a record that was taken in names its seats
	p := &picture{Chart: c, Opts: o, scale: scaleOf(append(o.Beside[:len(o.Beside):len(o.Beside)], c)...), own: owner(c) != "" && len(c.Series) > 1}
	p.frame()
	switch c.Kind {
	case engine.Bars:
		p.bars()
	default:
		p.lines()
	}
	if !p.Bare {
		p.legend()
	}
	p.text.WriteString("</svg>")
	return p.text.String()
}

// A picture is a chart that is being drawn.
type picture struct {
	engine.Chart
	Opts
	scale scale
	text  strings.Builder
	words []word // at marks
	own   bool   // it shows one seat: what it gains and what it needs
}

func (p *picture) add(format string, args ...any) { fmt.Fprintf(&p.text, format, args...) }

func (p *picture) say(t engine.Text) string { return html.EscapeString(p.Say(t)) }

func (p *picture) height() int {
	if p.Bare {
		return top + plot + 30
	}
	return top + plot + 30 + row*len(p.Series) + 4
}

// across is where a step stands; bars stand in the middle of their share.
func (p *picture) across(step int) float64 {
	span := float64(width - left - right)
	if p.Kind == engine.Bars {
		return left + span*(float64(step)+0.5)/float64(len(p.Steps))
	}
	if len(p.Steps) == 1 {
		return left + span/2
	}
	return left + 8 + (span-16)*float64(step)/float64(len(p.Steps)-1)
}

// up is where a number stands.
func (p *picture) up(n int) float64 {
	share := float64(n-p.scale.from) / float64(p.scale.to-p.scale.from)
	if p.Kind == engine.Places {
		share = 1 - share
	}
	return top + plot*(1-share)
}

// frame draws the title, the scales and what a screen reader says.
func (p *picture) frame() {
	p.add(`<svg xmlns="http://www.w3.org/2000/svg" class="chart" viewBox="0 0 %d %d" role="img" aria-labelledby="%s-t %s-d" font-family="Saira, system-ui, sans-serif" font-size="%d" font-weight="500" fill="#f1f3fd">`,
		width, p.height(), p.ID, p.ID, letter)
	p.add(`<title id="%s-t">%s</title><desc id="%s-d">%s</desc>`, p.ID, p.say(p.Title), p.ID, p.say(p.told()))
	p.add(`<rect width="%d" height="%d" rx="14" fill="#11152a"/>`, width, p.height())
	for i, line := range wrapped(p.Say(p.Title), 40, 2) {
		p.add(`<text x="%d" y="%d" font-weight="700" font-size="14">%s</text>`, left-20, 22+16*i, html.EscapeString(line))
	}
	for _, n := range p.scale.ticks() {
		y := p.up(n)
		p.add(`<path d="M%d %.1fH%d" stroke="#2b3359" stroke-width="1"/><text x="%d" y="%.1f" text-anchor="end" fill="#aab3d6">%s</text>`,
			left, y, width-right, left-6, y+4, p.number(n))
	}
	for i := range p.Steps {
		if p.labelled(i) {
			p.add(`<text x="%.1f" y="%d" text-anchor="middle" fill="#aab3d6">%s</text>`, p.across(i), top+plot+22, html.EscapeString(short(p.Say(p.Steps[i]), p.room())))
		}
	}
}

// told is the picture in a sentence.
func (p *picture) told() engine.Text {
	return engine.Say("%s: from %s to %s. The table beside it has the numbers.", p.Across, p.Steps[0], p.Steps[len(p.Steps)-1])
}

// each says that every so many steps have room for a word below them.
func (p *picture) each() int {
	if p.Kind == engine.Bars {
		return 1
	}
	return (len(p.Steps) + 11) / 12
}

// labelled reports whether a step has its word: every so many have, and the last one
// where that leaves room.
func (p *picture) labelled(step int) bool {
	last := len(p.Steps) - 1
	return step == last || step%p.each() == 0 && last-step >= p.each()
}

// room is how many letters of a word have room below a step.
func (p *picture) room() int { return max(3, (width-left-right)/len(p.Steps)*p.each()/7) }

// short cuts a word that has no room.
func short(word string, letters int) string {
	if r := []rune(word); len(r) > letters {
		return string(r[:letters-1]) + "…"
	}
	return word
}

// wrapped breaks a sentence into lines of so many letters, and cuts what has no
// room in the last one.
func wrapped(sentence string, letters, most int) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(sentence) {
		if line != "" && len([]rune(line+" "+word)) > letters && len(lines) < most-1 {
			lines, line = append(lines, line), ""
		}
		line = strings.TrimPrefix(line+" "+word, " ")
	}
	return append(lines, short(line, letters))
}

// number writes n with a true minus sign, or as a level.
func (p *picture) number(n int) string {
	if p.Series[0].Roman {
		return string(engine.Roman(n))
	}
	return strings.Replace(fmt.Sprint(n), "-", "−", 1)
}
