package enginetest

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"arbiter/engine"
)

// faced returns an error if something that a seat sees has no face, or one that cannot be drawn, or
// if the face of anything differs from its face in the true state, for then it would reveal
// something hidden.
func (set Setting) faced(seat engine.Seat, seen, truth engine.State, v engine.View) error {
	if set.Game.Face == nil {
		return nil
	}
	terms := named(v)
	must := len(terms)
	if seat == "" { // the spectator knows least
		terms = append(terms, set.Game.Terms...)
	}
	for n, t := range terms {
		f, ok := set.Game.Face(seen, t)
		if open, _ := set.Game.Face(truth, t); !reflect.DeepEqual(f, open) {
			return fmt.Errorf("the face of %s differs for %q: %v, not %v", t, seat, f, open)
		}
		switch {
		case !ok && n < must:
			return fmt.Errorf("%q sees %s, which has no face", seat, t)
		case ok:
			if err := drawable(f); err != nil {
				return fmt.Errorf("the face of %s: %w", t, err)
			}
		}
	}
	return nil
}

// named returns the things that a view names in its zones and in front of seats.
func named(v engine.View) (all []engine.Term) {
	for _, z := range v.Zones {
		for _, k := range z.Cards {
			if k.Name != "" {
				all = append(all, k.Name)
			}
		}
	}
	for _, p := range v.Seats {
		all = append(all, p.Kept...)
	}
	return all
}

// drawable returns an error if a screen cannot draw a face.
func drawable(f engine.Face) error {
	if f.Kind == "" || f.Name.IsZero() || f.Art == "" && f.Steps == nil {
		return fmt.Errorf("no kind, no name or no picture: %v", f)
	}
	if text := f.Name.String() + f.Words.String(); strings.Contains(text, "%!") {
		return fmt.Errorf("%s", text)
	}
	if seated(f.Name) || seated(f.Words) || seated(f.Mark) {
		return fmt.Errorf("it names a seat, and pages keep it for all of them: %v", f)
	}
	for _, a := range append(f.Price, f.Gives...) {
		if a.Of == "" || a.N < 1 {
			return fmt.Errorf("it costs or gives %d of %q", a.N, a.Of)
		}
	}
	for _, step := range f.Steps {
		for _, option := range step {
			if len(option) == 0 || option[0].Icon == "" {
				return fmt.Errorf("a step without a symbol: %v", f.Steps)
			}
		}
	}
	return nil
}

// seated reports whether a text names a seat.
func seated(t engine.Text) bool {
	return slices.ContainsFunc(t.Args, func(x any) bool {
		switch x := x.(type) {
		case engine.Seat:
			return true
		case engine.Text:
			return seated(x)
		}
		return false
	})
}
