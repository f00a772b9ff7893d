package castingshadows

import (
	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// An Observation is a position as a state knows it, in plain values: for programs that
// play, not for the rules.
type Observation struct {
	Seats  []ObservedSeat // in the order of View.Seats
	Me     int            // index of Seats
	Turn   int            // whose turn it is
	Stage  Stage
	Points int            // action points that are left
	Pool   printed.Pool   // of the seat
	Dice   Faces          // of whose turn it is; 0: spent
	Spells []printed.Card // own ones that were not cast in this turn
	Traps  []printed.Card // own counterspells, as far as they are known
	Over   bool
	Winner int // -1: nobody

	state *State
}

// An ObservedSeat is what a seat has.
type ObservedSeat struct {
	Health, Energy, Limit int
	Shadow, Out           bool
	Tile                  printed.Name
	Book                  []printed.Card // open cards
	Down                  int            // face-down cards
	Mate                  printed.Card
	Harm                  int // damage that is about to be dealt to it
}

// Observe returns what a seat sees. It must be one that plays.
func (s *State) Observe(seat engine.Seat) Observation {
	i := s.find(seat)
	o := Observation{Me: int(i), Turn: int(s.turn), Stage: s.stage, Pool: s.pool(i), Over: s.over, Winner: int(s.winner), state: s}
	if i == s.turn {
		o.Points = s.pointsOf(i)
	}
	for j := range s.count() {
		p := &s.players[j]
		o.Seats = append(o.Seats, ObservedSeat{
			Health: int(p.health), Energy: int(p.energy), Limit: int(p.limit()), Shadow: p.shadow, Out: p.out, Tile: p.at,
			Book: p.opened(), Down: int(p.down), Mate: p.mate, Harm: s.harmTo(j),
		})
	}
	if i == s.turn {
		o.Dice = s.dice
	}
	for t := s.players[i].traps; t != 0; t &= t - 1 {
		o.Traps = append(o.Traps, t.first())
	}
	for _, c := range s.players[i].opened() {
		if c.Name().IsSpell() && !s.cast.contains(c) {
			o.Spells = append(o.Spells, c)
		}
	}
	return o
}

// harmTo is the damage that is about to be dealt to a seat, unless it has escaped.
func (s *State) harmTo(i int8) (n int) {
	for k := range s.depth {
		if f := &s.stack[k]; f.kind == blow && !f.landed && !s.escaped(k, i) {
			n += int(f.harm[i])
		}
	}
	return n
}

// Distance is how many steps lie between two tiles of the game.
func (o *Observation) Distance(a, b printed.Name) int { return int(o.state.distance(a, b)) }

// Beside is the card that lies beside a tile; 0 if none does.
func (o *Observation) Beside(tile printed.Name) printed.Card { return o.state.beside(tile) }

// Facts is what is printed, as far as it has been told.
func (o *Observation) Facts() *printed.Facts { return o.state.facts }
