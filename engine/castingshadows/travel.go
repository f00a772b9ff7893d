package castingshadows

import (
	"cmp"

	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// TRAVEL: to an adjacent tile.

// adjacent allows a tile one step away from the seat's own.
func (s *State) adjacent(i int8, to printed.Name) refusal {
	switch {
	case s.Place(to) == 0:
		return refuse("%s is not in this game", nameWord(to))
	case s.distance(s.Players[i].At, to) != 1:
		return refuse("%s is not beside the tile of %s", nameWord(to), seatWord(i))
	}
	return allowed
}

// thawed refuses a frozen seat, which does not travel in this turn.
func (s *State) thawed(i int8) refusal {
	if s.Players[i].Frozen {
		return refuse("%s is frozen and does not travel in this turn", seatWord(i))
	}
	return allowed
}

// Travel goes to an adjacent tile, by name.
type Travel struct {
	Seat engine.Seat
	To   printed.Name
}

func (c Travel) By() engine.Seat { return c.Seat }

// Aims returns the tile.
func (c Travel) Aims() []string { return []string{engine.SiteAim(c.To.String())} }

func (c Travel) Check(s *State) refusal {
	i := s.Find(c.Seat)
	if no := cmp.Or(s.keepsAll(), s.mayAct(i)); !no.Allowed() {
		return no
	}
	return cmp.Or(s.thawed(i), s.adjacent(i, c.To))
}

func (c Travel) Play(r *resolution) {
	emit(r, Acts{Seat: c.Seat, N: -1})
	emit(r, Traveled(c))
	r.happens(r.Find(c.Seat), printed.OnTravel)
}

func (c Travel) Tell() engine.Text { return engine.Say("Travel to %s", c.To.Term()) }
func (Travel) Verb() engine.Text   { return engine.Say("Travel") }

// Traveled is a figure that went to another tile on its own.
type Traveled struct {
	Seat engine.Seat
	To   printed.Name
}

func (e Traveled) Apply(s *State)    { s.player(e.Seat).At = e.To }
func (e Traveled) Tell() engine.Text { return engine.Say("%s travels to %s", e.Seat, e.To.Term()) }

func (Traveled) Why(*State) engine.Reason {
	return engine.Reason{Rule: engine.Say("An action point takes a figure to an adjacent tile."), Source: sourceActions}
}
