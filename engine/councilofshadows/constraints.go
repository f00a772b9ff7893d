package councilofshadows

import (
	"math/bits"

	"arbiter/engine"
)

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
	wrong, open = f.full.board[FrontBoard.index()].doubts()
	return append(wrong, f.full.towerDoubts()...), open
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

func (f *fullFacts) towerDoubts() []engine.Text {
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
func (p *program) colonizes(cubes uint8) bool {
	for _, step := range p.steps {
		for _, o := range step {
			if o.task == colonizing && o.count == cubes {
				return true
			}
		}
	}
	return false
}
