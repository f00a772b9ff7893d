package web

import (
	"fmt"
	"slices"

	"arbiter/companion/coach"
	"arbiter/companion/web/page"
	"arbiter/engine"
)

// Coach judges games that are over, while nobody plays; *coach.Queue does.
type Coach interface {
	// Judged reports whether games of these rules are.
	Judged(game string) bool
	// Report is what is known of a game; false if it is still to be judged, which then
	// happens as soon as there is time.
	Report(id string, g coach.Game) (coach.Report, bool)
}

// coached is what the coach says of a game; nil if it says nothing.
func (s *Server) coached(c page.Context, g *replay) *page.Coach {
	if s.opts.Coach == nil || !g.over() || !s.opts.Coach.Judged(g.rules.Name) {
		return nil
	}
	game := coach.Game{Rules: g.rules, Setup: g.setup, Entries: g.entries}
	report, ready := s.opts.Coach.Report(g.ID, game)
	if !ready {
		return &page.Coach{Again: "/games/" + g.ID}
	}
	x := &page.Coach{Ready: true, Chances: page.NewDrawn(c, chances(g, report))}
	for _, seat := range g.setup.Seats {
		if percent, ok := report.Accuracy(seat); ok {
			x.Accuracy = append(x.Accuracy, page.Accuracy{Seat: c.Badge(seat), Percent: percent})
		}
	}
	for _, d := range report.Turned() {
		done, better, err := game.Words(d)
		if err != nil {
			s.logger.Warn("coach", "game", g.ID, "err", err)
			continue
		}
		x.Turns = append(x.Turns, page.Turn{
			Seat: c.Badge(d.Seat), Round: d.Round, Done: c.Say(done), Better: c.Say(better), Loss: fmt.Sprintf("%.0f", 100*d.Loss()),
			Href: g.address(max(d.Seq-1, 0), true),
		})
	}
	if len(report.Decisions) == 0 {
		return nil
	}
	return x
}

// chances are those of the seats to win, in percent, by round.
func chances(g *replay, report coach.Report) engine.Chart {
	x := engine.Chart{Name: "chances", Title: engine.Say("Chances to win, in percent"), Across: engine.Say("Round")}
	var rounds []int
	for _, d := range report.Decisions {
		if !slices.Contains(rounds, d.Round) {
			rounds = append(rounds, d.Round)
			x.Steps = append(x.Steps, engine.Say("%d", d.Round))
		}
	}
	var seats []engine.Seat
	for _, seat := range g.setup.Seats {
		if _, ok := report.Accuracy(seat); ok {
			seats = append(seats, seat)
		}
	}
	for i, at := range report.Curve(seats, rounds) {
		x.Series = append(x.Series, engine.Series{Title: engine.Say("%s", seats[i]), Seat: seats[i], At: at})
	}
	return x
}
