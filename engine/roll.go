package engine

import (
	"slices"
	"strings"
)

// Rolls is for a state in which dice may have to be rolled.
type Rolls interface{ Roll() Roll }

// A Roll is dice that are to be rolled; the zero Roll is none. Everybody may know all of
// it. While one is open Legal has, of the Table, one command for each way in which the
// dice may fall, and nothing else; what happens then is a Reveal. A roll that was told
// wrongly is taken back, and told again.
type Roll struct {
	Name string                    // one word, of no other roll of the game; the same again after it was taken back
	Dice []Die                     // those that are rolled: all, or those of a reroll
	Fell func(sides []int) Command // what tells which side of each die lies up, from 0; sides that show the same are told alike
}

// A Die is one that is rolled.
type Die struct {
	Name  Term   // of no other die of the game
	Sides []Term // what each of them shows; each is equally likely
}

// Open reports whether dice are to be rolled.
func (r Roll) Open() bool { return len(r.Dice) > 0 }

// Command is what comes of the roll if choose returns the side of each die, from 0.
func (r Roll) Command(choose func(Die) int) Command {
	sides := make([]int, len(r.Dice))
	for i, d := range r.Dice {
		sides[i] = choose(d)
	}
	return r.Fell(sides)
}

// Told is what comes of the roll if people say a word for each die, in their order: what it
// shows, or so much of it that it is no other side's, as the beginning of one of its words
// or its initials: for a red gem red-gem, g or rg. The error is a Refusal.
func (r Roll) Told(words []string) (Command, error) {
	if len(words) != len(r.Dice) {
		return nil, Refuse("{One die is|%d dice are} rolled: say what each of them shows", len(r.Dice))
	}
	sides := make([]int, len(words))
	for i, w := range words {
		if sides[i] = r.Dice[i].meant(w); sides[i] < 0 {
			return nil, Refuse("%s shows %s: %s is none of that, or more than one", r.Dice[i].Name, listed(r.Dice[i].Sides), Term(w))
		}
	}
	return r.Fell(sides), nil
}

// meant is the side that a word means, the first of those that show the same; -1 if it is
// none or more than one.
func (d Die) meant(word string) int {
	found := -1
	for i, shows := range d.Sides {
		switch {
		case string(shows) == word:
			return i
		case !shows.begins(word):
		case found < 0:
			found = i
		case d.Sides[found] != shows:
			return -1
		}
	}
	return found
}

// begins reports whether a word is the beginning of a term or of a word of it, or its
// initials.
func (t Term) begins(word string) bool {
	parts, initials := strings.Split(string(t), "-"), ""
	for _, p := range parts {
		initials += p[:min(1, len(p))]
	}
	begun := func(p string) bool { return strings.HasPrefix(p, word) }
	return word != "" && (begun(string(t)) || slices.ContainsFunc(parts, begun) || initials == word)
}

// listed names what sides show, each once.
func listed(sides []Term) (all Text) {
	for i, t := range sides {
		if slices.Index(sides, t) == i {
			all = all.With(Say("%s", t))
		}
	}
	return all
}

// RollOf is the roll that a state waits for; the zero Roll if it waits for none.
func RollOf(s State) Roll {
	if r, ok := s.(Rolls); ok {
		return r.Roll()
	}
	return Roll{}
}
