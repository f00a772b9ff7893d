package web

import (
	"fmt"
	"net/http"
	"strconv"

	"arbiter/engine"
)

// A replayPart is a game at one of its steps.
type replayPart struct {
	At, Last int
	Undone   bool // the step was taken back later
	Hidden   bool // nothing of it may be known
	Now      *line
	Round    string
	Rounds   []replayRound
	Steps    []replayEntry // of the round, those that were taken back too: the nearest ones
	Picture  string        // address; "" if nobody draws
	First    string        // addresses; "" if one is there
	Before   string
	After    string
	End      string
	Toggle   string // address of the same step with hidden cards, or without them; "" if there is no choice
	WhatIf   string // address; "" if the game goes on
}

// A replayRound is a round that one can go to.
type replayRound struct {
	Title, Href string
	Here        bool
}

// A replayEntry is a line of the log that one can go to.
type replayEntry struct {
	line
	Href string
	Here bool
}

// The most steps of a round that are listed at one time: no round of a game that people
// play has as many.
const mostEntries = 400

// address of a step, with hidden cards or without them.
func (r *replay) address(at int, all bool) string {
	if all {
		return fmt.Sprintf("/games/%s/replay?all=1&at=%d", r.ID, at)
	}
	return fmt.Sprintf("/games/%s/replay?at=%d", r.ID, at)
}

// at returns the step that a request asks for: the last one if it asks for none.
func (r *replay) at(req *http.Request) int {
	n, err := strconv.Atoi(req.URL.Query().Get("at"))
	if err != nil {
		return r.film.Last()
	}
	return min(max(n, 0), r.film.Last())
}

// replayPage shows a game at one of its steps.
func (s *Server) replayPage(w http.ResponseWriter, req *http.Request, p document, g *replay) error {
	at := g.at(req)
	frame := g.film.Positions[at]
	snap := g.snapshot(frame.State)
	snap.Version = at
	p.Past.Scene = s.scene(p.viewer, snap)
	sc := &p.Past.Scene
	sc.Sums = s.sumsAt(g, whatIfLine{at: at}, false)
	p.Past.All, p.Past.Over = g.all, g.over()
	p.Replay = replayPart{At: at, Last: g.film.Last(), Undone: frame.Undone, Round: g.title(sc, frame.State)}
	v := &p.Replay
	if l, ok := g.film.Line(at); ok {
		now := sc.logLine(l)
		v.Now = &now
	}
	v.Hidden = at > 0 && v.Now == nil
	g.stops(sc, v, at)
	if s.opts.Draw != nil {
		v.Picture = fmt.Sprintf("/games/%s/panel.png?at=%d", g.ID, at)
		if g.all {
			v.Picture += "&all=1"
		}
	}
	if g.over() {
		v.Toggle = g.address(at, !g.all)
		v.WhatIf = whatIfLine{id: g.ID, at: at}.address()
	}
	p.Path = g.address(at, g.all)
	s.write(w, http.StatusOK, p)
	return nil
}

// title names the round of a state, as the game does.
func (r *replay) title(sc *scene, at engine.State) string {
	if stage := at.View().Stage; len(stage) > 0 {
		return sc.say(stage[0])
	}
	return sc.say(engine.Say("Start"))
}

// stops lists where one can go from a step.
func (r *replay) stops(sc *scene, v *replayPart, at int) {
	if at > 0 {
		v.First, v.Before = r.address(0, r.all), r.address(at-1, r.all)
	}
	if at < v.Last {
		v.After, v.End = r.address(at+1, r.all), r.address(v.Last, r.all)
	}
	for _, part := range r.film.Rounds() {
		here := at >= part.First && at <= part.Last
		v.Rounds = append(v.Rounds, replayRound{r.title(sc, r.film.Positions[part.First].State), r.address(part.First, r.all), here})
		if here {
			for _, l := range r.film.Lines(max(part.First, at-mostEntries/2), min(part.Last, at+mostEntries/2)) {
				v.Steps = append(v.Steps, replayEntry{sc.logLine(l), r.address(l.Seq, r.all), l.Seq == at})
			}
		}
	}
}

// replayPicture answers with the panel as it was at a step.
func (s *Server) replayPicture(w http.ResponseWriter, req *http.Request, p document, g *replay) error {
	if s.opts.Draw == nil {
		http.NotFound(w, req)
		return nil
	}
	png, err := s.opts.Draw(p.lang, g.film.Positions[g.at(req)].State.View(), g.Labels)
	if err != nil {
		return fmt.Errorf("picture of game %s: %w", g.ID, err)
	}
	w.Header().Set("Content-Type", "image/png")
	w.Write(png)
	return nil
}
