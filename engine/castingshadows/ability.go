package castingshadows

import (
	"cmp"

	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
	"arbiter/engine/rule"
)

// The shadow ability: in phase 2, for energy alone, which has to be full each time (rulings
// ability-full, ability-once).

// able allows the ability to a seat that has its shadow form and full energy and, by the older
// reading of ruling ability-once, has not used it in this turn.
func (s *State) able(i int8) refusal {
	p := &s.Players[i]
	switch {
	case !p.Shadow:
		return refuse("%s has no shadow form yet", seatWord(i))
	case p.Energy < p.limit():
		return refuse("the shadow energy has to be full: %d", rule.Number(p.limit()))
	case i == s.Turn && s.Unleashed && !s.Seating.Often:
		return refuse("%s has used the shadow ability in this turn already", seatWord(i))
	}
	return allowed
}

// UseAbility uses the shadow ability.
type UseAbility struct{ Seat engine.Seat }

func (c UseAbility) By() engine.Seat { return c.Seat }

func (c UseAbility) Check(s *State) refusal {
	i := s.Find(c.Seat)
	if no := cmp.Or(s.keepsAll(), s.acts(i), s.inPhase2()); !no.Allowed() {
		return no
	}
	if no := s.able(i); !no.Allowed() {
		return no
	}
	return s.does(i, s.character(i).Shadow(), printed.OnUse)
}

func (c UseAbility) Play(r *resolution) {
	n := r.character(r.Turn).Shadow()
	energy, told := r.Facts.Energy(n)
	if told {
		emit(r, Energized{Seat: c.Seat, N: -int8(energy)})
	}
	emit(r, Unleashed{c.Seat, n})
	if !told {
		emit(r, ReadsPrice{c.Seat, n})
	}
}

func (c UseAbility) Tell() engine.Text { return engine.Say("Use the shadow ability") }
func (UseAbility) Verb() engine.Text   { return engine.Say("Use it") }

func (s *State) abilities(all []engine.Command) []engine.Command {
	if c := (UseAbility{s.seat(s.Turn)}); s.active().Shadow && c.Check(s).Allowed() {
		all = append(all, rule.Listed(c, uint64(s.Turn)))
	}
	return all
}

// spends allows exactly the energy of the ability, which has to be full, in phase 2.
func (s *State) spends(i int8, n uint8) refusal {
	if no := cmp.Or(s.acts(i), s.inPhase2()); !no.Allowed() {
		return no
	}
	if no := s.able(i); !no.Allowed() {
		return no
	}
	if n == 0 || n > s.Players[i].Energy {
		return refuse("%s has %d shadow energy", seatWord(i), rule.Number(s.Players[i].Energy))
	}
	return allowed
}

// Spend pays energy for the shadow ability, which people carry out: in the tracks book.
type Spend struct {
	Seat engine.Seat
	N    uint8
}

func (c Spend) By() engine.Seat { return c.Seat }

func (c Spend) Check(s *State) refusal {
	return cmp.Or(s.byPeople(), s.spends(s.Find(c.Seat), c.N))
}

func (c Spend) Play(r *resolution) {
	emit(r, Energized{Seat: c.Seat, N: -int8(c.N)})
}

func (c Spend) Tell() engine.Text {
	return engine.Say("Spend %d shadow energy on your ability", int(c.N))
}

// Unleashed says that a shadow ability is carried out.
type Unleashed struct {
	Seat engine.Seat
	Of   printed.Name
}

func (e Unleashed) Apply(s *State) {
	s.Unleashed = true
	s.push(frame{Kind: doing, Seat: s.Find(e.Seat), Of: e.Of, When: printed.OnUse, Against: -1})
}

func (e Unleashed) Tell() engine.Text { return engine.Say("%s uses its shadow ability", e.Seat) }

func (Unleashed) Why(s *State) engine.Reason {
	if s.Seating.Often {
		return engine.Reason{Rule: rulingOften, Source: sourceShadow}
	}
	return engine.Reason{Rule: rulingFull, Source: sourceShadow}
}
