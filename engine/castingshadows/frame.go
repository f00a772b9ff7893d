package castingshadows

import (
	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// Frames nest: a spell deals damage, a counterspell answers it, and others may answer that.

// A frameKind is what a frame is; the zero FrameKind is none.
type frameKind uint8

// The kinds of frames.
const (
	noFrame   frameKind = iota
	doing               // a thing of a seat is carried out, line by line
	occasion            // something has happened that things and counterspells may react to
	damage              // damage about to be dealt, or just dealt
	returning           // damage to the attacker, waiting until the damage above it has been dealt
)

// A frame is an entry of the stack; the top one is handled first.
type frame struct {
	Kind    frameKind
	Seat    int8 // who does it, to whom it happens, who deals it
	Of      printed.Name
	Card    printed.Card    // the card being carried out; 0 if it is something else
	When    printed.Trigger // doing, occasion: the moment
	Against int8            // doing: whose spell or move it answers; -1: nobody's
	Part    uint8           // doing: the last part that was done
	Chosen  option          // for the part being carried out
	Reads   bool            // people carry out what was read out
	Told    bool            // the text of this moment was read out

	Harm   [mostSeats]uint8 // damage: how much each takes
	Aimed  [mostSeats]bool  // damage: who is meant
	Struck bool             // returning: it has been dealt
	Mirror bool             // returning: no more than its seat took
	Spell  bool             // damage: done by a spell
	Landed bool             // damage: it has been dealt

	Asked  bool                    // the window of this moment has been opened
	Turned [mostSeats]printed.Card // turned up in the window and not yet carried out
	Worked [2]uint8                // companions and tiles that have reacted, a bit for each seat
}

// An option is one way to carry out a line.
type option struct {
	Line  uint8 // line of the thing, from 1; 0: none
	Step  uint8 // how many times it is paid, from 1; 0: it is free
	Enemy uint8 // place from 1; 0: none
	Tile  printed.Name
	Gets  printed.Pool
	Dice  DiceSet
}

// key returns the option's part of the key of a command (rule.Listed).
func (o option) key() uint64 {
	return uint64(o.Line)<<16 ^ uint64(o.Step)<<24 ^ uint64(o.Enemy)<<32 ^ uint64(o.Tile)<<40 ^ uint64(o.Dice)<<48 ^ o.Gets.Key()<<1
}

// upper returns the top frame, nil if the stack is empty.
func (s *State) upper() *frame {
	if s.Depth == 0 {
		return nil
	}
	return &s.Stack[s.Depth-1]
}

// push puts a frame on top of the stack.
func (s *State) push(f frame) {
	if f.Seat >= 0 && s.Depth < deepest {
		s.Stack[s.Depth] = f
		s.Depth++
	}
}

func (s *State) pop() {
	if f := s.upper(); f != nil {
		if f.Kind == doing && isThing(f.Of) {
			s.Worked[thingKind(f.Of)] |= 1 << f.Seat
		}
		s.Depth--
		s.Stack[s.Depth] = frame{}
	}
	if s.Depth == 0 {
		s.Reacted = [2]uint8{}
		s.expireSpell()
	}
}

// noSeat is Option.Enemy for a seat that does not play.
const noSeat = 0xff

// enemyAt returns the place of a seat as Option.Enemy has it.
func (s *State) enemyAt(seat engine.Seat) uint8 {
	if seat == "" {
		return 0
	}
	if i := s.Find(seat); i >= 0 {
		return uint8(i + 1)
	}
	return noSeat
}

// enemySeat returns the seat that an option names, "" for none.
func (s *State) enemySeat(o option) engine.Seat {
	if o.Enemy == 0 || o.Enemy == noSeat {
		return ""
	}
	return s.seat(int8(o.Enemy) - 1)
}

// isPrice reports whether what was read out is a price.
func (f *frame) isPrice() bool { return f.Reads && f.When == 0 }
