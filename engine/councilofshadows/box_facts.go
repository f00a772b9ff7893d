package councilofshadows

import (
	"math/bits"

	"arbiter/engine"
	"arbiter/engine/notation"
)

// What is printed in the box and matters only in the full book: prices, what cards do, solar
// systems, the board, bonus cards.

// Price is what an item costs in phase 1. A range upgrade has two steps: step 1 to parsec 2, step 2
// to parsec 3; everything else has only step 1.
type Price struct {
	Item   Item
	Step   uint8
	Gems   Gemset
	Origin notation.Origin
}

func (e Price) Apply(s *State) { s.learn(e) }

func (e Price) fits(s *State) bool {
	return e.Gems.payable()
}

func (e Price) Tell() engine.Text {
	return engine.Say("%s costs %s (%s)", e.Item.term(), e.Gems.sum(), engine.From(e.Origin))
}

// Effect is one alternative of a step of a card: of a start card, an AI card, or a Dark Tech card
// that is carried out at once. Steps are carried out one after another; the seat picks one
// alternative of each.
type Effect struct {
	Card              Item
	Step, Alternative uint8
	Does              Task
	Count             uint8 // cubes, yields, galaxies; 0 where none are counted
	Where             Where
	Fit               Fit
	Origin            notation.Origin
}

func (e Effect) Apply(s *State) { s.learn(e) }

func (e Effect) Tell() engine.Text {
	return engine.Say("%s, step %d: %s (%s)", e.Card.term(), int(e.Step), new(cardSteps).does(e.alternative()), engine.From(e.Origin))
}

// Idle is a card without actions.
type Idle struct {
	Card   Item
	Origin notation.Origin
}

func (e Idle) Apply(s *State) { s.learn(e) }

func (e Idle) Tell() engine.Text {
	return engine.Say("%s has no action (%s)", e.Card.term(), engine.From(e.Origin))
}

// Gives is the gems that a card gives.
type Gives struct {
	Card   Item
	Gems   Gemset
	Origin notation.Origin
}

func (e Gives) Apply(s *State) { s.learn(e) }

func (e Gives) Tell() engine.Text {
	return engine.Say("%s gives %s (%s)", e.Card.term(), e.Gems.sum(), engine.From(e.Origin))
}

// System is a tile: its stack, its planets, its yield.
type System struct {
	Tile                  Item
	Parsec                uint8
	One, Two, Three, Four Planet
	Gems                  Gemset
	Energy                uint8
	Origin                notation.Origin
}

func (e System) Apply(s *State) { s.learn(e) }

func (e System) Tell() engine.Text {
	return engine.Say("%s: parsec %d, %s and energy %d (%s)", e.Tile.term(), int(e.Parsec), e.Gems.sum(), int(e.Energy), engine.From(e.Origin))
}

// Site is a field for a tile on the board, with its place in the picture in hundredths of the width
// and the height.
type Site struct {
	Board  BoardName
	Number uint8
	Galaxy GalaxyName
	Parsec uint8
	X, Y   uint8
	Origin notation.Origin
}

func (e Site) Apply(s *State) { s.learn(e) }

func (e Site) fits(s *State) bool {
	return e.printable()
}

func (e Site) Tell() engine.Text {
	return engine.Say("Field %d belongs to %s, parsec %d (%s)", int(e.Number), galaxyTerm(e.Galaxy), int(e.Parsec), engine.From(e.Origin))
}

func (e Site) printable() bool { return isParsec(e.Parsec) && e.Number >= 1 && e.Number <= sites }

// Fields counts the fields for tiles that a galaxy has on a side of the board, in each parsec. It
// is for people who read them off the board: places are not given. If all are zero, the galaxy is
// not on that side.
type Fields struct {
	Board           BoardName
	Galaxy          GalaxyName
	One, Two, Three uint8
	Origin          notation.Origin
}

func (e Fields) Apply(s *State) { s.learn(e) }

func (e Fields) counts() fieldCount { return fieldCount{e.One, e.Two, e.Three} }

