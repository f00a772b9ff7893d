package councilofshadows

import (
	"math/bits"

	"arbiter/engine"
)

// The tiles of the three stacks, and the fields of the board (rulebook,
// components).
var stackSizes = [farthest]int{10, 11, 10}

// missingFromBox names the first thing that the full book needs and that no fact tells;
// it is empty if the box is complete for this game.
func (s *State) missingFromBox() engine.Text {
	f := &s.facts.board
	for i := Discover; i < firstAutoma; i++ {
		if !s.told(i) {
			return engine.Say("the consumption of %s", i.term())
		}
		if !f.card[i].known {
			return engine.Say("what %s does", i.term())
		}
	}
	if t := s.unknownPrice(); !t.IsZero() {
		return t
	}
	if t := s.unknownBoard(); !t.IsZero() {
		return t
	}
	for i := firstLight; i < items; i++ {
		if f.bonus[i-firstLight].Kind == "" {
			return engine.Say("what %s brings", i.term())
		}
	}
	if s.automa.at >= 0 {
		return s.unknownAutoma()
	}
	return engine.Text{}
}

func (s *State) unknownPrice() engine.Text {
	for i := firstAI; i < Buteo; i++ {
		if i == firstAutoma {
			i = Desert
		}
		if i.isStation() && !s.modules.stations {
			continue
		}
		p := s.facts.board.priced[i]
		if p[0] == "" || i.isRange() && p[1] == "" {
			return engine.Say("the price of %s", i.term())
		}
		if i.isProject() && !s.told(i) {
			return engine.Say("the energy of %s", i.term())
		}
	}
	return engine.Text{}
}

func (s *State) unknownBoard() engine.Text {
	var stacks [farthest]int
	for i, t := range s.facts.board.tile {
		if t.parsec < 1 || t.parsec > farthest {
			return engine.Say("the planets and the yield of %s", (firstTile + Item(i)).term())
		}
		stacks[t.parsec-1]++
	}
	if stacks != stackSizes {
		return engine.Say("stacks of %d, %d and %d tiles", stackSizes[0], stackSizes[1], stackSizes[2])
	}
	b := s.board()
	for g, there := range b.galaxy {
		if there.sites != 0 && !there.told {
			return engine.Say("what %s brings", galaxyTerm(galaxies[g]))
		}
		if there.sites != 0 && s.modules.stations && b.stationParsec(uint8(g)) == 0 {
			return engine.Say("in which parsec the station field of %s lies", galaxyTerm(galaxies[g]))
		}
	}
	if b.galaxy[0].sites == 0 || bits.OnesCount32(s.used()) < stackSizes[0] {
		return engine.Say("the fields of the board")
	}
	return engine.Text{}
}

func (s *State) unknownAutoma() engine.Text {
	for i := firstAutoma; i < afterAutoma; i++ {
		c := s.facts.card(i)
		if c.advanced && !s.modules.advanced {
			continue
		}
		if !s.told(i) || c.pile == 0 || c.mode == "" {
			return engine.Say("consumption, pile, actions and scoring of %s", i.term())
		}
		for n, acts := range c.acts {
			if acts[0].branches() && acts[1].Number == 0 || acts[0].Galaxy == "shown" || acts[1].Galaxy == "shown" {
				return engine.Say("action %d of %s", n+1, i.term())
			}
			if acts[0].Does == DoesFlush && s.facts.board.crossedOut[i-firstAutoma] == 0 {
				return engine.Say("which places %s crosses out", i.term())
			}
		}
	}
	return engine.Text{}
}

// What the rulebook tells of every box (components, leaders): on the front of the
// board 31 fields in ten galaxies of 2 to 5 fields each, and one AI card that
// colonizes with a tower of three, the one that Casares may not buy.
const (
	fewestSites = 2 // in a galaxy
	mostSites   = 5
	highTower   = 3 // cubes
)

// doubts compares the facts of a box with that. Open is what cannot be judged until
// more is told.
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

// colonizes tells whether a way to carry the card out places so many cubes.
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
