package printed

import (
	"slices"

	"arbiter/engine"
	"arbiter/engine/notation"
)

// Terms lists the words that screens show: everything in the box, and the vocabulary of effects,
// which people choose from when they teach the program a card.
func Terms() []engine.Term {
	var all []engine.Term
	for _, words := range [][]string{
		resourceWords, dieWords, characterWords, nameWords, cardWords, placeWords,
		triggerWords, conditionWords, deedWords, targetWords, spanWords, {"", "any"},
	} {
		for _, w := range words[1:] {
			if t := engine.Term(w); !slices.Contains(all, t) {
				all = append(all, t)
			}
		}
	}
	return append(all, engine.Term(notation.Rulebook), engine.Term(notation.Owner), engine.Term(notation.StandIn))
}
