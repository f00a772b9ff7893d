package castingshadows

import (
	"arbiter/engine"
	"arbiter/engine/castingshadows/commands"
	"arbiter/engine/castingshadows/position"
	"arbiter/engine/castingshadows/screens"
)

// A State is a position that the engine plays.
type State position.State

// Position returns what the rules look at.
func (s *State) Position() *position.State { return (*position.State)(s) }

// MarshalJSON returns an error: cards are hidden.
func (*State) MarshalJSON() ([]byte, error) { return nil, engine.ErrSecret }

// View shows the table: the turn, hit points and energy, what lies beside tiles and in
// spell books, where figures stand, and what the game waits for.
func (s *State) View() engine.View { return screens.View(s.Position()) }

// Plain returns View without the board.
func (s *State) Plain() engine.View { return screens.Plain(s.Position()) }

// Legal lists the commands that Decide accepts, for all seats, with only the sensible ways to pay.
func (s *State) Legal() []engine.Command { return commands.Legal(s.Position()) }

// Window returns the open window; the zero Window if there is none.
func (s *State) Window() engine.Window { return commands.Window(s.Position()) }

// Decide plays c by the rules.
func (s *State) Decide(c engine.Command) ([]engine.Event, error) {
	_, events, err := commands.Step(s.Position(), c)
	return events, err
}

// Step plays c by the rules.
func (s *State) Step(c engine.Command) (engine.State, []engine.Event, error) {
	next, events, err := commands.Step(s.Position(), c)
	if err != nil {
		return nil, nil, err
	}
	return (*State)(next), events, nil
}

// Apply returns the state after e.
func (s *State) Apply(e engine.Event) engine.State {
	next := *s
	next.Position().Apply(e)
	return &next
}

// Fold returns the state after events, as Apply would one by one.
func (s *State) Fold(events []engine.Event) engine.State {
	next := *s
	for _, e := range events {
		next.Position().Apply(e)
	}
	return &next
}

// Why explains an event: the sum behind it and the rule.
func (s *State) Why(e engine.Event) engine.Reason { return s.Position().Why(e) }
