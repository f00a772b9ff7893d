package bot

import (
	"slices"

	"arbiter/engine"
)

// A Follower is a Thought that goes on after what was done.
type Follower interface {
	Thought

	// Follow makes it a part of the next decision of the seat; false if that is not what was
	// done alone has led to.
	Follow(done engine.Command, s Seen, choices []engine.Command) bool
}

// Kept is what a seat has found for its decisions, while the game follows it. The zero Kept
// is nothing.
type Kept struct {
	by    Thinker
	parts []Thought
	chose engine.Command
}

// Think begins a decision in so many parts, each with dice of its own, or goes on with what the
// last one found.
func (k *Kept) Think(b Thinker, dice func(part int) Dice, s Seen, choices []engine.Command, parts int) []Thought {
	if k.by == b && len(k.parts) == parts && !slices.ContainsFunc(k.parts, func(t Thought) bool { return !k.follows(t, s, choices) }) {
		return k.parts
	}
	k.by, k.parts = b, make([]Thought, parts)
	for i := range parts {
		k.parts[i] = b.Think(dice(i), s, choices, parts)
	}
	return k.parts
}

func (k *Kept) follows(t Thought, s Seen, choices []engine.Command) bool {
	f, ok := t.(Follower)
	return ok && f.Follow(k.chose, s, choices)
}

// Choice ends the decision: it is the best choice of all parts.
func (k *Kept) Choice() engine.Command {
	for _, p := range k.parts[1:] {
		k.parts[0].Join(p)
	}
	k.chose = k.parts[0].Choice()
	return k.chose
}
