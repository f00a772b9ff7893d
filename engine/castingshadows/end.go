package castingshadows

import (
	"arbiter/engine"
)

// A game that does not end (ruling stall).

// stuck allows the table to answer while it is asked whether the game goes on.
func (s *State) stuck(by engine.Seat) refusal {
	switch {
	case by != engine.Table:
		return refuse("the table says that for all")
	case !s.Stalled:
		return refuse("the table is not asked whether the game goes on")
	}
	return allowed
}

// Continue continues a game in which nobody has harmed anybody for a long time.
type Continue struct{ Seat engine.Seat }

func (c Continue) By() engine.Seat { return c.Seat }

func (c Continue) Check(s *State) refusal { return s.stuck(c.Seat) }

func (c Continue) Play(r *resolution) {
	emit(r, Continued{})
	r.nextTurn()
}

func (c Continue) Tell() engine.Text { return engine.Say("Play on") }

// Adjourn ends such a game as a draw between the remaining seats.
type Adjourn struct{ Seat engine.Seat }

func (c Adjourn) By() engine.Seat { return c.Seat }

func (c Adjourn) Check(s *State) refusal { return s.stuck(c.Seat) }
func (c Adjourn) Play(r *resolution)     { emit(r, Adjourned{}) }
func (c Adjourn) Tell() engine.Text      { return engine.Say("End the game as a draw") }

// Stalled asks the table whether the game goes on.
type Stalled struct{}

func (Stalled) Apply(s *State)    { s.Stalled = true }
func (Stalled) Tell() engine.Text { return engine.Say("Nobody has harmed anybody for a long time") }

func (Stalled) Why(*State) engine.Reason {
	return engine.Reason{Rule: rulingStall, Source: sourceRuling}
}

// Continued restarts the count of turns without harm.
type Continued struct{}

func (Continued) Apply(s *State)    { s.Stalled, s.Quiet = false, 0 }
func (Continued) Tell() engine.Text { return engine.Say("The game goes on") }

// Adjourned ends the game without a winner.
type Adjourned struct{}

func (Adjourned) Apply(s *State)    { s.Stalled, s.Over, s.Winner = false, true, -1 }
func (Adjourned) Tell() engine.Text { return engine.Say("The game ends as a draw") }

func (Adjourned) Why(*State) engine.Reason {
	return engine.Reason{Rule: rulingStall, Source: sourceRuling}
}
