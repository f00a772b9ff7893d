package castingshadows

import (
	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// View shows the table: the turn, hit points and energy, what lies beside tiles and in
// spell books, where figures stand, and what the game waits for.
func (s *State) View() engine.View {
	v := s.Plain()
	v.Board, v.Map, v.InPlay = s.boardFields(), s.boardMap(), s.viewInPlay()
	return v
}

// Plain is View without the board.
func (s *State) Plain() engine.View {
	v := engine.View{Stage: s.stageTexts(), Phase: s.phaseWord(), Over: s.over, Prompts: s.prompts(), Remind: s.reminders()}
	v.Opening = s.turns <= 1 && !s.over
	if s.facts.StandIn() {
		v.Caveat = engine.Say("Stand-in values, not those of the real game")
	}
	for i := range s.count() {
		v.Seats = append(v.Seats, s.placeOf(i))
	}
	v.MarkTurns()
	v.MarkRanks(s.ranked())
	v.Tracks, v.Pieces = s.tracks(), s.heaps()
	v.Zones, v.Lying, v.Piles = s.zones(), s.figures(), s.piles()
	return v
}

// stageTexts are the turn and its part.
func (s *State) stageTexts() []engine.Text {
	turn := engine.Say("Turn %d", int(s.turns))
	switch {
	case s.over && s.winner >= 0:
		return []engine.Text{turn, engine.Say("%s is the last one standing and wins", s.seat(s.winner))}
	case s.over:
		return []engine.Text{turn, engine.Say("The game ends as a draw")}
	case s.stage == 0:
		return []engine.Text{engine.Say("Setup")}
	case s.window:
		return []engine.Text{turn, engine.Say("Counterspells?")}
	case s.stage == Rolling:
		return []engine.Text{turn, engine.Say("Roll")}
	case s.stage == Acting:
		return []engine.Text{turn, engine.Say("Actions: %d left", int(s.points))}
	case s.stage == Absorbing:
		return []engine.Text{turn, engine.Say("Absorb")}
	}
	return []engine.Text{turn, engine.Say("End of the turn")}
}

// phaseWord is the phase as one word.
func (s *State) phaseWord() string {
	switch {
	case s.over:
		return "over"
	case s.stage == 0:
		return "setup"
	case s.window:
		return "react"
	}
	return s.stage.String()
}

// tracks are the dials, and the action points of whose turn it is.
func (s *State) tracks() []engine.Track {
	health := engine.Track{Name: "health", Title: engine.Say("HP"), Dial: int(s.facts.MostHealth())}
	energy := engine.Track{Name: "energy", Title: engine.Say("Energy")}
	points := engine.Track{Name: "actions", Title: engine.Say("Actions"), Derived: true}
	for i := range s.count() {
		p := &s.players[i]
		health.At, energy.At = append(health.At, int(p.health)), append(energy.At, int(p.energy))
		points.At = append(points.At, s.pointsOf(i))
	}
	return []engine.Track{health, energy, points}
}

// pointsOf are the action points that a seat has left.
func (s *State) pointsOf(i int8) int {
	if i != s.turn || s.over || s.stage != Acting {
		return 0
	}
	return int(s.points)
}

// heaps are the resources in the pools, dice and tokens together; kinds that nobody has
// are left out.
func (s *State) heaps() (all []engine.Track) {
	for _, r := range printed.Resources() {
		t, some := engine.Track{Name: r.String(), Title: engine.Say("Pool: %s", r.Term())}, false
		for i := range s.count() {
			n := int(s.pool(i)[r])
			t.At, some = append(t.At, n), some || n > 0
		}
		if some {
			all = append(all, t)
		}
	}
	return all
}
