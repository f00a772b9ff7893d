package page

import "arbiter/engine"

// A Guide is what a page may explain now to who plays for the first time. Which of
// the steps were seen the browser remembers; nothing of it is kept by the device.
type Guide struct {
	Steps []GuideStep
	Of    int // all steps of the game
	Ended bool
}

// A GuideStep lights a spot and says a sentence.
type GuideStep struct {
	Name, At, Text string
	N              int // from 1
}

// NewGuide is the guide of the game on the page of a seat that asked for it; nil if
// there is none.
func NewGuide(c Context) *Guide {
	if !c.Guided || len(c.Game.Guide) == 0 || c.Seat() == "" {
		return nil
	}
	v := c.Snap.View
	g := &Guide{Of: len(c.Game.Guide), Ended: v.Over || v.Round() > c.Game.GuideRounds}
	for n, s := range c.Game.Guide {
		if asked(v, c.Seat()) && (s.Phase == "" || s.Phase == v.Phase) {
			g.Steps = append(g.Steps, GuideStep{Name: s.Name, At: string(s.At), Text: c.Say(s.Text), N: n + 1})
		}
	}
	return g
}

// asked reports whether the game asks the seat: until then nothing is explained, for
// people watch.
func asked(v engine.View, seat engine.Seat) bool {
	for _, p := range v.Prompts {
		if p.Seat == seat {
			return true
		}
	}
	return false
}
