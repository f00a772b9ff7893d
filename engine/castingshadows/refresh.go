package castingshadows

import (
	"cmp"

	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// REFRESH: another card comes beside one's tile.

// sells: a card of the main deck lies beside the tile of the seat; not so at the Ancient
// Rune and the Dusty Desert.
func (s *State) sells(i int8) refusal {
	if at := s.players[i].at; !at.Sells() {
		return refuse("no card of the main deck lies beside %s", nameWord(at))
	}
	return allowed
}

// Refresh discards the card beside one's tile; another one is drawn.
type Refresh struct {
	Seat engine.Seat
	Card printed.Card `word:"optional"` // older logs do not name it
}

// By is the seat.
func (c Refresh) By() engine.Seat { return c.Seat }

// Aims are the card.
func (c Refresh) Aims() []string {
	if c.Card == 0 {
		return nil
	}
	return cardAims(c.Card)
}

func (c Refresh) check(s *State) refusal {
	i := s.find(c.Seat)
	if no := cmp.Or(s.keepsAll(), s.mayAct(i)); !no.Allowed() {
		return no
	}
	if no := s.sells(i); !no.Allowed() || c.Card == 0 {
		return no
	}
	return s.lies(i, c.Card)
}

func (c Refresh) play(r *resolution) {
	emit(r, Acts{c.Seat, -1})
	at := r.player(c.Seat).at
	emit(r, Refreshed{c.Seat, at, r.beside(at)})
}

func (c Refresh) tell() engine.Text { return engine.Say("Refresh: another card beside your tile") }

// Refreshed is a card beside a tile that goes to the discard pile.
type Refreshed struct {
	Seat engine.Seat
	Tile printed.Name
	Card printed.Card
}

func (e Refreshed) apply(s *State) {
	s.setBeside(e.Tile, 0)
	s.discard |= only(e.Card)
}

func (e Refreshed) tell() engine.Text {
	return engine.Say("%s discards %s beside %s", e.Seat, e.Card.Term(), e.Tile.Term())
}

func (Refreshed) why(*State) engine.Reason {
	return engine.Reason{Rule: engine.Say("Refreshing discards the card beside one's tile; the next one is drawn."), Source: sourceActions}
}
