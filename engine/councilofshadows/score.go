package councilofshadows

import (
	"math/bits"

	"arbiter/engine"
)

// Scoring (rulebook, scoring): each galaxy with a colony of the seat once; the
// majority is judged before the cube leaves (ruling scoring-order).

// The energy of a galaxy or system with Empire and Feudalism (rulebook, card
// glossary).
const majorityEnergy = 3

// The colonies in a galaxy from which Casares keeps the cube.
const casaresColonies = 3

// beginScoring begins the scoring of a seat with what comes by itself: S3E3,
// Empire, Feudalism.
func (t *turn) beginScoring() {
	i := t.turn
	p := t.players[i]
	emit(t, Scored{p.seat})
	for _, c := range []struct {
		cause  Item
		has    bool
		energy func(i int8) int16
	}{
		{S3E3, p.leader == S3E3, func(i int8) int16 { return t.onBoard(i, false) }},
		{Empire, p.knows(Empire), t.ruledGalaxies},
		{Feudalism, p.knows(Feudalism), t.ruledSystems},
	} {
		if !c.has {
			continue
		}
		if n := c.energy(i); n > 0 {
			emit(t, Energy{p.seat, Delta(n), c.cause})
		}
	}
	if p.robot() {
		t.automaScoring()
	}
}

func (s *State) ruledGalaxies(i int8) (n int16) {
	for g := range uint8(galaxyCount) {
		if s.rank(g, i) > 0 {
			n += majorityEnergy
		}
	}
	return n
}

func (s *State) ruledSystems(i int8) (n int16) {
	for site := range uint8(sites) {
		if s.leads(site, i) {
			n += majorityEnergy
		}
	}
	return n
}

// mayScore tells whether player i can score a galaxy now: it has a colony there
// and has not scored it in this part, or with this card.
func (s *State) mayScore(i int8, g uint8) bool {
	done := s.players[i].scored
	if s.job.card != None {
		done = s.job.scored
	}
	return done&(1<<g) == 0 && s.sitesOf(g)&s.table.present[i] != 0
}

// keeps tells whether scoring a galaxy removes no cube: the Score station stands
// there, or Casares has three colonies.
func (s *State) keeps(i int8, g uint8) bool {
	at := s.table.station[g]
	return at.what == StationScore && at.owner == i ||
		s.players[i].leader == Casares && s.colonies(g, i) >= casaresColonies
}

// scorings lists the galaxies that player i may score, with each cube that may
// leave.
func (s *State) scorings(all []engine.Command, i int8) []engine.Command {
	for g := range uint8(galaxyCount) {
		if s.mayScore(i, g) {
			all = s.cubesToRemove(all, i, g)
		}
	}
	return all
}

func (s *State) cubesToRemove(all []engine.Command, i int8, g uint8) []engine.Command {
	if s.keeps(i, g) {
		return append(all, s.say(i).keep[g])
	}
	for left := s.sitesOf(g) & s.table.present[i]; left != 0; left &= left - 1 {
		site := uint8(bits.TrailingZeros32(left))
		for planet := range uint8(mostPlanets) {
			if s.table.cubes[site].on(planet, i) > 0 {
				all = append(all, s.say(i).score[site][planet])
			}
		}
	}
	return all
}

// checkLeaving refuses a cube that cannot be the one that leaves.
func (s *State) checkLeaving(c Score, i int8, g uint8) error {
	switch none := c.Site == 0 && c.Planet == 0; {
	case s.keeps(i, g) && !none:
		return engine.Refuse("scoring the galaxy %s removes no cube of %s", engine.Term(c.Galaxy), c.Seat)
	case s.keeps(i, g):
		return nil
	case none:
		return engine.Refuse("scoring removes one cube; say which")
	case !s.siteInUse(c.Site) || s.sitesOf(g)&(1<<(c.Site-1)) == 0:
		return engine.Refuse("field %d does not belong to the galaxy %s", int(c.Site), engine.Term(c.Galaxy))
	case c.Planet < 1 || c.Planet > mostPlanets || s.table.cubes[c.Site-1].on(c.Planet-1, i) == 0:
		return engine.Refuse("%s has no cube on planet %d of field %d", c.Seat, int(c.Planet), int(c.Site))
	}
	return nil
}

// scorer returns the seat that may score now.
func (s *State) scorer(seat engine.Seat) (int8, error) {
	if s.working() {
		return s.worker(), s.mustWork(seat, scoring)
	}
	if err := s.mustAct(seat, PhaseAct); err != nil {
		return 0, err
	}
	if s.step != stepScoring {
		return 0, engine.Refuse("%s has not finished its actions", seat)
	}
	return s.turn, nil
}

// reward is what a galaxy brings player i: with the majority, or for Breish with
// a tie, the higher one.
func (s *State) reward(i int8, g uint8) (energy uint8, light bool) {
	there := &s.board().galaxy[g]
	rank := s.rank(g, i)
	if rank > 0 || rank == 0 && s.players[i].leader == Breish {
		return there.majority, there.light != Never
	}
	return there.minority, there.light == Always
}

func (t *turn) score(c Score) {
	g, _ := galaxyIndex(c.Galaxy)
	energy, light := t.reward(t.find(c.Seat), g)
	emit(t, Claimed(c))
	if energy > 0 {
		emit(t, Energy{c.Seat, Delta(energy), Galaxy})
	}
	if light && t.bonusLeft() {
		emit(t, Owed{c.Seat})
	}
}
