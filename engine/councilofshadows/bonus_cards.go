package councilofshadows

import (
	"math/bits"

	"arbiter/engine"
)

// worth is the energy that a bonus card brings a seat in final scoring.
func (s *State) worth(i int8, card Item) int16 {
	b := s.facts.board.bonus[card-firstLight]
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

// whyBonus says what a bonus card counts.
func (s *State) whyBonus(i int8, card Item) engine.Reason {
	b := s.facts.board.bonus[card-firstLight]
	r := engine.Reason{Rule: b.Kind.text(), Source: sourceEnd}
	switch b.Kind {
	case CountsConsumption:
		r.Addends = []engine.Addend{{Name: engine.Say("Consumption"), N: int(s.players[i].consumption) / max(int(b.Each), 1)}}
		return r
	case CountsGalaxy:
		if r.Rule = rulingBonusSum; s.ninth {
			r.Rule = rulingBonusNine
		}
		r.Addends = []engine.Addend{{Name: engine.Say("%s", engine.Term(b.Of)), N: int(s.worth(i, card))}}
		return r
	}
	r.Addends = []engine.Addend{{Name: engine.Say("%s", card.term()), N: int(b.Base)}}
	if n := s.counts(i, b); b.Each > 0 {
		r.Addends = append(r.Addends, engine.Addend{Name: engine.Say("%d for each of %d", int(b.Each), int(n)), N: int(b.Each) * int(n)})
	}
	return r
}

// text says what a bonus card counts.
func (k BonusKind) text() engine.Text {
	switch k {
	case CountsGems:
		return engine.Say("It counts the gems of one color that are left.")
	case CountsPlanets:
		return engine.Say("It counts the cubes on planets of one type.")
	case CountsConsumption:
		return engine.Say("It brings a tenth of the consumption, rounded down.")
	case CountsUpgrades:
		return engine.Say("It counts the cubes on the player board and its panels; printed ones do not count.")
	case CountsParsec:
		return engine.Say("It counts the cubes in one parsec.")
	case CountsAICards:
		return engine.Say("It counts the AI cards, besides what they bring anyway.")
	case CountsLightCards:
		return engine.Say("It counts the light bonus cards, itself included.")
	case CountsStations:
		return engine.Say("It counts the stations on the board.")
	}
	return engine.Say("It brings what is printed on it.")
}
