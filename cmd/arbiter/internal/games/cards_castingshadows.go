package games

import (
	"arbiter/engine"
	"arbiter/engine/bot"
	"arbiter/engine/castingshadows"
)

// castingDeal reports whether Arbiter rolls or draws c in Casting Shadows, if the device deals.
func castingDeal(s engine.State, c engine.Command) bool {
	switch c.(type) {
	case castingshadows.Roll, castingshadows.Draw, castingshadows.Deal:
		state, ok := s.(*castingshadows.State)
		return ok && state.Dealt()
	}
	return false
}

// bookCard returns no move. On the virtual readers of a demo a card would have to be lifted, too,
// when it leaves the book; at a table people do that.
func bookCard(engine.Command) (CardMove, bool) { return CardMove{}, false }

// sometimes is a bot that plays like another one now and then, so that a demo shows what a good bot
// never does.
type sometimes struct {
	bot, other bot.Bot
	once       int
}

func (b sometimes) Choose(r bot.Dice, s bot.Seen, choices []engine.Command) engine.Command {
	if r.IntN(b.once) == 0 {
		return b.other.Choose(r, s, choices)
	}
	return b.bot.Choose(r, s, choices)
}
