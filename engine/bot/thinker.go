package bot

import "arbiter/engine"

// A Thinker is a bot that takes time for a decision. Who lets it play may stop it at any
// moment, and let several goroutines think of one decision at once.
type Thinker interface {
	Bot

	// Think begins one of so many parts of a decision, each of which has dice of its own
	// and is joined to the others.
	Think(r Dice, s Seen, choices []engine.Command, parts int) Thought
}

// A Thought is a decision on its way. One goroutine at a time may use it.
type Thought interface {
	// More thinks on for a moment, less than a tenth of a second on a small computer; false
	// once it has thought as long as it wanted.
	More() bool

	// Join adds what another part of the same decision has found.
	Join(other Thought)

	// Choice is the best choice so far; there is one from the beginning.
	Choice() engine.Command
}

// Decide thinks to the end.
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