// fits reports whether a galaxy has two to five fields (rulebook, components), and the board no
// more fields than there are tiles.
func (e Fields) fits(s *State) bool {
	if _, ok := galaxyIndex(e.Galaxy); !ok || e.One > mostSites || e.Two > mostSites || e.Three > mostSites {
		return false
	}
	n := e.counts().number()
	return n == 0 && e.Galaxy != galaxies[0] || n >= fewestSites && n <= mostSites && bits.OnesCount32(s.facts.board.sides[e.Board.index()].galaxySites(e.Galaxy)) == n
}

func (e Fields) Tell() engine.Text {
	if e.counts().number() == 0 {
		return engine.Say("%s is not on this side of the board (%s)", galaxyTerm(e.Galaxy), engine.From(e.Origin))
	}
	return engine.Say("%s has %d, %d and %d fields in the parsecs 1, 2 and 3 (%s)", galaxyTerm(e.Galaxy), int(e.One), int(e.Two), int(e.Three), engine.From(e.Origin))
}

// Reward is the energy of a galaxy with and without the majority, and when it brings a light bonus
// card.
type Reward struct {
	Board              BoardName
	Galaxy             GalaxyName
	Majority, Minority uint8
	Light              When
	Origin             notation.Origin
}

func (e Reward) Apply(s *State) { s.learn(e) }

// Values returns 3: majority, minority and bonus card may each have an origin of their own.
func (Reward) Values() int { return 3 }

func (e Reward) Tell() engine.Text {
	return engine.Say("%s brings %d or %d energy (%s)", galaxyTerm(e.Galaxy), int(e.Majority), int(e.Minority), engine.From(e.Origin))
}

// StationField is the parsec of a galaxy's field for a station. It is needed only for a galaxy with
// fields for tiles in several parsecs.
type StationField struct {
	Board  BoardName
	Galaxy GalaxyName
	Parsec uint8
	Origin notation.Origin
}

func (e StationField) Apply(s *State) { s.learn(e) }

func (e StationField) fits(s *State) bool {
	return isParsec(e.Parsec)
}

func (e StationField) Tell() engine.Text {
	return engine.Say("The station field of %s lies in parsec %d (%s)", galaxyTerm(e.Galaxy), int(e.Parsec), engine.From(e.Origin))
}

// Covered is a galaxy that is not used with three players.
type Covered struct {
	Galaxy GalaxyName
	Origin notation.Origin
}

func (e Covered) Apply(s *State) { s.learn(e) }

func (e Covered) Tell() engine.Text {
	return engine.Say("With three players %s is covered (%s)", galaxyTerm(e.Galaxy), engine.From(e.Origin))
}

// Pays is what a bonus card brings in final scoring.
type Pays struct {
	Card       Item
	Kind       BonusKind
	Of         string // the gem, planet, parsec or galaxy that is counted
	Base, Each uint8
	Origin     notation.Origin
}

func (e Pays) Apply(s *State) { s.learn(e) }

func (e Pays) Tell() engine.Text {
	return engine.Say("%s brings %d and %d for each (%s)", e.Card.term(), int(e.Base), int(e.Each), engine.From(e.Origin))
}

// Marked is a dark bonus card that is used only with that many players; 0: with any number.
type Marked struct {
	Card    Item
	Players uint8
	Origin  notation.Origin
}

func (e Marked) Apply(s *State) { s.learn(e) }

func (e Marked) Tell() engine.Text {
	if e.Players == 0 {
		return engine.Say("%s is used with any number of players (%s)", e.Card.term(), engine.From(e.Origin))
	}
	return engine.Say("%s is used with %d players (%s)", e.Card.term(), int(e.Players), engine.From(e.Origin))
}

// Crosses names the four places of the display that an Automa card crosses out; 1 to 4 are the
// upper row.
type Crosses struct {
	Card                  Item
	One, Two, Three, Four uint8
	Origin                notation.Origin
}

func (e Crosses) Apply(s *State) { s.learn(e) }

func (e Crosses) Tell() engine.Text {
	return engine.Say("%s crosses out the places %d, %d, %d and %d (%s)", e.Card.term(), int(e.One), int(e.Two), int(e.Three), int(e.Four), engine.From(e.Origin))
}
