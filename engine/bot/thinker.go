package bot

import "arbiter/engine"

// A Thinker is a bot that takes time for a decision. Its caller may stop it at any moment, and have
// several goroutines think about one decision at once.
type Thinker interface {
	Bot

	// Think begins one of the given number of parts of a decision. Each part has its own dice, and
	// they are joined at the end.
	Think(r Dice, s Seen, choices []engine.Command, parts int) Thought
}

// A Thought is a decision in progress. It is not safe for concurrent use.
type Thought interface {
	// More thinks a moment longer, less than a tenth of a second on a small computer; it returns
	// false once the bot has thought as long as it wants.
	More() bool

	// Join adds what another part of the same decision has found.
	Join(other Thought)

	// Choice returns the best choice so far; there is always one.
	Choice() engine.Command
}

// Decide thinks until the thought is done.
func Decide(t Thought) engine.Command {
	for t.More() {
	}
	return t.Choice()
}

// Settled returns a decision that needs no thought.
func Settled(c engine.Command) Thought { return settled{c} }

type settled struct{ choice engine.Command }

func (settled) More() bool               { return false }
func (settled) Join(Thought)             {}
func (t settled) Choice() engine.Command { return t.choice }
