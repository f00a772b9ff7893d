package highcouncil

import (
	"arbiter/engine"
	"arbiter/engine/rule"
)

// A Playout plays on from what a seat knows, in place, without a log and without copies. It plays
// by the same rules as Decide and Apply.
type Playout struct {
	from  *State
	r     resolution
	moves []engine.Command
}

// Playout returns a playout that begins in s, which does not change. It needs a table that deals
// all cards: no card may be held by people.
func (s *State) Playout() *Playout {
	return &Playout{from: s, r: resolution{State: *s, Record: rule.Record{Silent: true}}}
}

// Begin goes back to the start and deals the hidden cards at random.
func (p *Playout) Begin(d engine.Dice) {
	p.r.State = *p.from
	p.r.sample(d)
	p.r.deal(d)
}

// Moves appends what State.Moves lists, without ending a turn before its action.
func (p *Playout) Moves(to []engine.Command) []engine.Command { return p.r.moves(to) }

// Actor returns the place of the acting seat.
func (p *Playout) Actor() int {
	if p.r.asked >= 0 {
		return int(p.r.asked)
	}
	return int(p.r.turn)
}

// Turns returns how many turns have begun.
func (p *Playout) Turns() int { return int(p.r.turns) }

// Play plays a move, and deals the cards that have to be dealt after it.
func (p *Playout) Play(c engine.Command, d engine.Dice) {
	c.(command).Play(&p.r)
	p.r.deal(d)
}

// Prospects appends what State.Prospects returns.
func (p *Playout) Prospects(to []float64) []float64 { return p.r.prospects(to) }

// State returns a copy of the position.
func (p *Playout) State() *State { return new(p.r.State) }

// deal fills the hands from the decks.
func (r *resolution) deal(d engine.Dice) {
	for i := r.short(); i >= 0; i = r.short() {
		rest := r.drawable(r.side(i))
		card := rest.take(d).first()
		emit(r, Dealt{r.seat(i), Card(card) + firstPro + Card(r.side(i).index())*deckCards})
		r.draw()
	}
}
