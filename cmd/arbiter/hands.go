package main

import (
	"strconv"
	"strings"

	"arbiter/engine"
	"arbiter/engine/councilofshadows"
)

// What the hands of a demo do with cards: a move is what lies on which reader
// before the table plays a command by itself.
type move struct {
	reader string
	card   []string
	lift   bool // take the card off instead of laying it
	shown  bool // only shown: taken off again afterward
}

// moveOf returns the move that means c, if c is one of those that cards ask for.
func moveOf(c engine.Command) (move, bool) {
	switch c := c.(type) {
	case councilofshadows.Plan:
		return move{reader: fieldReader(c.Seat, c.Field), card: []string{string(c.Seat), c.Card.String()}}, true
	case councilofshadows.TakeBack:
		return move{reader: fieldReader(c.Seat, c.Field), card: []string{string(c.Seat), c.Card.String()}, lift: true}, true
	case councilofshadows.Buy:
		return move{reader: string(c.Seat), card: []string{c.What.String()}, shown: true}, shownToReader(c)
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
