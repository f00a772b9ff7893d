package engine

import (
	"slices"
	"strings"
)

// Rolls is implemented by a state in which dice may have to be rolled.
type Rolls interface{ Roll() Roll }

// A Roll is dice that are to be rolled; the zero Roll means that none are. Everybody may know all
// of it. While a roll is open, Legal has one command of the Table for each way in which the dice
// may fall, and nothing else; what follows is a Reveal. A roll that was entered wrongly is undone
// and entered again.
type Roll struct {
	Name string                    // one word, unique in the game; the same again after an undo
	Dice []Die                     // the dice to roll: all of them, or those of a reroll
	Fell func(sides []int) Command // the command that states which side of each die is up, from 0; equal for sides that show the same
}

// A Die is one die of a Roll.
type Die struct {
	Name  Term   // unique in the game
	Sides []Term // what each of them shows; each is equally likely
}

// Open reports whether dice are to be rolled.
func (r Roll) Open() bool { return len(r.Dice) > 0 }

// Command returns the command for the roll, with the side of each die, from 0, as choose returns
// it.
func (r Roll) Command(choose func(Die) int) Command {
	sides := make([]int, len(r.Dice))
	for i, d := range r.Dice {
		sides[i] = choose(d)
	}
	return r.Fell(sides)
}

// Told returns the command for the roll that people describe with one word for each die, in their
// order. A word is what the die shows, or as much of it as fits no other side: the beginning of one
// of its words, or its initials. A red gem is red-gem, g or rg. The error is a Refusal.
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

// meant returns the side that a word means, the first of those that show the same; -1 if it fits
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

// begins reports whether word is the beginning of the term or of one of its words, or its initials.
func (t Term) begins(word string) bool {
	parts, initials := strings.Split(string(t), "-"), ""
	for _, p := range parts {
		initials += p[:min(1, len(p))]
	}
	begun := func(p string) bool { return strings.HasPrefix(p, word) }
	return word != "" && (begun(string(t)) || slices.ContainsFunc(parts, begun) || initials == word)
}

// listed names what the sides show, each once.
func listed(sides []Term) (all Text) {
	for i, t := range sides {
		if slices.Index(sides, t) == i {
			all = all.With(Say("%s", t))
		}
	}
	return all
}

// RollOf returns the roll that a state waits for; the zero Roll if it waits for none.
func RollOf(s State) Roll {
	if r, ok := s.(Rolls); ok {
		return r.Roll()
	}
	return Roll{}
}
