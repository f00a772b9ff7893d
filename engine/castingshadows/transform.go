package castingshadows

import (
	"errors"

	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
	"arbiter/engine/rule"
)

// The shadow form, and the companion that comes with it.

// Transformed is a character that changes into its shadow form.
type Transformed struct{ Seat engine.Seat }

func (e Transformed) Apply(s *State) {
	i := s.Find(e.Seat)
	if i < 0 {
		return
	}
	s.Players[i].Energy, s.Players[i].Shadow = 0, true
	s.Summon = i == s.Turn && s.Stage != 0
}

func (e Transformed) Misfit(s *State) error {
	if s.Find(e.Seat) < 0 {
		return errors.New("a seat that plays")
	}
	return nil
}

func (e Transformed) Tell() engine.Text { return engine.Say("%s changes into its shadow form", e.Seat) }

func (Transformed) Why(s *State) engine.Reason {
	if s.Seating.Stays {
		return engine.Reason{Rule: rulingStays, Source: sourceShadow}
	}
	return engine.Reason{Rule: rulingTransform, Source: sourceShadow}
}

// changes allows the active seat to change its form in phase 3, at a table where it has the choice.
func (s *State) changes(i int8) refusal {
	switch no := s.acts(i); {
	case !no.Allowed():
		return no
	case !s.Seating.Stays:
		return refuse("at 3 shadow energy the form changes by itself")
	case s.Stage != absorbing || !s.energyFull():
		return refuse("the form changes in phase 3, with 3 shadow energy in base form")
	}
	return allowed
}

// Transform changes the form at a table where a seat need not.
type Transform struct{ Seat engine.Seat }

func (c Transform) By() engine.Seat { return c.Seat }

func (c Transform) Check(s *State) refusal { return s.changes(s.Find(c.Seat)) }
func (c Transform) Play(r *resolution)     { emit(r, Transformed(c)) }
func (c Transform) Tell() engine.Text      { return engine.Say("Change into your shadow form") }
func (Transform) Verb() engine.Text        { return engine.Say("Change") }

// transforms lists the change of form, which comes first.
func (s *State) transforms(all []engine.Command) []engine.Command {
	if c := (Transform{s.seat(s.Turn)}); s.changes(s.Turn).Allowed() {
		all = append(all, c)
	}
	return all
}

// inPortal allows a companion that lies open in the portal.
func (s *State) inPortal(c printed.Card) refusal {
	if s.Seating.Tracks && s.Companions&companionBit(c) != 0 {
		return allowed
	}
	for _, open := range s.Portal {
		if open == c && c != 0 {
			return allowed
		}
	}
	return refuse("%s does not lie in the portal", cardWord(c))
}

// opensPortal reports whether a companion lies in the portal.
func (s *State) opensPortal() bool {
	return s.Portal != [printed.PortalCards]printed.Card{} || s.Seating.Tracks && s.Companions != 0
}

// summons allows a seat that has just changed its form.
func (s *State) summons(i int8) refusal {
	if n := s.needs(); n.Kind != needsSummon || n.Seat != i {
		return refuse("%s does not take a companion now", seatWord(i))
	}
	return allowed
}

func (s *State) summonings(all []engine.Command) []engine.Command {
	for c := printed.FirstCompanion; c < printed.Cards; c++ {
		if s.inPortal(c).Allowed() {
			all = append(all, rule.Listed(Summon{s.seat(s.Turn), c}, uint64(s.Turn)<<8^uint64(c)))
		}
	}
	return all
}

// Summon takes a companion from the portal.
type Summon struct {
	Seat engine.Seat
	Card printed.Card
}

func (c Summon) By() engine.Seat { return c.Seat }

// Aims returns the card.
func (c Summon) Aims() []string { return cardAims(c.Card) }

func (c Summon) Check(s *State) refusal {
	if no := s.summons(s.Find(c.Seat)); !no.Allowed() {
		return no
	}
	return s.inPortal(c.Card)
}

func (c Summon) Play(r *resolution) { emit(r, Summoned(c)) }
func (c Summon) Tell() engine.Text  { return engine.Say("Summon %s", c.Card.Term()) }
func (Summon) Verb() engine.Text    { return engine.Say("Summon") }

// Summoned is a companion that belongs to a seat until the game ends.
type Summoned struct {
	Seat engine.Seat
	Card printed.Card
}

func (e Summoned) Apply(s *State) {
	for n, c := range s.Portal {
		if c == e.Card {
			s.Portal[n] = 0
		}
	}
	s.Companions &^= companionBit(e.Card)
	s.player(e.Seat).Companion = e.Card
	s.Summon = false
}

func (e Summoned) Misfit(s *State) error {
	i := s.Find(e.Seat)
	if i < 0 || s.Companions&companionBit(e.Card) == 0 || s.Players[i].Companion != 0 {
		return errors.New("a seat without a companion, and one that lies nowhere else")
	}
	return nil
}

func (e Summoned) Tell() engine.Text { return engine.Say("%s summons %s", e.Seat, e.Card.Term()) }

func (Summoned) Why(*State) engine.Reason {
	return engine.Reason{Rule: engine.Say("With the shadow form comes one companion of those in the portal; it is always active."), Source: sourceShadow}
}
