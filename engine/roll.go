package engine

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

// RollOf is the roll that a state waits for; the zero Roll if it waits for none.
func RollOf(s State) Roll {
	if r, ok := s.(Rolls); ok {
		return r.Roll()
	}
	return Roll{}
}
