package page

import (
	"slices"
	"strings"

	"arbiter/companion"
	"arbiter/engine"
)

// A Guide is what a page may explain now to who plays for the first time. Which of
// the steps were seen the browser remembers; nothing of it is kept by the device.
type Guide struct {
	Game  string // in which they were seen
	Steps []GuideStep
	Of    int // all steps of the game
	Ended bool
}

// A GuideStep lights a spot and says a sentence.
type GuideStep struct{ Name, At, Text string }

// NewGuide is the guide of the game on the page of a seat that asked for it; nil if
// there is none.
func NewGuide(c Context) *Guide {
	if !c.Guided || len(c.Game.Guide) == 0 || c.Seat() == "" {
		return nil
	}
	v := c.Snap.View
	g := &Guide{Game: c.Snap.GameID, Of: len(c.Game.Guide), Ended: v.Over || v.Round() > c.Game.GuideRounds}
	for _, s := range c.Game.Guide {
		if c.comes(s) {
			g.Steps = append(g.Steps, GuideStep{Name: s.Name, At: string(s.At), Text: c.Say(s.Text)})
		}
	}
	return g
}

// comes reports whether a thing has come up while the game asks the seat: until then
// nothing is explained, for people watch.
func (c Context) comes(s engine.GuideStep) bool {
	v, may := c.Snap.View, string(c.Seat())+" "+s.Verb+" "
	asked := slices.ContainsFunc(v.Prompts, func(p engine.Prompt) bool { return p.Seat == c.Seat() })
	able := slices.ContainsFunc(c.Snap.Legal, func(x companion.LegalCommand) bool { return strings.HasPrefix(x.Line+" ", may) })
	return asked && (s.Phase == "" || s.Phase == v.Phase) && v.Round() >= s.Round && (s.Verb == "" || able)
}
