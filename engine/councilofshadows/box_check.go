package councilofshadows

import (
	"fmt"
	"math/bits"
	"slices"

	"arbiter/engine"
	"arbiter/engine/notation"
)

// The number of tiles in the three stacks, and of fields on the board (rulebook, components).
var stackSizes = [farthest]int{10, 11, 10}

// missingFromBox names the first fact that the full book needs and does not have; it is empty if
// the box is complete for this game.
func (s *State) missingFromBox() engine.Text {
	for _, l := range s.lacking() {
		if !l.late {
			return l.What
		}
	}
	return engine.Text{}
}

// A lack is an engine.Lack. It is late if games could begin without it before it was required;
// those games still can.
type lack struct {
	engine.Lack
	late bool
}

func lacks(what engine.Text, line string, about ...any) lack {
	return lack{Lack: engine.Lack{Line: fmt.Sprintf(line, about...), What: what}}
}

// lacking lists the facts that a game of the full book needs of a box before it begins; games of
// the tracks book ask when a value matters.
func lacking(seats []engine.Seat, told []engine.Event) (all []engine.Lack) {
	s := &State{count: uint8(len(seats)), automa: automa{at: -1}}
	if s.seat(seats) != nil || s.takeIn(told) != nil || !s.full {
		return nil
	}
	for _, l := range s.lacking() {
		all = append(all, l.Lack)
	}
	return all
}

// lacking lists everything that is missing, in the order in which a box is unpacked.
func (s *State) lacking() (all []lack) {
	f := &s.facts.board
	for i := Discover; i < firstAutoma; i++ {
		if !s.told(i) {
			all = append(all, lacks(engine.Say("the consumption of %s", i.term()), "printed %s", i))
		}
		if !f.card[i].known {
			all = append(all, lacks(engine.Say("what %s does", i.term()), "effect %s", i))
		}
		if f.card[i].givesGems() && f.card[i].given == "" {
			all = append(all, lack{engine.Lack{Line: fmt.Sprintf("gives %s", i), What: engine.Say("the gems that %s gives", i.term())}, true})
		}
	}
	all = append(all, s.unknownPrices()...)
	all = append(all, s.unknownBoard()...)
	for i := firstLight; i < items; i++ {
		if f.bonus[i-firstLight].Kind == "" {
			all = append(all, lacks(engine.Say("what %s brings", i.term()), "pays %s", i))
		}
		if i >= firstDark && f.markedBy[i-firstLight] == "" && !f.marks() {
			all = append(all, lack{engine.Lack{Line: fmt.Sprintf("marked %s", i), What: engine.Say("with how many players %s is used", i.term())}, true})
		}
	}
	if s.automa.at >= 0 {
		all = append(all, s.unknownAutoma()...)
	}
	return all
}

// marks reports whether invented facts say which dark bonus cards are for how many players; then
// only marked cards are named.
func (f *boardFacts) marks() bool {
	return slices.ContainsFunc(f.markedBy[:], notation.Origin.Invented)
}

// givesGems reports whether a step of the card is to take the gems printed on it.
func (p *cardSteps) givesGems() bool {
	for _, step := range p.steps {
		for _, o := range step {
			if o.task == takingGems {
				return true
			}
		}
	}
	return false
}

func (s *State) unknownPrices() (all []lack) {
	for i := firstAI; i < Buteo; i++ {
		if i == firstAutoma {
			i = Desert
		}
		if i.isStation() && !s.modules.stations || i.isRange() && !s.extendable(i) {
			continue
		}
		p := s.facts.board.priced[i]
		for step := range 2 {
			if p[step] == "" && (step == 0 || i.isRange()) {
				all = append(all, lacks(engine.Say("the price of %s", i.term()), "price %s %d", i, step+1))
			}
		}
		if i.isProject() && !s.told(i) {
			all = append(all, lacks(engine.Say("the energy of %s", i.term()), "printed %s", i))
		}
	}
	return all
}

// extendable reports whether an action field may come that a range step can be bought for:
// those of the player board, and Ava's. That of New stargate reaches parsec 3 from the start.
func (s *State) extendable(step Item) bool {
	field, _ := step.IsRange()
	return field <= boardFields || field == boardFields+1 && s.modules.leaders
}

