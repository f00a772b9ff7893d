package games

import (
	"arbiter/engine"
	"arbiter/engine/highcouncil"
)

// councilDeal tells what Arbiter deals in The High Council: the cards, if the
// hands are dealt.
func councilDeal(_ engine.State, c engine.Command) bool {
	_, ok := c.(highcouncil.Deal)
	return ok
}

// councilCard returns the move that means c: a card is laid on the seat's reader to
// play it. To take it back it may have to be said which one: a reader does not see
// that a card beneath others has gone.
func councilCard(c engine.Command) (CardMove, bool) {
	p, ok := c.(highcouncil.Play)
	return CardMove{Reader: string(p.Seat), Card: []string{p.Card.String()}}, ok
}
