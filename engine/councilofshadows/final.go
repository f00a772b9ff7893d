package councilofshadows

import (
	"slices"

	"arbiter/engine"
)

// After the last round each seat scores what it has left, the holder of the
// throne first (rulebook, "End of the game"; ruling final-order): gems, AI cards,
// bonus cards. Levels still rise, but bring neither cards nor gems.

// The most that can be reported at once.
const (
	mostGems        = 40
	mostBonusEnergy = 60
	mostCubes       = 90
)

var gemColors = []Item{Anthracite, Gold, Crystal}

func (t *turn) beginFinal() {
	emit(t, Phase{PhaseFinal})
	emit(t, Turn{t.players[t.throne].seat})
	if t.full {
		t.scoreFinally()
	}
}

// afterFinal returns the seat that scores next, -1 after the last one.
func (s *State) afterFinal() int8 {
	order := slices.DeleteFunc(s.ordered(), func(i int8) bool { return i == s.throne })
	order = append([]int8{s.throne}, order...)
	at := slices.Index(order, s.turn)
	if at < 0 || at+1 == len(order) {
		return -1
	}
	return order[at+1]
}

// finalEnergy moves the acting seat's marker and turns it as often as it comes round.
func (t *turn) finalEnergy(by Delta, cause Item) {
	if by != 0 || cause == BonusCard {
		emit(t, Energy{t.active().seat, by, cause})
	}
	for t.active().reached() {
		t.rise(t.turn)
	}
}

func (s *State) checkEndFinal(seat engine.Seat) error {
	if s.full {
		return errCounted()
	}
	if err := s.mustAct(seat, PhaseFinal); err != nil {
		return err
	}
	if p := s.active(); !p.robot() && int(p.counted) < len(gemColors) {
		return engine.Refuse("first count the gems: %s", gemColors[p.counted].term())
	}
	return nil
}

func (t *turn) endFinal() {
	if next := t.afterFinal(); next >= 0 {
		emit(t, Turn{t.players[next].seat})
		return
	}
	t.decideWinner()
}

// decideWinner ends the game (ruling winner): the highest level, then energy,
// then cubes on the game board, which are asked for only if it comes to that;
// else the victory is shared.
func (t *turn) decideWinner() {
	best := t.leading()
	if len(best) > 1 && t.cubesMissing(best) {
		if t.phase != PhaseCubes {
			emit(t, Phase{PhaseCubes})
		}
		return
	}
	most := int16(-1)
	for _, i := range best {
		most = max(most, t.players[i].cubes)
	}
	for _, i := range best {
		if t.players[i].cubes == most {
			emit(t, Won{t.players[i].seat})
		}
	}
}

// leading lists the players that share the highest level and, in it, the most energy.
func (s *State) leading() []int8 {
	var best []int8
	for _, i := range s.ordered() {
		if len(best) > 0 {
			p, q := &s.players[i], &s.players[best[0]]
			switch rank := int(p.level)*1000 + int(p.energy) - int(q.level)*1000 - int(q.energy); {
			case rank < 0:
				continue
			case rank > 0:
				best = best[:0]
			}
		}
		best = append(best, i)
	}
	return best
}

func (s *State) cubesMissing(seats []int8) bool {
	return slices.ContainsFunc(seats, func(i int8) bool { return s.players[i].cubes < 0 })
}

func (s *State) checkCubes(c Count) error {
	i := s.find(c.Seat)
	switch {
	case i < 0 || !slices.Contains(s.leading(), i):
		return engine.Refuse("%s is not tied for the victory", c.Seat)
	case c.What != Cubes:
		return engine.Refuse("now the cubes on the game board are counted")
	case s.players[i].cubes >= 0:
		return engine.Refuse("%s has counted its cubes", c.Seat)
	case c.Number > mostCubes:
		return engine.Refuse("at most %d cubes can be reported", mostCubes)
	}
	return nil
}

func (s *State) finals(all []engine.Command) []engine.Command {
	if s.phase == PhaseCubes {
		for _, i := range s.leading() {
			for n := range uint8(mostCubes + 1) {
				all = append(all, Count{s.players[i].seat, Cubes, n})
			}
		}
		return all
	}
	p := s.active()
	if s.full {
		return s.shows(all)
	}
	if !p.robot() && int(p.counted) < len(gemColors) {
		for n := range uint8(mostGems + 1) {
			all = append(all, Count{p.seat, gemColors[p.counted], n})
		}
		return all
	}
	for n := range uint8(mostBonusEnergy + 1) {
		all = append(all, Bonus{p.seat, n})
	}
	return append(all, Pass{p.seat})
}
