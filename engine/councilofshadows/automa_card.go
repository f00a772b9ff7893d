package councilofshadows

import (
	"slices"
	"strconv"

	"arbiter/engine"
	"arbiter/engine/notation"
	"arbiter/engine/rule"
)

// asked returns the side of an action that people have to tell, because the box has not.
func (s *State) asked() (number uint8, side Side, ask bool) {
	acts, number := s.current()
	c := s.facts.card(s.automa.open)
	switch {
	case c == nil:
		return 0, "", false
	case acts[0].Number == 0:
		return number, Left, c.mode == ""
	case acts[0].branches() && acts[1].Number == 0:
		return number, Right, true
	}
	return 0, "", false
}

// tellsCard refuses a seat that may not tell what is printed on the Automa's card, and any moment
// when nothing is told.
func (s *State) tellsCard(seat engine.Seat) refusal {
	if r := s.keepsTracks(); !r.Allowed() {
		return r
	}
	if seat != engine.Table {
		return refuse("the table tells what is printed, not %s", wordBy)
	}
	return s.automaTurn()
}

// branches reports whether an action may be impossible, so that it may have an alternative.
func (a Acts) branches() bool { return a.Does == DoesColonize || a.Does == DoesDiscover }

// done reports whether the action is known and does something.
func (a Acts) done() bool { return a.Number != 0 && a.Does != DoesNothing }

// mostAutomaEnergy is the most energy that an action of the Automa can bring.
const mostAutomaEnergy = 30

func (c Step) wellFormed() bool {
	plain := c.Planet == NoPlanet && c.Parsec == 0 && c.Galaxy == ""
	switch c.Does {
	case DoesColonize, DoesDiscover:
		return c.Count >= 1 && c.Count <= 3 && slices.Contains(planets, c.Planet) && c.Parsec >= 1 && c.Parsec <= farthest
	case DoesEnergy:
		return plain && c.Count >= 1 && c.Count <= mostAutomaEnergy
	case DoesFlush:
		return plain && c.Count == 0
	case DoesNothing:
		return plain && c.Count == 0 && c.Side == Right
	}
	return false
}

func (c Step) acts() Acts {
	return Acts{c.Card, c.Number, c.Side, c.Does, c.Count, c.Planet, c.Parsec, c.Galaxy, notation.Owner}
}

func (s *State) automaActions() []engine.Command {
	if s.step == stepScoring {
		return append(s.gainsOf(nil, s.automa.at), Pass{automaSeat})
	}
	number, side, ask := s.asked()
	if !ask {
		return []engine.Command{Do{automaSeat, Left}, Do{automaSeat, Right}, Skip{automaSeat}}
	}
	card := s.automa.open
	var all []engine.Command
	for _, m := range modes {
		all = append(all, Scoring{engine.Table, card, m})
	}
	for _, d := range deeds {
		all = append(all, printedSteps(Step{Seat: engine.Table, Card: card, Number: number, Side: side, Does: d})...)
	}
	return all
}

// printedSteps lists every action of a kind that can be printed on a card.
func printedSteps(c Step) []engine.Command {
	var all []engine.Command
	switch c.Does {
	case DoesColonize, DoesDiscover:
		for c.Count = 1; c.Count <= 3; c.Count++ {
			for _, c.Planet = range planets {
				for c.Parsec = 1; c.Parsec <= farthest; c.Parsec++ {
					for _, c.Galaxy = range append(galaxies, "") {
						all = append(all, c)
					}
				}
			}
		}
	case DoesEnergy:
		for c.Count = 1; c.Count <= mostAutomaEnergy; c.Count++ {
			all = append(all, c)
		}
	default:
		all = append(all, c)
	}
	return all
}

// Step says what one action printed on an Automa card is.
type Step struct {
	Seat   engine.Seat
	Card   Item
	Number uint8
	Side   Side
	Does   Deed
	Count  uint8
	Planet Planet
	Parsec uint8
	Galaxy GalaxyName
}

func (c Step) By() engine.Seat { return c.Seat }

func (c Step) Check(s *State) refusal {
	if r := s.tellsCard(c.Seat); !r.Allowed() {
		return r
	}
	number, side, ask := s.asked()
	switch {
	case !ask || c.Card != s.automa.open || c.Number != number || c.Side != side || number > mostSteps:
		return refuse("nobody asks for that action of %s now", c.Card.word())
	case !c.wellFormed():
		return refuse("an Automa card has no such action")
	}
	return allowed
}

