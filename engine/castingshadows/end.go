package castingshadows

import "arbiter/engine"

// A game that does not end (ruling stall).

// stuck: the table is asked whether the game goes on.
func (s *State) stuck(by engine.Seat) refusal {
	switch {
	case by != engine.Table:
		return refuse("the table says that for all")
	case !s.stalled:
		return refuse("the table is not asked whether the game goes on")
	}
	return allowed
}

// Continue goes on with a game in which nobody harms anybody.
type Continue struct{ Seat engine.Seat }

// By is the table.
func (c Continue) By() engine.Seat { return c.Seat }

func (c Continue) check(s *State) refusal { return s.stuck(c.Seat) }

func (c Continue) play(r *resolution) {
	emit(r, Continued{})
	r.nextTurn()
}

func (c Continue) tell() engine.Text { return engine.Say("Play on") }

// Adjourn ends it as a draw of those who are left.
type Adjourn struct{ Seat engine.Seat }

// By is the table.
func (c Adjourn) By() engine.Seat { return c.Seat }

func (c Adjourn) check(s *State) refusal { return s.stuck(c.Seat) }
func (c Adjourn) play(r *resolution)     { emit(r, Adjourned{}) }
func (c Adjourn) tell() engine.Text      { return engine.Say("End the game as a draw") }

// Stalled asks the table whether the game goes on.
type Stalled struct{}

func (Stalled) apply(s *State)    { s.stalled = true }
func (Stalled) tell() engine.Text { return engine.Say("Nobody has harmed anybody for a long time") }

func (Stalled) why(*State) engine.Reason {
	return engine.Reason{Rule: rulingStall, Source: sourceRuling}
}

// Continued counts from the start again.
type Continued struct{}

func (Continued) apply(s *State)    { s.stalled, s.quiet = false, 0 }
func (Continued) tell() engine.Text { return engine.Say("The game goes on") }

// Adjourned ends the game without a winner.
type Adjourned struct{}

func (Adjourned) apply(s *State)    { s.stalled, s.over, s.winner = false, true, -1 }
func (Adjourned) tell() engine.Text { return engine.Say("The game ends as a draw") }

func (Adjourned) why(*State) engine.Reason {
	return engine.Reason{Rule: rulingStall, Source: sourceRuling}
}
