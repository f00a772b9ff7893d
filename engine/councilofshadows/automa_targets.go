package councilofshadows

import (
	"math/bits"

	"arbiter/engine"
)

// The Automa in the full book: the referee decides what is possible. The left side of an action is
// carried out if it can be, otherwise the right one, otherwise neither. Among equal targets the
// human chooses (ruling automa-choice).

// The sides of an action, as fields of a card in play.
const (
	noSide uint8 = iota
	leftSide
	rightSide
)

// automaActs reports whether an action of the Automa is waiting for a target.
func (s *State) automaActs() bool {
	return s.full && s.phase == PhaseAct && s.step == stepMain && s.turn >= 0 && s.due.who < 0 &&
		s.active().robot() && s.inPlay.card.isAutoma() && s.inPlay.step > 0
}

// automaAction returns the action that is due.
func (s *State) automaAction() Acts {
	return s.facts.card(s.inPlay.card).acts[s.inPlay.step-1][s.inPlay.field-1]
}

// automaNext continues with the Automa's card. It returns false if it has to wait, or if the game
// continues elsewhere.
func (r *resolution) automaNext() bool {
	if r.automaActs() {
		return r.automaTarget()
	}
	acts, number := r.current()
	switch {
	case acts[0].Number == 0:
		r.beginScoring()
		return false
	case acts[0].Does == DoesEnergy:
		emit(r, Did{automaSeat, number, Left})
		r.energize(Energy{automaSeat, Delta(acts[0].Count), r.automa.open})
	case acts[0].Does == DoesFlush:
		emit(r, Did{automaSeat, number, Left})
		r.clearDisplay()
	case r.feasible(acts[0]):
		emit(r, Does{automaSeat, leftSide, r.automa.open, number})
	case r.feasible(acts[1]):
		emit(r, Does{automaSeat, rightSide, r.automa.open, number})
	default:
		emit(r, Did{automaSeat, number, Skipped})
	}
	return true
}

// automaTarget carries out the due action if there is only one target. It returns false if people
// have to choose.
func (r *resolution) automaTarget() bool {
	a := r.automaAction()
	var targets []engine.Command
	if a.Does == DoesDiscover && r.inPlay.fresh == 0 {
		targets = r.automaExplores(nil)
	} else if targets = r.automaFoundings(nil); len(targets) == 0 {
		emit(r, Did{automaSeat, r.inPlay.step, r.sideInPlay()})
		return true
	}
	if len(targets) > 1 {
		return false
	}
	switch c := targets[0].(type) {
	case Explore:
		emit(r, Explored(c))
		return false
	case Found:
		r.automaFound(c)
	}
	return true
}

// field returns the side as a field of a card in play, 0 if it was skipped.
func (s Side) field() uint8 {
	switch s {
	case Left:
		return leftSide
	case Right:
		return rightSide
	}
	return noSide
}

func (s *State) sideInPlay() Side {
	if s.inPlay.field == rightSide {
		return Right
	}
	return Left
}

// automaFound puts the cubes of an action, which ends it.
func (r *resolution) automaFound(c Found) {
	emit(r, Founded{c.Seat, c.Site, c.Planet, c.Cubes, r.inPlay.card})
	emit(r, Did{automaSeat, r.inPlay.step, r.sideInPlay()})
}

// clearDisplay lays aside the AI cards that the card crosses out.
func (r *resolution) clearDisplay() {
	for n := range uint8(marketPlaces) {
		if card := r.table.market[n]; card != None && r.facts.board.crossedOut[r.automa.open-firstAutoma]&(1<<n) != 0 {
			emit(r, Cleared{n + 1, card})
		}
	}
}

// feasible reports whether a side of an action can be carried out.
func (s *State) feasible(a Acts) bool {
	switch a.Does {
	case DoesColonize:
		return len(s.targets(a, nil)) > 0
	case DoesDiscover:
		return s.discoverable(a) != 0
	}
	return false
}

// shown returns the sites that an action means by its galaxy and parsec.
func (s *State) shown(a Acts) (set uint32) {
	b := s.board()
	var within uint32
	for _, name := range a.Galaxy.each() {
		if g, ok := galaxyIndex(name); ok {
			within |= s.sitesOf(g)
		}
	}
	if a.Galaxy == "" {
		within = s.table.open
	}
	for left := s.table.open; left != 0; left &= left - 1 {
		i := bits.TrailingZeros32(left)
		if within&(1<<i) != 0 && (a.Parsec == 0 || b.site[i].parsec == a.Parsec) {
			set |= 1 << i
		}
	}
	return set
}

