package printed

import (
	"fmt"
	"strconv"
	"strings"

	"arbiter/engine"
	"arbiter/engine/notation"
)

// A Fact is one line of what is printed in the box.
type Fact interface {
	// Source is where the fact was read.
	Source() notation.Origin
	// Misfit returns a Refusal that says what is wrong with the fact and what to do, or nil.
	Misfit() error
	// Tell says it in words for people.
	Tell() engine.Text
	add(*Facts)
	about() Name // the thing that it is printed on, 0 for none
}

// A Costs fact is what it costs to collect a card: gems and orbs, fragments, and a spell of a lower
// level. It costs nothing if all numbers are zero.
type Costs struct {
	Of        Name
	Gems      Colors
	Orbs      Colors
	Fragments uint8
	Spell     uint8 // its level; 0: none
	Origin    notation.Origin
}

// Colors are the numbers of red, blue and grey symbols, written with slashes: 1/0/2.
type Colors struct{ Red, Blue, Any uint8 }

// MarshalText writes the three numbers; three zeros are the empty word.
func (c Colors) MarshalText() ([]byte, error) {
	if c == (Colors{}) {
		return nil, nil
	}
	return fmt.Appendf(nil, "%d/%d/%d", c.Red, c.Blue, c.Any), nil
}

// UnmarshalText reads three numbers.
func (c *Colors) UnmarshalText(b []byte) error {
	*c = Colors{}
	if len(b) == 0 {
		return nil
	}
	words := strings.Split(string(b), "/")
	for i, to := range []*uint8{&c.Red, &c.Blue, &c.Any} {
		if len(words) != 3 {
			break
		}
		n, err := strconv.ParseUint(words[i], 10, 8)
		if err != nil {
			words = nil
			break
		}
		*to = uint8(n)
	}
	if len(words) != 3 || *c == (Colors{}) {
		return fmt.Errorf("%q are no symbols; write red, blue and grey ones as 1/0/2", b)
	}
	return nil
}

// Price returns what has to be paid, apart from the spell.
func (e Costs) Price() Cost {
	return Cost{RedGem: e.Gems.Red, BlueGem: e.Gems.Blue, AnyGem: e.Gems.Any,
		RedOrb: e.Orbs.Red, BlueOrb: e.Orbs.Blue, AnyOrb: e.Orbs.Any, Fragment: e.Fragments}
}

// A Says fact is a printed text that fits no effect: it is read out at its moment, and people
// settle it. An underscore stands for a space.
type Says struct {
	Of     Name
	When   Trigger
	Text   string
	Origin notation.Origin
}

// A Charges fact is the shadow energy that an ability costs.
type Charges struct {
	Of     Name
	Energy uint8
	Origin notation.Origin
}

// A Holds fact is how many tokens of a resource the box holds; a gem or orb stands for its
// two-sided token.
type Holds struct {
	Token  Cost
	Number uint8
	Origin notation.Origin
}

// A Seats fact is where a person's home tile lies: the youngest is person 1.
type Seats struct {
	Players uint8
	Person  uint8
	Place   Place
	Origin  notation.Origin
}

// A Lies fact is where a tile beyond the base game lies that is nobody's home.
type Lies struct {
	Tile    Name
	Players uint8
	Place   Place
	Origin  notation.Origin
}

// A Lives fact is the tile that a character beyond the base game starts on.
type Lives struct {
	Character Character
	Tile      Name
	Origin    notation.Origin
}

// A Level fact is the level of a spell beyond the base game.
type Level struct {
	Of     Name
	Number uint8
	Origin notation.Origin
}

// A Dial fact is the highest number of the health dial.
type Dial struct {
	Most   uint8
	Origin notation.Origin
}

// A Named fact is what a thing is called at the table; an underscore stands for a space.
type Named struct {
	Of     Name
	Name   string
	Origin notation.Origin
}

// Source returns where the fact comes from.
func (e Effect) Source() notation.Origin { return e.Origin }

// Source returns where the fact comes from.
func (e Costs) Source() notation.Origin { return e.Origin }

// Source returns where the fact comes from.
func (e Says) Source() notation.Origin { return e.Origin }

// Source returns where the fact comes from.
func (e Charges) Source() notation.Origin { return e.Origin }

// Source returns where the fact comes from.
func (e Holds) Source() notation.Origin { return e.Origin }

// Source returns where the fact comes from.
func (e Seats) Source() notation.Origin { return e.Origin }

// Source returns where the fact comes from.
func (e Dial) Source() notation.Origin { return e.Origin }

// Source returns where the fact comes from.
func (e Named) Source() notation.Origin { return e.Origin }

// Source returns where the fact comes from.
func (e Lies) Source() notation.Origin { return e.Origin }

// Source returns where the fact comes from.
func (e Lives) Source() notation.Origin { return e.Origin }

// Source returns where the fact comes from.
func (e Level) Source() notation.Origin { return e.Origin }

func (e Effect) about() Name  { return e.Of }
func (e Costs) about() Name   { return e.Of }
func (e Says) about() Name    { return e.Of }
func (e Charges) about() Name { return e.Of }
func (Holds) about() Name     { return 0 }
func (Seats) about() Name     { return 0 }
func (Dial) about() Name      { return 0 }
func (e Named) about() Name   { return e.Of }
func (e Lies) about() Name    { return e.Tile }
func (e Lives) about() Name   { return e.Tile }
func (e Level) about() Name   { return e.Of }

// Examples returns one of each fact, for the vocabulary of the game.
func Examples() []any {
	return []any{Effect{}, Costs{}, Says{}, Charges{}, Holds{}, Seats{}, Dial{}, Named{}, Lies{}, Lives{}, Level{}}
}
