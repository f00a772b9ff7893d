package page

import (
	"slices"
	"strings"

	"arbiter/companion"
	"arbiter/engine"
)

// A Rise is the moment in which a seat reaches the next level: what that cost, the cards that it
// chooses from, and then the one that it took.
type Rise struct {
	Who                 Seat
	Title               string
	Level               string // "II"; "" once a card was taken
	Before, Costs, Left string // "" if the marker went back earlier
	Others              []Bounty
	Cards               []Card
	So                  []string // what else came of it, where there is nothing to choose
}

// A Bounty is what another seat gets for it.
type Bounty struct {
	Seat
	Gets []Amount
}

// NewRise returns the moment for everybody to see; nil while nobody rises.
func NewRise(c Context) *Rise {
	if c.Snap.State == nil || c.Game.Face == nil || c.Snap.View.Over {
		return nil
	}
	due := c.Snap.View.Rise
	if due.Seat == "" {
		return c.risen()
	}
	level := engine.Roman(due.Level)
	r := &Rise{
		Who: c.Badge(due.Seat), Title: c.Say(engine.Say("%s rises to level %s", due.Seat, level)), Level: c.Term(level),
	}
	if due.Costs > 0 {
		r.Before, r.Costs, r.Left = Numeral(due.Before), Numeral(due.Costs), Numeral(due.Left)
	}
	for _, b := range due.Others {
		r.Others = append(r.Others, Bounty{c.Badge(b.Seat), c.amounts(b.Gets)})
	}
	for _, x := range c.Snap.State.Legal() {
		a, ok := x.(engine.Aimed)
		if !ok || x.By() != due.Seat {
			continue
		}
		for _, aim := range a.Aims() {
			if name, ok := strings.CutPrefix(aim, engine.ThingAim("")); ok {
				r.Cards = append(r.Cards, c.Thing(engine.Term(name)))
			}
		}
	}
	if len(r.Cards) == 0 {
		return nil // first, people tell which cards are there
	}
	return r
}

// ownRise returns the moment for the page of a seat: without the cards if the seat itself chooses,
// as they are offered there; for other seats only while they are asked nothing themselves.
func ownRise(c Context) *Rise {
	due := c.Snap.View.Rise.Seat
	if due != c.Seat() && slices.ContainsFunc(c.Snap.Legal, func(x companion.LegalCommand) bool { return x.By == c.Seat() }) {
		return nil
	}
	r := NewRise(c)
	switch {
	case r == nil:
	case due == c.Seat():
		r.Cards = nil
	case due == "" && r.Level == "":
		return nil // which card was taken its owner's board shows
	default:
		r.Who.Me = false // the seat chooses nothing
	}
	return r
}

// risen shows the card that was taken, or the level that brings no card, until something else
// happens.
func (c Context) risen() *Rise {
	if len(c.Snap.Log) == 0 {
		return nil
	}
	l := c.Snap.Log[len(c.Snap.Log)-1]
	if l.Undoes != 0 || l.Seq != c.Snap.Version {
		return nil
	}
	var r *Rise
	for _, e := range l.Events {
		if seat, card, ok := c.chosen(e); ok {
			r = &Rise{Who: c.Badge(seat), Title: c.Say(e.Text), Cards: []Card{c.Thing(card)}}
			continue
		}
		switch by := whose(e); {
		case e.Level > 0:
			level := engine.Roman(e.Level)
			r = &Rise{Who: c.Badge(by), Title: c.Say(engine.Say("%s rises to level %s", by, level)), Level: c.Term(level)}
		case r != nil && r.Level != "" && string(by) == r.Who.Key:
			r.So = append(r.So, c.Say(e.Text))
		}
	}
	return r
}

// chosen reports whether an event says that a seat takes a card of a level, and returns both.
func (c Context) chosen(e companion.EventLine) (engine.Seat, engine.Term, bool) {
	if len(e.Text.Args) != 2 {
		return "", "", false
	}
	seat, isSeat := e.Text.Args[0].(engine.Seat)
	card, isCard := e.Text.Args[1].(engine.Term)
	if !isSeat || !isCard {
		return "", "", false
	}
	face, ok := c.Game.Face(c.Snap.State, card)
	return seat, card, ok && strings.HasPrefix(face.Kind, "tech-")
}
