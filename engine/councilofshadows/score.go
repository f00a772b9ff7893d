package councilofshadows

import (
	"cmp"
	"math/bits"
	"slices"
	"strconv"

	"arbiter/engine"
	"arbiter/engine/rule"
)

// Scoring (rulebook, scoring): each galaxy with a colony of the seat once; the majority is judged
// before the cube leaves (ruling scoring-order).

// casaresColonies is how many colonies in a galaxy let Casares keep the cube.
const casaresColonies = 3

// beginScoring begins the scoring of a seat with what happens without a choice: S3E3, Empire,
// Feudalism.
func (r *resolution) beginScoring() {
	i := r.turn
	p := r.players[i]
	emit(r, Scored{p.seat})
	for _, c := range []struct {
		cause  Item
		has    bool
		energy func(i int8) int16
	}{
		{S3E3, p.leader == S3E3, func(i int8) int16 { return r.onBoard(i, false) }},
		{Empire, p.knows(Empire), r.ruledGalaxies},
		{Feudalism, p.knows(Feudalism), r.ruledSystems},
	} {
		if !c.has {
			continue
		}
		if n := c.energy(i); n > 0 {
			r.energize(Energy{p.seat, Delta(n), c.cause})
		}
	}
	if p.robot() {
		r.automaScoring()
	}
}

// mayScore allows a galaxy with a colony to be scored once in each part, or with each card.
func (s *State) mayScore(i int8, g uint8) refusal {
	done := s.players[i].scored
	if s.inPlay.card != None {
		done = s.inPlay.scored
	}
	switch {
	case s.sitesOf(g)&s.table.present[i] == 0:
		return refuse("%s has no colony in %s", s.players[i].word(), galaxyWord(g))
	case done&(1<<g) != 0:
		return refuse("%s has scored %s", s.players[i].word(), galaxyWord(g))
	}
	return allowed
}

// keeps reports whether scoring a galaxy removes no cube: the seat has the Score station there, or
// is Casares with three colonies.
func (s *State) keeps(i int8, g uint8) bool {
	at := s.table.station[g]
	return at.what == StationScore && at.owner == i ||
		s.players[i].leader == Casares && s.colonies(g, i) >= casaresColonies
}

// scorings lists the galaxies that player i may score, with each cube that may leave.
func (s *State) scorings(all []engine.Command, i int8) []engine.Command {
	for left := s.galaxiesOf(i); left != 0; left &= left - 1 {
		if g := uint8(bits.TrailingZeros16(left)); s.mayScore(i, g).Allowed() {
			all = s.cubesToRemove(all, i, g)
		}
	}
	return all
}

func (s *State) cubesToRemove(all []engine.Command, i int8, g uint8) []engine.Command {
	if s.keeps(i, g) {
		return append(all, s.commands(i).keep[g])
	}
	for left := s.sitesOf(g) & s.table.present[i]; left != 0; left &= left - 1 {
		site := uint8(bits.TrailingZeros32(left))
		for planet := range uint8(mostPlanets) {
			if s.loses(i, g, site+1, planet+1).Allowed() {
				all = append(all, s.commands(i).score[site][planet])
			}
		}
	}
	return all
}

// loses requires that the cube that leaves is one of the player's in that galaxy; site and planet
// are counted from 1.
func (s *State) loses(i int8, g, site, planet uint8) refusal {
	switch {
	case !s.siteInUse(site) || s.sitesOf(g)&(1<<(site-1)) == 0:
		return refuse("that system is not in %s", galaxyWord(g))
	case planet < 1 || planet > mostPlanets || s.table.cubes[site-1].on(planet-1, i) == 0:
		return refuse("%s has no cube there", s.players[i].word())
	}
	return allowed
}

// scorer returns the seat that may score now.
func (s *State) scorer(seat engine.Seat) (int8, refusal) {
	if s.carryingOut() {
		return s.actor(), s.mustWork(seat, scoring)
	}
	if r := s.mustAct(seat, PhaseAct); !r.Allowed() {
		return 0, r
	}
	if s.step != stepScoring {
		return 0, refuse("%s has not finished its actions", wordBy)
	}
	return s.turn, allowed
}

