package castingshadows

import (
	"cmp"

	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// The shadow ability: in phase 2, for energy alone, which has to be full (ruling
// ability-full), and once in a turn (ruling ability-once).

// able: the seat has its shadow form and its full energy, and did not use the ability in
// this turn.
func (s *State) able(i int8) refusal {
	p := &s.players[i]
	switch {
	case !p.shadow:
		return refuse("%s has no shadow form yet", seatWord(i))
	case p.energy < p.limit():
		return refuse("the shadow energy has to be full: %d", word(p.limit()))
	case i == s.turn && s.unleashed:
		return refuse("%s has used the shadow ability in this turn already", seatWord(i))
	}
	return allowed
}

// UseAbility uses the shadow ability.
type UseAbility struct{ Seat engine.Seat }

// By is the seat.
func (c UseAbility) By() engine.Seat { return c.Seat }

func (c UseAbility) check(s *State) refusal {
	i := s.find(c.Seat)
	if no := cmp.Or(s.keepsAll(), s.acts(i), s.inPhase2()); !no.Allowed() {
		return no
	}
	if no := s.able(i); !no.Allowed() {
		return no
	}
	return s.does(i, s.character(i).Shadow(), printed.OnUse)
}

func (c UseAbility) play(r *resolution) {
	n := r.character(r.turn).Shadow()
	energy, told := r.facts.Energy(n)
	if told {
		emit(r, Energized{c.Seat, -int8(energy)})
	}
	emit(r, Unleashed{c.Seat, n})
	if !told {
		emit(r, ReadsPrice{c.Seat, n})
	}
}

func (c UseAbility) tell() engine.Text { return engine.Say("Use the shadow ability") }

func (s *State) abilities(all []engine.Command) []engine.Command {
	if c := (UseAbility{s.seat(s.turn)}); s.active().shadow && c.check(s).Allowed() {
		all = append(all, c)
	}
	return all
}

// spends: so much energy for the ability, which is full, in phase 2.
func (s *State) spends(i int8, n uint8) refusal {
	if no := cmp.Or(s.acts(i), s.inPhase2()); !no.Allowed() {
		return no
	}
	if no := s.able(i); !no.Allowed() {
		return no
	}
	if n == 0 || n > s.players[i].energy {
		return refuse("%s has %d shadow energy", seatWord(i), word(s.players[i].energy))
	}
	return allowed
}

// Spend is energy for the shadow ability, which people carry out: in the tracks book.
type Spend struct {
	Seat engine.Seat
	N    uint8
}

// By is the seat.
func (c Spend) By() engine.Seat { return c.Seat }

func (c Spend) check(s *State) refusal { return cmp.Or(s.byPeople(), s.spends(s.find(c.Seat), c.N)) }
func (c Spend) play(r *resolution)     { emit(r, Energized{c.Seat, -int8(c.N)}) }
func (c Spend) tell() engine.Text {
	return engine.Say("Spend %d shadow energy on your ability", int(c.N))
}

// Unleashed is a shadow ability that is carried out.
type Unleashed struct {
	Seat engine.Seat
	Of   printed.Name
}

func (e Unleashed) apply(s *State) {
	s.unleashed = true
	s.push(frame{kind: doing, seat: s.find(e.Seat), of: e.Of, when: printed.OnUse, against: -1})
}

func (e Unleashed) tell() engine.Text { return engine.Say("%s uses its shadow ability", e.Seat) }

func (Unleashed) why(*State) engine.Reason {
	return engine.Reason{Rule: rulingFull, Source: sourceShadow}
}
