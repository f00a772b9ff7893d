package highcouncil

import (
	"arbiter/engine"
	"arbiter/engine/notation"
)

// A command and all its methods stand in the file of its chapter.
type command interface {
	engine.Command
	Check(*State) refusal // why it may not be played; the zero refusal allows
	Play(*resolution)     // what happens; check has passed it
	Tell() engine.Text    // the command in words for people
}

// An event and all its methods stand in the file of its chapter. Events that say why they happen
// implement explained.
type event interface {
	Apply(*State)      // facts only: no rules, cannot fail
	Tell() engine.Text // the event in words for people
}

type explained interface{ Why(*State) engine.Reason }

// A stated event can be stated as a fact about a position. Misfit returns an error if it does not
// fit.
type stated interface{ Misfit(*State) error }

// A resolution is everything that happens while one command is played. Later rules see what earlier
// ones have done.
type resolution struct {
	State
	events  []engine.Event
	playout bool // events are not recorded
}

// emit applies one event. It is generic so that an event nobody asks for stays off the heap.
func emit[E event](r *resolution, e E) {
	e.Apply(&r.State)
	if !r.playout {
		r.events = append(r.events, e)
	}
}

// usualEvents is room for the events of most commands.
const usualEvents = 4

// Decide plays c by the rules.
func (s *State) Decide(c engine.Command) ([]engine.Event, error) {
	_, events, err := s.Step(c)
	return events, err
}

// Step plays c by the rules.
func (s *State) Step(c engine.Command) (engine.State, []engine.Event, error) {
	if err := s.check(c); err != nil {
		return nil, nil, err
	}
	r := &resolution{State: *s, events: make([]engine.Event, 0, usualEvents)}
	c.(command).Play(r)
	return &r.State, r.events, nil
}

// check returns why c may not be played, nil if it may.
func (s *State) check(c engine.Command) error {
	if c.By() != engine.Table && s.find(c.By()) < 0 {
		return engine.Refuse("%s does not play", c.By())
	}
	if s.over {
		return engine.Refuse("the game is over")
	}
	return c.(command).Check(s).Err(s.spoken)
}

// Apply returns the state after e.
func (s *State) Apply(e engine.Event) engine.State {
	next := *s
	next.apply(e)
	return &next
}

// Fold returns the state after events, as Apply would one by one.
func (s *State) Fold(events []engine.Event) engine.State {
	next := *s
	for _, e := range events {
		next.apply(e)
	}
	return &next
}

func (s *State) apply(e engine.Event) { e.(event).Apply(s) }

// tell puts a command or an event into words.
func tell(x any) engine.Text {
	if x, ok := x.(interface{ Tell() engine.Text }); ok {
		return x.Tell()
	}
	return engine.Say("%s", engine.Term(notation.Format(x)))
}

// Why explains an event: the sum behind it and the rule.
func (s *State) Why(e engine.Event) engine.Reason {
	if e, ok := e.(explained); ok {
		return e.Why(s)
	}
	return engine.Reason{}
}
