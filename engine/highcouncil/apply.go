package highcouncil

import (
	"fmt"

	"arbiter/engine"
)

// Apply returns the state after e.
func (s *State) Apply(e engine.Event) engine.State {
	next := *s
	next.apply(e)
	return &next
}

// Fold returns the state after events, as Apply would event by event.
func (s *State) Fold(events []engine.Event) engine.State {
	next := *s
	for _, e := range events {
		next.apply(e)
	}
	return &next
}

func (s *State) apply(e engine.Event) {
	switch e := e.(type) {
	case Hands:
	case Seated:
		s.put(e.Field, piece{e.Color, e.Rank})
	case Moved:
		if onRing(e.From) {
			s.put(e.To, s.ring.on(e.From))
			s.put(e.From, piece{})
		}
	case Replaced:
		s.put(e.Field, piece{})
	case Convinced:
	case Vote:
		s.voting = true
	case Turn:
		s.begin(e)
	case Won:
		s.over, s.winner = true, s.side(max(s.find(e.Seat), 0))
	case Adjourned:
		s.over = true
	case Reshuffled:
		d := s.deck(e.Faction)
		*d = deck{left: d.left + d.played, shuffles: d.shuffles + 1}
	default:
		s.applySeat(e)
	}
}

// applySeat applies an event of one seat.
func (s *State) applySeat(e engine.Event) {
	switch e := e.(type) {
	case Dealt:
		s.draw(e)
	case Played:
		s.lay(e)
	case TookBack:
		s.pickUp(e)
	case Argued:
		if e.Color.isArgument() {
			s.player(e.Seat).args[e.Color] += uint8(e.By)
		}
	case Owed:
		s.owed = e.Number
	case Discussed:
		s.putAway(e.Seat)
	case TookSeat:
		s.putAway(e.Seat)
	case Pondered:
		s.putHandAway(e.Seat)
	case Gave:
		s.give(e)
	case Conferred:
		s.acted = true
	default:
		panic(fmt.Sprintf("highcouncil: no such event: %T", e))
	}
}

// player returns the player at seat, or one that nobody sees if it does not play.
func (s *State) player(seat engine.Seat) *player {
	if i := s.find(seat); i >= 0 {
		return &s.players[i]
	}
	return &player{}
}

func (s *State) put(field uint8, p piece) {
	if onRing(field) {
		s.ring[field-1], s.quiet = p, 0
	}
}

func (s *State) begin(e Turn) {
	if i := s.find(e.Seat); i >= 0 {
		s.turn, s.acted = i, false
		s.turns++
		s.quiet++
	}
}

func (s *State) draw(e Dealt) {
	i := s.find(e.Seat)
	if i < 0 || s.deck(s.side(i)).left == 0 {
		return
	}
	s.deck(s.side(i)).left--
	s.players[i].take(e.Card)
}

// lay, pickUp and give move cards that may be unknown to whoever this state
// belongs to.
func (s *State) lay(e Played) {
	n := len(s.opened())
	if p := s.player(e.Seat); n < len(s.open) && p.hand > 0 && e.Card != 0 {
		p.drop(e.Card)
		s.open[n] = e.Card
	}
}

func (s *State) pickUp(e TookBack) {
	kept := [handCards]Card{}
	n := 0
	for _, c := range s.opened() {
		if c == e.Card {
			s.player(e.Seat).take(c)
			continue
		}
		kept[n] = c
		n++
	}
	s.open = kept
}

func (s *State) give(e Gave) {
	from, to := s.player(e.Seat), s.player(e.To)
	if from.hand == 0 {
		return
	}
	from.drop(e.Card)
	to.take(e.Card)
	if s.asked >= 0 {
		s.asked = -1
		return
	}
	s.asked = s.find(e.To)
}

func (p *player) take(c Card) {
	p.hand++
	if c != 0 {
		p.known |= only(c)
	}
}

// drop takes a card out of a hand. If nobody says which it was, it may have been
// any: nothing is known about the rest.
func (p *player) drop(c Card) {
	p.hand--
	if c == 0 {
		p.known = 0
		return
	}
	p.known &^= only(c)
}

// putAway ends an action that used the open cards.
func (s *State) putAway(seat engine.Seat) {
	if i := s.find(seat); i >= 0 {
		d, open := s.deck(s.side(i)), s.openSet()
		d.known |= open
		d.played += open.size()
	}
	s.open, s.owed, s.acted = [handCards]Card{}, 0, true
}

func (s *State) putHandAway(seat engine.Seat) {
	if i := s.find(seat); i >= 0 {
		d, p := s.deck(s.side(i)), &s.players[i]
		d.known |= p.known
		d.played += p.hand
		p.hand, p.known = 0, 0
	}
	s.acted = true
}
