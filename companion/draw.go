package companion

import (
	"context"
	"crypto/rand"
	"errors"
	"slices"
	"strings"

	"arbiter/engine"
)

// Draw lets chance choose among lines of the Table from the snapshot with this
// version: the one of least Opts.Rank is played. What only the true state refuses,
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
		a, err = t.do(asker{seat: engine.Table}, Wish{Seat: engine.Table, Line: line, Version: version})
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
	entry := t.version() + 1
	list := make([]ranked, len(lines))
	for i, line := range lines {
		list[i] = ranked{t.opts.Rank(t.game.id, entry, line), line}
	}
	slices.SortFunc(list, func(a, b ranked) int { return strings.Compare(a.rank, b.rank) })
	order := make([]string, len(list))
	for i, r := range list {
		order[i] = r.line
	}
	return order
}

// byChance ranks so that nobody can foresee it.
func byChance(string, int, string) string { return rand.Text() }
