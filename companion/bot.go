package companion

import (
	"context"
	"slices"

	"arbiter/engine"
	"arbiter/engine/notation"
)

// A Bot plays one seat of the table. It sees what that seat may know and gives commands for that
// seat alone. Nobody else sees what it sees: to people, its seat looks like an empty one.
type Bot struct {
	table *Table
	seat  engine.Seat
}

// Bot returns the Bot for seat. While no bot plays that seat, it sees what a spectator sees and can
// do nothing.
func (t *Table) Bot(seat engine.Seat) Bot { return Bot{t, seat} }

// Snapshot returns what the bot may know now. Its Legal holds the commands of the seat that the
// game is waiting for.
func (b Bot) Snapshot(ctx context.Context) (Snapshot, error) {
	return ask(ctx, b.table, func() (Snapshot, error) {
		s := b.table.snapshot(viewer{b.seat, true})
		s.Legal = slices.DeleteFunc(s.Legal, func(c LegalCommand) bool {
			_, unasked := c.Command.(engine.Unasked)
			return unasked
		})
		s.Again = b.table.again(b.seat)
		return s, nil
	})
}

// again returns Snapshot.Again: what the seat did the last time the game stood here, if steps after
// that were taken back. A bot that repeats itself gives nobody a reason to take a step back in the
// hope of a worse move.
func (t *Table) again(seat engine.Seat) string {
	if t.game == nil {
		return ""
	}
	type step struct {
		from int // the position that it leads from
		line string
	}
	type next struct {
		engine.Seat
		step
		to int
	}
	entries := t.game.session.Entries()
	first := slices.IndexFunc(entries, func(e engine.Entry) bool { return e.Undoes != 0 })
	if first < 0 {
		return ""
	}
	for _, e := range entries[first:] {
		if e.Undoes != 0 {
			first = min(first, e.Undoes-1)
		}
	}
	places, onward, path := map[step]int{}, map[int][]next{}, []int{0}
	for _, e := range entries[first:] { // before them nothing was ever taken back
		if e.Undoes != 0 {
			path = path[:len(path)-1]
			continue
		}
		x := step{path[len(path)-1], notation.Format(e.Command)}
		if places[x] == 0 {
			places[x] = len(places) + 1
		}
		onward[x.from] = append(onward[x.from], next{e.Command.By(), x, places[x]})
		path = append(path, places[x])
	}
	here := path[len(path)-1]
	w := t.game.window()
	for all := onward[here]; len(all) > 0; all = onward[here] {
		for _, n := range slices.Backward(all) {
			if n.Seat == seat {
				return n.line
			}
		}
		last := all[len(all)-1]
		switch {
		case !w.Open():
			return ""
		case last.line == notation.Format(w.Close):
			return last.line
		}
		here = last.to // answers of others to the window
	}
	return ""
}

// Do plays a line of the seat, chosen from the snapshot with this version.
func (b Bot) Do(ctx context.Context, line string, version int) (Answer, error) {
	w := Request{Seat: b.seat, Line: line, Version: version}
	return ask(ctx, b.table, func() (Answer, error) { return b.table.do(viewer{b.seat, true}, w) })
}

// Pass lets the window with this number pass.
func (b Bot) Pass(ctx context.Context, number int) (Answer, error) {
	return ask(ctx, b.table, func() (Answer, error) { return b.table.pass(viewer{b.seat, true}, number) })
}

// ofPeople returns the commands that a card on a reader can mean: not those that only bots or the
// dealer may give.
func (g *game) ofPeople(legal []engine.Command) []engine.Command {
	if g.kept != nil {
		return nil // answers to a window are given on screen; no card on a reader is one
	}
	if len(g.bots) == 0 && g.deals == nil {
		return legal
	}
	return slices.DeleteFunc(slices.Clone(legal), func(c engine.Command) bool { return g.bots[c.By()] != "" || g.dealt(c) })
}
