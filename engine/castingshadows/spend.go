package castingshadows

import (
	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// What is spent and got: resources, energy, action points, hit points.

// settles: what is spent is in the pool and settles the cost exactly.
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
	p := &s.players[i]
	for r, n := range paid {
		k := min(n, p.tokens[r])
		p.tokens[r] -= k
		n -= k
		for d := len(s.dice) - 1; d >= 0 && n > 0 && i == s.turn; d-- {
			if s.dice[d] == printed.Resource(r) {
				s.dice[d] = 0
				n--
			}
		}
	}
}

// Spent is resources that go back to the common supply.
type Spent struct {
	Seat engine.Seat
	Paid printed.Pool
}

func (e Spent) apply(s *State) {
	if i := s.find(e.Seat); i >= 0 {
		s.spend(i, e.Paid)
	}
}

// Price tells that something else is got for it.
func (Spent) Price() bool { return true }

func (e Spent) tell() engine.Text { return engine.Say("%s spends %s", e.Seat, poolText(e.Paid)) }

func (e Spent) why(s *State) engine.Reason {
	if i := s.find(e.Seat); i >= 0 && s.players[i].tokens.Number() > 0 {
		return engine.Reason{Rule: rulingTokens, Source: sourceRuling}
	}
	return engine.Reason{Rule: engine.Say("What is spent leaves the pool; purple stands for red or blue."), Source: sourceActions}
}

// Gained is tokens that come into a pool.
type Gained struct {
	Seat engine.Seat
	Gets printed.Pool
}

func (e Gained) apply(s *State) {
	p := s.player(e.Seat)
	p.tokens = p.tokens.Plus(e.Gets)
}

func (Gained) misfit(*State) error { return nil }
func (e Gained) tell() engine.Text { return engine.Say("%s gets %s", e.Seat, poolText(e.Gets)) }
func (Gained) why(s *State) engine.Reason {
	if f := s.upper(); f != nil && f.of.Kind() == printed.Conversion {
		return engine.Reason{Rule: rulingConvert, Source: sourceConvert}
	}
	return engine.Reason{Source: sourcePrinted}
}

// Energized is shadow energy that rises or falls.
type Energized struct {
	Seat engine.Seat
	N    int8
}

func (e Energized) apply(s *State) {
	p := s.player(e.Seat)
	p.energy = uint8(min(max(int(p.energy)+int(e.N), 0), int(p.limit())))
}

func (Energized) misfit(*State) error { return nil }

func (e Energized) tell() engine.Text {
	if e.N < 0 {
		return engine.Say("%s spends %d shadow energy", e.Seat, -int(e.N))
	}
	return engine.Say("%s gets %d shadow energy", e.Seat, int(e.N))
}

// Acts is action points that are spent or come.
type Acts struct {
	Seat engine.Seat
	N    int8
}

func (e Acts) apply(s *State) { s.points = uint8(max(int(s.points)+int(e.N), 0)) }

// Price tells whether an action is done for it.
func (e Acts) Price() bool { return e.N < 0 }

func (e Acts) tell() engine.Text {
	if e.N < 0 {
		return engine.Say("%[1]s spends {one action point|%[2]d action points}", e.Seat, -int(e.N))
	}
	return engine.Say("%[1]s gets {one action point|%[2]d action points}", e.Seat, int(e.N))
}

func (e Acts) why(*State) engine.Reason {
	if e.N > 0 {
		return engine.Reason{Rule: rulingPoints, Source: sourceRuling}
	}
	return engine.Reason{Rule: engine.Say("Each action costs one of the 4 action points of a turn."), Source: sourceActions}
}

// Healed is hit points that rise.
type Healed struct {
	Seat engine.Seat
	N    uint8
}

func (e Healed) apply(s *State)    { s.player(e.Seat).health += e.N }
func (Healed) misfit(*State) error { return nil }
func (e Healed) tell() engine.Text { return engine.Say("%s heals %d", e.Seat, int(e.N)) }
func (Healed) why(s *State) engine.Reason {
	return engine.Reason{Rule: rulingCap, Source: sourceHealth}
}
