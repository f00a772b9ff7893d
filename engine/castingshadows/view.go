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

// Plain returns the view without the board.
func (s *State) Plain() engine.View {
	v := engine.View{Stage: s.stageTexts(), Phase: s.phaseWord(), Over: s.Over, Prompts: s.prompts(), Remind: s.reminders(), Names: s.callings()}
	v.Opening = s.Turns <= 1 && !s.Over
	if s.Facts.StandIn() {
		v.Caveat = engine.Say("Stand-in values, not those of the real game")
	}
	for i := range s.Count() {
		v.Seats = append(v.Seats, s.placeOf(i))
	}
	v.MarkTurns()
	v.MarkRanks(s.ranks())
	v.Tracks, v.Pieces = s.tracks(), s.heaps()
	v.Zones, v.Lying, v.Piles = s.zones(), s.figures(), s.piles()
	return v
}

// stageTexts returns the turn and its phase.
func (s *State) stageTexts() []engine.Text {
	turn := engine.Say("Turn %d", int(s.Turns))
	switch {
	case s.Over && s.Winner >= 0:
		return []engine.Text{turn, engine.Say("%s is the last one standing and wins", s.seat(s.Winner))}
	case s.Over:
		return []engine.Text{turn, engine.Say("The game ends as a draw")}
	case s.Stage == 0:
		return []engine.Text{engine.Say("Setup")}
	case s.Asking:
		return []engine.Text{turn, engine.Say("Counterspells?")}
	case s.Stage == rolling:
		return []engine.Text{turn, engine.Say("Roll")}
	case s.Stage == acting:
		return []engine.Text{turn, engine.Say("Actions: %d left", int(s.Points))}
	case s.Stage == absorbing:
		return []engine.Text{turn, engine.Say("Absorb")}
	}
	return []engine.Text{turn, engine.Say("End of the turn")}
}

// phaseWord returns the phase as one word.
func (s *State) phaseWord() string {
	switch {
	case s.Over:
		return "over"
	case s.Stage == 0:
		return "setup"
	case s.Asking:
		return "react"
	}
	return s.Stage.String()
}

// tracks returns the dials, and the action points of the active seat.
func (s *State) tracks() []engine.Track {
	health := engine.Track{Name: "health", Title: engine.Say("HP"), Dial: int(s.Facts.MostHealth())}
	energy := engine.Track{Name: "energy", Title: engine.Say("Energy")}
	points := engine.Track{Name: "actions", Title: engine.Say("Actions"), Derived: true}
	for i := range s.Count() {
		p := &s.Players[i]
		health.At, energy.At = append(health.At, int(p.Health)), append(energy.At, int(p.Energy))
		points.At = append(points.At, s.pointsOf(i))
	}
	return []engine.Track{health, energy, points}
}

// heaps returns the resources in the pools, dice and tokens together, without those that nobody
// has.
func (s *State) heaps() (all []engine.Track) {
	for _, r := range printed.Resources() {
		t, some := engine.Track{Name: r.String(), Title: engine.Say("Pool: %s", r.Term())}, false
		for i := range s.Count() {
			n := int(s.pool(i)[r])
			t.At, some = append(t.At, n), some || n > 0
		}
		if some {
			all = append(all, t)
		}
	}
	return all
}
