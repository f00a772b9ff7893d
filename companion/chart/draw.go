package chart

import (
	"fmt"
	"html"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"arbiter/engine"
)

// hues are the colors of seats and of parts of bars, all well visible on the dark background.
var hues = map[string]string{
	"purple": "#e39be0", "red": "#ff7d52", "green": "#36cf9f", "blue": "#64baf8", "white": "#f6f3ea", "yellow": "#f3d34a", "black": "#8d93a3",
}

const (
	plain  = "#b9c1dc" // for what belongs to nobody
	gained = "#dff26b" // what a seat has, in a chart about one seat
	needed = "#ffa9b8" // what it has to reach
)

func (p *picture) hue(s engine.Series) string {
	if p.own && s.Aim {
		return needed
	}
	if p.own {
		return gained
	}
	return p.shade(s)
}

// shade returns the color of the seat of a series.
func (p *picture) shade(s engine.Series) string {
	if s.Seat == "" {
		return plain
	}
	color, _ := p.Seat(s.Seat)
	if hue := hues[color]; hue != "" {
		return hue
	}
	return plain
}

// dash returns the dash pattern of a series: a target is dashed, so that it differs by more than
// its mark.
func dash(s engine.Series) string {
	if s.Aim {
		return ` stroke-dasharray="6 4"`
	}
	return ""
}

// lines draws each series as a line with the mark of its seat.
func (p *picture) lines() {
	for n, s := range p.Series {
		var points []string
		for i, at := range s.At[:min(len(s.At), len(p.Steps))] {
			points = append(points, fmt.Sprintf("%.1f,%.1f", p.across(i), p.up(at)+p.apart(n)))
		}
		if p.own && !s.Aim && len(points) > 1 {
			p.add(`<path d="M%s V%d H%.1f Z" fill="%s" fill-opacity=".14"/>`, strings.Join(points, " L"), top+plot, p.across(0), p.hue(s))
		}
		p.add(`<polyline fill="none" stroke="%s" stroke-width="2.5" stroke-linejoin="round"%s points="%s"/>`, p.hue(s), dash(s), strings.Join(points, " "))
	}
	for n, s := range p.Series {
		for i := range s.At[:min(len(s.At), len(p.Steps))] {
			if p.labelled(i) {
				p.spot(s, p.across(i), p.up(s.At[i])+p.apart(n), 5)
			}
		}
		p.marks(s)
	}
	p.ends()
}

// ends writes the final value after each line; those that are too close go below each other.
func (p *picture) ends() {
	if p.Kind != engine.Lines || p.Series[0].Roman {
		return
	}
	all := slices.DeleteFunc(slices.Clone(p.Series), func(s engine.Series) bool { return len(s.At) == 0 })
	slices.SortStableFunc(all, func(a, b engine.Series) int { return b.At[len(b.At)-1] - a.At[len(a.At)-1] })
	foot, deepest := 0.0, float64(top+plot+4)
	for i, s := range all {
		n := s.At[len(s.At)-1]
		y := min(max(p.up(n)+4, foot+line), deepest-line*float64(len(all)-1-i))
		foot = y
		p.add(`<text x="%d" y="%.1f" text-anchor="end" font-weight="700" fill="%s">%s</text>`, width-6, y, p.hue(s), p.number(n))
	}
}

// apart separates lines of levels a little, which often run together.
func (p *picture) apart(series int) float64 {
	if !p.Series[series].Roman {
		return 0
	}
	return 4 * (float64(series) - float64(len(p.Series)-1)/2)
}

// marks writes above a point what happened at its step.
func (p *picture) marks(s engine.Series) {
	for _, m := range s.Marks {
		if m.Step < 0 || m.Step >= min(len(s.At), len(p.Steps)) {
			continue
		}
		x, y := p.across(m.Step), p.up(s.At[m.Step])
		p.add(`<circle cx="%.1f" cy="%.1f" r="9" fill="none" stroke="#f1f3fd" stroke-width="2"/>`, x, y)
		p.add(`<text x="%.1f" y="%.1f" text-anchor="%s" font-weight="700" stroke="#11152a" stroke-width="4" paint-order="stroke">%s</text>`,
			x, p.free(x, y-14, p.Say(m.Text)), anchor(x), p.say(m.Text))
	}
}

// A word occupies the picture from one x to another, with its baseline at y.
type word struct{ from, to, y float64 }

func (w word) over(o word) bool {
	return w.from < o.to && o.from < w.to && math.Abs(w.y-o.y) < line
}

const (
	line   = 17  // distance of words above each other, at the size on televisions
	wide   = 9.4 // width of a letter there, at most
	lowest = 30  // below a mark
)

