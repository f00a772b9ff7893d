package castingshadows

import (
	"fmt"
	"math/bits"
	"strings"

	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// faces is what the dice show, in their order; 0 for a die that is not rolled.
type faces [printed.Dice]printed.Resource

// MarshalText writes the faces separated by commas, with a point for a die that is not rolled.
func (f faces) MarshalText() ([]byte, error) {
	var all [printed.Dice]string
	for i, r := range f {
		if all[i] = r.String(); r == 0 {
			all[i] = "."
		}
	}
	return []byte(strings.Join(all[:], ",")), nil
}

// UnmarshalText reads faces.
func (f *faces) UnmarshalText(b []byte) error {
	*f = faces{}
	all := strings.Split(string(b), ",")
	if len(all) != printed.Dice {
		return fmt.Errorf("%q are not the faces of %d dice; write red-gem,red-orb,.,.,. with a point for a die that is not rolled", b, printed.Dice)
	}
	for i, w := range all {
		if w == "." {
			continue
		}
		if err := f[i].UnmarshalText([]byte(w)); err != nil {
			return err
		}
		if d := printed.Die(i + 1); !d.Shows(f[i]) {
			return fmt.Errorf("%s never shows %q", d, w)
		}
	}
	return nil
}

// DiceSet is a set of dice, a bit for each in their order.
type DiceSet uint8

// allDice is the set of all five dice.
const allDice DiceSet = 1<<printed.Dice - 1

// dice returns the dice that have a face.
func (f faces) dice() (d DiceSet) {
	for i, r := range f {
		if r != 0 {
			d |= 1 << i
		}
	}
	return d
}

// has reports whether a die is in the set.
func (d DiceSet) has(die printed.Die) bool { return d>>(die-1)&1 != 0 }

// Dice lists those in the set.
func (d DiceSet) Dice() (all []printed.Die) {
	for _, die := range printed.AllDice() {
		if d.has(die) {
			all = append(all, die)
		}
	}
	return all
}

// MarshalText writes the dice as die-red-1+die-blue-2.
func (d DiceSet) MarshalText() ([]byte, error) {
	var all []string
	for _, die := range d.Dice() {
		all = append(all, die.String())
	}
	return []byte(strings.Join(all, "+")), nil
}

// UnmarshalText reads dice.
func (d *DiceSet) UnmarshalText(b []byte) error {
	*d = 0
	if len(b) == 0 {
		return nil
	}
	for w := range strings.SplitSeq(string(b), "+") {
		var die printed.Die
		if err := die.UnmarshalText([]byte(w)); err != nil {
			return err
		}
		if die == 0 || d.has(die) {
			return fmt.Errorf("%q are no dice; write each once, as die-red-1+die-blue-2", b)
		}
		*d |= 1 << (die - 1)
	}
	return nil
}

// size returns how many dice are in the set.
func (d DiceSet) size() int { return bits.OnesCount8(uint8(d)) }

// rerollable refuses dice that do not lie in the pool or that show a cursed crystal.
func (s *State) rerollable(d DiceSet) refusal {
	switch {
	case d == 0 || d&^allDice != 0:
		return refuse("name the dice to reroll")
	case d&^s.inPool() != 0:
		return refuse("only dice in the pool are rerolled")
	case d&^s.rerolls() != 0:
		return refuse("cursed crystals are not rerolled")
	}
	return allowed
}

// inPool returns the dice that lie in the pool.
func (s *State) inPool() (d DiceSet) { return faces(s.Dice).dice() }

// rerolls returns the dice in the pool that may be rerolled.
func (s *State) rerolls() (d DiceSet) {
	for i, r := range s.Dice {
		if r != 0 && r != printed.CursedCrystal {
			d |= 1 << i
		}
	}
	return d
}

// Rerolls is a set of dice to be rolled again.
type Rerolls struct {
	Seat engine.Seat
	Dice DiceSet
}

func (e Rerolls) Apply(s *State)    { s.Rolling, s.Rolls = e.Dice, s.Rolls+1 }
func (e Rerolls) Tell() engine.Text { return engine.Say("%s rerolls %s", e.Seat, e.Dice.text()) }

func (Rerolls) Why(*State) engine.Reason {
	return engine.Reason{Rule: engine.Say("Any dice in the pool may be rerolled, but no cursed crystals."), Source: sourceActions}
}

// text names dice within a sentence.
func (d DiceSet) text() engine.Text {
	var all []engine.Text
	dice := d.Dice()
	for i := 0; i < len(dice); i++ {
		if i+1 < len(dice) && dice[i].Gem() == dice[i+1].Gem() {
			all = append(all, bothDice[dice[i].Gem()])
			i++
			continue
		}
		all = append(all, oneDie[dice[i]])
	}
	switch len(dice) {
	case 0:
		return engine.Say("nothing")
	case printed.Dice:
		return engine.Say("all dice")
	}
	return engine.List(all)
}

var (
	oneDie = map[printed.Die]engine.Text{
		1: engine.Say("the first red die"), 2: engine.Say("the second red die"),
		3: engine.Say("the first blue die"), 4: engine.Say("the second blue die"), 5: engine.Say("the purple die"),
	}
	bothDice = map[printed.Resource]engine.Text{printed.RedGem: engine.Say("both red dice"), printed.BlueGem: engine.Say("both blue dice")}
)

// text counts what the faces show.
func (f faces) text() engine.Text { return poolText(printed.PoolOf(f.shown()...)) }

func (f faces) shown() (all []printed.Resource) {
	for _, r := range f {
		if r != 0 {
			all = append(all, r)
		}
	}
	return all
}

// poolText lists resources within a sentence.
func poolText(p printed.Pool) engine.Text {
	var all []engine.Text
	for _, r := range printed.Resources() {
		if p[r] > 0 {
			all = append(all, counted(r, int(p[r])))
		}
	}
	if all == nil {
		return engine.Say("nothing")
	}
	return engine.List(all)
}

// counted names some of a resource.
func counted(r printed.Resource, n int) engine.Text {
	switch r {
	case printed.RedGem:
		return engine.Say("{a red gem|%d red gems}", n)
	case printed.BlueGem:
		return engine.Say("{a blue gem|%d blue gems}", n)
	case printed.PurpleGem:
		return engine.Say("{a purple gem|%d purple gems}", n)
	case printed.RedOrb:
		return engine.Say("{a red orb|%d red orbs}", n)
	case printed.BlueOrb:
		return engine.Say("{a blue orb|%d blue orbs}", n)
	case printed.PurpleOrb:
		return engine.Say("{a purple orb|%d purple orbs}", n)
	case printed.Fragment:
		return engine.Say("{a shadow fragment|%d shadow fragments}", n)
	}
	return engine.Say("{a cursed crystal|%d cursed crystals}", n)
}
