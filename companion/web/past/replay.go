package past

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"

	"arbiter/companion"
	"arbiter/companion/web/content"
	"arbiter/companion/web/page"
	"arbiter/companion/web/page/pastpage"
	"arbiter/companion/web/session"
	"arbiter/companion/web/site"
	"arbiter/engine"
)

// mostEntries is how many steps of a round are listed at most: no round that people play has as
// many.
const mostEntries = 400

// mostSteps is how many steps a replay fetches at one time.
const mostSteps = 48

// address returns the address of a step, with or without hidden cards.
func (r *replay) address(at int, all bool) string {
	if all {
		return fmt.Sprintf("/games/%s/replay?all=1&at=%d", r.ID, at)
	}
	return fmt.Sprintf("/games/%s/replay?at=%d", r.ID, at)
}

// at returns the step that a request asks for, by its number or as the first of a round; the last
// step by default.
func (r *replay) at(req *http.Request) int {
	if round := req.URL.Query().Get("round"); round != "" {
		for _, part := range r.film.Rounds() {
			if strconv.Itoa(part.Number) == round {
				return part.First
			}
		}
	}
	n, err := strconv.Atoi(req.URL.Query().Get("at"))
	if err != nil {
		return r.film.Last()
	}
	return min(max(n, 0), r.film.Last())
}

// replayPage shows a game at one of its steps.
func (s *Pages) replayPage(w http.ResponseWriter, req *http.Request, p site.Document, g *replay) error {
	at, last := g.at(req), g.film.Last()
	c := s.contextOf(p.Viewer, g, g.snapshot(g.film.Positions[at].State))
	x := pastpage.Replay{ID: g.ID, Title: g.heading(c, p.Past.Summary), At: at, Last: last, All: g.all, Position: s.replayed(p.Viewer, g, at), Rounds: g.rounds(c, at), Numbers: pastpage.NewNumbers(c, s.sumsOf(g, at))}
	x.Who = p.Past.Seats + " · " + p.Past.Result
	for i, step := range x.Position.Steps.Steps {
		x.Position.Steps.Steps[i].Here = step.At == at
	}
	if at > 0 {
		x.Keys.Start, x.Keys.Before = g.address(0, g.all), g.address(at-1, g.all)
	}
	if at < last {
		x.Keys.Next, x.Keys.End = g.address(at+1, g.all), g.address(last, g.all)
	}
	if s.Opts.Past.Draw != nil {
		x.Picture = fmt.Sprintf("/games/%s/panel.png?at=%d", g.ID, at)
		if g.all {
			x.Picture += "&all=1"
		}
	}
	if g.over() {
		x.Toggle = g.address(at, !g.all)
		x.WhatIf = whatIfLine{id: g.ID, at: at}.address()
	}
	p.Path = g.address(at, g.all)
	return s.Respond(w, p, "replay-page", x)
}

// sumsOf returns the start of the addresses that explain the numbers of a step; "" if there are
// none.
func (s *Pages) sumsOf(g *replay, at int) string {
	return asks(s.sumsAt(g, whatIfLine{at: at}, false))
}

// asks returns the start of such addresses.
func asks(links content.AccountLinks) string {
	if links.Path == "" {
		return ""
	}
	return links.Path + "?" + string(links.Query)
}

// heading returns the title of a replay.
func (r *replay) heading(c page.Context, sum content.Summary) string {
	return c.Say(engine.Say("%s, %s", engine.Term(sum.Title), engine.Term(sum.When)))
}

// replayed returns what a step shows.
func (s *Pages) replayed(v session.Viewer, g *replay, at int) pastpage.Position {
	frame := g.film.Positions[at]
	snap := g.snapshot(frame.State)
	snap.Version = at
	line, seen := g.film.Line(at)
	if seen {
		snap.Log = []companion.LogLine{line}
	}
	c := s.contextOf(v, g, snap)
	caption := pastpage.Caption{Start: at == 0, Hidden: at > 0 && !seen, Undone: frame.Undone, Undoes: frame.Undoes, Stage: g.stage(c)}
	x := pastpage.NewPosition(c, at, caption, g.steps(c, at))
	x.Racers.Chances(s.chancesAt(g, at))
	return x
}

// stage says where the game stands.
func (r *replay) stage(c page.Context) string {
	text := ""
	for i, t := range c.Snap.View.Stage {
		if i > 0 {
			text += " · "
		}
		text += c.Say(t)
	}
	return text
}