// targets lists the free planets that a colonizing action may take.
func (s *State) targets(a Acts, all []engine.Command) []engine.Command {
	for left := s.shown(a); left != 0; left &= left - 1 {
		all = s.freePlanets(all, a, uint8(bits.TrailingZeros32(left)))
	}
	return all
}

func (s *State) freePlanets(all []engine.Command, a Acts, site uint8) []engine.Command {
	for planet := range s.system(site).slots {
		if s.system(site).planets[planet] == a.Planet.planet() && s.table.cubes[site].height(planet) == 0 {
			all = append(all, s.commands(s.automa.at).found[site][planet][a.Count-1])
		}
	}
	return all
}

// automaFoundings lists the targets of the due action; after a discovery, they are on the new tile.
func (s *State) automaFoundings(all []engine.Command) []engine.Command {
	a := s.automaAction()
	switch {
	case a.Does == DoesColonize:
		return s.targets(a, all)
	case s.inPlay.fresh > 0:
		return s.freePlanets(all, a, s.inPlay.fresh-1)
	}
	return all
}

// discoverable returns the free sites at which an action may discover.
func (s *State) discoverable(a Acts) (set uint32) {
	for parsec := uint8(1); parsec <= farthest; parsec++ {
		if s.tilesLeft(parsec) {
			set |= s.free(parsec) & s.shown(a)
		}
	}
	return set
}

// automaSites returns the sites where the due action may lay a tile.
func (s *State) automaSites() uint32 { return s.shown(s.automaAction()) }

// automaTile reports whether the Automa may lay a tile: if only one of the two has the planet that
// it needs, it has to be that one (ruling automa-choice).
func (s *State) automaTile(i Item) bool {
	need := s.automaAction().Planet.planet()
	has := func(i Item) bool {
		return i != None && index(s.facts.board.tile[i-firstTile].planets[:], need) > 0 ||
			i != None && s.facts.board.tile[i-firstTile].planets[0] == need
	}
	return has(i) || !has(s.table.drawn[0]) && !has(s.table.drawn[1])
}

func (s *State) automaExplores(all []engine.Command) []engine.Command {
	for parsec := uint8(1); parsec <= farthest; parsec++ {
		if s.tilesLeft(parsec) && s.free(parsec)&s.shown(s.automaAction()) != 0 {
			all = append(all, s.commands(s.automa.at).explore[parsec-1])
		}
	}
	return all
}

// automaWork lists the targets that people choose from for the Automa.
func (s *State) automaWork(all []engine.Command) []engine.Command {
	if s.automaAction().Does == DoesDiscover && s.inPlay.fresh == 0 {
		return s.automaExplores(all)
	}
	return s.automaFoundings(all)
}

// isTarget refuses a command that is not a target of the Automa's action.
func (s *State) isTarget(c engine.Command) refusal {
	if c.By() != automaSeat {
		return refuse("the Automa plays its card first")
	}
	for _, target := range s.automaWork(nil) {
		if target == c {
			return allowed
		}
	}
	return refuse("the Automa's card asks for something else: %s", wordAction)
}

// The scoring of the Automa.

// automaScores reports whether the open card scores a galaxy. Without an open card, in a game that
// starts in phase 3, it scores none.
func (s *State) automaScores(g uint8) bool {
	i, card := s.automa.at, s.facts.card(s.automa.open)
	if card == nil || card.mode == ScoreNone || !s.mayScore(i, g).Allowed() {
		return false
	}
	return card.mode == ScoreAll || s.rank(g, i) > 0
}

// automaScorings lists the galaxies that the Automa has still to score.
func (s *State) automaScorings(all []engine.Command) []engine.Command {
	for left := s.galaxiesOf(s.automa.at); left != 0; left &= left - 1 {
		if g := uint8(bits.TrailingZeros16(left)); s.automaScores(g) {
			all = s.cubesToRemove(all, s.automa.at, g)
		}
	}
	return all
}

// automaScoring scores each galaxy where only one cube can leave, without asking, and ends the
// Automa's part when it has scored everything.
func (r *resolution) automaScoring() {
	for r.pending() == needsNothing {
		if one, ok := r.onlyScoring(); ok {
			r.score(one)
			continue
		}
		if len(r.automaScorings(nil)) == 0 {
			r.endPart()
		}
		return
	}
}

// onlyScoring returns the first scoring that leaves people no choice of cube.
func (s *State) onlyScoring() (Score, bool) {
	for g := range uint8(galaxyCount) {
		if !s.automaScores(g) {
			continue
		}
		if all := s.cubesToRemove(nil, s.automa.at, g); len(all) == 1 {
			return all[0].(Score), true
		}
	}
	return Score{}, false
}
