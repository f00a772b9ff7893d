package chart

import (
	"fmt"
	"html"
	"slices"
	"strings"
	"unicode/utf8"

	"arbiter/engine"
)

// A Result is how a game has ended, to be drawn as one picture for people who were not there. Its
// words are translated.
type Result struct {
	Game, Day string
	Winner    string // "Ana wins"
	How       string // "Level III and the throne, in round 9"
	Columns   []string
	Rows      []ResultRow  // the best first
	Course    engine.Chart // the zero Chart draws none
	Light     bool
	Fonts     string // @font-face rules with the fonts in them, since a picture loads nothing
}

// A ResultRow is a seat of a Result.
type ResultRow struct {
	Seat      engine.Seat
	Place     int // 0 if nobody won
	Name, Who string
	Wins      bool
	At        []string // one for each column
}

// The size of a Result in pixels: as wide as what phones send to each other.
const (
	broad    = 1080
	margin   = 54
	cell     = 168 // width of a column
	seatRow  = 96
	headRow  = 84
	resulted = 318 // height of what stands above the table
)

// A theme is the colors around a chart, which is dark in every theme.
type theme struct{ page, surface, text, muted, line, accent, winner string }

var (
	night = theme{"#090b16", "#11152a", "#f1f3fd", "#aab3d6", "#2b3359", "#ffc552", "#2a2722"}
	day   = theme{"#efece4", "#fffdf8", "#171a2b", "#54596f", "#d5cfc0", "#2b3a8f", "#e8e9f4"}
)

// SVG draws the result; Say, Seat and ID of o are used.
func (r Result) SVG(o Opts) string {
	p := &poster{Result: r, Opts: o, theme: night}
	if r.Light {
		p.theme = day
	}
	curve, curveHeight := p.curve()
	tableHeight := headRow + seatRow*len(r.Rows) + 12
	height := resulted + tableHeight + curveHeight + 2*margin + 30
	p.add(`<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" role="img" font-family="Saira, system-ui, sans-serif" font-weight="500" fill="%s">`, broad, height, broad, height, p.text)
	p.add(`<title>%s</title>`, html.EscapeString(r.Game+": "+r.Winner))
	if r.Fonts != "" {
		p.add(`<style>%s</style>`, r.Fonts)
	}
	p.add(`<defs><radialGradient id="%s-glow"><stop stop-color="%s" stop-opacity=".28"/><stop offset="1" stop-color="%s" stop-opacity="0"/></radialGradient></defs>`, p.id(), p.accent, p.accent)
	p.add(`<rect width="%d" height="%d" fill="%s"/><circle cx="150" cy="190" r="420" fill="url(#%s-glow)"/>`, broad, height, p.page, p.id())
	p.head()
	p.table(tableHeight)
	if curve != "" {
		p.add(`<svg x="%d" y="%d" width="%d" height="%d">%s</svg>`, margin, resulted+tableHeight+margin/2, broad-2*margin, curveHeight, curve)
	}
	p.words(margin, height-32, 26, p.muted, 500, "Arbiter")
	p.right(broad-margin, height-32, 26, p.muted, r.Day)
	p.svg.WriteString("</svg>")
	return p.svg.String()
}

// A poster is a Result that is being drawn.
type poster struct {
	Result
	Opts
	theme
	svg strings.Builder
}

func (p *poster) add(format string, args ...any) { fmt.Fprintf(&p.svg, format, args...) }

func (p *poster) id() string { return html.EscapeString(p.ID) }

func (p *poster) words(x, y, size int, color string, weight int, text string) {
	p.add(`<text x="%d" y="%d" font-size="%d" font-weight="%d" fill="%s">%s</text>`, x, y, size, weight, color, html.EscapeString(text))
}

func (p *poster) right(x, y, size int, color, text string) {
	p.add(`<text x="%d" y="%d" font-size="%d" text-anchor="end" fill="%s">%s</text>`, x, y, size, color, html.EscapeString(text))
}

// fitting returns the font size, at most so large, at which a text is not wider than room.
func fitting(text string, room, size int) int {
	const letter = 54 // percent of the size, of a wide letter
	return min(size, 100*room/(letter*max(1, utf8.RuneCountInString(text))))
}

func longest(lines []string) string {
	return slices.MaxFunc(lines, func(a, b string) int { return utf8.RuneCountInString(a) - utf8.RuneCountInString(b) })
}

