package castingshadows

import (
	"cmp"
	"strings"

	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// What is printed and fits no effect that the program carries out is read out in its
// moment; people carry it out and state the numbers that are others then.

// A Number is one that people state of a seat; the zero Number is none.
type Number uint8

// The numbers; those of resources in the pool follow, in their order.
const (
	HealthNumber Number = iota + 1
	EnergyNumber
	PointsNumber // of actions that are left, of whose turn it is
	DamageNumber // that is about to be dealt

	poolNumbers
)

// The most that people may state of points, damage and a resource.
const (
	mostPoints = 9
	mostDamage = 20
	mostInPool = 6
)

var numberWords = func() []string {
	all := []string{"", "health", "energy", "points", "damage"}
	for _, r := range printed.Resources() {
		all = append(all, r.String())
	}
	return all
}()

// String returns the number's word, "" for none.
func (n Number) String() string { return wordAt(numberWords, uint8(n)) }

// MarshalText writes the number's word.
func (n Number) MarshalText() ([]byte, error) { return []byte(n.String()), nil }

// UnmarshalText reads a number's word.
func (n *Number) UnmarshalText(b []byte) error { return read((*uint8)(n), b, numberWords, 1) }

func (n Number) term() engine.Term { return engine.Term(n.String()) }

// token is the resource that is counted; 0 if something else is.
func (n Number) token() printed.Resource {
	if n < poolNumbers {
		return 0
	}
	return printed.Resource(n-poolNumbers) + 1
}

// number is what a seat has, and the most that it can have; ok is false if it has no such
// number now.
func (s *State) number(i int8, what Number) (n, most uint8, ok bool) {
	p := &s.players[i]
	switch f := s.struck(); what {
	case HealthNumber:
		return p.health, s.mostHealth(), true
	case EnergyNumber:
		return p.energy, p.limit(), true
	case PointsNumber:
		return s.points, mostPoints, i == s.turn
	case DamageNumber:
		if f == nil {
			return 0, 0, false
		}
		return f.harm[i], mostDamage, f.aimed[i]
	}
	n = s.pool(i)[what.token()]
	if what.token() == printed.CursedCrystal {
		return n, n, true // there are no tokens of it
	}
	return n, max(n, mostInPool), true
}

// settling: something was read out, and people settle it.
func (s *State) settling(by engine.Seat) refusal {
	switch {
	case by != engine.Table:
		return refuse("the table settles that")
	case s.needs().kind != needsSettling:
		return refuse("there is nothing to settle")
	}
	return allowed
}

// counts: a number that a seat in the game can have, and does not have.
func (s *State) counts(i int8, what Number, n uint8) refusal {
	if i < 0 || s.players[i].out || what == 0 {
		return refuse("name a character that is in the game")
	}
	switch now, most, ok := s.number(i, what); {
	case !ok:
		return refuse("%s has no such number now", seatWord(i))
	case n == now:
		return refuse("it is %d already", word(n))
	case n > most:
		return refuse("no more than %d", word(most))
	}
	return allowed
}

// stands: a seat in the game, and another tile of it.
func (s *State) stands(i int8, tile printed.Name) refusal {
	switch {
	case i < 0 || s.players[i].out:
		return refuse("name a character that is in the game")
	case s.place(tile) == 0 || s.players[i].at == tile:
		return refuse("name another tile of this game")
	}
	return allowed
}

// settlings lists what people may state.
func (s *State) settlings(all []engine.Command) []engine.Command {
	all = append(all, Settle{engine.Table})
	for i := range s.count() {
		if s.players[i].out {
			continue
		}
		for what := HealthNumber; int(what) < len(numberWords); what++ {
			_, most, _ := s.number(i, what)
			for n := uint8(0); n <= most; n++ {
				if s.counts(i, what, n).Allowed() {
					all = append(all, Count{engine.Table, s.seat(i), what, n})
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

// Settle ends what people carry out.
type Settle struct{ Seat engine.Seat }

// By is the table.
func (c Settle) By() engine.Seat { return c.Seat }

func (c Settle) check(s *State) refusal { return s.settling(c.Seat) }
func (c Settle) play(r *resolution)     { emit(r, Settled{}) }
func (c Settle) tell() engine.Text      { return engine.Say("That is done") }

// Count states a number of a seat.
type Count struct {
	Seat engine.Seat
	Who  engine.Seat
	What Number
	N    uint8
}

// By is the table.
func (c Count) By() engine.Seat { return c.Seat }

// Aims are the seat.
func (c Count) Aims() []string { return []string{engine.SeatAim(c.Who)} }

func (c Count) check(s *State) refusal {
	return cmp.Or(s.settling(c.Seat), s.counts(s.find(c.Who), c.What, c.N))
}

func (c Count) play(r *resolution) {
	if c.What == DamageNumber {
		emit(r, Adjusted{c.Who, r.upper().of, c.N})
		return
	}
	emit(r, Counted{c.Who, c.What, c.N})
	if c.What == HealthNumber && c.N == 0 {
		emit(r, Out{c.Who})
	}
}

func (c Count) tell() engine.Text {
	return engine.Say("%s: %s is %d", c.Who, c.What.term(), int(c.N))
}

// Stand states on which tile a figure stands.
type Stand struct {
	Seat engine.Seat
	Who  engine.Seat
	Tile printed.Name
}

// By is the table.
func (c Stand) By() engine.Seat { return c.Seat }

// Aims are the seat and the tile.
func (c Stand) Aims() []string { return aimsAt(c.Who, c.Tile) }

func (c Stand) check(s *State) refusal {
	return cmp.Or(s.settling(c.Seat), s.stands(s.find(c.Who), c.Tile))
}

func (c Stand) play(r *resolution) { emit(r, Moved{c.Who, c.Tile}) }
func (c Stand) tell() engine.Text  { return engine.Say("%s stands on %s", c.Who, c.Tile.Term()) }

// Reads is something printed that is read out; people carry it out.
type Reads struct {
	Seat engine.Seat
	Of   printed.Name
}

func (Reads) apply(s *State) {
	if f := s.upper(); f != nil {
		part, _ := s.lines(f)
		f.reads, f.told = true, f.told || part == 0
	}
}

func (e Reads) tell() engine.Text {
	return engine.Say("%s: do what %s says", e.Seat, e.Of.Term())
}

func (e Reads) why(s *State) engine.Reason {
	for _, t := range s.facts.Texts(e.Of) {
		if f := s.upper(); f != nil && f.when == t.When {
			return engine.Reason{Rule: engine.Say("%s", engine.Term(strings.ReplaceAll(t.Text, "_", " "))), Source: sourcePrinted}
		}
	}
	switch {
	case s.facts.Told(e.Of):
	case e.Of.Kind() == printed.Counterspell:
		return engine.Reason{Rule: rulingUnknown, Source: sourceRuling}
	default:
		return engine.Reason{Rule: rulingPrinted, Source: sourceRuling}
	}
	return engine.Reason{Source: sourcePrinted}
}

// Settled is what was read out and has been carried out.
type Settled struct{}

func (Settled) apply(s *State) {
	if f := s.upper(); f != nil {
		f.reads = false
	}
}

func (Settled) tell() engine.Text { return engine.Say("That has been done") }

// Counted is a number that people have stated.
type Counted struct {
	Seat engine.Seat
	What Number
	N    uint8
}

func (e Counted) apply(s *State) {
	p := s.player(e.Seat)
	switch e.What {
	case HealthNumber:
		if e.N < p.health {
			s.quiet = 0
		}
		p.health = e.N
	case EnergyNumber:
		p.energy = e.N
	case PointsNumber:
		s.points = e.N
	default:
		s.setPool(e.Seat, e.What.token(), e.N)
	}
}

// setPool spends resources of a pool, or adds tokens, until there are so many.
func (s *State) setPool(seat engine.Seat, r printed.Resource, n uint8) {
	i := s.find(seat)
	if i < 0 {
		return
	}
	var p printed.Pool
	switch now := s.pool(i)[r]; {
	case n < now:
		p[r] = now - n
		s.spend(i, p)
	case n > now:
		s.players[i].tokens[r] += n - now
	}
}

func (e Counted) misfit(s *State) error { return s.counts(s.find(e.Seat), e.What, e.N).Err(s.spoken) }

func (e Counted) tell() engine.Text {
	return engine.Say("%s: %s is %d", e.Seat, e.What.term(), int(e.N))
}
