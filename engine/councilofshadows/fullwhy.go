package councilofshadows

import (
	"slices"

	"arbiter/engine"
)

// Why things happen in the full book.

// asksFor tells whether the step that waits has an alternative of a kind.
func (s *State) asksFor(kind task) bool {
	return slices.ContainsFunc(s.waiting(), func(o option) bool { return o.task == kind })
}

// waiting are the alternatives of the step that waits, none if no step does.
func (s *State) waiting() []option {
	if !s.working() {
		return nil
	}
	return s.options()[:]
}

// whyBonus says what a bonus card counts.
func (s *State) whyBonus(i int8, card Item) engine.Reason {
	b := s.facts.full.bonus[card-firstLight]
	r := engine.Reason{Rule: b.Kind.text(), Source: sourceEnd}
	switch b.Kind {
	case CountsConsumption:
		r.Addends = []engine.Addend{{Name: engine.Say("Consumption"), N: int(s.players[i].consumption) / max(int(b.Each), 1)}}
		return r
	case CountsGalaxy:
		if r.Rule = rulingBonusSum; s.ninth {
			r.Rule = rulingBonusNine
		}
		r.Addends = []engine.Addend{{Name: engine.Say("%s", engine.Term(b.Of)), N: int(s.worth(i, card))}}
		return r
	}
	r.Addends = []engine.Addend{{Name: engine.Say("%s", card.term()), N: int(b.Base)}}
	if n := s.counts(i, b); b.Each > 0 {
		r.Addends = append(r.Addends, engine.Addend{Name: engine.Say("%d for each of %d", int(b.Each), int(n)), N: int(b.Each) * int(n)})
	}
	return r
}

// text says what a bonus card counts.
func (k BonusKind) text() engine.Text {
	switch k {
	case CountsGems:
		return engine.Say("It counts the gems of one color that are left.")
	case CountsPlanets:
		return engine.Say("It counts the cubes on planets of one type.")
	case CountsConsumption:
		return engine.Say("It brings a tenth of the consumption, rounded down.")
	case CountsUpgrades:
		return engine.Say("It counts the cubes on the player board and its panels; printed ones do not count.")
	case CountsParsec:
		return engine.Say("It counts the cubes in one parsec.")
	case CountsAICards:
		return engine.Say("It counts the AI cards, besides what they bring anyway.")
	case CountsLightCards:
		return engine.Say("It counts the light bonus cards, itself included.")
	case CountsStations:
		return engine.Say("It counts the stations on the board.")
	}
	return engine.Say("It brings what is printed on it.")
}
