package main

import (
	"strconv"
	"strings"

	"arbiter/engine"
	"arbiter/engine/councilofshadows"
)

// councilMove returns the move that means c, if c is one of those that cards ask
// for.
func councilMove(c engine.Command) (move, bool) {
	switch c := c.(type) {
	case councilofshadows.Plan:
		return move{reader: fieldReader(c.Seat, c.Field), card: []string{string(c.Seat), c.Card.String()}}, true
	case councilofshadows.TakeBack:
		return move{reader: fieldReader(c.Seat, c.Field), card: []string{string(c.Seat), c.Card.String()}, lift: true}, true
	case councilofshadows.Buy:
		paid := c.Pay != councilofshadows.Gemset{} // what is paid is no card
		return move{reader: string(c.Seat), card: []string{c.What.String()}, shown: true}, shownToReader(c) && !paid
	case councilofshadows.Open:
		return move{reader: "automa", card: []string{c.Card.String()}, shown: true}, true
	}
	return move{}, false
}

// fieldReader is the reader under a field in the rig "virtual".
func fieldReader(seat engine.Seat, field uint8) string {
	return string(seat) + "-" + strconv.Itoa(int(field))
}

// shownToReader tells whether what is bought is a card that is shown to a reader.
func shownToReader(c councilofshadows.Buy) bool { return strings.HasPrefix(c.What.String(), "ai-") }
