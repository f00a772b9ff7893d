package demo

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"arbiter/cmd/arbiter/internal/games"
	"arbiter/companion"
	"arbiter/engine"
)

// play lets the bots play until the game is over.
func (p *Demo) play(ctx context.Context) error {
	for {
		shots, err := p.see(ctx)
		if err != nil {
			return err
		}
		v := shots[0].View
		if err := p.out.round(shots[0]); err != nil {
			return err
		}
		if v.Over {
			return p.finish(ctx, v)
		}
		p.out.progress(v, shots[0].Version)
		if err := p.step(ctx, shots); err != nil {
			return err
		}
	}
}

func (p *Demo) finish(ctx context.Context, v engine.View) error {
	p.Screens[0].End(v)
	var winners []string
	for _, place := range v.Seats {
		if place.Winner {
			winners = append(winners, p.out.say(engine.Say("%s wins", place.Seat)))
		}
	}
	if len(winners) == 0 {
		for _, s := range v.Stage {
			winners = append(winners, p.out.say(s))
		}
	}
	p.out.line("\n%s.", strings.Join(winners, "; "))
	return p.Table.Finish(ctx)
}

// step plays one entry, and prints it once it is in the log.
func (p *Demo) step(ctx context.Context, shots []companion.Snapshot) error {
	version := shots[0].Version
	r := p.dice(version)
	last, known := lastLine(shots)
	var line string
	var err error
	seat := p.people[0]
	switch {
	case undoes(r) && known && last.Undoes == 0:
		line, err = p.undo(ctx, last, shots)
	case shots[0].Window != nil:
		return p.answer(ctx, r, shots)
	default:
		seat, line, err = p.turn(ctx, r, shots)
	}
	if err != nil {
		return err
	}
	if shots, err = p.see(ctx); err != nil {
		return err
	}
	i := slices.Index(p.people, seat)
	log := shots[i].Log
	if shots[i].Version != version+1 {
		return fmt.Errorf("%s: one entry was to be played, there are %d", line, shots[i].Version-version)
	}
	l := companion.LogLine{}
	if len(log) > 0 && log[len(log)-1].Seq == version+1 {
		l = log[len(log)-1]
	}
	if now, seen := lastLine(shots); seen && now.Undoes != 0 {
		line = fmt.Sprintf("%s undo %d", now.By, now.Undoes) // as the log has it
	}
	p.out.entry(version+1, line, l, shots[i].View.Over)
	return p.settle(ctx, shots)
}

// undoes reports whether to take back the last entry: one in a hundred is.
func undoes(r *rand.Rand) bool { return r.IntN(100) == 0 }

// turn deals if something is to be dealt, else somebody acts. It returns a seat that knows what was
// done, and its line.
func (p *Demo) turn(ctx context.Context, r *rand.Rand, shots []companion.Snapshot) (engine.Seat, string, error) {
	if c, dealt, err := (games.Dealer{Table: p.Table, Deals: games.Deals}).Deal(ctx, r); dealt || err != nil {
		return p.people[0], c.Line, err
	}
	seat, c := p.choose(r, shots)
	return seat, c.Line, p.act(ctx, seat, c, shots[0].Version)
}

// lastLine returns the last entry as seen by a seat that may know of it.
func lastLine(shots []companion.Snapshot) (companion.LogLine, bool) {
	for _, s := range shots {
		if n := len(s.Log); n > 0 && s.Log[n-1].Seq == s.Version {
			return s.Log[n-1], true
		}
	}
	return companion.LogLine{}, false
}

// choose picks who acts and what is done: first what the table and the Automa have to do, else
// something that one of the seats may.
func (p *Demo) choose(r *rand.Rand, shots []companion.Snapshot) (engine.Seat, companion.LegalCommand) {
	shots = playing(shots)
	own := func(s companion.Snapshot) func(companion.LegalCommand) bool {
		return func(c companion.LegalCommand) bool { return c.By == s.Seat }
	}
	if others := slices.DeleteFunc(slices.Clone(shots[0].Legal), own(shots[0])); len(others) > 0 {
		return shots[0].Seat, games.Choose(p.Bot, r, shots[0], others)
	}
	var able []companion.Snapshot
	for _, s := range shots {
		if len(s.Legal) > 0 {
			able = append(able, s)
		}
	}
	s := able[r.IntN(len(able))]
	return s.Seat, games.Choose(p.Bot, r, s, s.Legal)
}

// act does c: with a card on a reader if that is how people do it, else by its line.
func (p *Demo) act(ctx context.Context, seat engine.Seat, c companion.LegalCommand, version int) error {
	m, ok := p.game.Hand(c.Command)
	if !ok {
		_, err := p.Table.Do(ctx, companion.Request{Seat: seat, Line: c.Line, Version: version})
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	shots, err := p.Table.Watch(ctx, seat)
	if err != nil {
		return err
	}
	hand := p.Cards.Place
	if m.Lift {
		hand = p.Cards.Lift
	}
	if err := hand(m.Reader, m.Card); err != nil {
		return err
	}
	var s companion.Snapshot
	for s = range shots {
		if s.Version > version {
			break
		}
	}
	if err := happened(s, c, version); err != nil {
		return err
	}
	if m.Shown {
		return p.Cards.Lift(m.Reader, m.Card)
	}
	return nil
}

// happened reports whether the card has done what it was meant to do.
func happened(s companion.Snapshot, c companion.LegalCommand, version int) error {
	if n := len(s.Log); s.Version == version+1 && n > 0 && s.Log[n-1].Command.Equal(c.Text) {
		return nil
	}
	var notices []string
	for _, n := range s.Notices {
		notices = append(notices, n.Text.String())
	}
	return fmt.Errorf("the card that was to mean %q did not: entry %d, notices %q", c.Line, s.Version, notices)
}

// playing returns the snapshots of seats that are not out of the game.
func playing(shots []companion.Snapshot) (in []companion.Snapshot) {
	for _, s := range shots {
		if !slices.ContainsFunc(s.View.Seats, func(p engine.Place) bool { return p.Seat == s.Seat && p.Out }) {
			in = append(in, s)
		}
	}
	return in
}

// undo takes the last entry back, with the consent of everybody who is not out.
func (p *Demo) undo(ctx context.Context, last companion.LogLine, shots []companion.Snapshot) (string, error) {
	version := shots[0].Version
	var order []engine.Seat
	for _, s := range playing(shots) {
		if order = append(order, s.Seat); s.Seat == last.By {
			order = slices.Insert(order[:len(order)-1], 0, s.Seat)
		}
	}
	for _, seat := range order {
		answer, err := p.Table.Undo(ctx, seat, version)
		if err != nil {
			return "", err
		}
		if answer.Version > version {
			return fmt.Sprintf("%s undo %d", seat, last.Seq), nil
		}
	}
	return "", fmt.Errorf("entry %d was not taken back, although everybody agreed", last.Seq)
}