// free returns where a word at x fits: at y or above, else below its mark.
func (p *picture) free(x, y float64, text string) float64 {
	length := wide * float64(utf8.RuneCountInString(text))
	w := word{x - length/2, x + length/2, max(y, letter)}
	switch anchor(x) {
	case "start":
		w.from, w.to = x, x+length
	case "end":
		w.from, w.to = x-length, x
	}
	for step := -float64(line); slices.ContainsFunc(p.words, w.over); w.y += step {
		if w.y+step < letter {
			w.y, step = y+lowest, line
		}
	}
	p.words = append(p.words, w)
	return w.y
}

// anchor keeps words inside the picture.
func anchor(x float64) string {
	switch {
	case x < left+30:
		return "start"
	case x > width-right-30:
		return "end"
	}
	return "middle"
}

// spot draws the mark of a series: the shape of its seat, or a bar for a target.
func (p *picture) spot(s engine.Series, x, y, r float64) {
	if s.Aim {
		p.add(`<path d="M%.1f %.1fh%.1f" stroke="%s" stroke-width="3"/>`, x-r, y, 2*r, p.hue(s))
		return
	}
	shape := engine.Circle
	if s.Seat != "" {
		_, shape = p.Seat(s.Seat)
	}
	p.add(`<g transform="translate(%.1f %.1f) scale(%.3f)" fill="%s" stroke="#05060d" stroke-width="2">%s</g>`,
		x-r, y-r, r/12, p.shade(s), outlines[min(int(shape), len(outlines)-1)])
}

// outlines are the shapes of seats, 24 by 24.
var outlines = []string{
	`<circle cx="12" cy="12" r="10"/>`, `<rect x="3" y="3" width="18" height="18"/>`, `<path d="M12 1 23 21H1Z"/>`, `<path d="M12 0 24 12 12 24 0 12Z"/>`,
}

// bars draws a bar for each step, with its parts stacked.
func (p *picture) bars() {
	p.patterns()
	wide := min(54, float64(width-left-right)/float64(len(p.Steps))*0.7)
	for i := range p.Steps {
		sum := 0
		for n, s := range p.Series {
			if i >= len(s.At) || s.At[i] <= 0 {
				continue
			}
			bottom := p.up(sum)
			sum += s.At[i]
			tall := bottom - p.up(sum)
			p.add(`<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="url(#%s-p%d)" stroke="#05060d"/>`, p.across(i)-wide/2, p.up(sum), wide, tall, p.ID, n)
			if tall >= 13 {
				p.add(`<text x="%.1f" y="%.1f" text-anchor="middle" font-size="11" font-weight="700" stroke="#05060d" stroke-width="3" paint-order="stroke">%d</text>`,
					p.across(i), p.up(sum)+tall/2+4, s.At[i])
			}
		}
	}
}

// Colors and patterns of parts of bars, in the order of the series.
var (
	tints  = []string{"#64baf8", "#f3d34a", "#36cf9f", "#e39be0", "#ff7d52", "#b9c1dc", "#8f9bff", "#f6f3ea"}
	hatchs = []string{"", "M0 8 8 0", "M0 4H8", "M4 0V8", "M0 0 8 8", "M0 4H8M4 0V8", "M0 0 8 8M0 8 8 0", "M3 3h2v2h-2z"}
)

func (p *picture) patterns() {
	p.add("<defs>")
	for n := range p.Series {
		p.add(`<pattern id="%s-p%d" width="8" height="8" patternUnits="userSpaceOnUse"><rect width="8" height="8" fill="%s"/><path d="%s" stroke="#11152a" stroke-width="1.6"/></pattern>`,
			p.ID, n, tints[n%len(tints)], hatchs[n%len(hatchs)])
	}
	p.add("</defs>")
}

// legend names each series below the plot.
func (p *picture) legend() {
	p.add(`<g class="legend">`)
	defer p.add("</g>")
	for n, s := range p.Series {
		y := top + plot + 34 + n*row
		switch {
		case p.Kind == engine.Bars:
			p.add(`<rect x="%d" y="%d" width="20" height="12" fill="url(#%s-p%d)" stroke="#05060d"/>`, left, y-3, p.ID, n)
		default:
			p.add(`<path d="M%d %dh20" stroke="%s" stroke-width="2.5"%s/>`, left, y+3, p.hue(s), dash(s))
			p.spot(s, left+10, float64(y+3), 5)
		}
		p.add(`<text x="%d" y="%d">%s</text>`, left+28, y+7, html.EscapeString(short(p.Say(s.Title), 44)))
	}
}
