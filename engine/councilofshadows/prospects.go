package councilofshadows

import "math"

// Prospects returns how likely each seat is to win the full book, from levels, energy, consumption
// and what a seat has in store. The README says how well this agrees with the results of games.
func (s *State) Prospects() []float64 {
	to := make([]float64, s.count)
	if s.phase == PhaseOver {
		return s.outcome(to)
	}
	sum := 0.0
	for i := range to {
		to[i] = math.Exp(s.standing(int8(i)))
		sum += to[i]
	}
	for i := range to {
		to[i] /= sum
	}
	return to
}

// outcome gives each winner its share of the victory.
func (s *State) outcome(to []float64) []float64 {
	winners := 0.0
	for i := range to {
		if s.players[i].winner {
			to[i] = 1
			winners++
		}
	}
	for i := range to {
		to[i] /= max(winners, 1)
	}
	return to
}

// The weight of what a seat has, in logits, fitted by logistic regression to games of greedy bots
// in which every eighth choice was random.
const (
	levelCounts       = 3.7   // a level
	wayCounts         = 3.4   // energy all the way to consumption
	consumptionCounts = 0.023 // a field
	gemCounts         = 0.09  // a gem, by what it is worth at the end
	bonusCounts       = 0.015 // energy that bonus cards would bring now
	colonyCounts      = 0.41  // a cube on a planet
	cardCounts        = 0.21  // an AI card
)

// standing returns the strength of a seat, in logits.
func (s *State) standing(i int8) (logits float64) {
	all := s.assets(i)
	for a, w := range [...]float64{levelCounts, wayCounts, consumptionCounts, gemCounts, bonusCounts, colonyCounts, cardCounts} {
		logits += w * all[a]
	}
	return logits
}

// assets returns what counts, in the order of the weights.
func (s *State) assets(i int8) [7]float64 {
	p := &s.players[i]
	bonus, cubes := 0, 0
	for card := firstLight; card < firstLight+bonusCards; card++ {
		if p.bonuses&bonusBit(card) != 0 {
			bonus += int(s.worth(i, card))
		}
	}
	for g := range uint8(galaxyCount) {
		cubes += int(s.colonies(g, i))
	}
	return [7]float64{
		float64(p.level), float64(p.energy) / float64(max(p.consumption, 1)), float64(p.consumption),
		float64(p.gems.Anthracite) + 2*float64(p.gems.Gold) + 3*float64(p.gems.Crystal),
		float64(bonus), float64(cubes), float64(p.aiCards()),
	}
}
