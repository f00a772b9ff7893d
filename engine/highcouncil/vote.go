package highcouncil

import "arbiter/engine"

// The vote and the end of the game.

// settle judges the ring after the acting seat has come to a field, and reports whether the game is
// over.
func (r *resolution) settle(field uint8) bool {
	side := r.side(r.turn)
	if r.ring.Block(field) >= r.seating.goal {
		for i := range r.seating.count {
			if r.seating.sides[i] == side {
				emit(r, Won{r.seating.seats[i]})
			}
		}
		return true
	}
	if !r.voting && r.full() {
		emit(r, Vote{})
	}
	return false
}

// full reports whether all fields are taken.
func (s *State) full() bool {
	for _, p := range s.ring {
		if p == (Piece{}) {
			return false
		}
	}
	return true
}

// Vote begins the vote: the trilithon goes to the middle.
type Vote struct{}

func (Vote) Apply(s *State) { s.voting = true }

func (Vote) Tell() engine.Text {
	return engine.Say("The vote begins: the trilithon goes to the middle")
}

func (Vote) Why(*State) engine.Reason {
	return engine.Reason{Rule: rulingStays, Source: sourceVote}
}

// Won ends the game for a seat of the faction that has won.
type Won struct{ Seat engine.Seat }

func (e Won) Apply(s *State)    { s.over, s.winner = true, s.side(max(s.find(e.Seat), 0)) }
func (e Won) Tell() engine.Text { return engine.Say("%s wins", e.Seat) }

func (e Won) Why(s *State) engine.Reason {
	f := s.side(max(s.find(e.Seat), 0))
	var compared []engine.Addend
	for _, f := range []Faction{f, f.other()} {
		compared = append(compared, engine.Addend{Name: engine.Say("%s", f.term()), N: int(s.ring.largest(f))})
	}
	return engine.Reason{Compares: compared, Rule: rulingBlock(s.goal()), Source: sourceEnd}
}

// Adjourned ends the game without a decision.
type Adjourned struct{}

func (Adjourned) Apply(s *State)    { s.over = true }
func (Adjourned) Tell() engine.Text { return engine.Say("The council adjourns without a decision") }

func (Adjourned) Why(s *State) engine.Reason {
	return engine.Reason{Compares: []engine.Addend{{Name: engine.Say("turns in which the ring stayed as it was"), N: int(s.quiet)}, {Name: engine.Say("turns"), N: int(s.turns)}}, Rule: rulingEndless, Source: sourceRuling}
}
