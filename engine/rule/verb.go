package rule

import (
	"arbiter/engine"
	"arbiter/engine/notation"
)

// A Command is a verb that seats and the table say. S is the state of a game, R its resolution: a
// struct that embeds both S and a Record, so that later rules see what earlier ones have done. A
// command and all its methods stand in the file of its chapter.
type Command[S, R any] interface {
	engine.Command
	Check(*S) Refusal  // why it may not be played; the zero Refusal allows
	Play(*R)           // what happens; Check has passed it
	Tell() engine.Text // the command in words for people
}

// An Event is a verb of the log. An event and all its methods stand in the file of its chapter.
type Event[S any] interface {
	Apply(*S)          // facts only: no rules, cannot fail
	Tell() engine.Text // the event in words for people
}

// An Explained event says why it happens. Why is called with the state before the event.
type Explained[S any] interface{ Why(*S) engine.Reason }

// An Effective command asks for confirmation in its own words.
type Effective[S any] interface{ Effect(*S) engine.Effect }

// A Stated event can be stated as a fact about a position. Misfit returns an error that says what
// would fit if this one does not.
type Stated[S any] interface{ Misfit(*S) error }

// A Record has the events of a resolution. It stands before the state there, so that no pointer
// lies behind a large state.
type Record struct {
	Events []engine.Event
	Silent bool            // events are not recorded, as in a playout
	room   [6]engine.Event // of the first ones
}

// Begin makes the record empty.
func (r *Record) Begin() { r.Events = r.room[:0] }

// Fold returns the state after events, which accept applies one by one.
func Fold[S any](s *S, accept func(*S, engine.Event), events []engine.Event) *S {
	next := *s
	for _, e := range events {
		accept(&next, e)
	}
	return &next
}

// Tell puts a command, an event or a fact into words: as a line of the log if it has none.
func Tell(x any) engine.Text {
	if x, ok := x.(interface{ Tell() engine.Text }); ok {
		return x.Tell()
	}
	return engine.Say("%s", engine.Term(notation.Format(x)))
}

// Why explains an event by the state before it: the sum behind it and the rule.
func Why[S any](s *S, e engine.Event) engine.Reason {
	if e, ok := e.(Explained[S]); ok {
		return e.Why(s)
	}
	return engine.Reason{}
}

// EffectOf returns the effect of a command as it is asked about: in its own words, or else with what
// Tell says, and the command's Verb on the button if it has one. What would follow is up to the game.
func EffectOf[S any](s *S, c engine.Command) engine.Effect {
	switch c := c.(type) {
	case Effective[S]:
		return c.Effect(s)
	case interface{ Verb() engine.Text }:
		return Asks(c.Verb(), "%s?", Tell(c))
	}
	return Asks(engine.Say("Do it"), "%s?", Tell(c))
}

// Asks returns an effect with the word on the button and the question.
func Asks(verb engine.Text, format string, args ...any) engine.Effect {
	return engine.Effect{Verb: verb, Ask: engine.Say(format, args...)}
}
