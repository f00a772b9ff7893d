package castingshadows

import (
	"errors"
	"fmt"
	"math/bits"

	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// Cards that are drawn from the main deck and from the companions, face up.

// lacking is the tile that lacks its card, 0 if none does or no card is left.
func (s *State) lacking() printed.Name {
	if s.deck|s.discard == 0 {
		return 0
	}
	for n, c := range s.market {
		if tile := printed.AncientRune + printed.Name(n); c == 0 && s.seating.places[n] != 0 && tile.Sells() {
			return tile
		}
	}
	return 0
}

// lacksCard reports whether a card is drawn next: beside a tile, or for the portal.
func (s *State) lacksCard() bool { return s.lacking() != 0 || s.lacksMate() }

func (s *State) lacksMate() bool {
	if s.seating.tracks {
		return false
	}
	for _, c := range s.portal {
		if c == 0 {
			return s.companions != 0
		}
	}
	return false
}

// lacksDeck reports whether the discard pile has to become the deck (ruling deck-empty).
func (s *State) lacksDeck() bool { return s.lacking() != 0 && s.deck == 0 }

func mate(c printed.Card) uint16 {
	if c < firstMate || c >= firstMate+printed.CompanionCards {
		return 0
	}
	return 1 << (c - firstMate)
}

// draws: the table draws a card that may lie on top of the pile.
func (s *State) draws(by engine.Seat, c printed.Card) refusal {
	switch {
	case by != engine.Table:
		return refuse("only the table draws cards")
	case s.needs().kind != needsDraw:
		return refuse("no card is drawn now")
	case s.lacking() != 0 && !s.deck.contains(c):
		return refuse("%s is not in the main deck", cardWord(c))
	case s.lacking() == 0 && s.companions&mate(c) == 0:
		return refuse("%s is not in the pile of companions", cardWord(c))
	}
	return allowed
}

// Of each card the command that draws it.
var drawings = allDrawings()

func allDrawings() (all [int(firstMate) + printed.CompanionCards]engine.Command) {
	for c := range all {
		all[c] = Draw{engine.Table, printed.Card(c)}
	}
	return all
}

func (s *State) drawn(all []engine.Command) []engine.Command {
	if s.lacking() == 0 {
		for m := s.companions; m != 0; m &= m - 1 {
			all = append(all, drawings[int(firstMate)+bits.TrailingZeros16(m)])
		}
		return all
	}
	for d := s.deck; d != 0; d &= d - 1 {
		all = append(all, drawings[d.first()])
	}
	return all
}

// Draw is what the table draws: a card for the tile that lacks one, or a companion for
// the portal.
type Draw struct {
	Seat engine.Seat
	Card printed.Card
}

// By is the table.
func (c Draw) By() engine.Seat { return c.Seat }

// Aims are the card.
func (c Draw) Aims() []string { return []string{engine.ThingAim(engine.Term(c.Card.String()))} }

func (c Draw) check(s *State) refusal { return s.draws(c.Seat, c.Card) }

func (c Draw) play(r *resolution) {
	if tile := r.lacking(); tile != 0 {
		emit(r, Laid{tile, c.Card})
		return
	}
	emit(r, Appeared{c.Card})
}

func (c Draw) tell() engine.Text { return engine.Say("Draw %s", c.Card.Term()) }

// Laid is a card of the main deck that lies beside a tile now.
type Laid struct {
	Tile printed.Name
	Card printed.Card
}

// Reveals tells that everybody has seen the card.
func (Laid) Reveals() {}

func (e Laid) apply(s *State) {
	s.deck &^= only(e.Card)
	s.setBeside(e.Tile, e.Card)
}

func (e Laid) misfit(s *State) error {
	if !e.Tile.Sells() || s.place(e.Tile) == 0 || s.beside(e.Tile) != 0 || !s.deck.contains(e.Card) {
		return errors.New("a tile that lacks a card, and a card of the main deck that lies nowhere else")
	}
	return nil
}

func (e Laid) tell() engine.Text {
	return engine.Say("%s lies beside %s", e.Card.Term(), e.Tile.Term())
}

// Appeared is a companion that lies in the portal now.
type Appeared struct{ Card printed.Card }

// Reveals tells that everybody has seen the card.
func (Appeared) Reveals() {}

func (e Appeared) apply(s *State) {
	s.companions &^= mate(e.Card)
	for n, c := range s.portal {
		if c == 0 {
			s.portal[n] = e.Card
			return
		}
	}
}

func (e Appeared) misfit(s *State) error {
	if s.companions&mate(e.Card) == 0 || !s.lacksMate() {
		return errors.New("a companion that lies nowhere else, and a free place in the portal")
	}
	return nil
}

func (e Appeared) tell() engine.Text { return engine.Say("%s comes to the portal", e.Card.Term()) }

// Shuffled makes the discard pile the main deck.
type Shuffled struct{}

func (Shuffled) apply(s *State) {
	s.deck, s.discard = s.deck|s.discard, 0
	s.shuffles++
}

func (Shuffled) tell() engine.Text { return engine.Say("The discard pile is shuffled") }

func (Shuffled) why(*State) engine.Reason {
	return engine.Reason{Rule: rulingDeck, Source: sourceRuling}
}

// drawn is Game.Drawn.
func drawn(state engine.State, c engine.Command) (pile, thing string) {
	s := of(state)
	if s == nil {
		return "", ""
	}
	switch c := c.(type) {
	case Draw:
		if c.Card.Kind() == printed.Companion {
			return "companions", c.Card.String()
		}
		return fmt.Sprintf("main-%d", s.shuffles), c.Card.String()
	case Deal:
		return "counterspells", c.Card.String()
	}
	return "", ""
}