func (s *State) unknownBoard() (all []lack) {
	var stacks [farthest]int
	for i, t := range s.facts.board.tile {
		if !isParsec(t.parsec) {
			all = append(all, lacks(engine.Say("the planets and the yield of %s", (firstTile+Item(i)).term()), "system %s", firstTile+Item(i)))
			continue
		}
		stacks[t.parsec-1]++
	}
	if len(all) == 0 && stacks != stackSizes {
		all = append(all, lack{Lack: engine.Lack{What: engine.Say("stacks of %d, %d and %d tiles", stackSizes[0], stackSizes[1], stackSizes[2])}})
	}
	b, side := s.board(), s.side()
	few := b.galaxy[0].sites == 0 || bits.OnesCount32(s.used()) < stackSizes[0]
	counted := slices.ContainsFunc(b.galaxy[:], func(g galaxy) bool { return g.counted })
	untold := 0
	for g, there := range b.galaxy {
		name := galaxies[g]
		if there.sites == 0 && !there.counted && (few || counted) {
			untold++
			what := engine.Say("the fields of %s", galaxyTerm(name))
			if !counted {
				what = engine.Say("the fields of the board")
			}
			all = append(all, lacks(what, "fields %s %s", side, name))
		}
		if there.sites != 0 && !there.told {
			all = append(all, lacks(engine.Say("what %s brings", galaxyTerm(name)), "reward %s %s", side, name))
		}
		if there.sites != 0 && s.modules.stations && b.stationParsec(uint8(g)) == 0 {
			all = append(all, lacks(engine.Say("in which parsec the station field of %s lies", galaxyTerm(name)), "station-field %s %s", side, name))
		}
	}
	if few && untold == 0 {
		all = append(all, lack{Lack: engine.Lack{What: engine.Say("the fields of the board")}})
	}
	return all
}

func (s *State) unknownAutoma() (all []lack) {
	for i := firstAutoma; i < afterAutoma; i++ {
		c := s.facts.card(i)
		if c.advanced && !s.modules.advanced {
			continue
		}
		what := engine.Say("consumption, pile, actions and scoring of %s", i.term())
		if !s.told(i) {
			all = append(all, lacks(what, "printed %s", i))
		}
		if c.pile == 0 {
			all = append(all, lacks(what, "pile %s", i))
		}
		if c.mode == "" {
			all = append(all, lacks(what, "scores %s", i))
		}
		if c.acts[0][0].Number == 0 {
			all = append(all, lack{engine.Lack{Line: fmt.Sprintf("acts %s", i), What: engine.Say("action %d of %s", 1, i.term())}, true})
		}
		flushes := false
		for n, acts := range c.acts {
			if acts[0].branches() && acts[1].Number == 0 || acts[0].Galaxy == "shown" || acts[1].Galaxy == "shown" {
				all = append(all, lacks(engine.Say("action %d of %s", n+1, i.term()), "acts %s", i))
			}
			flushes = flushes || acts[0].Does == DoesFlush
		}
		if flushes && s.facts.board.crossedOut[i-firstAutoma] == 0 {
			all = append(all, lacks(engine.Say("which places %s crosses out", i.term()), "crosses %s", i))
		}
	}
	return all
}

// What the rulebook says of every box (components, leaders): on the front of the board there are 31
// fields in ten galaxies of 2 to 5 fields each, and one AI card, the one that Casares may not buy,
// colonizes with a tower of three.
const (
	fewestSites = 2 // in a galaxy
	mostSites   = 5
	highTower   = 3 // cubes
)

// doubts compares the facts of a box with that. Open is what cannot be judged until more facts are
// known.
func doubts(told []engine.Event) (wrong, open []engine.Text) {
	var f facts
	for _, e := range told {
		f.add(e)
	}
	wrong, open = f.board.sides[FrontBoard.index()].doubts()
	return append(wrong, f.board.towerDoubts()...), open
}

func (b *board) doubts() (wrong, open []engine.Text) {
	fields, used := 0, 0
	for _, g := range b.galaxy {
		if n := bits.OnesCount32(g.sites); n > 0 {
			fields, used = fields+n, used+1
		}
	}
	complete := fields == sites
	for g, there := range b.galaxy {
		if n := bits.OnesCount32(there.sites); n > mostSites || complete && n > 0 && n < fewestSites {
			wrong = append(wrong, engine.Say("galaxy %s, fields on the front of the board: %d; by the rulebook a galaxy has %d to %d: check the lines site front", engine.Term(galaxies[g]), n, fewestSites, mostSites))
		}
	}
	switch {
	case complete && used != galaxyCount:
		wrong = append(wrong, engine.Say("the front of the board has %d galaxies; by the rulebook there are %d: check the lines site front", used, galaxyCount))
	case fields > 0 && !complete:
		open = append(open, engine.Say("fields told of the front of the board: %d of %d; the galaxies can be counted when all are", fields, sites))
	}
	return wrong, open
}

func (f *boardFacts) towerDoubts() []engine.Text {
	var towers []engine.Text
	complete := true
	for i := firstAI; i < firstAutoma; i++ {
		complete = complete && f.card[i].known
		if f.card[i].colonizes(highTower) {
			towers = append(towers, engine.Say("%s", i.term()))
		}
	}
	switch {
	case len(towers) > 1:
		return []engine.Text{engine.Say("%d AI cards colonize with a tower of three: %s; by the rulebook there is one: check their effects", len(towers), enumerate(towers))}
	case len(towers) == 0 && complete:
		return []engine.Text{engine.Say("no AI card colonizes with a tower of three; by the rulebook there is one: check their effects")}
	}
	return nil
}

// colonizes reports whether one way to carry out the card places so many cubes.
func (p *cardSteps) colonizes(cubes uint8) bool {
	for _, step := range p.steps {
		for _, o := range step {
			if o.task == colonizing && o.count == cubes {
				return true
			}
		}
	}
	return false
}
