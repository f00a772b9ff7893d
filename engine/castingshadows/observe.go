package castingshadows

import (
	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// An Observation is a position as far as a state knows it, in plain values. It is for programs that
// play, not for the rules.
type Observation struct {
	Seats         []ObservedSeat // in the order of View.Seats
	Me            int            // index of Seats
	Turn          int            // whose turn it is
	Stage         stage
	Points        int            // action points that are left
	Pool          printed.Pool   // of the seat
	Dice          faces          // of the seat whose turn it is; 0: spent
	Spells        []printed.Card // own spells that were not cast in this turn
	Counterspells []printed.Card // own counterspells, as far as they are known
	Over          bool
	Winner        int // -1: nobody

	state *State
}

// An ObservedSeat is what a seat has.
type ObservedSeat struct {
	Health, Energy, Limit int
	Shadow, Out           bool
	Tile                  printed.Name
	Book                  []printed.Card // open cards
	Down                  int            // face-down cards
	Companion             printed.Card
	Harm                  int // damage about to be dealt to it
}

// Observe returns what a seat sees. The seat must be one that plays.
func (s *State) Observe(seat engine.Seat) Observation {
	i := s.Find(seat)
	o := Observation{Me: int(i), Turn: int(s.Turn), Stage: s.Stage, Pool: s.pool(i), Over: s.Over, Winner: int(s.Winner), state: s}
	if i == s.Turn {
		o.Points = s.pointsOf(i)
	}
	for j := range s.Count() {
		p := &s.Players[j]
		o.Seats = append(o.Seats, ObservedSeat{
			Health: int(p.Health), Energy: int(p.Energy), Limit: int(p.limit()), Shadow: p.Shadow, Out: p.Out, Tile: p.At,
			Book: p.Opened(), Down: int(p.Down), Companion: p.Companion, Harm: s.harmTo(j),
		})
	}
	if i == s.Turn {
		o.Dice = s.Dice
	}
	for t := s.Players[i].Counterspells; t != 0; t &= t - 1 {
		o.Counterspells = append(o.Counterspells, t.first())
	}
	for _, c := range s.Players[i].Opened() {
		if c.Name().IsSpell() && !s.Cast.contains(c) {
			o.Spells = append(o.Spells, c)
		}
	}
	return o
}

// Distance returns the number of steps between two tiles of the game.
func (o *Observation) Distance(a, b printed.Name) int { return int(o.state.distance(a, b)) }

// Beside returns the card that lies beside a tile; 0 if none does.
func (o *Observation) Beside(tile printed.Name) printed.Card { return o.state.beside(tile) }

// Facts returns what is printed, as far as it has been told.
func (o *Observation) Facts() *printed.Facts { return o.state.Facts }
