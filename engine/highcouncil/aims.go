package highcouncil

import (
	"strconv"

	"arbiter/engine"
)

// What people touch to mean a command, in the words of the View.

// cardAims name a card, nothing if it has no name.
func cardAims(c Card) []string {
	if c == 0 {
		return nil
	}
	return []string{engine.CardAim(c.term())}
}

// fieldAims name those of the fields that there are; 0 is none.
func fieldAims(fields ...uint8) (all []string) {
	for _, n := range fields {
		if n != 0 {
			all = append(all, engine.FieldAim(strconv.Itoa(int(n))))
		}
	}
	return all
}