func (r *resolution) score(c Score) {
	g, _ := galaxyIndex(c.Galaxy)
	energy, light := r.reward(r.find(c.Seat), g)
	emit(r, Claimed(c))
	if energy > 0 {
		r.energize(Energy{c.Seat, Delta(energy), Galaxy})
	}
	if light && r.bonusLeft() {
		emit(r, Owed{c.Seat})
	}
}

// cubeLies reports whether there is a cube where one is to leave.
func (s *State) cubeLies(e Claimed) bool {
	i := s.find(e.Seat)
	return e.Site <= sites && e.Planet >= 1 && e.Planet <= mostPlanets &&
		s.table.cubes[e.Site-1].on(e.Planet-1, i) > 0
}

// Score scores a galaxy and removes one cube from a planet; site and planet are 0 if none has to be
// removed.
type Score struct {
	Seat         engine.Seat
	Galaxy       GalaxyName
	Site, Planet uint8
}

func (c Score) By() engine.Seat { return c.Seat }

// Aims returns the galaxy, and the planet that loses a cube.
func (c Score) Aims() []string {
	if c.Site == 0 {
		return []string{galaxyAim(c.Galaxy)}
	}
	return []string{galaxyAim(c.Galaxy), siteAim(c.Site), planetAim(c.Site, c.Planet)}
}

func (c Score) named() any { return galaxyTerm(c.Galaxy) }

func (c Score) Check(s *State) refusal {
	if r := s.keepsBoard(); !r.Allowed() {
		return r
	}
	g, r := s.hasGalaxy(c.Galaxy)
	if !r.Allowed() {
		return r
	}
	i, r := s.scorer(c.Seat)
	if r := cmp.Or(r, s.mayScore(i, g)); !r.Allowed() {
		return r
	}
	switch none := c.Site == 0 && c.Planet == 0; {
	case s.players[i].robot() && !s.automaScores(g):
		return refuse("the Automa's card does not score %s", galaxyWord(g))
	case s.keeps(i, g) && !none:
		return refuse("scoring %s takes no cube of %s", galaxyWord(g), wordBy)
	case s.keeps(i, g):
		return allowed
	case none:
		return refuse("a cube goes back; choose which")
	}
	return s.loses(i, g, c.Site, c.Planet)
}

func (c Score) Play(r *resolution) {
	r.score(c)
	r.proceed()
}

func (c Score) describe(s *State) engine.Text { return s.describeScore(c) }

func (c Score) Tell() engine.Text {
	if c.Site == 0 {
		return engine.Say("Score %s; no cube goes back", galaxyTerm(c.Galaxy))
	}
	return engine.Say("Score %s; a cube goes back from planet %d of field %d", galaxyTerm(c.Galaxy), int(c.Planet), int(c.Site))
}

func (c Score) tellIn(s *State) engine.Text {
	if c.Site == 0 {
		return c.Tell()
	}
	return engine.Say("Score %s; a cube goes back from %s in %s", galaxyTerm(c.Galaxy), s.planetName(c.Site, c.Planet), s.siteName(c.Site))
}

func (c Score) Effect(s *State) engine.Effect {
	g, ok := galaxyIndex(c.Galaxy)
	i := s.find(c.Seat)
	if !ok || i < 0 {
		return engine.Effect{}
	}
	energy, light := s.reward(i, g)
	e := rule.Asks(engine.Say("Score"), "Score %s for %d?", c.Galaxy.title(), int(energy))
	e = atOnce(e)
	if e.Then = []engine.Text{engine.Say("One cube goes back")}; c.Site == 0 {
		e.Then = []engine.Text{engine.Say("No cube goes back")}
	}
	if s.inPlay.card != None || s.players[i].robot() {
		return e // not all of them can be scored
	}
	e.Row = engine.Row{Title: c.Galaxy.title(), Notes: slices.Clone(e.Then), Usual: true}
	if c.Site != 0 {
		e.Row.Notes[0] = engine.Say("One cube leaves %s in %s", s.planetName(c.Site, c.Planet), s.siteName(c.Site))
		site, planet := s.spareCube(i, g)
		e.Row.Usual = c.Site == site && c.Planet == planet
	}
	if light {
		e.Row.Notes = append(e.Row.Notes, engine.Say("You get a light bonus card"))
	}
	return e
}

