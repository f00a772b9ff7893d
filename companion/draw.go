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

// Draw lets chance choose among lines of the Table from the snapshot with this
// version: the one of least Opts.Rank is played, of equal ones the first. What only the true state refuses,
// because a card is in a hidden hand, the next one is played for; so who gives the
// lines need not know what is hidden. The error is an engine.Refusal if nothing of it
// may come.
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

// ranked puts lines in the order in which they may come as the next entry.
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

// Roll lets chance roll the dice that the game waits for in the snapshot with this
// version: each falls on the side of least Opts.Rank. The error is an engine.Refusal if
// none are to be rolled.
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

// TellRoll tells in the name of a seat what the dice show that people have rolled: a word for
// each, as engine.Roll.Told reads it. The error is an engine.Refusal.
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

// Rolled is what comes of a roll as an entry of the log: each die falls on the side of
// least rank, of equal ones the first. The pile of a die is the roll and the die, with a
// hyphen between them, its things are the numbers of the sides, from 1.
func Rolled(r engine.Roll, entry int, rank func(Drawn) string) engine.Command {
	return r.Command(func(d engine.Die) int {
		ranks := make([]string, len(d.Sides))
		for i := range d.Sides {
			ranks[i] = rank(Drawn{Entry: entry, Pile: fmt.Sprintf("%s-%s", r.Name, d.Name), Thing: fmt.Sprint(i + 1)})
		}
		return slices.Index(ranks, slices.Min(ranks))
	})
}

// A Drawn is what may be drawn: an entry of the log, and what of which pile it draws, as
// engine.Game.Drawn names it.
type Drawn struct {
	Entry       int
	Line        string
	Pile, Thing string // "" where the game names none
}

// DrawnBy is what a command of chance draws in a state.
func DrawnBy(rules engine.Game, s engine.State, c engine.Command, entry int) Drawn {
	d := Drawn{Entry: entry, Line: notation.Format(c)}
	if rules.Drawn != nil {
		d.Pile, d.Thing = rules.Drawn(s, c)
	}
	return d
}

// drawn is what a line would draw as an entry. A line that is no command draws nothing;
// it is refused when it is played.
func (g *game) drawn(line string, entry int) Drawn {
	x, err := g.rules.Words.Parse(line)
	if c, ok := x.(engine.Command); ok && err == nil {
		return DrawnBy(g.rules, g.session.State(), c, entry)
	}
	return Drawn{Entry: entry, Line: line}
}

// byChance ranks so that nobody can foresee it.
func byChance(string, engine.Sealed, Drawn) string { return rand.Text() }

// roll is what a may tell of dice: those that people roll.
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
