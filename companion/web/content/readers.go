package content

import (
	"arbiter/engine"
)

// CardOf returns the words of the tag on a seat's card.
func CardOf(seat engine.Seat, name string) []string { return []string{string(seat), name} }

func (sc *Content) CardLabel(words []string) string {
	if len(words) == 0 {
		return ""
	}
	return sc.term(engine.Term(words[len(words)-1]))
}
