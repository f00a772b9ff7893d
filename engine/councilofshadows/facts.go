package councilofshadows

import (
	"cmp"

	"arbiter/engine"
)

// Facts is what is printed in the box, as far as it has been told. A State
// shares it with its predecessors; it is replaced, never changed.
type facts struct {
	value  [items]int8
	origin [items]Origin // "" where the value has not been told
	bonus  [Breish - Buteo + 1]int8
	barred [Breish - Buteo + 1]Item
	automa [automaCards]*automaCard // none is ever changed; nil if nothing has been told

	full    fullFacts
	lexicon *lexicon
	standIn bool // some values are invented
}

// An automaCard is the content of an Automa card besides its consumption.
type automaCard struct {
	pile     uint8 // level + 1; 0 if it has not been told
	advanced bool
	acts     [mostSteps][2]Acts // left and right; Number is 0 if it has not been told
	mode     Mode               // "" if it has not been told
}

// The most actions an Automa card can have; the ones whose pictures the
// rulebook explains have three.
const mostSteps = 5

// learn keeps what is printed. What the lexicon is made of brings a new one.
func (s *State) learn(e engine.Event) {
	s.facts = s.facts.with(e)
	switch e.(type) {
	case Price, Site, System:
		s.facts.lexicon = s.newLexicon()
	}
}

func (f facts) with(e engine.Event) *facts {
	f.add(e)
	return &f
}

func (f facts) speaking(l *lexicon) *facts {
	f.lexicon = l
	return &f
}

func (f *facts) add(e engine.Event) {
	switch e := e.(type) {
	case Printed:
		f.value[e.Item], f.origin[e.Item] = e.Value, e.Origin
		f.standIn = f.standIn || e.Origin == StandIn
	case Bonused:
		if e.Leader.isLeader() {
			f.bonus[e.Leader-Buteo] = e.Energy
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
		f.full.add(e)
	}
}

// tell puts a card of which more is known in the place of another.
func (f *facts) tell(i Item, more func(*automaCard)) {
	if !i.isAutoma() {
		return
	}
	card := *f.card(i)
	more(&card)
	f.automa[i-firstAutoma] = &card
}

var untold automaCard

// card is what has been told of an Automa card, nil of others.
func (f *facts) card(i Item) *automaCard {
	if !i.isAutoma() {
		return nil
	}
	return cmp.Or(f.automa[i-firstAutoma], &untold)
}

// told tells whether the value printed on an item is known.
func (f *facts) told(i Item) bool { return f.origin[i] != "" }

func (s Side) index() int {
	if s == Right {
		return 1
	}
	return 0
}
