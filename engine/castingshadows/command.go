package castingshadows

import (
	"arbiter/engine"
)

// A command and all its methods stand in the file of its chapter. Methods have comments only where
// they do more than is said here.
type command interface {
	engine.Command
	Check(*State) refusal // why it may not be played; the zero refusal allows
	Play(*resolution)     // what happens; check has passed it
	Tell() engine.Text    // the command in words for people
}

// usualEvents is room for the events of most commands.
const usualEvents = 8

// Step plays c if the rules allow it.
func (s *State) Step(c engine.Command) (engine.State, []engine.Event, error) {
	if err := check(s, c); err != nil {
		return nil, nil, err
	}
	r := &resolution{State: *s, Events: make([]engine.Event, 0, usualEvents)}
	play(r, c)
	return &r.State, r.Events, nil
}

// Decide plays c by the rules.
func (s *State) Decide(c engine.Command) ([]engine.Event, error) {
	_, events, err := s.Step(c)
	return events, err
}

// play plays a command that the rules allow, and everything that follows on its own.
func play(r *resolution, c engine.Command) {
	c.(command).Play(r)
	proceed(r)
}

// check returns why c may not be played, nil if it may.
func check(s *State, c engine.Command) error {
	if c.By() != engine.Table && s.Find(c.By()) < 0 {
		return engine.Refuse("%s does not play", c.By())
	}
	if s.Over {
		return engine.Refuse("the game is over")
	}
	return c.(command).Check(s).Err(s.spoken)
}
