package councilofshadows

import (
	"fmt"
	"slices"
	"strings"

	"arbiter/engine"
)

// A Side is the side of an action on an Automa card.
type Side string

func (s Side) index() int {
	if s == Right {
		return 1
	}
	return 0
}

// UnmarshalText reads a side.
func (s *Side) UnmarshalText(b []byte) error { return oneOf(s, b, Left, Right, Skipped) }

// The sides. Skipped is written to the log if neither was possible.
const (
	Left    Side = "left"
	Right   Side = "right"
	Skipped Side = "skip"
)

// A Deed is what an action of an Automa card does.
type Deed string

// UnmarshalText reads a deed.
func (d *Deed) UnmarshalText(b []byte) error { return oneOf(d, b, deeds...) }

// The deeds. DoesNothing on the right means that there is no alternative.
const (
	DoesColonize Deed = "colonize" // put cubes on a planet
	DoesDiscover Deed = "discover" // discover first, then put cubes on the new tile
	DoesEnergy   Deed = "energy"   // gain energy
	DoesFlush    Deed = "flush"    // swap the four crossed-out AI cards
	DoesNothing  Deed = "nothing"
)

var deeds = []Deed{DoesColonize, DoesDiscover, DoesEnergy, DoesFlush, DoesNothing}

// A Planet is a type of planet; "" if it does not matter.
type Planet string

func (p Planet) planet() planet {
	return planet(index([]Planet{NoPlanet, Terrestrial, DesertPlanet, VolcanicPlanet}, p))
}

// UnmarshalText reads a type of planet.
func (p *Planet) UnmarshalText(b []byte) error { return oneOf(p, b, append(planets, NoPlanet)...) }

// The types.
const (
	NoPlanet       Planet = ""
	Terrestrial    Planet = "terrestrial"
	DesertPlanet   Planet = "desert"
	VolcanicPlanet Planet = "volcanic"
)

var planets = []Planet{Terrestrial, DesertPlanet, VolcanicPlanet}

// A GalaxyName is the color of a galaxy; "" if it does not matter.
type GalaxyName string

// UnmarshalText reads a galaxy: its color, "other" for the one whose color no source gives, "shown"
// for what the card shows. Several galaxies on an Automa card are joined: blue+orange.
func (g *GalaxyName) UnmarshalText(b []byte) error {
	var one GalaxyName
	words := strings.Split(string(b), "+")
	for _, word := range words {
		if word == "" && len(words) == 1 {
			continue
		}
		if err := oneOf(&one, []byte(word), galaxies...); err != nil {
			return err
		}
	}
	*g = GalaxyName(b)
	return nil
}

// each lists the galaxies of a name that may join several.
func (g GalaxyName) each() []GalaxyName {
	var all []GalaxyName
	for _, word := range strings.Split(string(g), "+") {
		all = append(all, GalaxyName(word))
	}
	return all
}

var galaxies = []GalaxyName{"grey", "blue", "green", "red", "orange", "turquoise", "yellow", "brown", "beige", "other", "shown"}

// A Mode is how the Automa scores with a card.
type Mode string

func (m Mode) text() engine.Text {
	switch m {
	case ScoreMajorities:
		return engine.Say("all galaxies where it has the majority")
	case ScoreAll:
		return engine.Say("all galaxies where it has a colony")
	}
	return engine.Say("no galaxy")
}

func (m Mode) symbols() []engine.Symbol {
	switch m {
	case ScoreMajorities:
		return []engine.Symbol{{Icon: "score"}, {Icon: "majority"}}
	case ScoreAll:
		return []engine.Symbol{{Icon: "score"}, {Icon: "colony"}}
	}
	return []engine.Symbol{{Icon: "score", Label: "0"}}
}

func (m Mode) words() engine.Text {
	switch m {
	case ScoreMajorities:
		return engine.Say("score every galaxy with a majority")
	case ScoreAll:
		return engine.Say("score every galaxy with a colony")
	}
	return engine.Say("score no galaxy")
}

// UnmarshalText reads a mode.
func (m *Mode) UnmarshalText(b []byte) error { return oneOf(m, b, modes...) }

// The modes.
const (
	ScoreMajorities Mode = "majorities"
	ScoreAll        Mode = "all"
	ScoreNone       Mode = "none"
)

var modes = []Mode{ScoreMajorities, ScoreAll, ScoreNone}

// A ModuleName names an optional part of the box.
type ModuleName string

// UnmarshalText reads a module.
func (m *ModuleName) UnmarshalText(b []byte) error {
	return oneOf(m, b, ModuleStations, ModuleLeaders, ModuleAdvanced)
}

// The modules.
const (
	ModuleStations ModuleName = "stations" // module 1
	ModuleLeaders  ModuleName = "leaders"  // module 2
	ModuleAdvanced ModuleName = "advanced" // the two silver Automa cards
)

// A TrackName names a track on which a marker can be put.
type TrackName string

// UnmarshalText reads a track.
func (n *TrackName) UnmarshalText(b []byte) error {
	return oneOf(n, b, TrackConsumption, TrackEnergy)
}

// The tracks.
const (
	TrackConsumption TrackName = "consumption"
	TrackEnergy      TrackName = "energy"
)

// A PhaseName names a phase of the round, or what comes before and after rounds.
type PhaseName string

// UnmarshalText reads a phase.
func (n *PhaseName) UnmarshalText(b []byte) error {
	return oneOf(n, b, PhaseSetup, PhaseStock, PhaseLeaders, PhaseBuy, PhasePlan, PhaseReveal, PhaseAct, PhaseFinal, PhaseCubes, PhaseOver)
}

func (n PhaseName) title() engine.Text {
	switch n {
	case PhaseSetup:
		return engine.Say("Setting up")
	case PhaseStock:
		return engine.Say("Taking stock")
	case PhaseLeaders:
		return engine.Say("Choosing leaders")
	case PhaseBuy:
		return engine.Say("Phase 1: buy")
	case PhasePlan:
		return engine.Say("Phase 2: plan")
	case PhaseReveal:
		return engine.Say("Phase 2: turn order")
	case PhaseAct:
		return engine.Say("Phase 3: actions")
	case PhaseFinal:
		return engine.Say("Final scoring")
	case PhaseCubes:
		return engine.Say("Tie-break")
	}
	return engine.Say("End of the game")
}

// The phases. Setup and leaders come before the first round, final and cubes after the last.
const (
	PhaseSetup   PhaseName = "setup" // of the full book: tiles, display, dark bonus cards
	PhaseStock   PhaseName = "stock" // people state the cardboard, on the way from the tracks book to the full book
	PhaseLeaders PhaseName = "leaders"
	PhaseBuy     PhaseName = "buy"
	PhasePlan    PhaseName = "plan"
	PhaseReveal  PhaseName = "reveal" // the second half of phase 2: consumption and order
	PhaseAct     PhaseName = "act"
	PhaseFinal   PhaseName = "final"
	PhaseCubes   PhaseName = "cubes" // the last tie-break
	PhaseOver    PhaseName = "over"
)

func oneOf[T ~string](to *T, word []byte, words ...T) error {
	if !slices.Contains(words, T(word)) {
		return fmt.Errorf("%q is not one of %v", word, words)
	}
	*to = T(word)
	return nil
}
