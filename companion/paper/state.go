package paper

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"arbiter/engine"
)

// StateOpts says which game it is.
type StateOpts struct {
	Game string // its title
	ID   string
}

// State writes what everybody at the table may know of a game, so that it can go on without the
// device. The view must be a spectator's.
func State(out io.Writer, say Say, v engine.View, o StateOpts) error {
	d := newDocument(say, o.Game, false)
	d.AddPage()
	d.bold(18)
	d.MultiCell(0, 9, o.Game, "", "L", false)
	d.regular(10)
	var stage []string
	for _, t := range v.Stage {
		stage = append(stage, say(t))
	}
	d.paragraph(strings.Join(append(stage, o.ID), " · "))
	d.tracks(v)
	for _, p := range v.Prompts {
		who := ""
		if p.Seat != engine.Table {
			who = say(engine.Say("%s", p.Seat)) + ": "
		}
		d.paragraph("→ " + who + say(p.Text))
	}
	for i, p := range v.Seats {
		d.seat(v, i, p)
	}
	d.common(v)
	d.heading(say(engine.Say("To go on by hand")))
	d.paragraph(say(engine.Say("Cards that lie face down stay where they lie: what they are is written nowhere. Put the markers where the table above says, and play on by the rulebook.")))
	return d.write(out)
}

// tracks draws the score board: a row for each seat, in turn order.
func (d *document) tracks(v engine.View) {
	if len(v.Tracks) == 0 {
		return
	}
	const first = 40.0
	width := (d.width - 2*margin - first) / float64(len(v.Tracks))
	row := func(style, name string, cell func(t engine.Track) string) {
		x, y := margin, d.GetY()
		d.fitted(x, y, first, 7, 10, "B", name, "L")
		for i, t := range v.Tracks {
			d.fitted(x+first+float64(i)*width, y, width, 7, 10, style, cell(t), "R")
		}
		d.SetDrawColor(pale, pale, pale)
		d.SetLineWidth(thin)
		d.Line(margin, y+7, d.width-margin, y+7)
		d.SetXY(margin, y+7)
	}
	d.Ln(3)
	row("B", "", func(t engine.Track) string { return d.say(t.Title) })
	for i, p := range v.Seats {
		row("", d.say(engine.Say("%s", p.Seat)), func(t engine.Track) string {
			if t.Roman {
				return string(engine.Roman(t.At[i]))
			}
			return fmt.Sprint(t.At[i])
		})
	}
	d.Ln(3)
	d.regular(10)
}

// seat draws what lies in front of one seat.
func (d *document) seat(v engine.View, i int, p engine.Place) {
	title := d.say(engine.Say("%s", p.Seat))
	if !p.Who.IsZero() {
		title += ", " + d.say(p.Who)
	}
	d.heading(title)
	for _, n := range p.Notes {
		d.paragraph(d.say(n))
	}
	for _, t := range v.Pieces {
		if i < len(t.At) && t.At[i] > 0 {
			d.paragraph(fmt.Sprintf("%s: %d", d.say(t.Title), t.At[i]))
		}
	}
	d.zones(v, p.Seat)
}

// common draws what lies in the middle of the table.
func (d *document) common(v engine.View) {
	anywhere := func(z engine.Zone) bool { return z.Seat == engine.Table && len(z.Cards) > 0 }
	if slices.ContainsFunc(v.Zones, anywhere) || slices.ContainsFunc(v.Lying, anywhere) || slices.ContainsFunc(v.Piles, func(p engine.Pile) bool { return p.Seat == engine.Table }) {
		d.heading(d.say(engine.Say("In the middle of the table")))
		d.zones(v, engine.Table)
	}
}

// covert reports whether a seat lays cards whose very presence is hidden from others: they then
// count as in its hand.
func covert(v engine.View, seat engine.Seat) bool {
	return slices.ContainsFunc(v.Zones, func(z engine.Zone) bool { return z.Seat == seat && z.Covert })
}

// zones draws the cards of a seat, without names for those face down.
func (d *document) zones(v engine.View, seat engine.Seat) {
	for _, z := range append(v.Zones[:len(v.Zones):len(v.Zones)], v.Lying...) {
		if z.Seat != seat || len(z.Cards) == 0 {
			continue
		}
		var names []string
		down := 0
		for _, c := range z.Cards {
			if c.Name == "" {
				down++
			} else {
				names = append(names, d.say(engine.Say("%s", c.Name)))
			}
		}
		if down > 0 {
			names = append(names, d.say(engine.Say("face down: %d", down)))
		}
		title := d.say(z.Title)
		switch {
		case z.Name == engine.Hand && covert(v, seat):
			title = d.say(engine.Say("In hand, or face down on a field"))
		case z.Title.IsZero():
			title = z.Name
		}
		d.paragraph(title + ": " + strings.Join(names, ", "))
	}
	for _, p := range v.Piles {
		if p.Seat == seat {
			d.paragraph(fmt.Sprintf("%s: %d", d.say(p.Title), p.Number))
		}
	}
}
