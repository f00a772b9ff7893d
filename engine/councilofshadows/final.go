package councilofshadows

import (
	"cmp"
	"slices"

	"arbiter/engine"
	"arbiter/engine/rule"
)

// After the last round each seat scores what it has left, the holder of the throne first (rulebook,
// "End of the game"; ruling final-order): gems, AI cards, bonus cards. Levels still rise, but bring
// neither cards nor gems.

// The most that can be reported at once.
const (
	mostGems        = 40
	mostBonusEnergy = 60
	mostCubes       = 90
)

var gemColors = [...]Item{Anthracite, Gold, Crystal}

func (r *resolution) beginFinal() {
	emit(r, Phase{PhaseFinal})
	emit(r, Turn{r.players[r.throne].seat})
	if r.full {
		r.scoreFinally()
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

// finalEnergy moves the active seat's marker and turns it for each level that it gains.
func (r *resolution) finalEnergy(by Delta, cause Item) {
	if by != 0 || cause == BonusCard {
		emit(r, Energy{r.active().seat, by, cause})
	}
	for r.active().reached() {
		r.rise(r.turn)
	}
}

func (s *State) checkEndFinal(seat engine.Seat) refusal {
	return cmp.Or(s.keepsTracks(), s.mustAct(seat, PhaseFinal), s.active().gemsCounted())
}

// gemsCounted refuses anything else until gems have been counted.
func (p *player) gemsCounted() refusal {
	if !p.robot() && int(p.counted) < len(gemColors) {
		return countFirst(gemColors[p.counted])
	}
	return allowed
}

// countsGems refuses to count anything but the next color of gems, after the given number of
// colors.
func (p *player) countsGems(what Item, after uint8) refusal {
	switch {
	case p.robot():
		return refuse("the Automa has no gems")
	case int(after) >= len(gemColors):
		return refuse("%s has counted its gems", wordBy)
	case what != gemColors[after]:
		return countFirst(gemColors[after])
	}
	return allowed
}

func countFirst(gems Item) refusal { return refuse("first count the gems: %s", gems.word()) }

// fewGems refuses more gems than there can be.
func fewGems(n uint8) refusal {
	if n > mostGems {
		return refuse("at most %d gems", number(mostGems))
	}
	return allowed
}

// takesBonus refuses more bonus cards than there can be.
func (p *player) takesBonus() refusal {
	switch {
	case !p.robot() && p.bonus >= mostBonus:
		return refuse("nobody has more than %d bonus cards", number(mostBonus))
	case p.bonus >= lightCards:
		return refuse("the box has no more bonus cards")
	}
	return allowed
}

func (r *resolution) endFinal() {
	if next := r.afterFinal(); next >= 0 {
		emit(r, Turn{r.players[next].seat})
		return
	}
	r.decideWinner()
}

// decideWinner ends the game (ruling winner): the highest level wins, then the most energy, then
// the most cubes on the game board, which are asked for only if needed; otherwise the victory is
// shared.
func (r *resolution) decideWinner() {
	best := r.leading()
	if len(best) > 1 && r.cubesMissing(best) {
		if r.phase != PhaseCubes {
			emit(r, Phase{PhaseCubes})
		}
		return
	}
	most := int16(-1)
	for _, i := range best {
		most = max(most, r.players[i].cubes)
	}
	for _, i := range best {
		if r.players[i].cubes == most {
			emit(r, Won{r.players[i].seat})
		}
	}
}

// leading lists the players with the highest level and the most energy on it.
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

func (s *State) checkCubes(c Count) refusal {
	i := s.find(c.Seat)
	switch {
	case i < 0 || !slices.Contains(s.leading(), i):
		return refuse("%s is not tied for the victory", wordBy)
	case c.What != Cubes:
		return refuse("now the cubes on the game board are counted")
	case s.players[i].cubes >= 0:
		return refuse("%s has counted its cubes", wordBy)
	case c.Number > mostCubes:
		return refuse("at most %d cubes", number(mostCubes))
	}
	return allowed
}

func (s *State) finals(all []engine.Command) []engine.Command {
	if s.phase == PhaseCubes {
		for _, i := range s.leading() {
			var counts []engine.Command
			for n := range uint8(mostCubes + 1) {
				counts = append(counts, Count{s.players[i].seat, Cubes, n})
			}
			all = s.together(all, counts)
		}
		return all
	}
	p, say := s.active(), s.commands(s.turn)
	if int(p.counted) < len(gemColors) {
		all = s.together(all, say.left[p.counted][:])
	}
	return s.only(s.together(all, say.bonus[:]), say.pass)
}

// counted stores a count: cubes for the last tie-break, gems in final scoring or when the referee
// takes over the cardboard.
func (s *State) counted(p *player, what Item, n uint8) {
	switch {
	case what == Cubes:
		p.cubes = int16(n)
	case s.statesCardboard():
		p.take(gemsOf(what, n))
		p.stocked++
	default:
		p.counted++
	}
}

// Count reports how many gems of a color are left at the end, or how many cubes are on the game
// board.
type Count struct {
	Seat   engine.Seat
	What   Item
	Number uint8
}

func (c Count) By() engine.Seat { return c.Seat }

// Aims returns none: a number is typed.
func (Count) Aims() []string { return nil }

func (c Count) Check(s *State) refusal {
	if s.phase == PhaseCubes {
		return cmp.Or(s.keepsTracks(), s.checkCubes(c))
	}
	p := s.active()
	return cmp.Or(s.keepsTracks(), s.mustAct(c.Seat, PhaseFinal), p.countsGems(c.What, p.counted), fewGems(c.Number))
}

func (c Count) Play(r *resolution) {
	emit(r, Counted(c))
	if r.phase == PhaseCubes {
		r.decideWinner()
		return
	}
	r.finalEnergy(Delta(c.Number)*Delta(r.value(c.What)), c.What)
	if p := r.active(); int(p.counted) == len(gemColors) {
		r.finalEnergy(Delta(p.aiCards()*r.value(AICard)), AICard)
	}
}

func (c Count) Tell() engine.Text {
	return engine.Say("{One gem|%[1]d gems} left: %[2]s", int(c.Number), c.What.term())
}

func (c Count) Effect(*State) engine.Effect {
	return atOnce(rule.Asks(engine.Say("Enter"), "%d left: %s?", int(c.Number), c.What.term()))
}

// Counted is what a seat has left at the end.
type Counted struct {
	Seat   engine.Seat
	What   Item
	Number uint8
}

func (e Counted) Apply(s *State) {
	s.counted(s.player(e.Seat), e.What, e.Number)
}

func (e Counted) Tell() engine.Text {
	return engine.Say("%[1]s has {one gem|%[2]d gems} left: %[3]s", e.Seat, int(e.Number), e.What.term())
}

// Bonus reports the energy of one bonus card in final scoring.
type Bonus struct {
	Seat   engine.Seat
	Energy uint8
}

func (c Bonus) By() engine.Seat { return c.Seat }

func (c Bonus) Check(s *State) refusal {
	if r := cmp.Or(s.checkEndFinal(c.Seat), s.active().takesBonus()); !r.Allowed() {
		return r
	}
	if c.Energy > mostBonusEnergy {
		return refuse("a bonus card brings at most %d energy", number(mostBonusEnergy))
	}
	return allowed
}

func (c Bonus) Play(r *resolution) { r.finalEnergy(Delta(c.Energy), BonusCard) }

func (c Bonus) Tell() engine.Text {
	return engine.Say("A bonus card brings %d energy", int(c.Energy))
}

func (c Bonus) Effect(*State) engine.Effect {
	return rule.Asks(engine.Say("Enter"), "%d energy from a bonus card?", int(c.Energy))
}

// Won ends the game; with a tie there are several winners.
type Won struct{ Seat engine.Seat }

func (e Won) Apply(s *State) {
	s.player(e.Seat).winner, s.phase = true, PhaseOver
}

func (e Won) Tell() engine.Text {
	return engine.Say("%s wins", e.Seat)
}

func (Won) Why(s *State) engine.Reason {
	return engine.Reason{Rule: rulingWinner, Source: sourceEnd}
}
