package position

import (
	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// What happens nests: a spell deals damage, a counterspell answers it, and others may
// answer that.

// A FrameKind is what a frame is; the zero FrameKind is none.
type FrameKind uint8

// The kinds of frames.
const (
	noFrame   FrameKind = iota
	Doing               // something of a seat is carried out, line by line
	Occasion            // something has happened that things and counterspells may react to
	Damage              // damage that is about to be dealt, and has been dealt
	Returning           // damage that goes back once the damage above it has been dealt
)

// A Frame is one of the things that nest; the uppermost goes on first.
type Frame struct {
	Kind    FrameKind
	Seat    int8 // who does it, to whom it happens, who deals it
	Of      printed.Name
	Card    printed.Card    // that is carried out; 0 for what is no card
	When    printed.Trigger // of doing and occasion
	Against int8            // doing: whose spell or move it answers; -1: nobody's
	Part    uint8           // doing: the last part that is done
	Chosen  Option          // of the part that is being carried out
	Reads   bool            // people carry out what was read out
	Told    bool            // the text of this moment was read out

	Harm   [MostSeats]uint8 // damage: how much each takes
	Aimed  [MostSeats]bool  // damage: who is meant
	Struck bool             // returning: it is dealt
	Mirror bool             // returning: no more than what its seat took
	Spell  bool             // damage: it is that of a spell
	Landed bool             // damage: it has been dealt

	Asked  bool                    // the window of this moment was open
	Turned [MostSeats]printed.Card // turned up in it, and not carried out yet
	Worked [2]uint8                // companions and tiles that had their turn in it
}

// An Option is one way to carry a line out.
type Option struct {
	Line  uint8 // of what is printed, from 1; 0: none
	Step  uint8 // how often it is paid, from 1; 0: it is not paid
	Enemy uint8 // place from 1; 0: none
	Tile  printed.Name
	Gets  printed.Pool
	Dice  DiceSet
}

// Upper returns the uppermost frame, nil if nothing nests.
func (s *State) Upper() *Frame {
	if s.Depth == 0 {
		return nil
	}
	return &s.Stack[s.Depth-1]
}

// Push lets something happen before all else.
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

// NoSeat is the place of a seat that does not play, as an option has it.
const NoSeat = 0xff

// EnemyAt returns the place of a seat as an option has it.
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
