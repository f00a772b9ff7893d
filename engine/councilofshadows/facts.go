package councilofshadows

import (
	"cmp"
	"maps"
	"strings"
	"unicode/utf8"

	"arbiter/engine"
	"arbiter/engine/notation"
)

// What is printed in the box, as far as it has been told.

// facts are what is printed in the box, as far as it is known. A State shares them with its
// predecessors; they are replaced, never changed.
type facts struct {
	value   [items]int8
	origin  [items]notation.Origin // "" where the value has not been told
	bonus   [Breish - Buteo + 1]int8
	bonused [Breish - Buteo + 1]notation.Origin
	barred  [Breish - Buteo + 1]Item
	named   map[Item]string          // what the owner calls things; never changed in place
	automa  [automaCards]*automaCard // never changed in place; nil if nothing is known

	board    boardFacts
	commands *commandTable
	names    map[engine.Term]engine.Text // names that are more than words; never changed in place
	standIn  bool                        // some values are invented
}

// An automaCard is what an Automa card says, apart from its consumption.
type automaCard struct {
	pile     uint8 // level + 1; 0 if unknown
	advanced bool
	acts     [mostSteps][2]Acts // left and right; Number is 0 if unknown
	mode     Mode               // "" if unknown
}

// mostSteps is the most actions an Automa card can have; those whose pictures the rulebook explains
// have three.
const mostSteps = 5

// learn stores what is printed. It rebuilds the command table and the names only if the fact
// affects them, because screens try a thousand values to show what each would lead to.
func (s *State) learn(e engine.Event) {
	var was engine.Text
	if p, ok := e.(Printed); ok {
		was = s.called(p.Item)
	}
	s.facts = s.facts.with(e)
	switch e.(type) {
	case Price, Site, Fields, System:
		s.facts.commands = s.newCommandTable()
	}
	switch e := e.(type) {
	case Printed:
		if !s.called(e.Item).Equal(was) {
			s.facts.names = s.callings()
		}
	case Named, Effect, Idle, Gives, Pays:
		s.facts.names = s.callings()
	}
}

// printedFact reports whether e is about what is printed in the box.
func printedFact(e engine.Event) bool {
	switch e.(type) {
	case Printed, Named, Bonused, Barred, Pile, Advanced, Acts, Scores,
		Price, Effect, Idle, Gives, System, Site, Fields, Reward, StationField, Covered, Pays, Marked, Crosses:
		return true
	}
	return false
}

func (f facts) with(e engine.Event) *facts {
	f.add(e)
	return &f
}

func (f facts) withCommands(l *commandTable) *facts {
	f.commands = l
	return &f
}

func (f *facts) add(e engine.Event) {
	switch e := e.(type) {
	case Printed:
		f.value[e.Item], f.origin[e.Item] = e.Value, e.Origin
		f.standIn = f.standIn || e.Origin == notation.StandIn
	case Named:
		names := maps.Clone(f.named)
		if names == nil {
			names = map[Item]string{}
		}
		names[e.Item] = spaced(e.Name)
		f.named = names
	case Bonused:
		if e.Leader.isLeader() {
			f.bonus[e.Leader-Buteo], f.bonused[e.Leader-Buteo] = e.Energy, e.Origin
		}
	case Barred:
		if e.Leader.isLeader() {
			f.barred[e.Leader-Buteo] = e.Card
		}
	case Pile:
		f.tell(e.Card, func(c *automaCard) { c.pile = e.Level + 1 })
	case Advanced:
		f.tell(e.Card, func(c *automaCard) { c.advanced = true })
	case Acts:
		if e.Number >= 1 && e.Number <= mostSteps {
			f.tell(e.Card, func(c *automaCard) { c.acts[e.Number-1][e.Side.index()] = e })
		}
	case Scores:
		f.tell(e.Card, func(c *automaCard) { c.mode = e.Mode })
	default:
		f.board.add(e)
	}
}

// tell replaces a card with a copy that says more.
func (f *facts) tell(i Item, more func(*automaCard)) {
	if !i.isAutoma() {
		return
	}
	card := *f.card(i)
	more(&card)
	f.automa[i-firstAutoma] = &card
}

var untold automaCard

// card returns what is known of an Automa card, nil for other items.
func (f *facts) card(i Item) *automaCard {
	if !i.isAutoma() {
		return nil
	}
	return cmp.Or(f.automa[i-firstAutoma], &untold)
}

// told reports whether the value printed on an item is known.
func (f *facts) told(i Item) bool { return f.origin[i] != "" }

// Printed is the number printed on an item: the consumption of a card or
// a leader, the energy of a project, a gem or a Dark Tech card.
type Printed struct {
	Item   Item
	Value  int8
	Origin notation.Origin
}

func (e Printed) Apply(s *State) { s.learn(e) }

func (e Printed) Tell() engine.Text {
	return engine.Say("%s: %d is printed on it (%s)", e.Item.term(), int(e.Value), engine.From(e.Origin))
}

