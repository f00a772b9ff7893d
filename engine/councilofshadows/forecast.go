package councilofshadows

import "arbiter/engine"

// Forecast returns what the cards that a seat has laid will cost and what place in the order that
// gives it, with the cards of others that it knows. In a game with the Automa, whose card is
// unknown, it returns no place.
func (s *State) Forecast(seat engine.Seat) (engine.Forecast, bool) {
	i := s.find(seat)
	if i < 0 || s.players[i].robot() || s.phase != PhasePlan && s.phase != PhaseReveal || !s.tellsValues(i) {
		return engine.Forecast{}, false
	}
	p := &s.players[i]
	by := s.steps(p)
	f := engine.Forecast{Costs: int(by), From: int(p.consumption), To: int(p.consumption + by)}
	if !s.awaitsAutoma() {
		f.Rank = s.rankAhead(i)
	}
	return f, true
}

// tellsValues reports whether the values of player i's top cards are known.
func (s *State) tellsValues(i int8) bool {
	p := &s.players[i]
	for _, card := range s.visible(p) {
		if !s.told(card) && !s.perpetual(p) {
			return false
		}
	}
	return true
}

// rankAhead returns the place that player i would take if everybody were ready; 0 if a value is
// unknown.
func (s *State) rankAhead(i int8) int {
	ahead := *s
	for j := range ahead.seats() {
		if !s.tellsValues(int8(j)) {
			return 0
		}
		ahead.players[j].consume(s.steps(&s.players[j]))
	}
	for place, j := range ahead.byConsumption() {
		if j == i {
			return place + 1
		}
	}
	return 0
}
