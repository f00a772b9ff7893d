package castingshadows

import (
	"cmp"

	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// REFRESH: replace the card beside one's tile.

// sells requires a card of the main deck beside the seat's tile; the Ancient Rune and the Dusty
// Desert have none.
func (s *State) sells(i int8) refusal {
	if at := s.Players[i].At; !at.Sells() {
		return refuse("no card of the main deck lies beside %s", nameWord(at))
	}
	return allowed
}

// Refresh discards the card beside one's tile; another one is drawn.
type Refresh struct {
	Seat engine.Seat
	Card printed.Card `word:"optional"` // older logs do not name it
}

func (c Refresh) By() engine.Seat { return c.Seat }

// Aims returns the card.
func (c Refresh) Aims() []string {
	if c.Card == 0 {
		return nil
	}
	return cardAims(c.Card)
}

func (c Refresh) Check(s *State) refusal {
	i := s.Find(c.Seat)
	if no := cmp.Or(s.keepsAll(), s.mayAct(i)); !no.Allowed() {
		return no
	}
	if no := s.sells(i); !no.Allowed() || c.Card == 0 {
		return no
	}
	return s.lies(i, c.Card)
}

func (c Refresh) Play(r *resolution) {
	emit(r, Acts{Seat: c.Seat, N: -1})
	at := r.player(c.Seat).At
	emit(r, Refreshed{c.Seat, at, r.beside(at)})
}

func (c Refresh) Tell() engine.Text { return engine.Say("Refresh: another card beside your tile") }
func (Refresh) Verb() engine.Text   { return engine.Say("Refresh") }

// Refreshed is a card beside a tile that goes to the discard pile.
type Refreshed struct {
	Seat engine.Seat
	Tile printed.Name
	Card printed.Card
}

func (e Refreshed) Apply(s *State) {
	s.setBeside(e.Tile, 0)
	s.Discard.add(e.Card)
}

func (e Refreshed) Tell() engine.Text {
	return engine.Say("%s discards %s beside %s", e.Seat, e.Card.Term(), e.Tile.Term())
}

func (Refreshed) Why(*State) engine.Reason {
	return engine.Reason{Rule: engine.Say("Refreshing discards the card beside one's tile; the next one is drawn."), Source: sourceActions}
}