func (Printed) Why(s *State) engine.Reason {
	return engine.Reason{Rule: engine.Say("Printed values are told once and remembered with the box."), Source: sourceTable}
}

// longestName is the most letters of a name that fit on a card.
const longestName = 30

// spaced returns a name as people read it, with spaces for underscores.
func spaced(name string) string { return strings.ReplaceAll(name, "_", " ") }

// Named is what a thing is called at the table, if no source gives its name; an underscore stands
// for a space.
type Named struct {
	Item   Item
	Name   string
	Origin notation.Origin
}

func (e Named) Apply(s *State) { s.learn(e) }

func (e Named) fits(*State) bool { return utf8.RuneCountInString(e.Name) <= longestName }

func (e Named) Tell() engine.Text {
	return engine.Say("%s is called %s (%s)", e.Item.term(), engine.Term(spaced(e.Name)), engine.From(e.Origin))
}

// Bonused is the energy that a leader gives at the start.
type Bonused struct {
	Leader Item
	Energy int8
	Origin notation.Origin
}

func (e Bonused) Apply(s *State) { s.learn(e) }

func (e Bonused) Tell() engine.Text {
	return engine.Say("%s starts with %d energy (%s)", e.Leader.term(), int(e.Energy), engine.From(e.Origin))
}

// Barred is an AI card that a leader may not buy.
type Barred struct {
	Leader, Card Item
	Origin       notation.Origin
}

func (e Barred) Apply(s *State) { s.learn(e) }

func (e Barred) Tell() engine.Text {
	return engine.Say("%s may not buy %s (%s)", e.Leader.term(), e.Card.term(), engine.From(e.Origin))
}

// Pile is the level of the pile an Automa card belongs to: 0, 1 or 2.
type Pile struct {
	Card   Item
	Level  uint8
	Origin notation.Origin
}

func (e Pile) Apply(s *State) { s.learn(e) }

func (e Pile) Tell() engine.Text {
	return engine.Say("%s belongs to pile %s (%s)", e.Card.term(), engine.Roman(int(e.Level)), engine.From(e.Origin))
}

// Advanced marks an Automa card with a silver action background.
type Advanced struct {
	Card   Item
	Origin notation.Origin
}

func (e Advanced) Apply(s *State) { s.learn(e) }

func (e Advanced) Tell() engine.Text {
	return engine.Say("%s is an advanced card (%s)", e.Card.term(), engine.From(e.Origin))
}

// Acts is one printed action of an Automa card.
type Acts struct {
	Card   Item
	Number uint8
	Side   Side
	Does   Deed
	Count  uint8
	Planet Planet
	Parsec uint8
	Galaxy GalaxyName
	Origin notation.Origin
}

func (e Acts) Apply(s *State) { s.learn(e) }

func (e Acts) Tell() engine.Text {
	return engine.Say("%s, action %d, %s: %s (%s)", e.Card.term(), int(e.Number), engine.Term(e.Side), e.text(), engine.From(e.Origin))
}

// Scores is how an Automa card scores. It is the last of its facts after the actions.
type Scores struct {
	Card   Item
	Mode   Mode
	Origin notation.Origin
}

func (e Scores) Apply(s *State) { s.learn(e) }

func (e Scores) Tell() engine.Text {
	return engine.Say("%s scores: %s (%s)", e.Card.term(), e.Mode.text(), engine.From(e.Origin))
}

// text says what the Automa does in an action of its card.
func (a Acts) text() engine.Text {
	switch a.Does {
	case DoesColonize:
		return engine.Say("The Automa puts {one cube|%[1]d cubes} on %[2]s %[3]s", int(a.Count), a.Planet.text(), a.where())
	case DoesDiscover:
		return engine.Say("The Automa discovers %[2]s and puts {one cube|%[1]d cubes} on %[3]s there", int(a.Count), a.where(), a.Planet.text())
	case DoesEnergy:
		return engine.Say("The Automa gains %d energy", int(a.Count))
	case DoesFlush:
		return engine.Say("The four AI cards shown crossed out are replaced")
	}
	return engine.Say("The Automa does nothing")
}

// where says in which galaxies and in which parsec.
func (a Acts) where() engine.Text {
	area := engine.Say("a galaxy shown on the card")
	if a.Galaxy != "" && a.Galaxy != "shown" {
		names := a.Galaxy.each()
		area = engine.Say("%s", galaxyTerm(names[0]))
		for _, name := range names[1:] {
			area = engine.Say("%s or %s", area, galaxyTerm(name))
		}
	}
	if a.Parsec == 0 {
		return engine.Say("in %s", area)
	}
	return engine.Say("in parsec %d of %s", int(a.Parsec), area)
}

// text names a planet of a type, after a word such as on.
func (p Planet) text() engine.Text {
	switch p {
	case DesertPlanet:
		return engine.Say("a desert planet")
	case VolcanicPlanet:
		return engine.Say("a volcanic planet")
	}
	return engine.Say("a terrestrial planet")
}
