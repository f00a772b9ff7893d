package web

import (
	"html/template"
	"net/http"
	"slices"
	"strings"
	"time"

	"arbiter/companion/chart"
	"arbiter/engine"
)

// past is one past game.
type past struct {
	summary
	Scene   scene
	Length  string   // how long it took
	Places  []placed // of the seats, the best first; none if it is not over
	Charts  []plotted
	Traits  []trait
	Program string
	Notes   bool // notes can be kept
	Script  bool // the game can be had as a script
	Inside  bool // who looks may write
	All     bool // hidden cards are shown
	Seal    *sealed
	Differs []divergentLine // what the rules of this program decide otherwise
	More    int             // such lines that are not listed
	Over    bool
}

// Ratings are those that one can choose.
func (past) Ratings() []int { return []int{0, 1, 2, 3, 4, 5} }

// A placed seat is one with its place at the end.
type placed struct {
	seatBadge
	Place int
	Wins  bool
}

// A plotted chart is a picture and its numbers.
type plotted struct {
	Name, Title string
	File        string // address of the picture
	Picture     template.HTML
	Across      string
	Steps       []string
	Rows        []numbers
}

// numbers are a series in a table.
type numbers struct {
	Title string
	At    []string
}

// A trait is what seats had, such as their leaders.
type trait struct {
	Title string
	Of    []had
}

type had struct {
	seatBadge
	What []string
}

// gamePage shows what became of a game.
func (s *Server) gamePage(w http.ResponseWriter, r *http.Request, p document, g *replay) error {
	var err error
	snap := g.snapshot(g.film.End())
	p.Past.Scene = s.scene(p.viewer, snap)
	sc := &p.Past.Scene
	sc.Sums = s.sumsAt(g, whatIfLine{at: g.film.Last()}, false)
	p.Past.Program, p.Past.Over = g.Program, g.over()
	p.Past.Length = s.length(sc, g)
	p.Past.Notes, p.Past.Script, p.Past.Inside = s.opts.Statistics != nil, s.opts.Records != nil, s.plays(r) == nil
	if p.Past.Seal, err = s.opened(g, sc.say); err != nil {
		return err
	}
	p.Past.Differs, p.Past.More = sc.divergent(g)
	p.Handover = s.handover(r, p.lang, g)
	for _, rank := range g.film.Ranks() {
		c := sc.badge(snap.View, rank.Seat)
		p.Past.Places = append(p.Past.Places, placed{c, rank.Place, wins(snap.View, rank.Seat)})
	}
	slices.SortStableFunc(p.Past.Places, func(a, b placed) int { return a.Place - b.Place })
	for _, c := range g.film.Charts() {
		d := sc.plot(c, snap.View)
		d.File = "/games/" + g.ID + "/charts/" + c.Name + ".svg"
		p.Past.Charts = append(p.Past.Charts, d)
	}
	p.Past.Traits = sc.traits(g, snap.View)
	s.write(w, http.StatusOK, p)
	return nil
}

func wins(v engine.View, seat engine.Seat) bool {
	return slices.ContainsFunc(v.Seats, func(p engine.Place) bool { return p.Seat == seat && p.Winner })
}

// length says how far a game went, and how long it took.
func (s *Server) length(sc *scene, g *replay) string {
	rounds := g.film.Rounds()
	last := g.film.Positions[rounds[len(rounds)-1].First]
	parts := []string{g.title(sc, last.State), sc.say(engine.Say("steps: %d", g.film.Last()))}
	times, err := s.opts.History.Times(g.ID)
	if minutes := int(played(times) / time.Minute); err == nil && minutes > 0 {
		parts = append(parts, sc.say(engine.Say("minutes: %d", minutes)))
	}
	return strings.Join(parts, " · ")
}

// plot draws a chart and writes its numbers down.
func (sc *scene) plot(c engine.Chart, v engine.View) plotted {
	d := plotted{Name: c.Name, Title: sc.say(c.Title), Across: sc.say(c.Across), Steps: sc.texts(c.Steps)}
	d.Picture = template.HTML(chart.SVG(c, sc.chartOpts(c, v))) // which has escaped all words
	for _, s := range c.Series {
		row := numbers{Title: sc.say(s.Title)}
		for i, n := range s.At {
			cell := number(n)
			if s.Roman {
				cell = sc.term(engine.Roman(n))
			}
			for _, m := range s.Marks {
				if m.Step == i {
					cell += " (" + sc.say(m.Text) + ")"
				}
			}
			row.At = append(row.At, cell)
		}
		d.Rows = append(d.Rows, row)
	}
	return d
}

func (sc *scene) chartOpts(c engine.Chart, v engine.View) chart.Opts {
	return chart.Opts{Say: sc.say, ID: "chart-" + c.Name, Seat: func(seat engine.Seat) (string, engine.Shape) {
		k := sc.badge(v, seat)
		return k.Color, k.Shape
	}}
}

// traits lists what the seats had, by kinds.
func (sc *scene) traits(g *replay, v engine.View) []trait {
	var all []trait
	for _, k := range g.rules.Review.Kinds {
		t := trait{Title: sc.say(k.Title)}
		for _, x := range g.film.Traits() {
			if x.Kind != k.Name {
				continue
			}
			i := slices.IndexFunc(t.Of, func(h had) bool { return h.Seat == string(x.Seat) })
			if i < 0 {
				i = len(t.Of)
				t.Of = append(t.Of, had{seatBadge: sc.badge(v, x.Seat)})
			}
			t.Of[i].What = append(t.Of[i].What, sc.term(x.Value))
		}
		if len(t.Of) > 0 {
			all = append(all, t)
		}
	}
	return all
}
