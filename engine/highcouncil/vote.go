package highcouncil

// The vote, the end of the turn and the end of the game.

// settle judges the ring after the acting seat has come to a field, and tells
// whether the game is over.
func (t *round) settle(field uint8) bool {
	side := t.side(t.turn)
	if t.ring.block(field) >= winningBlock {
		for i := range t.seating.count {
			if t.seating.sides[i] == side {
				t.emit(Won{t.seating.seats[i]})
			}
		}
		return true
	}
	if !t.voting && t.full() {
		t.emit(Vote{})
	}
	return false
}

// full tells whether all fields are taken.
func (s *State) full() bool {
	for _, p := range s.ring {
		if p == (piece{}) {
			return false
		}
	}
	return true
}

// rest ends the turn once the action is done, all hands are full and nobody can
// be convinced.
func (t *round) rest() {
	if t.acted && t.short() < 0 && t.asked < 0 && !t.convinces() {
		t.endTurn()
	}
}

// endTurn gives the next seat its turn, unless the game goes round in circles
// (ruling endless).
func (t *round) endTurn() {
	if t.quiet >= quietTurns*uint16(t.seating.count) || t.turns >= mostTurns {
		t.emit(Adjourned{})
		return
	}
	t.emit(Turn{t.seat(t.after(t.turn))})
}
