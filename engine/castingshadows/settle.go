package castingshadows

import (
	"cmp"
	"math"

	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
	"arbiter/engine/rule"
)

// What is printed and fits no effect that the program can carry out is read out at its moment;
// people carry it out and state the numbers that have changed.

// number returns what a seat has, and the most that it can have; ok is false if it has no such
// number at the moment.
func (s *State) number(i int8, what Number) (n, most uint8, ok bool) {
	p := &s.Players[i]
	switch f := s.struck(); what {
	case HealthNumber:
		return countable(p.Health), countable(s.mostHealth()), true
	case energyNumber:
		return p.Energy, p.limit(), true
	case pointsNumber:
		return s.Points, mostPoints, i == s.Turn
	case damageNumber:
		if f == nil {
			return 0, 0, false
		}
		return f.Harm[i], mostDamage, f.Aimed[i]
	}
	n = s.pool(i)[what.token()]
	if what.token() == printed.CursedCrystal {
		return n, n, true // there are no tokens of this resource
	}
	return n, max(n, mostInPool), true
}

// countable returns a number, capped at the highest that people can state.
func countable(n uint16) uint8 { return uint8(min(n, math.MaxUint8)) }

// settling allows the table to act while people carry out what was read out.
func (s *State) settling(by engine.Seat) refusal {
	switch {
	case by != engine.Table:
		return refuse("the table settles that")
	case s.needs().Kind != needsSettling:
		return refuse("there is nothing to settle")
	}
	return allowed
}

// counts allows a number that a seat in the game can have and does not have yet.
func (s *State) counts(i int8, what Number, n uint8) refusal {
	if i < 0 || s.Players[i].Out || what == 0 {
		return refuse("name a character that is in the game")
	}
	switch now, most, ok := s.number(i, what); {
	case !ok:
		return refuse("%s has no such number now", seatWord(i))
	case n == now:
		return refuse("it is %d already", rule.Number(n))
	case n > most:
		return refuse("no more than %d", rule.Number(most))
	}
	return allowed
}

// stands allows a seat in the game and a tile of the game where it does not stand yet.
func (s *State) stands(i int8, tile printed.Name) refusal {
	switch {
	case i < 0 || s.Players[i].Out:
		return refuse("name a character that is in the game")
	case s.Place(tile) == 0 || s.Players[i].At == tile:
		return refuse("name another tile of this game")
	}
	return allowed
}

// settlings lists what people may state.
func (s *State) settlings(all []engine.Command) []engine.Command {
	all = append(all, Settle{engine.Table})
	for i := range s.Count() {
		if s.Players[i].Out {
			continue
		}
		for what := HealthNumber; int(what) < len(numberWords); what++ {
			_, most, _ := s.number(i, what)
			for n := range int(most) + 1 {
				if s.counts(i, what, uint8(n)).Allowed() {
					all = append(all, Count{engine.Table, s.seat(i), what, uint8(n)})
				}
			}
		}
		for _, tile := range s.laidOut() {
			if s.stands(i, tile).Allowed() {
				all = append(all, Stand{engine.Table, s.seat(i), tile})
			}
		}
	}
	return all
}

// Settle says that people are done.
type Settle struct{ Seat engine.Seat }

func (c Settle) By() engine.Seat { return c.Seat }

func (c Settle) Check(s *State) refusal { return s.settling(c.Seat) }
func (c Settle) Play(r *resolution)     { emit(r, Settled{}) }
func (c Settle) Tell() engine.Text      { return engine.Say("That is done") }

// Count states a number of a seat: the new total, not what was added.
type Count struct {
	Seat engine.Seat
	Who  engine.Seat
	What Number
	N    uint8
}

func (c Count) By() engine.Seat { return c.Seat }

// Aims returns the seat.
func (c Count) Aims() []string { return []string{engine.SeatAim(c.Who)} }

func (c Count) Check(s *State) refusal {
	return cmp.Or(s.settling(c.Seat), s.counts(s.Find(c.Who), c.What, c.N))
}

func (c Count) Play(r *resolution) {
	if c.What == damageNumber {
		emit(r, Adjusted{Seat: c.Who, Of: r.upper().Of, N: c.N})
		return
	}
	emit(r, Counted{c.Who, c.What, c.N})
	if c.What == HealthNumber && c.N == 0 {
		emit(r, Out{Seat: c.Who})
	}
}

func (c Count) Tell() engine.Text {
	return engine.Say("%s: %s is %d", c.Who, c.What.term(), int(c.N))
}

// Stand states on which tile a figure stands.
type Stand struct {
	Seat engine.Seat
	Who  engine.Seat
	Tile printed.Name
}

func (c Stand) By() engine.Seat { return c.Seat }

// Aims returns the seat and the tile.
func (c Stand) Aims() []string { return aimsAt(c.Who, c.Tile) }

func (c Stand) Check(s *State) refusal {
	return cmp.Or(s.settling(c.Seat), s.stands(s.Find(c.Who), c.Tile))
}

func (c Stand) Play(r *resolution) {
	emit(r, Moved{Seat: c.Who, To: c.Tile})
}

func (c Stand) Tell() engine.Text { return engine.Say("%s stands on %s", c.Who, c.Tile.Term()) }

// Settled says that people have carried out what was read out.
type Settled struct{}

func (Settled) Apply(s *State) {
	if f := s.upper(); f != nil {
		f.Reads = false
	}
}

func (Settled) Tell() engine.Text { return engine.Say("That has been done") }

// Counted is a number that people have stated; it replaces the previous one.
type Counted struct {
	Seat engine.Seat
	What Number
	N    uint8
}

func (e Counted) Apply(s *State) {
	p := s.player(e.Seat)
	switch e.What {
	case HealthNumber:
		if uint16(e.N) < p.Health {
			s.Quiet = 0
		}
		p.Health = uint16(e.N)
	case energyNumber:
		p.Energy = e.N
	case pointsNumber:
		s.Points = e.N
	default:
		s.setPool(e.Seat, e.What.token(), e.N)
	}
}

// setPool spends resources of a pool, or adds tokens, until there are n.
func (s *State) setPool(seat engine.Seat, r printed.Resource, n uint8) {
	i := s.Find(seat)
	if i < 0 {
		return
	}
	var p printed.Pool
	switch now := s.pool(i)[r]; {
	case n < now:
		p[r] = now - n
		s.spend(i, p)
	case n > now:
		s.Players[i].Tokens[r] += n - now
	}
}

func (e Counted) Misfit(s *State) error {
	return s.counts(s.Find(e.Seat), e.What, e.N).Err(s.spoken)
}

func (e Counted) Tell() engine.Text {
	return engine.Say("%s: %s is %d", e.Seat, e.What.term(), int(e.N))
}