// title returns the name of a state's round, as the game calls it.
func (r *replay) title(say func(engine.Text) string, at engine.State) string {
	if stage := engine.Plain(at).Stage; len(stage) > 0 {
		return say(stage[0])
	}
	return say(engine.Say("Start"))
}

// closest is the least distance of two marks below the slider, whose length is 1.
const closest = 0.07

// rounds returns the rounds that one can jump to from a step.
func (r *replay) rounds(c page.Context, at int) []pastpage.ReplayRound {
	var all []pastpage.ReplayRound
	last, marked := max(1, r.film.Last()), -closest
	for _, part := range r.film.Rounds() {
		x := float64(part.First) / float64(last)
		round := pastpage.ReplayRound{
			Title: r.title(c.Say, r.film.Positions[part.First].State), Href: r.address(part.First, r.all), At: part.First,
			X: fmt.Sprintf("%.2f%%", 100*x), Here: at >= part.First && at <= part.Last,
		}
		if part.Number > 0 && x-marked >= closest {
			round.Mark, marked = strconv.Itoa(part.Number), x
		}
		all = append(all, round)
	}
	return all
}

// steps returns the steps of the round that a step is in.
func (r *replay) steps(c page.Context, at int) pastpage.RoundSteps {
	sc := content.Content{Say: c.Say, Bots: r.Bots, Passage: page.Passages(r.rules)}
	var out pastpage.RoundSteps
	for _, part := range r.film.Rounds() {
		if at < part.First || at > part.Last {
			continue
		}
		out.Title = r.title(c.Say, r.film.Positions[part.First].State)
		for _, l := range r.film.Lines(part.First, min(part.Last, part.First+mostEntries)) {
			out.Steps = append(out.Steps, step(&sc, l, r.address(l.Seq, r.all)))
		}
	}
	return out
}

func step(sc *content.Content, l companion.LogLine, href string) pastpage.ReplayStep {
	x := sc.LogLine(l)
	out := pastpage.ReplayStep{At: x.Seq, Href: href, By: x.By, What: x.Command, Undoes: x.Undoes, Undone: x.Undone}
	for _, e := range x.Events {
		event := pastpage.ReplayEvent{Text: e.Text}
		if e.Why != nil {
			event.Why = &pastpage.ReplayWhy{Sum: e.Why.Sum, Addends: named(e.Why.Addends), Compares: named(e.Why.Compares), Rule: e.Why.Rule, Source: e.Why.Source, Passage: e.Why.Passage}
		}
		out.Events = append(out.Events, event)
	}
	return out
}

func named(list []content.Addend) []pastpage.Named {
	var all []pastpage.Named
	for _, a := range list {
		all = append(all, pastpage.Named(a))
	}
	return all
}

// A replayStep is a step as the script fetches it: those parts that differ from the step before.
type replayStep struct {
	At    int               `json:"at"`
	Parts map[string]string `json:"parts"`
}

// replaySteps answers with the steps from at to to. The first one is complete.
func (s *Pages) replaySteps(w http.ResponseWriter, req *http.Request, p site.Document, g *replay) error {
	from := g.at(req)
	to, err := strconv.Atoi(req.URL.Query().Get("to"))
	if err != nil {
		return site.ErrMalformed
	}
	var all []replayStep
	was := map[string]string{}
	for at := from; at <= min(to, g.film.Last(), from+mostSteps-1); at++ {
		step := replayStep{at, map[string]string{}}
		for name, data := range s.replayed(p.Viewer, g, at).Parts() {
			var b bytes.Buffer
			if err := s.Templates[p.Lang]().All.ExecuteTemplate(&b, name, data); err != nil {
				return err
			}
			if html, known := was[name]; !known || html != b.String() {
				step.Parts[name] = b.String()
				was[name] = b.String()
			}
		}
		all = append(all, step)
	}
	w.Header().Set("Content-Type", "application/json")
	return json.NewEncoder(w).Encode(all)
}

// replayPicture answers with the panel as it was at a step.
func (s *Pages) replayPicture(w http.ResponseWriter, req *http.Request, p site.Document, g *replay) error {
	if s.Opts.Past.Draw == nil {
		http.NotFound(w, req)
		return nil
	}
	png, err := s.Opts.Past.Draw(p.Lang, g.film.Positions[g.at(req)].State.View(), g.Labels)
	if err != nil {
		return fmt.Errorf("picture of game %s: %w", g.ID, err)
	}
	w.Header().Set("Content-Type", "image/png")
	w.Write(png)
	return nil
}
