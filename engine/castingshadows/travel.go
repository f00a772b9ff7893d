package castingshadows

import (
	"cmp"
	"errors"

	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// TRAVEL: to an adjacent tile.

// adjacent: one step goes to a tile beside one's own.
func (s *State) adjacent(i int8, to printed.Name) refusal {
	switch {
	case s.place(to) == 0:
		return refuse("%s is not in this game", nameWord(to))
	case s.distance(s.players[i].at, to) != 1:
		return refuse("%s is not beside the tile of %s", nameWord(to), seatWord(i))
	}
	return allowed
}

// Travel goes to an adjacent tile.
type Travel struct {
	Seat engine.Seat
	To   printed.Name
}

// By is the seat.
func (c Travel) By() engine.Seat { return c.Seat }

// Aims are the tile.
func (c Travel) Aims() []string { return []string{engine.SiteAim(c.To.String())} }

func (c Travel) check(s *State) refusal {
	i := s.find(c.Seat)
	if no := cmp.Or(s.keepsAll(), s.mayAct(i)); !no.Allowed() {
		return no
	}
	return cmp.Or(s.adjacent(i, c.To))
}

func (c Travel) play(r *resolution) {
	emit(r, Acts{c.Seat, -1})
	emit(r, Traveled(c))
	r.happens(r.find(c.Seat), printed.OnTravel)
}

func (c Travel) tell() engine.Text { return engine.Say("Travel to %s", c.To.Term()) }

// Traveled is a figure that went to another tile by itself.
type Traveled struct {
	Seat engine.Seat
	To   printed.Name
}

func (e Traveled) apply(s *State)    { s.player(e.Seat).at = e.To }
func (e Traveled) tell() engine.Text { return engine.Say("%s travels to %s", e.Seat, e.To.Term()) }

func (Traveled) why(*State) engine.Reason {
	return engine.Reason{Rule: engine.Say("An action point takes a figure to an adjacent tile."), Source: sourceActions}
}

// Moved is a figure that something brought to another tile.
type Moved struct {
	Seat engine.Seat
	To   printed.Name
}

func (e Moved) apply(s *State)    { s.player(e.Seat).at = e.To }
func (e Moved) tell() engine.Text { return engine.Say("%s goes to %s", e.Seat, e.To.Term()) }

func (e Moved) misfit(s *State) error {
	if s.find(e.Seat) < 0 || s.place(e.To) == 0 {
		return errors.New("a seat, and a tile of this game")
	}
	return nil
}
