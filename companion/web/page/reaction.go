package page

import (
	"slices"

	"arbiter/companion"
	"arbiter/engine"
)

// A Reaction is what the seat says to a window that asks several seats at the same time, and its
// standing order. The answers to choose from are among its moves.
type Reaction struct {
	Form
	Number int    // of the window; 0 if the seat is not asked
	Said   string // what it has said; "" if nothing
	Quiet  bool   // its standing order lets the window pass
	Orders []Order
}

// An Order is a standing order that the seat may choose.
type Order struct {
	Name, Text string
	Chosen     bool
}

// NewReaction returns nil if the seat is not asked together with others and has nothing face down
// that it could turn up.
func NewReaction(c Context) *Reaction {
	w := c.Snap.Window
	asked := w != nil && w.Asks(c.Seat())
	if c.Snap.View.Over || !asked && (len(c.Snap.Orders) == 0 || !c.covers()) {
		return nil
	}
	r := &Reaction{Form: c.Form()}
	if asked {
		r.Number, r.Said, r.Quiet = w.Number, c.said(w), w.Passes
	}
	if len(c.Snap.Orders) > 0 {
		r.Orders = append(r.Orders, Order{Text: c.Say(engine.Say("Ask me each time")), Chosen: c.Snap.Order == ""})
	}
	for _, o := range c.Snap.Orders {
		r.Orders = append(r.Orders, Order{o.Name, c.Say(o.Text), o.Name == c.Snap.Order})
	}
	return r
}

// covers reports whether the seat has a card face down.
func (c Context) covers() bool {
	return slices.ContainsFunc(c.Snap.View.Zones, func(z engine.Zone) bool {
		return z.Seat == c.Seat() && slices.ContainsFunc(z.Cards, func(k engine.Card) bool { return k.Down })
	})
}

// said returns what the seat has said to the window.
func (c Context) said(w *companion.OpenWindow) string {
	switch {
	case w.Answer.Line != "":
		return c.Say(engine.Say("Kept until the time is over: %s", w.Answer.Text))
	case w.Said:
		return c.Say(engine.Say("You let it pass, unless you still answer."))
	}
	return ""
}