func (c Step) Play(r *resolution) {
	emit(r, Acts{c.Card, c.Number, c.Side, c.Does, c.Count, c.Planet, c.Parsec, c.Galaxy, notation.Owner})
}

func (c Step) Tell() engine.Text {
	return engine.Say("Action %d, %s: %s", int(c.Number), engine.Term(c.Side), c.acts().text())
}

func (c Step) Effect(*State) engine.Effect { return rule.Asks(engine.Say("Enter"), "%s?", c.Tell()) }

// Scoring says how an Automa card scores.
type Scoring struct {
	Seat engine.Seat
	Card Item
	Mode Mode
}

func (c Scoring) By() engine.Seat { return c.Seat }

func (c Scoring) Check(s *State) refusal {
	if r := s.tellsCard(c.Seat); !r.Allowed() {
		return r
	}
	number, side, ask := s.asked()
	if !ask || side != Left || number == 1 || c.Card != s.automa.open {
		return refuse("nobody asks how %s scores now", c.Card.word())
	}
	return allowed
}

func (c Scoring) Play(r *resolution) {
	emit(r, Scores{c.Card, c.Mode, notation.Owner})
	r.endAutomaActions()
}

func (c Scoring) Tell() engine.Text {
	return engine.Say("The Automa scores %s", c.Mode.text())
}

func (c Scoring) Effect(*State) engine.Effect { return rule.Asks(engine.Say("Enter"), "%s?", c.Tell()) }

// The faces of Automa cards: their actions from top to bottom, each with its alternative.

func (s *State) automaFace(f *engine.Face, i Item) {
	c := s.facts.card(i)
	f.Kind, f.Art, f.Ring, f.Read = "automa", "automa", s.consumption(i), s.readOn(i)
	f.Read = read(f.Read, engine.Say("actions"), c.acts[0][0].Origin)
	for _, acts := range c.acts {
		if acts[0].Number != 0 {
			f.Steps = append(f.Steps, acts[0].options(acts[1]))
			f.Words = f.Words.Then(acts[0].orElse(acts[1]))
		}
	}
	if c.mode != "" {
		f.Steps = append(f.Steps, faceStep(c.mode.symbols()...))
		f.Words = engine.Say("%s.", f.Words.Then(c.mode.words()))
	}
}

// options returns an action and its alternative as a step of a face.
func (a Acts) options(instead Acts) engine.FaceStep {
	all := engine.FaceStep{a.symbols()}
	if instead.done() {
		all = append(all, instead.symbols())
	}
	return all
}

func (a Acts) symbols() engine.FaceOption {
	cubes := engine.Symbol{Icon: cubeIcons[min(int(a.Count), mostHeight)], Signs: []string{string(a.Planet)}}
	switch a.Does {
	case DoesColonize:
		return engine.FaceOption{cubes}
	case DoesDiscover:
		return engine.FaceOption{{Icon: "discover"}, cubes}
	case DoesFlush:
		return engine.FaceOption{{Icon: "swap"}, {Icon: "market"}}
	}
	return engine.FaceOption{{Icon: string(TrackEnergy), Label: "+" + strconv.Itoa(int(a.Count))}}
}

// orElse puts an action and its alternative into words.
func (a Acts) orElse(instead Acts) engine.Text {
	if instead.done() {
		return engine.Say("%s, else %s", a.words(), instead.words())
	}
	return a.words()
}

func (a Acts) words() engine.Text {
	switch a.Does {
	case DoesColonize:
		return engine.Say("settle %s in %s (%s)", cubesInWords(a.Count), a.Galaxy.inWords(), a.planetInWords())
	case DoesDiscover:
		return engine.Say("discover in %s and settle %s there (%s)", a.Galaxy.inWords(), cubesInWords(a.Count), a.planetInWords())
	case DoesFlush:
		return engine.Say("replace the crossed-out AI cards")
	case DoesEnergy:
		return engine.Say("gain %d energy", int(a.Count))
	}
	return engine.Say("nothing")
}

func (a Acts) planetInWords() engine.Text {
	if a.Parsec != 0 {
		return engine.Say("%s, parsec %d", engine.Term(a.Planet), int(a.Parsec))
	}
	return engine.Say("%s", engine.Term(a.Planet))
}

// inWords names one or several galaxies; if they are unknown, it refers to the card.
func (g GalaxyName) inWords() engine.Text {
	if g == "" || g == "shown" {
		return engine.Say("the galaxies shown")
	}
	names := g.each()
	text := engine.Say("%s", engine.Term(names[0]))
	for _, name := range names[1:] {
		text = engine.Say("%s or %s", text, engine.Term(name))
	}
	return text
}
