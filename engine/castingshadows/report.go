package castingshadows

import (
	"cmp"

	"arbiter/engine"
)

// Hit points that people report: in the tracks book they alone know what cards do.

// byPeople: the tracks book is played; in the full one the program works that out.
func (s *State) byPeople() refusal {
	if !s.seating.tracks {
		return refuse("in the full book the program does that by itself")
	}
	return allowed
}

// keepsAll: the full book is played; in the tracks book people do that with cardboard alone.
func (s *State) keepsAll() refusal {
	if s.seating.tracks {
		return refuse("in the tracks book people do that by themselves, and say that an action is used")
	}
	return allowed
}

// reports: a character that is in the game, while nothing else comes first.
func (s *State) reports(i int8) refusal {
	switch {
	case i < 0:
		return refuse("only players do that")
	case s.players[i].out:
		return refuse("%s is out", seatWord(i))
	}
	return cmp.Or(s.byPeople(), s.free())
}

// suffers: so many hit points are left.
func (s *State) suffers(i int8, n uint8) refusal {
	if most := s.players[i].health; n == 0 || n > most {
		return refuse("%s has %d hit points", seatWord(i), word(most))
	}
	return allowed
}

// heals: so many hit points come, up to the last number of the dial (ruling hp-cap).
func (s *State) heals(i int8, n uint8) refusal {
	if most := max(s.mostHealth(), s.players[i].health) - s.players[i].health; n == 0 || n > most {
		return refuse("%s can get no more than %d hit points", seatWord(i), word(most))
	}
	return allowed
}

// reported lists what seats may report, on whosever turn it is.
func (s *State) reported(all []engine.Command) []engine.Command {
	for i := range s.count() {
		if s.players[i].out {
			continue
		}
		for n := uint8(1); s.suffers(i, n).Allowed(); n++ {
			all = append(all, Suffer{s.seat(i), n})
		}
		for n := uint8(1); s.heals(i, n).Allowed(); n++ {
			all = append(all, Heal{s.seat(i), n})
		}
		for _, c := range s.players[i].opened() {
			all = append(all, Drop{s.seat(i), c})
		}
	}
	return all
}

// Suffer is damage that a seat reports: by whose turn it is, or by its own cursed crystals.
type Suffer struct {
	Seat engine.Seat
	N    uint8
}

// By is the seat.
func (c Suffer) By() engine.Seat { return c.Seat }

func (c Suffer) check(s *State) refusal {
	i := s.find(c.Seat)
	if no := s.reports(i); !no.Allowed() {
		return no
	}
	return s.suffers(i, c.N)
}

func (c Suffer) play(r *resolution) {
	emit(r, Harmed{c.Seat, c.N, r.seat(r.turn), 0})
	if r.player(c.Seat).health == 0 {
		emit(r, Out{c.Seat})
	}
}

func (c Suffer) tell() engine.Text { return engine.Say("Take %d damage", int(c.N)) }

// Heal is hit points that a seat gets.
type Heal struct {
	Seat engine.Seat
	N    uint8
}

// By is the seat.
func (c Heal) By() engine.Seat { return c.Seat }

func (c Heal) check(s *State) refusal {
	i := s.find(c.Seat)
	if no := s.reports(i); !no.Allowed() {
		return no
	}
	return s.heals(i, c.N)
}

func (c Heal) play(r *resolution) { emit(r, Healed(c)) }
func (c Heal) tell() engine.Text  { return engine.Say("Heal %d", int(c.N)) }
