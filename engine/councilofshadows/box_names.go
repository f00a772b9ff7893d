package councilofshadows

// A Task is what a step of a card does.
type Task string

// The tasks.
const (
	TaskColonize Task = "colonize" // put cubes on a planet
	TaskDiscover Task = "discover" // place a tile
	TaskHarvest  Task = "harvest"  // take yields, each from a colony
	TaskYield    Task = "yield"    // take the yield of one particular system
	TaskGems     Task = "gems"     // take the gems that the card gives
	TaskUpgrade  Task = "upgrade"  // turn a gem into the next higher one
	TaskScore    Task = "score"    // score galaxies
)

var tasks = []Task{TaskColonize, TaskDiscover, TaskHarvest, TaskYield, TaskGems, TaskUpgrade, TaskScore}

// UnmarshalText reads a task.
func (t *Task) UnmarshalText(b []byte) error { return oneOf(t, b, tasks...) }

// Where is the place where a task is carried out; "" if it does not matter.
type Where string

// The places.
const (
	InRange  Where = "in-range" // as far as the action field reaches
	Anywhere Where = "anywhere"
	InNew    Where = "new"  // in the system discovered by this card
	InSame   Where = "same" // in the system colonized by this card
)

// UnmarshalText reads a place.
func (w *Where) UnmarshalText(b []byte) error {
	return oneOf(w, b, InRange, Anywhere, InNew, InSame, "")
}

// A Fit says which planets may be colonized; "" if there are none.
type Fit string

// The fits.
const (
	Adapted   Fit = "adapted"    // by adaptability
	AnyPlanet Fit = "any-planet" // of every type
)

// UnmarshalText reads a fit.
func (f *Fit) UnmarshalText(b []byte) error { return oneOf(f, b, Adapted, AnyPlanet, "") }

// A BoardName is a side of the board.
type BoardName string

// The sides.
const (
	FrontBoard BoardName = "front" // three or four players
	BackBoard  BoardName = "back"  // two players, or one and the Automa
)

// UnmarshalText reads a side of the board.
func (n *BoardName) UnmarshalText(b []byte) error { return oneOf(n, b, FrontBoard, BackBoard) }

// When says in which case a galaxy brings a light bonus card.
type When string

// The cases.
const (
	Never      When = "never"
	OnMajority When = "majority"
	Always     When = "always"
)

// UnmarshalText reads a case.
func (w *When) UnmarshalText(b []byte) error { return oneOf(w, b, Never, OnMajority, Always) }

// A BonusKind is what a bonus card counts.
type BonusKind string

// The kinds, in the order of the rulebook.
const (
	CountsGems        BonusKind = "gems"        // of one color
	CountsPlanets     BonusKind = "planets"     // cubes on planets of one type
	CountsConsumption BonusKind = "consumption" // divided by Each, rounded down
	CountsUpgrades    BonusKind = "upgrades"    // cubes on the player board
	CountsParsec      BonusKind = "parsec"      // cubes in one parsec
	CountsAICards     BonusKind = "ai-cards"
	CountsLightCards  BonusKind = "light-cards"
	CountsStations    BonusKind = "stations"
	CountsGalaxy      BonusKind = "galaxy" // Each for the majority
	CountsNothing     BonusKind = "flat"
)

var bonusKinds = []BonusKind{
	CountsGems, CountsPlanets, CountsConsumption, CountsUpgrades, CountsParsec, CountsAICards, CountsLightCards,
	CountsStations, CountsGalaxy, CountsNothing,
}

// UnmarshalText reads a kind.
func (k *BonusKind) UnmarshalText(b []byte) error { return oneOf(k, b, bonusKinds...) }
