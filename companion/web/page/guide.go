package page

import (
	"slices"
	"strings"

	"arbiter/companion"
	"arbiter/engine"
)

// A Guide is what a page may explain now to somebody who plays for the first time. The browser
// remembers which steps were seen; the device keeps none of that.
type Guide struct {
	Game  string // for which the browser remembers them
	Steps []GuideStep
	Of    int // how many steps the game has
	Ended bool
}

// A GuideStep highlights a place and explains it in a sentence.
type GuideStep struct{ Name, At, Text string }

// NewGuide returns the guide of the game on the page of a seat that asked for it; nil if there is
// none.
func NewGuide(c Context) *Guide {
	if !c.Guided || len(c.Game.Guide) == 0 || c.Seat() == "" {
		return nil
	}
	v := c.Snap.View
	g := &Guide{Game: c.Snap.GameID, Of: len(c.Game.Guide), Ended: v.Over}
	if v.Over {
		g.Steps = []GuideStep{{"over", string(engine.ScreenBoard), c.Say(engine.Say("The result. Tap a number to see how it came about."))}}
		g.Of++
		return g
	}
	for _, s := range c.Game.Guide {
		if c.comes(s) {
			g.Steps = append(g.Steps, GuideStep{Name: s.Name, At: string(s.At), Text: c.Say(s.Text)})
		}
	}
	return g
}

// comes reports whether a thing has come up while the game asks the seat: at other times nothing is
// explained, because people are watching.
func (c Context) comes(s engine.GuideStep) bool {
	v, may := c.Snap.View, string(c.Seat())+" "+s.Verb+" "
	asked := slices.ContainsFunc(v.Prompts, func(p engine.Prompt) bool { return p.Seat == c.Seat() })
	able := slices.ContainsFunc(c.Snap.Legal, func(x companion.LegalCommand) bool { return strings.HasPrefix(x.Line+" ", may) })
	return asked && (s.Phase == "" || s.Phase == v.Phase) && v.Round() >= s.Round && (s.Verb == "" || able)
}
