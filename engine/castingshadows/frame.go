package castingshadows

import "arbiter/engine/castingshadows/printed"

// What happens nests: a spell deals damage, a counterspell answers it, and others may
// answer that. A frame is one of these, the uppermost goes on first.

type frameKind uint8

const (
	noFrame  frameKind = iota
	doing              // something of a seat is carried out, line by line
	occasion           // something has happened that things and counterspells may react to
	blow               // damage that is about to be dealt, and has been dealt
)

type frame struct {
	kind    frameKind
	seat    int8 // who does it, to whom it happens, who deals it
	of      printed.Name
	card    printed.Card    // that is carried out; 0 for what is no card
	when    printed.Trigger // of doing and occasion
	against int8            // doing: whose spell or move it answers; -1: nobody's
	part    uint8           // doing: the last part that is done
	chosen  option          // of the part that is being carried out
	reads   bool            // people carry out what was read out
	told    bool            // the text of this moment was read out

	harm   [mostSeats]uint8 // blow: damage to each
	aimed  [mostSeats]bool  // blow: who is meant
	spell  bool             // blow: it is that of a spell
	landed bool             // blow: the damage has been dealt

	asked  bool                    // the window of this moment was open
	turned [mostSeats]printed.Card // turned up in it, and not carried out yet
	worked [2]uint8                // companions and tiles that had their turn in it
}

// An option is one way to carry a line out.
type option struct {
	line  uint8 // of what is printed, from 1; 0: none
	step  uint8 // how often it is paid, from 1; 0: it is not paid
	enemy uint8 // place from 1; 0: none
	tile  printed.Name
	gets  printed.Pool
	dice  DiceSet
}

func (s *State) upper() *frame {
	if s.depth == 0 {
		return nil
	}
	return &s.stack[s.depth-1]
}

func (s *State) push(f frame) {
	if f.seat >= 0 && s.depth < deepest {
		s.stack[s.depth] = f
		s.depth++
	}
}

func (s *State) pop() {
	if f := s.upper(); f != nil {
		if f.kind == doing && isThing(f.of) {
			s.worked[thingKind(f.of)] |= 1 << f.seat
		}
		s.depth--
		s.stack[s.depth] = frame{}
	}
	if s.depth == 0 {
		s.reacted = [2]uint8{}
		s.expireSpell()
	}
}