// head draws the game, and who has won how, beside a crown over the marks of the winners.
func (p *poster) head() {
	p.words(margin, 76, fitting(p.Game, broad-2*margin, 38), p.muted, 500, p.Game)
	x := margin
	for _, r := range p.Rows {
		if r.Wins && x < 320 {
			p.mark(r.Seat, x, 172, 84)
			p.add(`<path transform="translate(%d 112) scale(2.5)" fill="%s" d="M2 6.400 7.400 10.400 12 3l4.600 7.400 5.400-4L20 18H4zM4 19.600h16v2.400H4z"/>`, x+12, p.accent)
			x += 98
		}
	}
	if x > margin {
		x += 14
	}
	room := broad - margin - x
	lines := []string{p.Winner}
	if fitting(p.Winner, room, 88) < 56 {
		lines = wrapped(p.Winner, utf8.RuneCountInString(p.Winner)/2+6, 2)
	}
	y := 236 - 56*(len(lines)-1)
	for _, line := range lines {
		p.words(x, y, fitting(longest(lines), room, 88), p.text, 700, line)
		y += 60
	}
	p.words(margin, resulted-20, fitting(p.How, broad-2*margin, 34), p.text, 500, p.How)
}

// mark draws the shape of a seat in its color.
func (p *poster) mark(seat engine.Seat, x, y, size int) {
	color, shape := p.Seat(seat)
	hue := hues[color]
	if hue == "" {
		hue = plain
	}
	p.add(`<g transform="translate(%d %d) scale(%.3f)" fill="%s" stroke="#05060d" stroke-width="1.500" stroke-linejoin="round">%s</g>`, x, y, float64(size)/24, hue, outlines[min(int(shape), len(outlines)-1)])
}

// table draws a row for each seat.
func (p *poster) table(height int) {
	p.add(`<rect x="%d" y="%d" width="%d" height="%d" rx="24" fill="%s" stroke="%s" stroke-width="2"/>`, margin, resulted+12, broad-2*margin, height, p.surface, p.line)
	across := func(column int) int { return broad - margin - 30 - cell*(len(p.Columns)-1-column) }
	for i, title := range p.Columns {
		lines := wrapped(title, 13, 2)
		for n, line := range lines {
			p.right(across(i), resulted+12+headRow-16-28*(len(lines)-1-n), fitting(longest(lines), cell-14, 26), p.muted, line)
		}
	}
	for i, r := range p.Rows {
		y := resulted + 12 + headRow + seatRow*i
		if r.Wins {
			p.add(`<rect x="%d" y="%d" width="%d" height="%d" fill="%s"/>`, margin+2, y, broad-2*margin-4, seatRow, p.winner)
		}
		p.add(`<path d="M%d %dH%d" stroke="%s" stroke-width="2"/>`, margin, y, broad-margin, p.line)
		x := margin + 26
		if r.Place > 0 {
			p.add(`<text x="%d" y="%d" font-size="40" font-weight="700" text-anchor="middle">%d</text>`, x+12, y+62, r.Place)
			x += 46
		}
		p.mark(r.Seat, x, y+24, 48)
		x += 64
		p.seated(r, x, y, broad-margin-30-cell*len(p.Columns)-x)
		for n, at := range r.At {
			p.add(`<text x="%d" y="%d" font-size="44" font-weight="700" text-anchor="end">%s</text>`, across(n), y+63, html.EscapeString(at))
		}
	}
}

// seated writes who sits at a seat: a long name in two lines, and whom it plays if that has room.
func (p *poster) seated(r ResultRow, x, y, room int) {
	lines, size := []string{r.Name}, fitting(r.Name, room, 38)
	if size < 26 {
		lines = wrapped(r.Name, max(20, utf8.RuneCountInString(r.Name)/2+4), 2)
		size = fitting(longest(lines), room, 34)
	} else if r.Who != "" {
		p.words(x, y+78, fitting(r.Who, room, 26), p.muted, 500, r.Who)
		y -= 15
	}
	for i, line := range lines {
		p.words(x, y+62+36*i-18*(len(lines)-1), size, p.text, 700, line)
	}
}

// curve draws the course of the game, with a legend unless each line is a seat of the table.
func (p *poster) curve() (svg string, height int) {
	if len(p.Course.Steps) < 2 || len(p.Course.Series) == 0 {
		return "", 0
	}
	o := p.Opts
	o.Bare = true
	for _, s := range p.Course.Series {
		o.Bare = o.Bare && s.Seat != "" && !s.Aim
	}
	return SVG(p.Course, o), (&picture{Chart: p.Course, Opts: o}).height() * (broad - 2*margin) / width
}
