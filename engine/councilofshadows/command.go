package councilofshadows

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

// An event and all its methods stand in the file of its chapter.
type event interface {
	Apply(*State)      // facts only: no rules, cannot fail
	Tell() engine.Text // the event in words for people
}

// A bounded event can report whether it names only what exists in the box and at this table. Events
// from outside (a log, a script, somebody's typing) may name anything; those that do not fit change
// nothing. Events from Decide always fit.
type bounded interface{ fits(*State) bool }

// An explained event says why it happens.
type explained interface{ Why(*State) engine.Reason }

// A resolution is everything that happens while one command is played. Later rules see what earlier
// ones have done.
type resolution struct {
	State
	events  []engine.Event
	playout bool // events are not recorded
}

// emit applies one event. It is generic so that an event nobody asks for stays off the heap: a
// playout has a thousand of them in each game.
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
	if r := s.check(c); !r.Allowed() {
		return nil, nil, r.Err(func(w word) any { return s.spoken(w, c) })
	}
	r := &resolution{State: *s, events: make([]engine.Event, 0, usualEvents)}
	r.play(c)
	return &r.State, r.events, nil
}

// check returns why c may not be played, looking first at what applies to every command.
func (s *State) check(c engine.Command) refusal {
	if c.By() != engine.Table && s.find(c.By()) < 0 {
		return refuse("%s does not play", wordBy)
	}
	if s.phase == PhaseOver {
		return refuse("the game is over")
	}
	if d := s.pending(); d != needsNothing && d != satisfies(c) {
		return s.refusePending()
	}
	if s.statesCardboard() && s.pending() == needsNothing {
		return s.checkStatement(c)
	}
	return c.(command).Check(s)
}

// play carries out a command that check has passed.
func (r *resolution) play(c engine.Command) {
	if r.statesCardboard() && r.pending() == needsNothing {
		r.playStatement(c)
		return
	}
	c.(command).Play(r)
}

// Apply returns the state after e.
func (s *State) Apply(e engine.Event) engine.State {
	next := *s
	next.accept(e)
	return &next
}

// Fold returns the state after events, as Apply would one by one.
func (s *State) Fold(events []engine.Event) engine.State {
	next := *s
	for _, e := range events {
		next.accept(e)
	}
	return &next
}

// accept applies an event from outside.
func (s *State) accept(x engine.Event) {
	if e, ok := x.(event); ok && s.fits(e) {
		e.Apply(s)
	}
}

func (s *State) fits(e engine.Event) bool {
	b, ok := e.(bounded)
	return !ok || b.fits(s)
}

// tell puts a command or an event into words.
func tell(x any) engine.Text {
	if t, ok := x.(interface{ Tell() engine.Text }); ok {
		return t.Tell()
	}
	return engine.Say("%s", engine.Term(notation.Format(x)))
}

// Why explains an event: the sum behind it and the rule.
func (s *State) Why(e engine.Event) engine.Reason {
	if x, ok := e.(explained); ok && s.fits(e) {
		return x.Why(s)
	}
	return engine.Reason{}
}

// A Playout plays on from a state in place, without a log and without copies, for search and
// statistics. It plays by the same rules as Decide and Apply.
type Playout struct {
	t     resolution
	legal []engine.Command
}

// Playout returns a playout that begins in s, which does not change.
func (s *State) Playout() *Playout { return &Playout{t: resolution{State: *s, playout: true}} }

// Restart goes back to s.
func (p *Playout) Restart(s *State) { p.t.State = *s }

// Begin goes back to s as a seat knows it, and fills in what is hidden from the seat as
// State.Sample does.
func (p *Playout) Begin(s *State, seat engine.Seat, d engine.Dice) {
	p.t.State = *s
	p.t.sample(seat, d)
}

// Try plays c if it is legal.
func (p *Playout) Try(c engine.Command) {
	if p.t.check(c).Allowed() {
		p.t.play(c)
	}
}

// Legal returns what State.Legal returns. The list is valid until the next call.
func (p *Playout) Legal() []engine.Command {
	p.legal = p.t.list(p.legal[:0])
	return p.legal
}

// Play plays c, which must be legal.
func (p *Playout) Play(c engine.Command) {
	p.t.play(c)
}

// Position returns the present position. It changes with the next command.
func (p *Playout) Position() *State { return &p.t.State }

// State returns a copy of the position.
func (p *Playout) State() *State { return new(p.t.State) }
