package castingshadows

import "arbiter/engine"

// View shows the state.
func (s *State) View() engine.View {
	v := engine.View{Over: s.over, Stage: []engine.Text{engine.Say("Turn %d", int(s.turns))}}
	health, energy := engine.Track{Name: "health", Title: engine.Say("Health")}, engine.Track{Name: "energy", Title: engine.Say("Energy")}
	for i := range s.count() {
		p := &s.players[i]
		v.Seats = append(v.Seats, engine.Place{Seat: s.seat(i), Out: p.out, Turn: i == s.turn && !p.out && !s.over, Winner: s.over && s.winner == i})
		health.At, energy.At = append(health.At, int(p.health)), append(energy.At, int(p.energy))
	}
	v.Tracks = []engine.Track{health, energy}
	return v
}
