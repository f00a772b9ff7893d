package enginetest

import (
	"fmt"
	"reflect"
	"slices"

	"arbiter/engine"
	"arbiter/engine/notation"
)

// windowed returns an error if the open window of a state is not one that a program can manage for
// the seats: each seat must know it as it is; it must ask only seats in the game; nothing may
// happen in it but answers, which nobody else learns of, and its end, which closes it.
func windowed(truth, seen engine.State) error {
	w := engine.WindowOf(truth)
	if known := engine.WindowOf(seen); !reflect.DeepEqual(w, known) {
		return fmt.Errorf("the window is %+v, but a seat knows of %+v", w, known)
	}
	if !w.Open() {
		return nil
	}
	out := outside(truth.View())
	switch {
	case w.Number < 1 || len(w.Seats) == 0 || w.About.IsZero():
		return fmt.Errorf("the window is %+v", w)
	case slices.ContainsFunc(w.Seats, func(s engine.Seat) bool { return out[s] }):
		return fmt.Errorf("the window asks a seat that is out: %v", w.Seats)
	}
	legal := truth.Legal()
	if !slices.ContainsFunc(legal, func(c engine.Command) bool { return same(c, w.Close) }) || w.Close.By() != engine.Table {
		return fmt.Errorf("nobody may end the window with %v", w.Close)
	}
	if next, _, err := engine.Step(truth, w.Close); err != nil || engine.WindowOf(next).Number == w.Number {
		return fmt.Errorf("%q does not end the window (%v)", notation.Format(w.Close), err)
	}
	return answering(truth, w, legal)
}

// answering returns an error if something is legal besides answers and the end of a window,
// or if others hear of an answer.
func answering(s engine.State, w engine.Window, legal []engine.Command) error {
	for _, c := range legal {
		if same(c, w.Close) {
			continue
		}
		if !w.Asks(c.By()) {
			return fmt.Errorf("%q is legal while %v are asked", notation.Format(c), w.Seats)
		}
		next, events, err := engine.Step(s, c)
		if err != nil {
			return err
		}
		if now := engine.WindowOf(next); now.Number != w.Number || slices.ContainsFunc(engine.BySeat(c.By(), next.Legal()), func(x engine.Command) bool { return same(x, c) }) {
			return fmt.Errorf("%q is no answer", notation.Format(c))
		}
		for _, other := range append(slices.Clone(w.Seats), "") {
			if other != c.By() && slices.ContainsFunc(events, func(e engine.Event) bool { return engine.SeenBy(other, e) != nil }) {
				return fmt.Errorf("%q hears of %q", other, notation.Format(c))
			}
		}
	}
	return nil
}

// outside returns the seats that are out of the game.
func outside(v engine.View) map[engine.Seat]bool {
	out := map[engine.Seat]bool{}
	for _, p := range v.Seats {
		if p.Out {
			out[p.Seat] = true
		}
	}
	return out
}

// gone returns an error if the game still expects something from a seat that is out.
func gone(v engine.View, legal []engine.Command) error {
	out := outside(v)
	for _, p := range v.Seats {
		if p.Out && (p.Turn || p.Winner) {
			return fmt.Errorf("%s is out, and it is its turn, or it has won: %+v", p.Seat, p)
		}
	}
	for _, p := range v.Prompts {
		if out[p.Seat] {
			return fmt.Errorf("%s is out, and is told: %v", p.Seat, p.Text)
		}
	}
	for _, c := range legal {
		if out[c.By()] {
			return fmt.Errorf("%s is out, and may %q", c.By(), notation.Format(c))
		}
	}
	return nil
}

// reacts checks that windows can be managed, and that seats that are out are left alone.
func (l *laws) reacts(seat engine.Seat, legal []engine.Command) {
	if err := windowed(l.s.State(), l.s.Seen(seat)); err != nil {
		l.t.Fatalf("seed %d: after %d steps: %v", l.seed, l.s.Version(), err)
	}
	if err := gone(l.s.Seen(seat).View(), legal); err != nil {
		l.t.Fatalf("seed %d: after %d steps: %v", l.seed, l.s.Version(), err)
	}
}

// numbered checks that the number of a closed window is never used again.
func (l *laws) numbered(n int) {
	if n != 0 && n != l.window && l.windows[n] {
		l.t.Fatalf("seed %d: after %d steps another window has the number %d again", l.seed, l.s.Version(), n)
	}
	l.window, l.windows[n] = n, true
}
