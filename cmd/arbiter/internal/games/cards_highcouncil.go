package games

import (
	"arbiter/engine"
	"arbiter/engine/highcouncil"
)

// councilDeal reports whether Arbiter deals c in The High Council: the cards, if hands are dealt.
func councilDeal(_ engine.State, c engine.Command) bool {
	_, ok := c.(highcouncil.Deal)
	return ok
}

// councilCard returns the card move that means c: a card is laid on the seat's reader to play it.
// To take it back people may have to say which one, since a reader does not notice that a card
// beneath others has gone.
func councilCard(c engine.Command) (CardMove, bool) {
	p, ok := c.(highcouncil.Play)
	return CardMove{Reader: string(p.Seat), Card: []string{p.Card.String()}}, ok
}
