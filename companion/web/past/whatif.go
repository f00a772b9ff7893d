package past

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"

	"arbiter/companion"
	"arbiter/companion/web/content"
	"arbiter/companion/web/page"
	"arbiter/companion/web/page/pastpage"
	"arbiter/companion/web/site"
	"arbiter/engine"
	"arbiter/engine/notation"
)

// What if: a game that is over is played on from one of its steps, in a copy that exists only in
// the address of the page. Nothing is written, so the record cannot change.

// The most commands that an address holds.
const (
	mostWhatIf    = 60
	longestWhatIf = 6000
)

// A whatIf is the page of such a copy.
type whatIf struct {
	At     int
	Lines  []content.Line // what was done in the copy, newest first
	Moves  *page.Moves    // each leads to a longer copy; nil if there are none
	Roll   *roll          // dice that must be rolled first; nil if none
	Over   bool
	Full   bool   // no further command fits in
	Back   string // address without the last command; "" if there is none
	Origin string // address of the step in the replay

	Stage    string // round and phase
	Position pastpage.Position
	Numbers  pastpage.Numbers
	Chances  []aChance // to win from here; empty if unknown
}

// A roll is dice, on which people touch the sides that come up.
type roll struct {
	Form  page.Form
	Faces []page.DieFaces
}

// A whatIfLine is what was done in a copy: the step that it starts from, and commands.
type whatIfLine struct {
	id string
	at int
	do []string
}

func whatIfLineOf(r *http.Request, g *replay) whatIfLine {
	return whatIfLine{g.ID, g.at(r), r.URL.Query()["do"]}
}

func (v whatIfLine) address() string {
	return fmt.Sprintf("/games/%s/whatif?%s", v.id, url.Values{"at": {strconv.Itoa(v.at)}, "do": v.do}.Encode())
}

// with adds a command.
func (v whatIfLine) with(line string) whatIfLine {
	v.do = append(v.do[:len(v.do):len(v.do)], line)
	return v
}

func (v whatIfLine) full() bool { return len(v.do) >= mostWhatIf || len(v.address()) > longestWhatIf }

// A branch is a variation that is being played.
type branch struct {
	state  engine.State
	lines  []companion.LogLine
	events []engine.Event
}

// play plays a command of the copy, whoever's it is: in a copy anything may be tried.
func (b *branch) play(g *replay, line string) error {
	x, err := g.rules.Words.Parse(line)
	c, ok := x.(engine.Command)
	if err != nil || !ok {
		return engine.Refuse("that is no command of this game")
	}
	events, err := b.state.Decide(c)
	if err != nil {
		return err
	}
	l := companion.LogLine{Seq: len(b.lines) + 1, By: c.By(), Command: g.rules.TellIn(b.state, c)}
	for _, e := range events {
		l.Events = append(l.Events, companion.EventLine{Text: g.rules.TellIn(b.state, e), Reason: b.state.Why(e), Price: engine.IsPrice(e), Minor: engine.IsMinor(e), Brief: engine.BriefOf(e)})
		b.state = b.state.Apply(e)
	}
	b.lines, b.events = append(b.lines, l), append(b.events, events...)
	return nil
}

func (v whatIfLine) play(g *replay) (*branch, error) {
	if !g.over() {
		return nil, engine.Refuse("this game goes on; what if is for games that are over")
	}
	if len(v.do) > mostWhatIf {
		return nil, site.ErrMalformed
	}
	b := &branch{state: g.film.Positions[v.at].State}
	for _, line := range v.do {
		if err := b.play(g, line); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// whatIfPage shows a copy and what can be done in it.
func (s *Pages) whatIfPage(w http.ResponseWriter, r *http.Request, p site.Document, g *replay) error {
	v := whatIfLineOf(r, g)
	b, err := v.play(g)
	if err != nil {
		return err
	}
	snap := g.snapshot(b.state)
	snap.Log = b.lines
	p.Past.Scene = s.Content(p.Viewer, snap)
	sc := &p.Past.Scene
	sc.Sums = s.sumsAt(g, v, true)
	p.Past.Over, p.Past.All = true, true
	x := whatIf{At: v.at, Over: snap.View.Over, Full: v.full(), Origin: g.address(v.at, true)}
	x.Lines, _ = sc.Lines(b.lines, 0)
	c := s.contextOf(p.Viewer, g, snap)
	x.Stage, x.Position = g.stage(c), pastpage.NewPosition(c, v.at, pastpage.Caption{}, pastpage.RoundSteps{})
	x.Numbers = pastpage.NewNumbers(c, asks(sc.Sums))
	x.Chances = s.chancesNow(c, g, b.state)
	p.Look = true
	if n := len(v.do); n > 0 {
		x.Back = whatIfLine{v.id, v.at, v.do[:n-1]}.address()
	}
	if !x.Full && !x.Over {
		c.Copy, c.Snap.Roll = v.address(), engine.RollOf(b.state)
		if c.Snap.Roll.Open() {
			x.Roll = &roll{c.Form(), page.NewDieFaces(c)}
		} else {
			c.Snap.Legal = legalIn(g.rules, b.state)
			moves := page.NewMoves(c)
			x.Moves = &moves
		}
	}
	p.WhatIf, p.Path = x, v.address()
	s.Write(w, http.StatusOK, p)
	return nil
}

// legalIn returns the commands that can be tried in a position.
func legalIn(rules engine.Game, state engine.State) (all []companion.LegalCommand) {
	for _, c := range state.Legal() {
		all = append(all, companion.LegalCommand{By: c.By(), Line: notation.Format(c), Text: rules.TellIn(state, c), Command: c})
	}
	return all
}

// try adds a command to a copy, and answers with the longer copy's address. It stores nothing.
// Fields of the form: line and with, or sides, which dice came up.
func (s *Pages) try(_ http.ResponseWriter, r *http.Request) (site.Outcome, error) {
	g, err := s.replayTo(r.Context(), r.PathValue("id"), true)
	if err != nil {
		return site.Outcome{}, errors.Join(site.ErrMalformed, err)
	}
	v := whatIfLineOf(r, g)
	b, err := v.play(g)
	if err != nil {
		return site.Outcome{}, err
	}
	line, err := tried(r.PostForm, b.state)
	if err != nil {
		return site.Outcome{}, err
	}
	if v.full() {
		return site.Outcome{}, engine.Refuse("this copy is as long as it can be; begin another one")
	}
	return site.Outcome{Go: v.with(line).address()}, b.play(g, line)
}

// tried returns the command in a form.
func tried(form url.Values, state engine.State) (string, error) {
	if sides := site.Sides(form); len(sides) > 0 {
		c, err := engine.RollOf(state).Told(sides)
		if err != nil {
			return "", err
		}
		return notation.Format(c), nil
	}
	return site.Filled(form.Get("line"), form["with"])
}
