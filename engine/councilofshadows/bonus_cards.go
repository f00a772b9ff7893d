package councilofshadows

import (
	"math/bits"
	"strconv"

	"arbiter/engine"
)

// worth returns the energy that a bonus card brings a seat in final scoring.
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

// galaxyBonus returns what a galaxy card counts: the base, plus Each for the majority, or as much
// as the base for a colony (ruling galaxy-bonus).
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

// counts returns the number that a bonus card counts.
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

// ownCubes counts the cubes on the player board and its panels. Ava's panel starts with one.
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

// whyBonus explains what a bonus card counted.
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

// The faces of bonus cards: what they bring at once is in the ring, what they count is a drawing.

func (s *State) bonusFace(f *engine.Face, i Item) {
	b := s.facts.board.bonus[i-firstLight]
	f.Kind = "light"
	if i >= firstDark {
		f.Kind = "dark"
	}
	f.Art = "bonus"
	if b.Kind == "" {
		return
	}
	f.Words, f.Art, f.Read = s.bonusWords(b), bonusIcon(b), read(nil, engine.Say("energy"), b.Origin)
	if b.Kind == CountsConsumption {
		f.Steps = []engine.FaceStep{faceStep(symbol(f.Art, "÷"+strconv.Itoa(int(b.Each))))}
		return
	}
	f.Ring = engine.Amount{Of: string(TrackEnergy), N: int(b.Base)}
	if b.Kind == CountsGalaxy {
		f.Color = b.Of
	}
	if b.Each > 0 {
		label := "+" + strconv.Itoa(int(b.Each))
		if b.Kind == CountsParsec {
			label = "P" + b.Of + " " + label
		}
		f.Steps = []engine.FaceStep{faceStep(symbol(f.Art, label))}
	}
}

// bonusIcon returns the symbol for what a bonus card counts.
func bonusIcon(b Pays) string {
	switch b.Kind {
	case CountsGems:
		return b.Of
	case CountsPlanets:
		return Planet(b.Of).planet().symbol()
	case CountsConsumption:
		return string(TrackConsumption)
	case CountsUpgrades:
		return "upgrade"
	case CountsParsec:
		return "range"
	case CountsAICards:
		return "market"
	case CountsStations:
		return "station"
	case CountsGalaxy:
		return "majority"
	}
	return "bonus"
}

// bonusName says what a bonus card counts, in a word or two.
func bonusName(b Pays) engine.Text {
	switch b.Kind {
	case CountsGems:
		return map[string]engine.Text{
			Anthracite.String(): engine.Say("anthracite reserve"),
			Gold.String():       engine.Say("gold reserve"),
			Crystal.String():    engine.Say("crystal reserve"),
		}[b.Of]
	case CountsPlanets:
		return map[Planet]engine.Text{
			Terrestrial:    engine.Say("terrestrial worlds"),
			DesertPlanet:   engine.Say("desert worlds"),
			VolcanicPlanet: engine.Say("volcanic worlds"),
		}[Planet(b.Of)]
	case CountsConsumption:
		return engine.Say("big consumer")
	case CountsUpgrades:
		return engine.Say("engineering")
	case CountsParsec:
		return engine.Say("realm of parsec %d", parsecOf(b))
	case CountsAICards:
		return engine.Say("AI network")
	case CountsLightCards:
		return engine.Say("collection")
	case CountsStations:
		return engine.Say("chain of stations")
	case CountsGalaxy:
		return engine.Say("lord of %s", galaxyTerm(GalaxyName(b.Of)))
	}
	return engine.Say("windfall")
}

// bonusWords tell what a bonus card brings in final scoring.
func (s *State) bonusWords(b Pays) engine.Text {
	base, each := int(b.Base), int(b.Each)
	switch b.Kind {
	case CountsGems:
		return engine.Say("%d energy, and %d more for each gem left: %s.", base, each, engine.Term(b.Of))
	case CountsPlanets:
		return engine.Say("%d energy, and %d more for each cube on a planet of this type: %s.", base, each, engine.Term(b.Of))
	case CountsConsumption:
		return engine.Say("energy: your consumption divided by %d.", each)
	case CountsUpgrades:
		return engine.Say("%d energy, and %d more for each cube on your player board.", base, each)
	case CountsParsec:
		return engine.Say("%d energy, and %d more for each cube in parsec %d.", base, each, parsecOf(b))
	case CountsAICards:
		return engine.Say("%d energy, and %d more for each AI card.", base, each)
	case CountsLightCards:
		return engine.Say("%d energy, and %d more for each light bonus card, this one too.", base, each)
	case CountsStations:
		return engine.Say("%d energy, and %d more for each space station.", base, each)
	case CountsGalaxy:
		return s.galaxyWords(galaxyTerm(GalaxyName(b.Of)), base, each)
	}
	return engine.Say("%d energy.", base)
}

// galaxyWords says it for a card of a galaxy, by the ruling in force (galaxy-bonus).
func (s *State) galaxyWords(galaxy engine.Term, base, each int) engine.Text {
	if s.ninth {
		return engine.Say("%d energy with the majority in %s, %d with a colony there.", base+each, galaxy, base)
	}
	return engine.Say("%d energy with the majority in %s, %d with a colony there, else %d.", base+each, galaxy, base+base, base)
}

// parsecOf returns the parsec that a bonus card names, 0 if it names none.
func parsecOf(b Pays) int {
	if b.Of == "" {
		return 0
	}
	return int(b.Of[0] - '0')
}
