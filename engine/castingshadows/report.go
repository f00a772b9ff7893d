package castingshadows

import (
	"cmp"

	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
	"arbiter/engine/rule"
)

// Hit points that people report: in the tracks book only people know what cards do.

// byPeople requires the tracks book; in the full book the program works it out.
func (s *State) byPeople() refusal {
	if !s.Seating.Tracks {
		return refuse("in the full book the program does that by itself")
	}
	return allowed
}

// keepsAll requires the full book; in the tracks book people do this with cardboard alone.
func (s *State) keepsAll() refusal {
	if s.Seating.Tracks {
		return refuse("in the tracks book people do that by themselves, and say that an action is used")
	}
	return allowed
}

// reports allows a character that is in the game while nothing else comes first.
func (s *State) reports(i int8) refusal {
	switch {
	case i < 0:
		return refuse("only players do that")
	case s.Players[i].Out:
		return refuse("%s is out", seatWord(i))
	}
	return cmp.Or(s.byPeople(), s.free())
}

// suffers requires that the seat has so many hit points left.
func (s *State) suffers(i int8, n uint8) refusal {
	if most := min(s.Players[i].Health, printed.MostAmount); n == 0 || uint16(n) > most {
		return refuse("%s has %d hit points", seatWord(i), rule.Number(most))
	}
	return allowed
}

// heals allows hit points up to the last number of the dial (ruling hp-cap).
func (s *State) heals(i int8, n uint8) refusal {
	if most := min(max(s.mostHealth(), s.Players[i].Health)-s.Players[i].Health, printed.MostAmount); n == 0 || uint16(n) > most {
		return refuse("%s can get no more than %d hit points", seatWord(i), rule.Number(most))
	}
	return allowed
}

// reported lists what seats may report, whoever's turn it is.
func (s *State) reported(all []engine.Command) []engine.Command {
	for i := range s.Count() {
		if s.Players[i].Out {
			continue
		}
		for n := uint8(1); s.suffers(i, n).Allowed(); n++ {
			all = append(all, Suffer{s.seat(i), n})
		}
		for n := uint8(1); s.heals(i, n).Allowed(); n++ {
			all = append(all, Heal{s.seat(i), n})
		}
		for _, c := range s.Players[i].Opened() {
			all = append(all, Drop{s.seat(i), c})
		}
	}
	return all
}

// Suffer is N points of damage that a seat reports: damage done by the active seat, or by its own
// cursed crystals.
type Suffer struct {
	Seat engine.Seat
	N    uint8
}

func (c Suffer) By() engine.Seat { return c.Seat }

func (c Suffer) Check(s *State) refusal {
	i := s.Find(c.Seat)
	if no := s.reports(i); !no.Allowed() {
		return no
	}
	return s.suffers(i, c.N)
}

func (c Suffer) Play(r *resolution) {
	emit(r, Harmed{Seat: c.Seat, N: c.N, From: r.seat(r.Turn), Of: 0})
	if r.player(c.Seat).Health == 0 {
		emit(r, Out{Seat: c.Seat})
	}
}

func (c Suffer) Tell() engine.Text { return engine.Say("Take %d damage", int(c.N)) }

// Heal is N hit points that a seat gains.
type Heal struct {
	Seat engine.Seat
	N    uint8
}

func (c Heal) By() engine.Seat { return c.Seat }

func (c Heal) Check(s *State) refusal {
	i := s.Find(c.Seat)
	if no := s.reports(i); !no.Allowed() {
		return no
	}
	return s.heals(i, c.N)
}

func (c Heal) Play(r *resolution) { emit(r, Healed(c)) }
func (c Heal) Tell() engine.Text  { return engine.Say("Heal %d", int(c.N)) }
