package enginetest

import (
	"errors"
	"fmt"
	"slices"

	"arbiter/engine"
	"arbiter/engine/notation"
)

// mostReason is the longest reason for a refusal that fits into the small line of a screen.
const mostReason = 90

// wished returns an error if somebody who touches a thing could not learn what it is for, or why it
// cannot be had.
func (set Setting) wished(v engine.View, legal, wishes []engine.Command, s *engine.Session) error {
	for _, c := range legal {
		if aims := engine.Aims(c); aims != nil && !slices.ContainsFunc(wishes, func(w engine.Command) bool { return slices.Equal(engine.Aims(w), aims) }) {
			return fmt.Errorf("%q is legal, and nobody may wish for it", notation.Format(c))
		}
	}
	for _, w := range wishes {
		for _, aim := range engine.Aims(w) {
			if !v.Shows(aim, set.Game.Terms) {
				return fmt.Errorf("the wish %q aims at %q, which nobody sees", notation.Format(w), aim)
			}
		}
		if err := reasoned(s, w, legal); err != nil {
			return fmt.Errorf("the wish %q: %w", notation.Format(w), err)
		}
	}
	return nil
}

// reasoned returns an error if a wish that is refused has no short reason, or if the seat's own
// knowledge leads to another reason.
func reasoned(s *engine.Session, w engine.Command, legal []engine.Command) error {
	if slices.Contains(legal, w) {
		return nil
	}
	_, truth := s.State().Decide(w)
	_, known := s.Seen(w.By()).Decide(w)
	var r engine.Refusal
	switch {
	case !errors.As(truth, &r):
		return fmt.Errorf("it is no legal command, but the answer is %v", truth)
	case known == nil || known.Error() != truth.Error():
		return fmt.Errorf("it is refused with %q, but to its seat it would be %v", truth, known)
	case len([]rune(r.Error())) > mostReason:
		return fmt.Errorf("the reason is long: %q", r)
	}
	return nil
}
