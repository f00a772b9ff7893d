package bot

import (
	"slices"

	"arbiter/engine"
)

// A Follower is a Thought that can be continued after a command was played.
type Follower interface {
	Thought

	// Follow makes it a part of the seat's next decision; it returns false if the position does not
	// follow from done alone.
	Follow(done engine.Command, s Seen, choices []engine.Command) bool
}

// Kept is what a seat has found for its decisions, kept while the game follows it. The zero Kept is
// empty.
type Kept struct {
	by    Thinker
	parts []Thought
	chose engine.Command
}

// Think begins a decision in the given number of parts, each with its own dice, or continues with
// what the last one found.
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

// Choice ends the decision and returns the best choice of all parts.
func (k *Kept) Choice() engine.Command {
	for _, p := range k.parts[1:] {
		k.parts[0].Join(p)
	}
	k.chose = k.parts[0].Choice()
	return k.chose
}
