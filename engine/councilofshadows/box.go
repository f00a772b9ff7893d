package councilofshadows

import (
	"arbiter/engine"
	"arbiter/engine/notation"
)

// The sizes of what is printed.
const (
	sites            = 31 // fields for tiles on a side of the board
	mostPlanets      = 4  // on a tile
	galaxyCount      = 10
	mostCardSteps    = mostSteps // steps of a card; also the most actions of an Automa card
	mostAlternatives = 3         // alternatives of a step
)

// boardFacts are the printed facts that only the full book needs.
type boardFacts struct {
	price      [items][2]Gemset
	priced     [items][2]notation.Origin
	card       [effects]cardSteps
	tile       [tiles]tile
	stack      [farthest + 1]uint32 // the tiles of each parsec, one bit each
	sides      [2]board
	covered    [galaxyCount]bool
	bonus      [bonusCards]Pays
	marked     [bonusCards]uint8
	markedBy   [bonusCards]notation.Origin
	crossedOut [automaCards]uint8 // one bit for each place of the display
}

// effects is the number of cards that may have effects: the start cards, the AI cards, the Dark
// Tech cards.
const effects = int(DarkTech1)

// cardSteps is what a card does.
type cardSteps struct {
	known bool
	from  notation.Origin // of the last step that was told
	given notation.Origin // of the gems
	steps [mostCardSteps][mostAlternatives]alternative
	gems  Gemset
	told  [][]Effect // the steps in the form of facts; never changed in place

	symbols []engine.FaceStep // the steps as symbols; never changed in place
	words   engine.Text       // the steps in words
}

// An alternative is one way to carry out a step; its task is noTask if there is none.
type alternative struct {
	task  task
	count uint8
	where area
	any   bool // planets of every type
}

type task uint8

const (
	noTask task = iota
	colonizing
	discovering
	harvesting
	yielding
	takingGems
	upgrading
	scoring
)

type area uint8

const (
	inRange area = iota
	anywhere
	inNew
	inSame
)

// A tile is a solar system.
type tile struct {
	parsec  uint8 // 0 if it is unknown
	planets [mostPlanets]planet
	slots   uint8 // how many entries of planets are used
	gems    Gemset
	energy  uint8
	from    notation.Origin
}

type planet uint8

const (
	noPlanet planet = iota
	terrestrial
	desert
	volcanic
)

func index[T comparable](list []T, x T) uint8 {
	for i, y := range list {
		if x == y {
			return uint8(i)
		}
	}
	return 0
}

func (p planet) name() Planet {
	return [...]Planet{NoPlanet, Terrestrial, DesertPlanet, VolcanicPlanet}[p]
}

func (n BoardName) index() int { return int(index([]BoardName{FrontBoard, BackBoard}, n)) }

// add stores a fact of the full book.
func (f *boardFacts) add(e engine.Event) {
	switch e := e.(type) {
	case Price:
		if e.Step >= 1 && e.Step <= 2 {
			f.price[e.Item][e.Step-1], f.priced[e.Item][e.Step-1] = e.Gems, e.Origin
		}
	case Effect:
		f.addEffect(e)
	case Idle:
		if int(e.Card) < effects {
			f.card[e.Card].known, f.card[e.Card].from = true, e.Origin
			f.card[e.Card].print()
		}
	case Gives:
		if int(e.Card) < effects {
			f.card[e.Card].gems, f.card[e.Card].given = e.Gems, e.Origin
			f.card[e.Card].print()
		}
	case System:
		if e.Tile.isTile() && e.Parsec <= farthest {
			f.addSystem(e)
		}
	case Pays:
		if e.Card.isBonus() {
			f.bonus[e.Card-firstLight] = e
		}
	case Marked:
		if e.Card.isBonus() {
			f.marked[e.Card-firstLight], f.markedBy[e.Card-firstLight] = e.Players, e.Origin
		}
	case Crosses:
		if e.Card.isAutoma() {
			f.crossedOut[e.Card-firstAutoma] = 1<<(e.One-1) | 1<<(e.Two-1) | 1<<(e.Three-1) | 1<<(e.Four-1)
		}
	default:
		f.addBoard(e)
	}
}

func (f *boardFacts) addEffect(e Effect) {
	if int(e.Card) >= effects || e.Step < 1 || e.Step > mostCardSteps || e.Alternative < 1 || e.Alternative > mostAlternatives {
		return
	}
	c := &f.card[e.Card]
	c.known, c.from = true, e.Origin
	c.steps[e.Step-1][e.Alternative-1] = e.alternative()
	c.told = c.tell(e.Card)
	c.print()
}

func (e Effect) alternative() alternative {
	return alternative{
		task: task(index(tasks, e.Does)) + 1, count: e.Count,
		where: area(index([]Where{InRange, Anywhere, InNew, InSame}, e.Where)), any: e.Fit == AnyPlanet,
	}
}

// tell returns the known steps of a card as facts, up to the first that is unknown.
func (c *cardSteps) tell(card Item) (steps [][]Effect) {
	for n, options := range c.steps {
		var step []Effect
		for a, o := range options {
			if o.task == noTask {
				break
			}
			e := Effect{
				Card: card, Step: uint8(n + 1), Alternative: uint8(a + 1), Does: tasks[o.task-1], Count: o.count,
				Where: []Where{InRange, Anywhere, InNew, InSame}[o.where], Fit: Adapted,
			}
			if o.any {
				e.Fit = AnyPlanet
			}
			step = append(step, e)
		}
		if len(step) == 0 {
			break
		}
		steps = append(steps, step)
	}
	return steps
}
