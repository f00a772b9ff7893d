package councilofshadows

import (
	"math/bits"

	"arbiter/engine"
)

// Bonus cards: a dark one for each seat at the start, light ones from galaxies.
// A seat has at most four; of a fifth it puts one under the pile.

// bonusNext are the cards that may be dealt now: at the start dark ones, later those
// of the pile of light ones. Of a card that went under that pile without a name
// nobody knows whether it is a dark one.
func (s *State) bonusNext() uint32 {
	pile := &s.table.bonus
	if s.phase != PhaseSetup && !pile.bottomNameless() {
		return pile.next()
	}
	dark := s.darkCards()
	for i := range s.seats() {
		dark &^= s.players[i].bonuses
	}
	if s.phase == PhaseSetup {
		return dark
	}
	return pile.next() | dark&^pile.known()
}

// darkCards are the dark bonus cards in use (rulebook, setup; two players).
func (s *State) darkCards() (set uint32) {
	for n := lightCards; n < bonusCards; n++ {
		if !s.boxed(n) {
			set |= 1 << n
		}
	}
	return set
}

// boxed tells whether a dark bonus card stays in the box: the one for stations
// without module 1, those marked for more players, and with two players those of
// the galaxies that their board does not have.
func (s *State) boxed(n int) bool {
	card := s.facts.full.bonus[n]
	switch {
	case card.Kind == CountsStations && !s.modules.stations:
		return true
	case s.facts.full.marked[n] > max(s.count, 3):
		return true
	case card.Kind == CountsGalaxy && s.count <= 2:
		g, ok := galaxyIndex(GalaxyName(card.Of))
		return !ok || s.board().galaxy[g].sites == 0
	}
	return false
}

// bonusLeft tells whether the pile of light cards has any.
func (s *State) bonusLeft() bool { return s.table.bonus.size() > 0 }

// bonusCount is how many bonus cards a seat has.
func (p *player) bonusCount() int { return bits.OnesCount32(p.bonuses) + int(p.blank) }

// deals lists the cards that a seat may get, and first, if people draw, the one
// that nobody but the seat knows.
func (s *State) deals(all []engine.Command) []engine.Command {
	for _, i := range s.ordered() {
		p := &s.players[i]
		if p.owed == 0 {
			continue
		}
		if !s.device {
			all = append(all, s.say(i).deal[0])
		}
		for left := s.bonusNext(); left != 0; left &= left - 1 {
			all = append(all, s.say(i).deal[1+bits.TrailingZeros32(left)])
		}
	}
	return all
}

// overfull returns the seat that has a bonus card too many, -1 if none has. The
// Automa may have any number.
func (s *State) overfull() int8 {
	for i := range s.seats() {
		if p := &s.players[i]; !p.robot() && p.bonusCount() > mostBonus {
			return int8(i)
		}
	}
	return -1
}

func (s *State) returns(all []engine.Command) []engine.Command {
	i := s.overfull()
	if s.players[i].blank > 0 {
		all = append(all, s.say(i).giveBack[0])
	}
	for left := s.players[i].bonuses; left != 0; left &= left - 1 {
		all = append(all, s.say(i).giveBack[1+bits.TrailingZeros32(left)])
	}
	return all
}

// worth is the energy that a bonus card brings a seat in final scoring.
func (s *State) worth(i int8, card Item) int16 {
	b := s.facts.full.bonus[card-firstLight]
	base, each := int16(b.Base), int16(b.Each)
	switch b.Kind {
	case CountsConsumption:
		return s.players[i].consumption / max(each, 1)
	case CountsGalaxy:
		return s.galaxyBonus(i, b)
	}
	return base + each*s.counts(i, b)
}

// galaxyBonus: the base, and Each with the majority or as much as the base for a
// colony (ruling galaxy-bonus).
func (s *State) galaxyBonus(i int8, b Pays) int16 {
	g, ok := galaxyIndex(GalaxyName(b.Of))
	base, each := int16(b.Base), int16(b.Each)
	majority, colony := ok && s.rank(g, i) > 0, ok && s.colonies(g, i) > 0
	switch {
	case majority:
		return base + each
	case s.ninth && colony:
		return base
	case s.ninth:
		return 0
	case colony:
		return base + base
	}
	return base
}

// counts is what a bonus card counts.
func (s *State) counts(i int8, b Pays) int16 {
	p := &s.players[i]
	switch b.Kind {
	case CountsGems:
		return int16(p.gems.of(itemNamed(b.Of)))
	case CountsPlanets:
		return s.cubesOn(i, Planet(b.Of).planet())
	case CountsUpgrades:
		return s.ownCubes(p)
	case CountsParsec:
		return s.cubesIn(i, b.Of)
	case CountsAICards:
		return p.aiCards()
	case CountsLightCards:
		return int16(bits.OnesCount32(p.revealed & (1<<lightCards - 1)))
	case CountsStations:
		return s.stationsOf(i)
	}
	return 0
}

func itemNamed(word string) Item {
	var i Item
	if i.UnmarshalText([]byte(word)) != nil {
		return None
	}
	return i
}

// cubesOn counts the cubes of a player on planets of one type.
func (s *State) cubesOn(i int8, kind planet) (n int16) {
	for site := range uint8(sites) {
		at := s.system(site)
		for planet := range uint8(mostPlanets) {
			if at.planets[planet] == kind && kind != noPlanet {
				n += int16(s.table.cubes[site].on(planet, i))
			}
		}
	}
	return n
}

// cubesIn counts the cubes of a player in a parsec, those on a Colonize station
// included (rulings station-cubes, station-parsec).
func (s *State) cubesIn(i int8, parsec string) (n int16) {
	b := s.board()
	if parsec == "" {
		return 0
	}
	number := parsec[0] - '0'
	for site := range uint8(sites) {
		if b.site[site].parsec == number {
			n += int16(s.table.cubes[site].of(i))
		}
	}
	for g, at := range s.table.station {
		if at.what == StationColonize && at.owner == i && b.stationParsec(uint8(g)) == number {
			n += stationCubes
		}
	}
	return n
}

// ownCubes counts the cubes on the player board and its panels. Ava's panel starts
// with one.
func (s *State) ownCubes(p *player) int16 {
	n := int16(len(p.boardCubes()))
	if p.leader == Ava {
		n++
	}
	return n
}

func (s *State) stationsOf(i int8) (n int16) {
	for _, at := range s.table.station {
		if at.what != None && at.owner == i {
			n++
		}
	}
	return n
}
