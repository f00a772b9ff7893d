package main

import (
	"strconv"
	"strings"
	"testing"

	"arbiter/cmd/arbiter/internal/archive"
	"arbiter/engine"
	"arbiter/engine/notation"
)

// A ledger adds up what the lines of a log say, and knows no rule: energy,
// consumption and level of each seat after each step and at the end of each round.
type ledger struct {
	steps  []sheet // by entry; the first is the start
	rounds []sheet
	won    map[engine.Seat]int // energy, without what levels took
}

// A sheet is what each seat has.
type sheet map[engine.Seat]struct{ energy, consumption, level int }

// add keeps a ledger of a log.
func add(t *testing.T, g *archive.Game) ledger {
	t.Helper()
	now := sheet{}
	for _, p := range g.Start.View().Seats {
		x := now[p.Seat]
		x.consumption, _ = g.Start.View().At("consumption", p.Seat)
		now[p.Seat] = x
	}
	l := ledger{steps: []sheet{now}, won: map[engine.Seat]int{}}
	undone := map[int]bool{}
	for _, e := range g.Entries {
		undone[e.Undoes] = true
	}
	for n, e := range g.Entries {
		if e.Undoes != 0 {
			l.steps = append(l.steps, l.steps[e.Undoes-1])
			continue
		}
		after := l.steps[n].copied()
		for _, event := range e.Events {
			words := strings.Fields(notation.Format(event))
			if words[0] == "round" && !undone[e.Seq] {
				l.rounds = append(l.rounds, after.copied())
			}
			l.book(t, after, words, !undone[e.Seq])
		}
		l.steps = append(l.steps, after)
	}
	l.rounds = append(l.rounds, l.steps[len(l.steps)-1])
	return l
}

// book takes in an event: a seat, a word, a number, a cause.
func (l *ledger) book(t *testing.T, s sheet, words []string, stands bool) {
	t.Helper()
	if len(words) < 3 {
		return
	}
	seat := engine.Seat(words[0])
	x, sits := s[seat]
	n, err := strconv.Atoi(words[2])
	if !sits || err != nil {
		return
	}
	switch words[1] {
	case "energy":
		x.energy += n
		if n > 0 && stands {
			l.won[seat] += n
		}
	case "consumption":
		x.consumption += n
	case "level":
		x.level = n
	}
	s[seat] = x
}

func (s sheet) copied() sheet {
	other := sheet{}
	for seat, x := range s {
		other[seat] = x
	}
	return other
}
