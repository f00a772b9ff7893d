package past

import (
	"fmt"
	"math"

	"arbiter/companion/coach"
	"arbiter/companion/web/page"
	"arbiter/companion/web/page/pastpage"
	"arbiter/engine"
)

// coached returns what the coach says of a game; nil if nothing.
func (s *Pages) coached(c page.Context, g *replay) *pastpage.Coach {
	if s.Opts.Past.Coach == nil || !g.over() || !s.Opts.Past.Coach.Judged(g.rules.Name) {
		return nil
	}
	game := coach.Game{Rules: g.rules, Setup: g.setup, Entries: g.entries}
	report, ready := s.Opts.Past.Coach.Report(g.ID, game)
	if !ready {
		return &pastpage.Coach{Again: "/games/" + g.ID}
	}
	if report.Whole && len(report.Decisions) == 0 {
		return nil
	}
	x := &pastpage.Coach{Ready: true, Chances: pastpage.NewDrawn(c, chances(g, report))}
	if !report.Whole {
		x.Again = "/games/" + g.ID
		return x
	}
	for _, seat := range g.setup.Seats {
		if percent, ok := report.Accuracy(seat); ok {
			x.Accuracy = append(x.Accuracy, pastpage.Accuracy{Seat: c.Badge(seat), Percent: percent})
		}
	}
	x.Turns, x.Draws = s.turns(c, g, game, report), draws(c, g, report)
	return x
}

// turns returns the decisions that cost most.
func (s *Pages) turns(c page.Context, g *replay, game coach.Game, report coach.Report) (all []pastpage.Turn) {
	for _, d := range report.Turned() {
		w, err := game.Words(d)
		if err != nil {
			s.Logger.Warn("coach", "game", g.ID, "err", err)
			continue
		}
		then := c
		then.Snap.State = w.Seen
		all = append(all, pastpage.Turn{
			Seat: c.Badge(d.Seat), Round: d.Round, Done: c.Say(w.Done), Better: c.Say(w.Better), Why: then.Brings(w.Best, mostWhys), Could: points(d.Could), Did: points(d.Did),
			Href: g.address(max(d.Seq-1, 0), true),
		})
	}
	return all
}

// mostWhys is how many things that a better command would have brought are told.
const mostWhys = 3

// draws returns the results of chance that decided most.
func draws(c page.Context, g *replay, report coach.Report) (all []pastpage.Draw) {
	for _, d := range report.Draws {
		all = append(all, pastpage.Draw{
			Seat: c.Badge(d.Seat), Round: d.Round, Done: c.Say(g.said(d.Seq)), Good: d.By > 0, By: points(math.Abs(d.By)),
			Href: g.address(max(d.Seq-1, 0), true),
		})
	}
	return all
}

// points formats a chance, of 100.
func points(chance float64) string { return fmt.Sprintf("%.0f", 100*chance) }

// said puts what an entry did into words, for somebody who sees everything.
func (g *replay) said(seq int) engine.Text {
	for i, e := range g.entries {
		if e.Seq == seq && e.Command != nil && i < len(g.film.Positions) {
			return g.rules.TellIn(g.film.Positions[i].State, e.Command)
		}
	}
	return engine.Text{}
}

// chances returns each seat's chance to win, in percent, by round.
func chances(g *replay, report coach.Report) engine.Chart {
	x := engine.Chart{Name: "chances", Title: engine.Say("Chances to win, in percent"), Across: engine.Say("Round")}
	for _, r := range report.Rounds {
		x.Steps = append(x.Steps, engine.Say("%d", r.Number))
	}
	for i, seat := range g.setup.Seats {
		line := engine.Series{Title: engine.Say("%s", seat), Seat: seat}
		for _, r := range report.Rounds {
			if i < len(r.Chances) {
				line.At = append(line.At, int(math.Round(100*r.Chances[i])))
			}
		}
		x.Series = append(x.Series, line)
	}
	return x
}

// chancesAt returns each seat's chance at a step of a game that was judged; nil for other games.
func (s *Pages) chancesAt(g *replay, at int) map[engine.Seat]string {
	if s.Opts.Past.Coach == nil || !g.over() || !s.Opts.Past.Coach.Judged(g.rules.Name) {
		return nil
	}
	if g.report == nil {
		report, _ := s.Opts.Past.Coach.Report(g.ID, coach.Game{Rules: g.rules, Setup: g.setup, Entries: g.entries})
		g.report = &report
	}
	all := map[engine.Seat]string{}
	for i, p := range g.report.At(at) {
		if i < len(g.setup.Seats) {
			all[g.setup.Seats[i]] = points(p)
		}
	}
	return all
}

// aChance is how likely a seat is to win.
type aChance struct {
	Seat    page.Seat
	Percent int
}

// chancesNow returns each seat's chance from a position of a game that is over.
func (s *Pages) chancesNow(c page.Context, g *replay, state engine.State) (all []aChance) {
	if s.Opts.Past.Coach == nil || state.View().Over {
		return nil
	}
	for i, p := range s.Opts.Past.Coach.Chances(g.rules.Name, state, g.setup.Seats) {
		if i < len(g.setup.Seats) {
			all = append(all, aChance{c.Badge(g.setup.Seats[i]), int(math.Round(100 * p))})
		}
	}
	return all
}
