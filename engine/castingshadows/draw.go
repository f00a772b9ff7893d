package castingshadows

import (
	"errors"
	"fmt"
	"math/bits"

	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// Cards that are drawn from the main deck and from the companions, face up.

// draws lets the table draw a card that may be on top of the pile.
func (s *State) draws(by engine.Seat, c printed.Card) refusal {
	switch {
	case by != engine.Table:
		return refuse("only the table draws cards")
	case s.needs().Kind != needsDraw:
		return refuse("no card is drawn now")
	case s.lacking() != 0 && !s.Deck.contains(c):
		return refuse("%s is not in the main deck", cardWord(c))
	case s.lacking() == 0 && s.Companions&companionBit(c) == 0:
		return refuse("%s is not in the pile of companions", cardWord(c))
	}
	return allowed
}

// drawings has, at the number of each card, the command that draws it.
var drawings = allDrawings()

func allDrawings() (all [printed.Cards]engine.Command) {
	for c := range all {
		all[c] = Draw{engine.Table, printed.Card(c)}
	}
	return all
}

func (s *State) drawn(all []engine.Command) []engine.Command {
	if s.lacking() == 0 {
		for m := s.Companions; m != 0; m &= m - 1 {
			all = append(all, drawings[int(printed.FirstCompanion)+bits.TrailingZeros16(m)])
		}
		return all
	}
	for c := range s.Deck.cards {
		all = append(all, drawings[c])
	}
	return all
}

// Draw is the table's draw: a card for the tile that lacks one, or a companion for the portal.
type Draw struct {
	Seat engine.Seat
	Card printed.Card
}

func (c Draw) By() engine.Seat { return c.Seat }

// Aims returns the card.
func (c Draw) Aims() []string { return []string{engine.ThingAim(engine.Term(c.Card.String()))} }

func (c Draw) Check(s *State) refusal { return s.draws(c.Seat, c.Card) }

func (c Draw) Play(r *resolution) {
	if tile := r.lacking(); tile != 0 {
		emit(r, Laid{tile, c.Card})
		return
	}
	emit(r, Appeared{c.Card})
}

func (c Draw) Tell() engine.Text { return engine.Say("Draw %s", c.Card.Term()) }

// Laid is a card of the main deck that now lies beside a tile.
type Laid struct {
	Tile printed.Name
	Card printed.Card
}

// Reveals implements engine.Reveal: everybody has seen the card.
func (Laid) Reveals() {}

func (e Laid) Apply(s *State) {
	s.Deck.remove(e.Card)
	s.setBeside(e.Tile, e.Card)
}

func (e Laid) Misfit(s *State) error {
	if !e.Tile.Sells() || s.Place(e.Tile) == 0 || s.beside(e.Tile) != 0 || !s.Deck.contains(e.Card) {
		return errors.New("a tile that lacks a card, and a card of the main deck that lies nowhere else")
	}
	return nil
}

func (e Laid) Tell() engine.Text {
	return engine.Say("%s lies beside %s", e.Card.Term(), e.Tile.Term())
}

// Appeared is a companion that now lies in the portal.
type Appeared struct{ Card printed.Card }

// Reveals implements engine.Reveal: everybody has seen the card.
func (Appeared) Reveals() {}

func (e Appeared) Apply(s *State) {
	s.Companions &^= companionBit(e.Card)
	for n, c := range s.Portal {
		if c == 0 {
			s.Portal[n] = e.Card
			return
		}
	}
}

func (e Appeared) Misfit(s *State) error {
	if s.Companions&companionBit(e.Card) == 0 || !s.lacksCompanion() {
		return errors.New("a companion that lies nowhere else, and a free place in the portal")
	}
	return nil
}

func (e Appeared) Tell() engine.Text { return engine.Say("%s comes to the portal", e.Card.Term()) }

// Shuffled turns the discard pile into the new main deck.
type Shuffled struct{}

func (Shuffled) Apply(s *State) {
	s.Deck, s.Discard = s.Deck.union(s.Discard), cardSet{}
	s.Shuffles++
}

func (Shuffled) Tell() engine.Text { return engine.Say("The discard pile is shuffled") }

func (Shuffled) Why(*State) engine.Reason {
	return engine.Reason{Rule: rulingDeck, Source: sourceRuling}
}

// drawnHere implements engine.Game.Drawn.
func drawnHere(state engine.State, c engine.Command) (pile, thing string) {
	s, _ := state.(*State)
	if s == nil {
		return "", ""
	}
	switch c := c.(type) {
	case Draw:
		if c.Card.Kind() == printed.Companion {
			return "companions", c.Card.String()
		}
		return fmt.Sprintf("main-%d", s.Shuffles), c.Card.String()
	case Deal:
		return "counterspells", c.Card.String()
	}
	return "", ""
}
