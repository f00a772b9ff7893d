package councilofshadows

import (
	"slices"

	"arbiter/engine"
)

// The Automa plays the second seat of a solo game (rulebook, "Automa mode"). Its
// deck lies in three piles, one for each Dark Tech level. Each round the top card
// of its pile is opened; its actions are carried out from top to bottom: the left
// side if it is possible, else the right side, else nothing.

// awaitsAutoma tells whether the Automa's card for this round is still to be opened.
func (s *State) awaitsAutoma() bool { return s.automa.at >= 0 && s.automa.open == None }

// pileLevel is the pile from which the Automa draws.
func (s *State) pileLevel() uint8 { return min(s.players[s.automa.at].level, 2) }

// automaPile is the pile from which the Automa draws, with what was opened of it
// aside. A card whose pile nobody has told may lie in any.
func (s *State) automaPile() pile {
	var set uint32
	for card := firstAutoma; card < afterAutoma; card++ {
		c := s.facts.card(card)
		if (!c.advanced || s.modules.advanced) && (c.pile == 0 || c.pile == s.pileLevel()+1) {
			set |= 1 << (card - firstAutoma)
		}
	}
	return s.automa.cards.of(set)
}

func (s *State) wasOpened(card Item) bool { return s.automa.cards.aside&(1<<(card-firstAutoma)) != 0 }

// pileBits are the opened cards of a pile.
func (s *State) pileBits(level uint8) (bits uint32) {
	for card := firstAutoma; card < afterAutoma; card++ {
		if s.facts.card(card).pile == level+1 {
			bits |= 1 << (card - firstAutoma)
		}
	}
	return bits
}

// current returns the next action of the open card and its number.
func (s *State) current() (acts [2]Acts, number uint8) {
	number = s.automa.did + 1
	if c := s.facts.card(s.automa.open); c != nil && number <= mostSteps {
		acts = c.acts[number-1]
	}
	return acts, number
}

// asked tells which side of which action has to be told, because the box has not.
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

// branches tells whether an action can be impossible, so that there may be an
// alternative.
func (a Acts) branches() bool { return a.Does == DoesColonize || a.Does == DoesDiscover }

// automaTurn refuses unless the Automa is carrying out its card.
func (s *State) automaTurn() error {
	if s.automa.at < 0 {
		return engine.Refuse("the Automa does not play")
	}
	if err := s.mustAct(automaSeat, PhaseAct); err != nil {
		return err
	}
	if s.step != stepMain {
		return engine.Refuse("the Automa has carried out its card")
	}
	return nil
}

// The most energy an action of the Automa can bring.
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

// automaChoice refuses unless an action of the open card is known and waits.
func (s *State) automaChoice(seat engine.Seat) error {
	if seat != automaSeat {
		return engine.Refuse("only the Automa acts from its card")
	}
	if s.full {
		return errCounted()
	}
	if err := s.automaTurn(); err != nil {
		return err
	}
	if _, _, ask := s.asked(); ask {
		return engine.Refuse("first tell what is printed on %s", s.automa.open.term())
	}
	return nil
}

func (t *turn) did(side Side) {
	_, number := t.current()
	emit(t, Did{automaSeat, number, side})
	if side == Skipped {
		t.endAutomaActions()
	}
}

// endAutomaActions begins the Automa's scoring when its card has no further action.
func (t *turn) endAutomaActions() {
	acts, _ := t.current()
	if c := t.facts.card(t.automa.open); c != nil && acts[0].Number == 0 && c.mode != "" {
		emit(t, Scored{automaSeat})
	}
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

// printedSteps lists every action of a kind that can stand on a card.
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
