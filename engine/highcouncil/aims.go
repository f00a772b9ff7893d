package highcouncil

import (
	"strconv"

	"arbiter/engine"
)

// What people touch to choose a command, in the words of the View.

// cardAims returns the aim for a card; none if it has no name.
func cardAims(c Card) []string {
	if c == 0 {
		return nil
	}
	return []string{engine.CardAim(c.term())}
}

// fieldAims returns the aims for fields, without 0, which stands for none.
func fieldAims(fields ...uint8) (all []string) {
	for _, n := range fields {
		if n != 0 {
			all = append(all, engine.FieldAim(strconv.Itoa(int(n))))
		}
	}
	return all
}
