package castingshadows

import "arbiter/engine"

// Decide plays c by the rules.
func (s *State) Decide(c engine.Command) ([]engine.Event, error) {
	_, events, err := s.step(c)
	return events, err
}

// Step plays c by the rules.
func (s *State) Step(c engine.Command) (engine.State, []engine.Event, error) {
	next, events, err := s.step(c)
	if err != nil {
		return nil, nil, err
	}
	return next, events, nil
}

// Apply returns the state after e.
func (s *State) Apply(e engine.Event) engine.State {
	next := *s
	next.apply(e)
	return &next
}

// Fold returns the state after events, as Apply would event by event.
func (s *State) Fold(events []engine.Event) engine.State {
	next := *s
	for _, e := range events {
		next.apply(e)
	}
	return &next
}

// Why explains an event by what was added up and by the rule.
func (s *State) Why(e engine.Event) engine.Reason { return s.whyOf(e) }
