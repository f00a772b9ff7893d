package highcouncil

import (
	"fmt"
	"strconv"

	"arbiter/engine"
	"arbiter/engine/notation"
)

// A Color is the color of a field, an argument or a piece; the zero Color is none. The first five
// are the colors of arguments.
type Color uint8

// The colors, in the order of the fields of the ring.
const (
	White Color = iota + 1
	Blue
	Green
	Yellow
	Red
	Black

	argumentColors = Red
	allColors      = Black
)

var colorWords = []string{"", "white", "blue", "green", "yellow", "red", "black"}

// String returns the color's word, "" for none.
func (c Color) String() string { return notation.Word(colorWords, c) }

// MarshalText writes the color's word.
func (c Color) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads a color's word; "" is none.
func (c *Color) UnmarshalText(b []byte) error { return notation.ReadWord(c, b, colorWords, 0) }

func (c Color) term() engine.Term { return engine.Term(c.String()) }

// spoken returns the color within a sentence.
func (c Color) spoken() engine.Text {
	switch c {
	case White:
		return engine.Say("white")
	case Yellow:
		return engine.Say("yellow")
	case Red:
		return engine.Say("red")
	case Blue:
		return engine.Say("blue")
	case Green:
		return engine.Say("green")
	}
	return engine.Say("%s", c.term())
}

// IsArgument reports whether arguments have the color.
func (c Color) IsArgument() bool { return c >= White && c <= argumentColors }

// Faction returns the side whose pieces have the color, none if nobody's have.
func (c Color) Faction() Faction {
	switch c {
	case White, Yellow:
		return Pro
	case Red, Blue:
		return Contra
	}
	return 0
}

// A Faction is one of the two sides; the zero Faction is none.
type Faction uint8

// The factions. Pro plays white and yellow and the day cards, Contra red and
// blue and the night cards.
const (
	Pro Faction = iota + 1
	Contra
)

var factionWords = []string{"", "pro", "contra"}

// String returns the faction's word, "" for none.
func (f Faction) String() string { return notation.Word(factionWords, f) }

// MarshalText writes the faction's word.
func (f Faction) MarshalText() ([]byte, error) { return []byte(f.String()), nil }

// UnmarshalText reads a faction's word.
func (f *Faction) UnmarshalText(b []byte) error { return notation.ReadWord(f, b, factionWords, 1) }

func (f Faction) term() engine.Term { return engine.Term(f.String()) }
func (f Faction) other() Faction    { return Pro + Contra - f }
func (f Faction) index() int        { return int(f) - 1 }

// A Rank tells followers (disks) from speakers (figures).
type Rank uint8

// The ranks.
const (
	Follower Rank = iota + 1
	Speaker
)

var rankWords = []string{"", "follower", "speaker"}

// String returns the rank's word.
func (r Rank) String() string { return notation.Word(rankWords, r) }

// MarshalText writes the rank's word.
func (r Rank) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText reads a rank's word.
func (r *Rank) UnmarshalText(b []byte) error { return notation.ReadWord(r, b, rankWords, 1) }

// A Spot is where played cards lie open until they are used. There is only one; it has a word so
// that a reader can stand for it.
type Spot string

// OnTable is the only spot, and the name of its zone.
const OnTable Spot = "play"

// UnmarshalText reads the spot.
func (s *Spot) UnmarshalText(b []byte) error {
	if Spot(b) != OnTable {
		return fmt.Errorf("%q is not %q", b, OnTable)
	}
	*s = OnTable
	return nil
}

// A Mode says who deals the cards.
type Mode uint8

// The modes. With Held, the usual one, people hold cardboard and the rules do not know the hands.
// With Named the Table deals named cards.
const (
	Held Mode = iota + 1
	Named
)

var modeWords = []string{"", "held", "dealt"}

// MarshalText writes the mode's word.
func (m Mode) MarshalText() ([]byte, error) { return []byte(notation.Word(modeWords, m)), nil }

// UnmarshalText reads a mode's word.
func (m *Mode) UnmarshalText(b []byte) error { return notation.ReadWord(m, b, modeWords, 1) }

// A Delta is a number of arguments, written with its sign.
type Delta int8

// MarshalText writes the number with its sign.
func (d Delta) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "%+d", int(d)), nil }

// UnmarshalText reads a number.
func (d *Delta) UnmarshalText(b []byte) error {
	n, err := strconv.ParseInt(string(b), 10, 8)
	if err != nil {
		return fmt.Errorf("%q is no number of arguments; write it with its sign, as +2", b)
	}
	*d = Delta(n)
	return nil
}
