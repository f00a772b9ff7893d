// Package chart draws an engine.Chart as SVG: lines, places or bars. Nothing in it is told by color
// alone: seats have shapes, targets are dashed, parts of bars have patterns, and the numbers belong
// in a table beside it. Charts are dark in every theme, as maps and cards are, so that the colors
// of seats keep their contrast, and contain no script, no style sheet and no external reference.
//
// The package knows no game. It is told what seats look like and how to translate texts.
package chart

import (
	"fmt"
	"html"
	"strings"

	"arbiter/engine"
)

// Opts says how a chart is drawn. All but Beside and Bare are required.
type Opts struct {
	Say  func(engine.Text) string
	Seat func(engine.Seat) (color string, shape engine.Shape) // color is a word such as "purple"
	ID   string                                               // prefix for ids in the picture: one word, unique within a page

	// Beside are charts shown beside it: all are drawn on the same scale.
	Beside []engine.Chart

	// Bare leaves out the legend, for pages that show seats and their marks beside the picture.
	Bare bool
}

// Alike returns the charts to be compared with c: those of its kind that show a single seat, as it
// does.
func Alike(c engine.Chart, all []engine.Chart) []engine.Chart {
	var alike []engine.Chart
	for _, o := range all {
		if c.Kind == engine.Lines && o.Kind == c.Kind && owner(o) != "" && owner(c) != "" {
			alike = append(alike, o)
		}
	}
	return alike
}

// Compares reports whether a chart compares several seats.
func Compares(c engine.Chart) bool { return len(c.Series) > 1 && owner(c) == "" }

// owner returns the seat that all series of a chart are about; "" if there is none.
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
	plot   = 170 // height of the plot
	row    = 19  // height of a row of the legend
	letter = 12  // font size
)

// SVG draws a chart. It returns "" if there are no steps or no series.
func SVG(c engine.Chart, o Opts) string {
	if len(c.Steps) == 0 || len(c.Series) == 0 {
		return ""
	}
	o.ID = html.EscapeString(o.ID) // it may have a seat's name from an imported record
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
	words []word // next to marks
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

// across returns the x of a step; bars are in the middle of their share.
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

// up returns the y of a number.
func (p *picture) up(n int) float64 {
	share := float64(n-p.scale.from) / float64(p.scale.to-p.scale.from)
	if p.Kind == engine.Places {
		share = 1 - share
	}
	return top + plot*(1-share)
}

// frame draws the title and the scales, and adds what a screen reader says.
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

// told describes the picture in a sentence.
func (p *picture) told() engine.Text {
	return engine.Say("%s: from %s to %s. The table beside it has the numbers.", p.Across, p.Steps[0], p.Steps[len(p.Steps)-1])
}

// each returns n such that every n-th step has room for a word below it.
func (p *picture) each() int {
	if p.Kind == engine.Bars {
		return 1
	}
	return (len(p.Steps) + 11) / 12
}

// labelled reports whether a step has its word: every n-th has, and the last one; one that is too
// close to the last has not.
func (p *picture) labelled(step int) bool {
	last := len(p.Steps) - 1
	return step == last || step%p.each() == 0 && last-step >= p.each()
}

// room returns how many letters fit below a step.
func (p *picture) room() int { return max(3, (width-left-right)/len(p.Steps)*p.each()/7) }

// short cuts a word that does not fit.
func short(word string, letters int) string {
	if r := []rune(word); len(r) > letters {
		return string(r[:letters-1]) + "…"
	}
	return word
}

// wrapped breaks a sentence into lines of so many letters, and cuts what does not fit into the last
// one.
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

// number formats n with a true minus sign, or as a level.
func (p *picture) number(n int) string {
	if p.Series[0].Roman {
		return string(engine.Roman(n))
	}
	return strings.Replace(fmt.Sprint(n), "-", "−", 1)
}
