package castingshadows

import (
	"errors"

	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// The shadow form, and the companion that comes with it.

// Transformed is a character that changes into its shadow form.
type Transformed struct{ Seat engine.Seat }

func (e Transformed) apply(s *State) {
	i := s.find(e.Seat)
	if i < 0 {
		return
	}
	s.players[i].energy, s.players[i].shadow = 0, true
	s.summon = i == s.turn && s.stage != 0
}

func (e Transformed) misfit(s *State) error {
	if s.find(e.Seat) < 0 {
		return errors.New("a seat that plays")
	}
	return nil
}

func (e Transformed) tell() engine.Text { return engine.Say("%s changes into its shadow form", e.Seat) }

func (Transformed) why(*State) engine.Reason {
	return engine.Reason{Rule: rulingTransform, Source: sourceShadow}
}

// inPortal: the companion lies open in the portal.
func (s *State) inPortal(c printed.Card) refusal {
	if s.seating.tracks && s.companions&mate(c) != 0 {
		return allowed
	}
	for _, open := range s.portal {
		if open == c && c != 0 {
			return allowed
		}
	}
	return refuse("%s does not lie in the portal", cardWord(c))
}

// opensPortal reports whether a companion lies in the portal.
func (s *State) opensPortal() bool {
	return s.portal != [printed.PortalCards]printed.Card{} || s.seating.tracks && s.companions != 0
}

// summons: the seat has just changed its form.
func (s *State) summons(i int8) refusal {
	if n := s.needs(); n.kind != needsSummon || n.seat != i {
		return refuse("%s does not take a companion now", seatWord(i))
	}
	return allowed
}

func (s *State) summonings(all []engine.Command) []engine.Command {
	for c := firstMate; c < firstMate+printed.CompanionCards; c++ {
		if s.inPortal(c).Allowed() {
			all = append(all, Summon{s.seat(s.turn), c})
		}
	}
	return all
}

// Summon takes a companion from the portal.
type Summon struct {
	Seat engine.Seat
	Card printed.Card
}

// By is the seat.
func (c Summon) By() engine.Seat { return c.Seat }

// Aims are the card.
func (c Summon) Aims() []string { return cardAims(c.Card) }

func (c Summon) check(s *State) refusal {
	if no := s.summons(s.find(c.Seat)); !no.Allowed() {
		return no
	}
	return s.inPortal(c.Card)
}

func (c Summon) play(r *resolution) { emit(r, Summoned(c)) }
func (c Summon) tell() engine.Text  { return engine.Say("Summon %s", c.Card.Term()) }

// Summoned is a companion that belongs to a seat until the game ends.
type Summoned struct {
	Seat engine.Seat
	Card printed.Card
}

func (e Summoned) apply(s *State) {
	for n, c := range s.portal {
		if c == e.Card {
			s.portal[n] = 0
		}
	}
	s.companions &^= mate(e.Card)
	s.player(e.Seat).mate = e.Card
	s.summon = false
}

func (e Summoned) misfit(s *State) error {
	i := s.find(e.Seat)
	if i < 0 || s.companions&mate(e.Card) == 0 || s.players[i].mate != 0 {
		return errors.New("a seat without a companion, and one that lies nowhere else")
	}
	return nil
}

func (e Summoned) tell() engine.Text { return engine.Say("%s summons %s", e.Seat, e.Card.Term()) }

func (Summoned) why(*State) engine.Reason {
	return engine.Reason{Rule: engine.Say("With the shadow form comes one companion of those in the portal; it is always active."), Source: sourceShadow}
}