// spareCube returns the planet, both counted from 1, whose cube player i can best do without in a
// galaxy: one with more cubes, or else in a system with another colony, or else where the yield is
// least. No rule says so: people may choose another one.
func (s *State) spareCube(i int8, g uint8) (site, planet uint8) {
	const manyCubes, manyColonies = 2000, 1000 // more than any yield
	least := 0
	for left := s.sitesOf(g) & s.table.present[i]; left != 0; left &= left - 1 {
		at := uint8(bits.TrailingZeros32(left))
		system, colonies := s.system(at), 0
		for n := range uint8(mostPlanets) {
			if s.table.cubes[at].on(n, i) > 0 {
				colonies++
			}
		}
		for n := range uint8(mostPlanets) {
			cubes, worth := s.table.cubes[at].on(n, i), int(system.energy)+system.gems.number()
			switch {
			case cubes == 0:
				continue
			case cubes > 1:
				worth -= manyCubes
			case colonies > 1:
				worth -= manyColonies
			}
			if planet == 0 || worth < least {
				site, planet, least = at+1, n+1, worth
			}
		}
	}
	return site, planet
}

// Where returns the field from which a cube comes back, or the galaxy if none does.
func (c Score) Where() string {
	if c.Site == 0 {
		return string(c.Galaxy)
	}
	return strconv.Itoa(int(c.Site))
}

// Scored begins a seat's scoring.
type Scored struct{ Seat engine.Seat }

func (e Scored) Apply(s *State) {
	s.turn, s.step, s.inPlay = s.find(e.Seat), stepScoring, cardInPlay{}
	p := s.active()
	p.scored, p.reaped, p.sent = 0, false, false
}

func (e Scored) Tell() engine.Text {
	return engine.Say("%s may score", e.Seat)
}

func (e Scored) Why(s *State) engine.Reason {
	if e.Seat == automaSeat {
		return engine.Reason{Rule: ruleAutoma, Source: sourceAutoma}
	}
	return engine.Reason{Rule: rulingScoringOrder, Source: sourceScoring}
}

// Claimed is a scored galaxy, and the planet that lost a cube; 0 if none
// had to be removed.
type Claimed struct {
	Seat         engine.Seat
	Galaxy       GalaxyName
	Site, Planet uint8
}

func (e Claimed) Apply(s *State) {
	i := s.find(e.Seat)
	g, _ := galaxyIndex(e.Galaxy)
	if e.Site != 0 {
		s.table.clear(e.Site-1, e.Planet-1, i)
	}
	if s.inPlay.card != None {
		s.inPlay.scored |= 1 << g
		s.inPlay.did(scoring)
		return
	}
	s.players[i].scored |= 1 << g
}

func (e Claimed) fits(s *State) bool {
	return s.find(e.Seat) >= 0 && (e.Site == 0 || s.cubeLies(e))
}

// Brief implements engine.Brief: as a rule a cube goes back.
func (e Claimed) Brief() engine.Text {
	if e.Site == 0 {
		return e.Tell()
	}
	return engine.Say("%s scores %s", e.Seat, galaxyTerm(e.Galaxy))
}

func (e Claimed) Tell() engine.Text {
	if e.Site == 0 {
		return engine.Say("%s scores %s and keeps all cubes", e.Seat, galaxyTerm(e.Galaxy))
	}
	return engine.Say("%s scores %s; one cube goes back", e.Seat, galaxyTerm(e.Galaxy))
}

// Why compares the cubes in the galaxy.
func (e Claimed) Why(s *State) engine.Reason {
	g, _ := galaxyIndex(e.Galaxy)
	r := engine.Reason{Rule: engine.Say("More cubes than each other seat bring the higher reward, a tie or fewer the lower one; then one cube leaves."), Source: sourceScoring}
	for _, i := range s.ordered() {
		if n := s.strength(g, i); n > 0 {
			r.Compares = append(r.Compares, engine.Addend{Name: engine.Say("%s", s.players[i].seat), N: int(n)})
		}
	}
	i := s.find(e.Seat)
	switch {
	case s.players[i].leader == Breish && s.rank(g, i) == 0:
		r.Rule, r.Source = techText(Breish), sourceLeaders
	case e.Site == 0 && s.players[i].leader == Casares:
		r.Rule, r.Source = techText(Casares), sourceLeaders
	case e.Site == 0:
		r.Rule, r.Source = techText(StationScore), sourceStations
	}
	return r
}
