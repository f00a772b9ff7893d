package games

import (
	"strconv"
	"strings"

	"arbiter/engine"
	"arbiter/engine/councilofshadows"
)

// councilMove returns the card move that means c, if cards can ask for c.
func councilMove(c engine.Command) (CardMove, bool) {
	switch c := c.(type) {
	case councilofshadows.Plan:
		return CardMove{Reader: FieldReader(c.Seat, c.Field), Card: []string{string(c.Seat), c.Card.String()}}, true
	case councilofshadows.TakeBack:
		return CardMove{Reader: FieldReader(c.Seat, c.Field), Card: []string{string(c.Seat), c.Card.String()}, Lift: true}, true
	case councilofshadows.Buy:
		paid := c.Pay != councilofshadows.Gemset{} // payments are no cards
		return CardMove{Reader: string(c.Seat), Card: []string{c.What.String()}, Shown: true}, shownToReader(c) && !paid
	case councilofshadows.Open:
		return CardMove{Reader: "automa", Card: []string{c.Card.String()}, Shown: true}, true
	}
	return CardMove{}, false
}

// FieldReader returns the reader under a field in the rig "virtual".
func FieldReader(seat engine.Seat, field uint8) string {
	return string(seat) + "-" + strconv.Itoa(int(field))
}

// shownToReader reports whether what is bought is a card that is shown to a reader.
func shownToReader(c councilofshadows.Buy) bool { return strings.HasPrefix(c.What.String(), "ai-") }
