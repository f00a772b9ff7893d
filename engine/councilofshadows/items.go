package councilofshadows

import (
	"fmt"
	"strconv"

	"arbiter/engine"
)

// An Item is anything in the box that has a name: a card, an upgrade, a leader, a gem. What is
// printed on it is a fact of the box, not part of the rules.
type Item uint8

// The items, in groups. Start cards come first, then AI cards, so that both can
// index the cards of a seat.
const (
	None Item = iota

	Discover // the six start cards of each seat
	Colonize
	Tower
	Harvest
	Gems
	Upgrade

	firstAI
	firstAutoma = firstAI + aiCards
	afterAutoma = firstAutoma + automaCards
)

// How many cards of a kind the box holds (rulebook, components).
const (
	startCards   = 6
	aiCards      = 25
	automaCards  = 18
	seatCards    = 1 + startCards + aiCards // indexed by Item; 0 is unused
	mostFields   = 5                        // 3 on the board, Ava, New stargate
	projects     = 4
	stationKinds = 3
	tiles        = 31
	lightCards   = 18 // bonus cards
	darkCards    = 9
	bonusCards   = lightCards + darkCards
	mostBonus    = 4
	topLevel     = 3 // the level that ends the game
)

// The named items that follow the cards.
const (
	Desert Item = iota + afterAutoma // upgrades of the player board
	Volcanic
	Expansion
	firstRange   // range-1 to range-5: the next parsec for that field
	firstProject = firstRange + mostFields
	afterProject = firstProject + projects
)

// Stations (module 1), leaders (module 2), Dark Tech and the rest.
const (
	StationHarvest Item = iota + afterProject
	StationScore
	StationColonize

	Buteo
	Zoe
	Ava
	Casares
	S3E3
	Breish

	NewStargate // Dark Tech I
	GemRefinement
	Discoverers
	ScienceSettlement
	Empire
	FlexibleColonization
	EnergySaver
	ExperiencedTraveler

	ResourcePeople // Dark Tech II
	PerpetualMotion
	Feudalism
	ExplorationTrip
	InformationEdge
	DominantPeople
	EnergyBoost
	ExtraSettlement

	DarkTech1 // the two piles; they come after the last card of the second
	DarkTech2

	Anthracite
	Gold
	Crystal
	AICard    // any AI card, in final scoring
	BonusCard // any bonus card, in final scoring
	Cubes     // on the game board, for the last tie-break

	Treton // civilizations; the box also calls them Tretan, Human, Shengar and Automa
	Avry
	Takrill
	Automatos

	Yield  // energy of a solar system
	Galaxy // energy of a scored galaxy
	LevelUp

	firstTile  // the solar systems
	firstLight = firstTile + tiles
	firstDark  = firstLight + lightCards
	items      = firstDark + darkCards // the number of items
)

var itemNames = names()

func names() [items]string {
	n := [items]string{
		Discover: "discover", Colonize: "colonize", Tower: "tower", Harvest: "harvest", Gems: "gems", Upgrade: "upgrade",
		Desert: "desert", Volcanic: "volcanic", Expansion: "expansion",
		StationHarvest: "station-harvest", StationScore: "station-score", StationColonize: "station-colonize",
		Buteo: "buteo", Zoe: "zoe", Ava: "ava", Casares: "casares", S3E3: "s3e3", Breish: "breish",
		NewStargate: "new-stargate", GemRefinement: "gem-refinement", Discoverers: "discoverers",
		ScienceSettlement: "science-settlement", Empire: "empire", FlexibleColonization: "flexible-colonization",
		EnergySaver: "energy-saver", ExperiencedTraveler: "experienced-traveler",
		ResourcePeople: "resource-people", PerpetualMotion: "perpetual-motion", Feudalism: "feudalism",
		ExplorationTrip: "exploration-trip", InformationEdge: "information-edge", DominantPeople: "dominant-people",
		EnergyBoost: "energy-boost", ExtraSettlement: "extra-settlement",
		DarkTech1: "dark-tech-1", DarkTech2: "dark-tech-2",
		Anthracite: "anthracite", Gold: "gold", Crystal: "crystal", AICard: "ai-card", BonusCard: "bonus-card", Cubes: "cubes",
		Treton: "treton", Avry: "avry", Takrill: "takrill", Automatos: "automatos",
		Yield: "yield", Galaxy: "galaxy", LevelUp: "level-up",
	}
	number := func(first Item, count int, format string) {
		for i := range count {
			n[int(first)+i] = fmt.Sprintf(format, i+1)
		}
	}
	number(firstAI, aiCards, "ai-%02d")
	number(firstAutoma, automaCards, "automa-%02d")
	number(firstRange, mostFields, "range-%d")
	number(firstProject, projects, "project-%d")
	number(firstTile, tiles, "tile-%02d")
	number(firstLight, lightCards, "light-%02d")
	number(firstDark, darkCards, "dark-%d")
	return n
}

// String returns the item's word, "" for None.
func (i Item) String() string {
	if i >= items {
		return "item-" + strconv.Itoa(int(i))
	}
	return itemNames[i]
}

// MarshalText writes the item's word.
func (i Item) MarshalText() ([]byte, error) { return []byte(i.String()), nil }

// UnmarshalText reads an item's word.
func (i *Item) UnmarshalText(b []byte) error {
	for n, name := range itemNames {
		if name == string(b) {
			*i = Item(n)
			return nil
		}
	}
	return fmt.Errorf("there is no %q in the box", b)
}

func (i Item) term() engine.Term { return engine.Term(i.String()) }

func (i Item) isAI() bool      { return i >= firstAI && i < firstAutoma }
func (i Item) isAutoma() bool  { return i >= firstAutoma && i < afterAutoma }
func (i Item) isRange() bool   { return i >= firstRange && i < firstProject }
func (i Item) isProject() bool { return i >= firstProject && i < afterProject }
func (i Item) isStation() bool { return i >= StationHarvest && i <= StationColonize }
func (i Item) isLeader() bool  { return i >= Buteo && i <= Breish }
func (i Item) isTile() bool    { return i >= firstTile && i < firstLight }
func (i Item) isBonus() bool   { return i >= firstLight && i < items }
func (i Item) isCard() bool    { return i >= Discover && i < firstAutoma }

// isUpgrade reports whether the item is bought once for the player board or, if it is a station,
// once for the table. Range steps are bought twice.
func (i Item) isUpgrade() bool { return i >= Desert && i < Buteo && !i.isRange() }

// isTechPile reports whether the item is one of the two piles of Dark Tech.
func (i Item) isTechPile() bool { return i == DarkTech1 || i == DarkTech2 }

// pile returns the Dark Tech pile of a card, None if it is not one.
func (i Item) pile() Item {
	switch {
	case i >= NewStargate && i < ResourcePeople:
		return DarkTech1
	case i >= ResourcePeople && i < DarkTech1:
		return DarkTech2
	}
	return None
}

// A Delta is a number of steps on a track, written with its sign.
type Delta int16

// MarshalText writes the number with its sign.
func (d Delta) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "%+d", int(d)), nil }

// UnmarshalText reads a number.
func (d *Delta) UnmarshalText(b []byte) error {
	n, err := strconv.ParseInt(string(b), 10, 16)
	if err != nil {
		return fmt.Errorf("%q is no number of steps", b)
	}
	*d = Delta(n)
	return nil
}
