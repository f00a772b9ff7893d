package companion

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"strings"

	"arbiter/engine"
	"arbiter/engine/notation"
)

// Draw lets chance choose among lines of the Table from the snapshot with this version, and plays
// the one with the lowest Opts.Rank; among equals the first. If the true state refuses it, because
// a card is in a hidden hand, the next one is played: so the caller need not know what is hidden.
// The error is an engine.Refusal if none of the lines can be played.
func (t *Table) Draw(ctx context.Context, lines []string, version int) (Answer, error) {
	return ask(ctx, t, func() (Answer, error) { return t.draw(lines, version) })
}

func (t *Table) draw(lines []string, version int) (Answer, error) {
	if t.game == nil {
		return Answer{}, engine.Refuse("no game is running")
	}
	err := stale()
	for _, line := range t.ranked(lines) {
		var a Answer
		a, err = t.do(viewer{seat: engine.Table}, Request{Seat: engine.Table, Line: line, Version: version})
		if refusal := (engine.Refusal{}); !errors.As(err, &refusal) {
			a.Line = line
			return a, err
		}
	}
	return Answer{}, err
}

// ranked returns the lines in the order of their rank as the next entry.
func (t *Table) ranked(lines []string) []string {
	type ranked struct{ rank, line string }
	list := make([]ranked, len(lines))
	for i, line := range lines {
		list[i] = ranked{t.opts.Rank(t.game.id, t.game.sealed, t.game.drawn(line, t.version()+1)), line}
	}
	slices.SortStableFunc(list, func(a, b ranked) int { return strings.Compare(a.rank, b.rank) })
	order := make([]string, len(list))
	for i, r := range list {
		order[i] = r.line
	}
	return order
}

// Roll lets chance roll the dice that the game waits for in the snapshot with this version: each
// die shows the side with the lowest Opts.Rank. The error is an engine.Refusal if no dice are to be
// rolled.
func (t *Table) Roll(ctx context.Context, version int) (Answer, error) {
	return ask(ctx, t, func() (Answer, error) { return t.roll(version) })
}

func (t *Table) roll(version int) (Answer, error) {
	g := t.game
	if g == nil {
		return Answer{}, engine.Refuse("no game is running")
	}
	r := engine.RollOf(g.session.State())
	if !r.Open() {
		return Answer{}, engine.Refuse("no dice are to be rolled")
	}
	line := notation.Format(Rolled(r, t.version()+1, func(d Drawn) string { return t.opts.Rank(g.id, g.sealed, d) }))
	a, err := t.do(viewer{seat: engine.Table}, Request{Seat: engine.Table, Line: line, Version: version})
	a.Line = line
	return a, err
}

// TellRoll says for a seat what the dice that people rolled show, one word for each die as
// engine.Roll.Told reads it. The error is an engine.Refusal.
func (t *Table) TellRoll(ctx context.Context, seat engine.Seat, sides []string, version int) (Answer, error) {
	return ask(ctx, t, func() (Answer, error) {
		a := viewer{seat: seat}
		if t.game == nil || !t.game.roll(a).Open() {
			return Answer{}, engine.Refuse("no dice are to be rolled")
		}
		c, err := t.game.roll(a).Told(sides)
		if err != nil {
			return Answer{}, err
		}
		return t.do(a, Request{Seat: seat, Line: notation.Format(c), Version: version})
	})
}

// Rolled returns the command for a roll as an entry of the log: each die shows the side with the
// lowest rank; among equals the first. A Drawn names the die as pile, "ROLL-DIE", and the side by
// its number, from 1.
func Rolled(r engine.Roll, entry int, rank func(Drawn) string) engine.Command {
	return r.Command(func(d engine.Die) int {
		ranks := make([]string, len(d.Sides))
		for i := range d.Sides {
			ranks[i] = rank(Drawn{Entry: entry, Pile: fmt.Sprintf("%s-%s", r.Name, d.Name), Thing: fmt.Sprint(i + 1)})
		}
		return slices.Index(ranks, slices.Min(ranks))
	})
}

// A Drawn is something that may be drawn: the number of the log entry, and the thing and its pile
// as engine.Game.Drawn names them.
type Drawn struct {
	Entry       int
	Line        string
	Pile, Thing string // "" where the game names none
}

// DrawnBy returns what a command of chance draws in a state.
func DrawnBy(rules engine.Game, s engine.State, c engine.Command, entry int) Drawn {
	d := Drawn{Entry: entry, Line: notation.Format(c)}
	if rules.Drawn != nil {
		d.Pile, d.Thing = rules.Drawn(s, c)
	}
	return d
}

// drawn returns what a line would draw as an entry. A line that does not parse draws nothing; it is
// refused when it is played.
func (g *game) drawn(line string, entry int) Drawn {
	x, err := g.rules.Words.Parse(line)
	if c, ok := x.(engine.Command); ok && err == nil {
		return DrawnBy(g.rules, g.session.State(), c, entry)
	}
	return Drawn{Entry: entry, Line: line}
}

// byChance is a rank that nobody can foresee.
func byChance(string, engine.Sealed, Drawn) string { return rand.Text() }

// roll returns the dice whose sides a viewer may tell: those that people roll.
func (g *game) roll(a viewer) engine.Roll {
	if a.seat == "" || g.divergence != nil {
		return engine.Roll{}
	}
	r := engine.RollOf(g.seen(g.knower(a)))
	if !r.Open() || !g.may(a, r.Command(func(engine.Die) int { return 0 })) {
		return engine.Roll{}
	}
	return r
}
