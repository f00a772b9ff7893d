package enginetest

import (
	"slices"
	"testing"

	"arbiter/engine"
)

// counter is a state that is a plain value behind a pointer; shelf is none.
type (
	counter struct{ n int }
	shelf   struct{ books []engine.Text }
)

func (*counter) Legal() []engine.Command                       { return nil }
func (*counter) Decide(engine.Command) ([]engine.Event, error) { return nil, nil }
func (c *counter) Apply(engine.Event) engine.State             { return c }
func (*counter) Why(engine.Event) engine.Reason                { return engine.Reason{} }
func (*counter) View() engine.View                             { return engine.View{} }
func (shelf) Legal() []engine.Command                          { return nil }
func (shelf) Decide(engine.Command) ([]engine.Event, error)    { return nil, nil }
func (s shelf) Apply(engine.Event) engine.State                { return s }
func (shelf) Why(engine.Event) engine.Reason                   { return engine.Reason{} }
func (s shelf) View() engine.View                              { return engine.View{Stage: slices.Clone(s.books)} }

// A photo shows that a state has changed, even where no screen would.
func TestPhoto(t *testing.T) {
	c := &counter{1}
	was := photograph(c, false)
	if !was.shows(c) {
		t.Error("a state that has not changed is not the same")
	}
	c.n++
	if was.shows(c) {
		t.Error("a number was changed, and nobody saw it")
	}
	s := shelf{[]engine.Text{engine.Say("one")}}
	was = photograph(s, false)
	s.books[0] = engine.Say("two")
	if was.shows(s) {
		t.Error("a list was changed, and nobody saw it")
	}
}

// States are equal by what they are, not by where they lie.
func TestEqual(t *testing.T) {
	if !equal(&counter{1}, &counter{1}) || equal(&counter{1}, &counter{2}) {
		t.Error("counters are not told apart by their numbers")
	}
	full := shelf{[]engine.Text{engine.Say("one")}}
	if !equal(full, shelf{slices.Clone(full.books)}) || equal(full, shelf{}) {
		t.Error("shelves are not told apart by their books")
	}
}

// The control of Silent: what tells a card in JSON is found out.
func TestTalkersAreHeard(t *testing.T) {
	type talker struct{ Card string }
	if err := speechless(&counter{1}, shelf{}); err != nil {
		t.Error(err)
	}
	if err := speechless(talker{"harvest"}); err == nil {
		t.Error("a card has a JSON form, and nobody heard it")
	}
}
