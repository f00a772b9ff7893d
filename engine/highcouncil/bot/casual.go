package bot

import (
	"arbiter/engine"
	"arbiter/engine/bot"
	"arbiter/engine/highcouncil"
)

// Casual sees what Greedy sees, and is content with what is nearly as good: it does nothing
// that a beginner would laugh at.
type Casual struct{}

// contentMargin is about a piece beside one of its own.
const contentMargin = 4

func (Casual) Choose(r bot.Dice, s bot.Seen, choices []engine.Command) engine.Command {
	return nearly(r, s, bot.Without(choices, confers), contentMargin)
}

// confers: partners who are content with conferring would do so for ever.
func confers(c engine.Command) bool {
	_, ok := c.(highcouncil.Confer)
	return ok
}
