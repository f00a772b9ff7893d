package highcouncil

import (
	"cmp"
	"errors"
	"fmt"

	"arbiter/engine"
)

// Drawing cards from the faction's deck until every hand has three.

// Hands is a fact of the setup: who deals the cards.
type Hands struct{ Mode Mode }

func (Hands) Apply(*State) {}

func (e Hands) seats(at *seating) { at.dealt = e.Mode == Named }

func (e Hands) Tell() engine.Text {
	if e.Mode == Named {
		return engine.Say("The table deals the cards")
	}
	return engine.Say("People hold their cards")
}

// dealing allows the Table to deal a named card while a hand is short, if it was agreed that the
// Table deals.
func (s *State) dealing(by engine.Seat, next int8) refusal {
	switch {
	case by != engine.Table:
		return refuse("only the table deals cards")
	case !s.seating.dealt:
		return refuse("the cards are drawn by hand at this table")
	case next < 0:
		return refuse("all hands are full")
	}
	return allowed
}

func (s *State) isNext(next int8, to engine.Seat) refusal {
	if s.seat(next) != to {
		return refuse("the next card is for %s", seatWord(next))
	}
	return allowed
}

func (s *State) inDeck(next int8, card Card) refusal {
	if side := s.side(next); card == 0 || card.Faction() != side || !s.drawable(side).contains(card) {
		return refuse("%s is not in the deck", card.word())
	}
	return allowed
}

// deals lists the cards that inDeck allows.
func (s *State) deals(all []engine.Command) []engine.Command {
	next := s.short()
	if !s.dealing(engine.Table, next).Allowed() {
		return all
	}
	for d := s.drawable(s.side(next)); d != 0; d &= d - 1 {
		all = append(all, s.seating.commands[next].deals[d.first()])
	}
	return all
}

// Deal is the Table drawing a card for a seat, if the Table deals the hands.
type Deal struct {
	Seat engine.Seat
	To   engine.Seat
	Card Card
}

func (c Deal) By() engine.Seat { return c.Seat }

// Private implements engine.Private: not everybody may know the card.
func (Deal) Private() {}

// Aims returns the seat and the card.
func (c Deal) Aims() []string {
	return []string{engine.SeatAim(c.To), engine.ThingAim(c.Card.term())}
}

func (c Deal) Check(s *State) refusal {
	next := s.short()
	if no := s.dealing(c.Seat, next); !no.Allowed() {
		return no
	}
	return cmp.Or(s.isNext(next, c.To), s.inDeck(next, c.Card))
}

func (c Deal) Play(r *resolution) {
	emit(r, Dealt{c.To, c.Card})
	r.draw()
}

func (c Deal) Tell() engine.Text { return engine.Say("Deal %s to %s", c.Card.term(), c.To) }

// draw fills the hands. If the Table deals, draw leaves that to it; at a cardboard table people
// draw.
func (r *resolution) draw() {
	for i := r.short(); i >= 0; i = r.short() {
		if d := r.deck(r.side(i)); d.left == 0 {
			emit(r, Reshuffled{r.side(i)})
		}
		if r.seating.dealt {
			return
		}
		emit(r, Dealt{Seat: r.seat(i)})
	}
	r.rest()
}

// drawn implements engine.Game.Drawn: the deck of a faction, and how often it has been shuffled.
func drawn(state engine.State, c engine.Command) (pile, thing string) {
	s, ok := state.(*State)
	d, deals := c.(Deal)
	if !ok || !deals || d.Card == 0 {
		return "", ""
	}
	f := d.Card.Faction()
	return fmt.Sprintf("%s-%d", f, s.deck(f).shuffles), d.Card.String()
}

// Dealt is a card drawn from the faction's deck. At most its owner knows which one.
type Dealt struct {
	Seat engine.Seat
	Card Card `word:"optional"`
}

// Cover hides which card was drawn from everybody but its owner.
func (e Dealt) Cover(seat engine.Seat) engine.Event {
	if seat != e.Seat {
		e.Card = 0
	}
	return e
}

// MarshalJSON returns an error: the card may be hidden.
func (Dealt) MarshalJSON() ([]byte, error) { return nil, engine.ErrSecret }

// Reveals implements engine.Reveal: the owner has seen the card.
func (Dealt) Reveals() {}

func (e Dealt) Apply(s *State) {
	i := s.find(e.Seat)
	if i < 0 || s.deck(s.side(i)).left == 0 {
		return
	}
	s.deck(s.side(i)).left--
	s.players[i].take(e.Card)
}

func (e Dealt) Misfit(s *State) error {
	if i := s.find(e.Seat); i < 0 || e.Card != 0 && e.Card.Faction() != s.side(i) {
		return errors.New("a seat, and a card of its side")
	}
	return nil
}

// Minor implements engine.Minor: each turn ends with it.
func (Dealt) Minor() bool { return true }

func (e Dealt) Tell() engine.Text {
	if e.Card != 0 {
		return engine.Say("%s draws %s", e.Seat, e.Card.term())
	}
	return engine.Say("%s draws a card", e.Seat)
}

// Reshuffled makes the played cards of a faction its deck.
type Reshuffled struct{ Faction Faction }

func (e Reshuffled) Apply(s *State) {
	d := s.deck(e.Faction)
	*d = deck{left: d.left + d.played, shuffles: d.shuffles + 1}
}

func (e Reshuffled) Tell() engine.Text {
	return engine.Say("The played cards are shuffled (%s)", e.Faction.term())
}

func (Reshuffled) Why(*State) engine.Reason {
	return engine.Reason{Rule: rulingShuffle, Source: sourceDeck}
}
