package games

import (
	"context"
	crand "crypto/rand"
	"errors"
	"math/rand/v2"
	"slices"

	"arbiter/companion"
	"arbiter/engine"
	"arbiter/engine/councilofshadows"
	"arbiter/engine/notation"
)

// A Dealer supplies chance where Arbiter deals. It sees what everybody sees, so it may try a card
// that is in a hidden hand; the rules refuse that, and it tries another one. So each card that is
// left is equally likely, and the dealer knows no hand.
type Dealer struct {
	Table *companion.Table
	Deals func(companion.Snapshot, engine.Command) bool // reports whether it supplies a command
}

// Deal supplies one result of chance and returns it, if any is asked for. If r is nil the table
// draws, as its seal says if it has one.
func (d Dealer) Deal(ctx context.Context, r *rand.Rand) (companion.LegalCommand, bool, error) {
	s, err := d.Table.Snapshot(ctx, engine.Table)
	if err != nil {
		return companion.LegalCommand{}, false, err
	}
	if roll := engine.RollOf(s.State); roll.Open() {
		return d.roll(ctx, s, roll, r)
	}
	chances := slices.DeleteFunc(slices.Clone(s.Legal), func(c companion.LegalCommand) bool { return !d.Deals(s, c.Command) })
	if r == nil {
		return d.draw(ctx, chances, s.Version)
	}
	pick := func(rest []companion.LegalCommand) companion.LegalCommand { return rest[r.IntN(len(rest))] }
	return Try(chances, pick, func(c companion.LegalCommand) error {
		_, err := d.Table.Do(ctx, companion.Request{Seat: engine.Table, Line: c.Line, Version: s.Version})
		return err
	})
}

// roll rolls the dice that the game waits for, if Arbiter rolls them.
func (d Dealer) roll(ctx context.Context, s companion.Snapshot, roll engine.Roll, r *rand.Rand) (companion.LegalCommand, bool, error) {
	if !d.Deals(s, roll.Command(func(engine.Die) int { return 0 })) {
		return companion.LegalCommand{}, false, nil
	}
	var a companion.Answer
	var err error
	if r == nil {
		a, err = d.Table.Roll(ctx, s.Version)
	} else {
		a.Line = notation.Format(roll.Command(func(d engine.Die) int { return r.IntN(len(d.Sides)) }))
		_, err = d.Table.Do(ctx, companion.Request{Seat: engine.Table, Line: a.Line, Version: s.Version})
	}
	if errors.As(err, &engine.Refusal{}) {
		return companion.LegalCommand{}, false, nil // the table has moved on
	}
	i := slices.IndexFunc(s.Legal, func(c companion.LegalCommand) bool { return c.Line == a.Line })
	if err != nil || i < 0 {
		return companion.LegalCommand{}, false, err
	}
	return s.Legal[i], true, nil
}

func (d Dealer) draw(ctx context.Context, chances []companion.LegalCommand, version int) (companion.LegalCommand, bool, error) {
	var lines []string
	for _, c := range chances {
		lines = append(lines, c.Line)
	}
	if len(lines) == 0 {
		return companion.LegalCommand{}, false, nil
	}
	a, err := d.Table.Draw(ctx, lines, version)
	switch {
	case errors.As(err, &engine.Refusal{}):
		return companion.LegalCommand{}, false, nil
	case err != nil:
		return companion.LegalCommand{}, false, err
	}
	i := slices.IndexFunc(chances, func(c companion.LegalCommand) bool { return c.Line == a.Line })
	return chances[i], true, nil
}

// Deals reports whether Arbiter deals c in the game of the snapshot.
func Deals(s companion.Snapshot, c engine.Command) bool {
	p, _ := Find(s.Game)
	return p.Deals != nil && p.Deals(s.State, c)
}

// councilOfShadowsDeal reports whether Arbiter deals c in Council of Shadows, if the device draws:
// tiles, cards, and the two Dark Tech cards of a pile that nobody has seen.
func councilOfShadowsDeal(s engine.State, c engine.Command) bool {
	switch c.(type) {
	case councilofshadows.Draw, councilofshadows.Refill, councilofshadows.Deal, councilofshadows.Remove, councilofshadows.Open:
		state, ok := s.(*councilofshadows.State)
		return ok && state.Dealt()
	}
	return false
}

// Try does one of the choices: what pick picks or, if something hidden forbids that, what it picks
// of the others. It returns the choice that was done; false if all are refused.
func Try(choices []companion.LegalCommand, pick func([]companion.LegalCommand) companion.LegalCommand, do func(companion.LegalCommand) error) (companion.LegalCommand, bool, error) {
	rest := slices.Clone(choices)
	for len(rest) > 0 {
		c := pick(rest)
		err := do(c)
		if !errors.As(err, &engine.Refusal{}) {
			return c, err == nil, err
		}
		rest = slices.DeleteFunc(rest, func(o companion.LegalCommand) bool { return o.Line == c.Line })
	}
	return companion.LegalCommand{}, false, nil
}

// Dice returns unpredictable dice.
func Dice() *rand.Rand {
	var seed [32]byte
	crand.Read(seed[:]) // never fails
	return rand.New(rand.NewChaCha8(seed))
}
