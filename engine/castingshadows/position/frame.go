package position

import (
	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// Frames nest: a spell deals damage, a counterspell answers it, and others may answer that.

// A FrameKind is what a frame is; the zero FrameKind is none.
type FrameKind uint8

// The kinds of frames.
const (
	noFrame   FrameKind = iota
	Doing               // a thing of a seat is carried out, line by line
	Occasion            // something has happened that things and counterspells may react to
	Damage              // damage about to be dealt, or just dealt
	Returning           // damage to the attacker, waiting until the damage above it has been dealt
)

// A Frame is an entry of the stack; the top one is handled first.
type Frame struct {
	Kind    FrameKind
	Seat    int8 // who does it, to whom it happens, who deals it
	Of      printed.Name
	Card    printed.Card    // the card being carried out; 0 if it is something else
	When    printed.Trigger // doing, occasion: the moment
	Against int8            // doing: whose spell or move it answers; -1: nobody's
	Part    uint8           // doing: the last part that was done
	Chosen  Option          // for the part being carried out
	Reads   bool            // people carry out what was read out
	Told    bool            // the text of this moment was read out

	Harm   [MostSeats]uint8 // damage: how much each takes
	Aimed  [MostSeats]bool  // damage: who is meant
	Struck bool             // returning: it has been dealt
	Mirror bool             // returning: no more than its seat took
	Spell  bool             // damage: done by a spell
	Landed bool             // damage: it has been dealt

	Asked  bool                    // the window of this moment has been opened
	Turned [MostSeats]printed.Card // turned up in the window and not yet carried out
	Worked [2]uint8                // companions and tiles that have reacted, a bit for each seat
}

// An Option is one way to carry out a line.
type Option struct {
	Line  uint8 // line of the thing, from 1; 0: none
	Step  uint8 // how many times it is paid, from 1; 0: it is free
	Enemy uint8 // place from 1; 0: none
	Tile  printed.Name
	Gets  printed.Pool
	Dice  DiceSet
}

// Upper returns the top frame, nil if the stack is empty.
func (s *State) Upper() *Frame {
	if s.Depth == 0 {
		return nil
	}
	return &s.Stack[s.Depth-1]
}

// Push puts a frame on top of the stack.
func (s *State) Push(f Frame) {
	if f.Seat >= 0 && s.Depth < Deepest {
		s.Stack[s.Depth] = f
		s.Depth++
	}
}

func (s *State) pop() {
	if f := s.Upper(); f != nil {
		if f.Kind == Doing && isThing(f.Of) {
			s.Worked[thingKind(f.Of)] |= 1 << f.Seat
		}
		s.Depth--
		s.Stack[s.Depth] = Frame{}
	}
	if s.Depth == 0 {
		s.Reacted = [2]uint8{}
		s.expireSpell()
	}
}

// NoSeat is Option.Enemy for a seat that does not play.
const NoSeat = 0xff

// EnemyAt returns the place of a seat as Option.Enemy has it.
func (s *State) EnemyAt(seat engine.Seat) uint8 {
	if seat == "" {
		return 0
	}
	if i := s.Find(seat); i >= 0 {
		return uint8(i + 1)
	}
	return NoSeat
}

// EnemySeat returns the seat that an option names, "" for none.
func (s *State) EnemySeat(o Option) engine.Seat {
	if o.Enemy == 0 || o.Enemy == NoSeat {
		return ""
	}
	return s.Seat(int8(o.Enemy) - 1)
}

// IsPrice reports whether what was read out is a price.
func (f *Frame) IsPrice() bool { return f.Reads && f.When == 0 }
