package bot

import (
	"arbiter/engine"
	"arbiter/engine/bot"
	"arbiter/engine/highcouncil"
)

// Casual judges as Greedy does and is content with what is nearly as good. It does nothing that a
// beginner would laugh at.
type Casual struct{}

// contentMargin is about the worth of a piece beside one of its own.
const contentMargin = 4

func (Casual) Choose(r bot.Dice, s bot.Seen, choices []engine.Command) engine.Command {
	return nearly(r, s, bot.Without(choices, confers), contentMargin)
}

// confers reports whether a command is about conferring: partners who are content with it would
// confer forever.
func confers(c engine.Command) bool {
	_, ok := c.(highcouncil.Confer)
	return ok
}
