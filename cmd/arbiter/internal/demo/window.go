package demo

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"arbiter/cmd/arbiter/internal/games"
	"arbiter/companion"
	"arbiter/engine/notation"
)

// answer lets the bots answer the open window, each by what its seat sees, or let it pass; when all
// have, it ends. It prints all resulting entries.
func (p *Demo) answer(ctx context.Context, r *rand.Rand, shots []companion.Snapshot) error {
	w, version := shots[0].Window, shots[0].Version
	var lines []string
	for _, seat := range w.Seats {
		s := shots[slices.Index(p.people, seat)]
		pass := companion.LegalCommand{Command: w.Close}
		c := games.Choose(p.Bot, r, s, append(slices.Clone(s.Legal), pass))
		var err error
		if c.Line == "" {
			_, err = p.Table.Pass(ctx, seat, w.Number)
		} else {
			lines = append(lines, c.Line)
			_, err = p.Table.Do(ctx, companion.Request{Seat: seat, Line: c.Line, Version: version})
		}
		if err != nil {
			return err
		}
	}
	lines = append(lines, notation.Format(w.Close))
	after, err := p.see(ctx)
	if err != nil {
		return err
	}
	if after[0].Version != version+len(lines) {
		return fmt.Errorf("%q were to be played, there are %d entries", lines, after[0].Version-version)
	}
	for i, line := range lines {
		p.out.entry(version+1+i, line, entryOf(after, version+1+i), after[0].View.Over)
	}
	return p.settle(ctx, after)
}

// entryOf returns an entry as seen by a seat that may know of it.
func entryOf(shots []companion.Snapshot, seq int) companion.LogLine {
	for _, s := range shots {
		if i := slices.IndexFunc(s.Log, func(l companion.LogLine) bool { return l.Seq == seq }); i >= 0 {
			return s.Log[i]
		}
	}
	return companion.LogLine{}
}
