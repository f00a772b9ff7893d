package castingshadows

import (
	"math"

	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// What is spent and gained: resources, energy, action points, hit points.

// settles refuses a payment that is not in the pool or does not pay the exact cost.
func (s *State) settles(i int8, c printed.Cost, paid printed.Pool) refusal {
	switch {
	case !s.pool(i).Has(paid):
		return refuse("%s does not have that in the pool", seatWord(i))
	case !c.Pays(paid):
		return refuse("that does not settle the cost exactly")
	}
	return allowed
}

// spend takes resources from a pool: tokens first (ruling tokens), then dice.
func (s *State) spend(i int8, paid printed.Pool) {
	p := &s.Players[i]
	for r, n := range paid {
		k := min(n, p.Tokens[r])
		p.Tokens[r] -= k
		n -= k
		for d := len(s.Dice) - 1; d >= 0 && n > 0 && i == s.Turn; d-- {
			if s.Dice[d] == printed.Resource(r) {
				s.Dice[d] = 0
				n--
			}
		}
	}
}

// Spent is resources that go back to the supply.
type Spent struct {
	Seat engine.Seat
	Paid printed.Pool
}

func (e Spent) Apply(s *State) {
	if i := s.Find(e.Seat); i >= 0 {
		s.spend(i, e.Paid)
	}
}

// Price implements engine.Priced: something else is bought with it.
func (Spent) Price() bool { return true }

func (e Spent) Tell() engine.Text { return engine.Say("%s spends %s", e.Seat, poolText(e.Paid)) }

func (e Spent) Why(s *State) engine.Reason {
	if i := s.Find(e.Seat); i >= 0 && s.Players[i].Tokens.Number() > 0 {
		return engine.Reason{Rule: rulingTokens, Source: sourceRuling}
	}
	return engine.Reason{Rule: engine.Say("What is spent leaves the pool; purple stands for red or blue."), Source: sourceActions}
}

// Gained is tokens that come into a pool.
type Gained struct {
	Seat engine.Seat
	Gets printed.Pool
}

func (e Gained) Apply(s *State) {
	p := s.player(e.Seat)
	p.Tokens = p.Tokens.Plus(e.Gets)
}

func (Gained) Misfit(*State) error { return nil }
func (e Gained) Tell() engine.Text { return engine.Say("%s gets %s", e.Seat, poolText(e.Gets)) }

func (Gained) Why(s *State) engine.Reason {
	if f := s.upper(); f != nil && f.Of.Kind() == printed.Conversion {
		return engine.Reason{Rule: rulingConvert, Source: sourceConvert}
	}
	return engine.Reason{Source: sourcePrinted}
}

// Energized is shadow energy that rises by N points, or falls if N is negative.
type Energized struct {
	Seat engine.Seat
	N    int8
}

func (e Energized) Apply(s *State) {
	p := s.player(e.Seat)
	p.Energy = uint8(min(max(int(p.Energy)+int(e.N), 0), int(p.limit())))
}

func (Energized) Misfit(*State) error { return nil }

func (e Energized) Tell() engine.Text {
	if e.N < 0 {
		return engine.Say("%s spends %d shadow energy", e.Seat, -int(e.N))
	}
	return engine.Say("%s gets %d shadow energy", e.Seat, int(e.N))
}

// Acts is N action points that are gained, or spent if N is negative.
type Acts struct {
	Seat engine.Seat
	N    int8
}

func (e Acts) Apply(s *State) { s.Points = uint8(min(max(int(s.Points)+int(e.N), 0), math.MaxUint8)) }

// Price implements engine.Priced: spent points pay for an action.
func (e Acts) Price() bool { return e.N < 0 }

// Minor implements engine.Minor: most actions cost one.
func (e Acts) Minor() bool { return e.N < 0 }

func (e Acts) Tell() engine.Text {
	if e.N < 0 {
		return engine.Say("%[1]s spends {one action point|%[2]d action points}", e.Seat, -int(e.N))
	}
	return engine.Say("%[1]s gets {one action point|%[2]d action points}", e.Seat, int(e.N))
}

func (e Acts) Why(s *State) engine.Reason {
	switch f := s.upper(); {
	case e.N > 0 && f != nil && s.asPrinted(f.Of):
		return engine.Reason{Source: sourcePrinted}
	case e.N > 0:
		return engine.Reason{Rule: rulingPoints, Source: sourceRuling}
	}
	return engine.Reason{Rule: engine.Say("Each action costs one of the 4 action points of a turn."), Source: sourceActions}
}

// Healed is N hit points that a seat gains.
type Healed struct {
	Seat engine.Seat
	N    uint8
}

func (e Healed) Apply(s *State) {
	p := s.player(e.Seat)
	p.Health += min(uint16(e.N), math.MaxUint16-p.Health)
}

func (Healed) Misfit(*State) error { return nil }
func (e Healed) Tell() engine.Text { return engine.Say("%s heals %d", e.Seat, int(e.N)) }

func (Healed) Why(s *State) engine.Reason {
	return engine.Reason{Rule: rulingCap, Source: sourceHealth}
}

type resource = printed.Resource

// zeroPool is the empty pool.
var zeroPool printed.Pool

// Cleansed is N cursed crystals that leave the pool.
type Cleansed struct {
	Seat engine.Seat
	N    uint8
}

func (e Cleansed) Apply(s *State) {
	if i := s.Find(e.Seat); i >= 0 {
		var p printed.Pool
		p[printed.CursedCrystal] = e.N
		s.spend(i, p)
	}
}

func (e Cleansed) Tell() engine.Text {
	return engine.Say("%[1]s removes {one cursed crystal|%[2]d cursed crystals}", e.Seat, int(e.N))
}

func (Cleansed) Why(*State) engine.Reason {
	return engine.Reason{Rule: engine.Say("A cursed crystal that is removed does no damage at the end of the turn."), Source: sourceActions}
}
