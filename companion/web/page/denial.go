package page

import (
	"errors"
	"slices"
	"strings"

	"arbiter/engine"
)

// A Denial is a reason why some things cannot be had now.
type Denial struct {
	Things string // with | between
	Text   string
}

// denials are the reasons why the seat cannot have what it may wish for, as far as it knows:
// of each thing that no move is about the first one.
func (c Context) denials() (all []Denial) {
	w, ok := c.Snap.State.(engine.Wisher)
	if !ok || c.Seat() == "" || c.Snap.Conceals || c.Snap.Divergence != nil {
		return nil
	}
	said := map[string]bool{}
	for _, x := range c.Snap.Legal {
		for _, thing := range c.things(x) {
			said[thing] = true
		}
	}
	for _, x := range w.Wishes(c.Seat()) {
		things := slices.DeleteFunc(slices.Clone(engine.Aims(x)), func(thing string) bool { return said[thing] })
		if len(things) == 0 {
			continue
		}
		var no engine.Refusal
		if _, err := c.Snap.State.Decide(x); !errors.As(err, &no) {
			continue
		}
		for _, thing := range things {
			said[thing] = true
		}
		all = because(all, strings.Join(things, "|"), c.Say(no.Text))
	}
	return all
}

// because adds things to those that cannot be had for a reason.
func because(all []Denial, things, text string) []Denial {
	if i := slices.IndexFunc(all, func(y Denial) bool { return y.Text == text }); i >= 0 {
		all[i].Things += "|" + things
		return all
	}
	return append(all, Denial{things, text})
}
