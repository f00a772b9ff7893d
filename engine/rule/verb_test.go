package rule_test

import (
	"testing"

	"arbiter/engine"
	"arbiter/engine/rule"
)

// A tower is a state: how high it is.
type tower int

type (
	Build struct{ Seat engine.Seat }
	Burn  struct{ Seat engine.Seat }
	Built struct{ By int }
	Burnt struct{}
	Paint struct{ Seat engine.Seat }
)

func (c Build) By() engine.Seat { return c.Seat }
func (Build) Tell() engine.Text { return engine.Say("Build") }
func (c Burn) By() engine.Seat  { return c.Seat }
func (c Paint) By() engine.Seat { return c.Seat }
func (Paint) Verb() engine.Text { return engine.Say("Go on") }

func (c Burn) Effect(s *tower) engine.Effect {
	return rule.Asks(engine.Say("Burn"), "Burn %d floors?", int(*s))
}

func (e Built) Apply(s *tower)  { *s += tower(e.By) }
func (Built) Tell() engine.Text { return engine.Say("It grows") }

func (Built) Why(s *tower) engine.Reason {
	return engine.Reason{Rule: engine.Say("It stood at %d.", int(*s))}
}

func (Burnt) Apply(s *tower) { *s = 0 }

func accept(s *tower, e engine.Event) {
	if e, ok := e.(interface{ Apply(*tower) }); ok {
		e.Apply(s)
	}
}

// TestFold: events follow each other, and the state before them stays.
func TestFold(t *testing.T) {
	s := tower(5)
	if got := rule.Fold(&s, accept, []engine.Event{Burnt{}, Built{2}, Built{1}, "a word"}); *got != 3 || s != 5 {
		t.Errorf("it stands at %d and stood at %d, want 3 and 5", *got, s)
	}
}

// TestWords: what has no words of its own is told as in the log, explained by nothing, and asked
// about with what it is.
func TestWords(t *testing.T) {
	s := tower(4)
	for _, c := range []struct{ what, got, want string }{
		{"an event", rule.Tell(Built{2}).String(), "It grows"},
		{"one without words", rule.Tell(Burnt{}).String(), "burnt"},
		{"a reason", rule.Why(&s, Built{2}).Rule.String(), "It stood at 4."},
		{"no reason", rule.Why(&s, Burnt{}).Rule.String(), ""},
		{"a question", rule.EffectOf(&s, Burn{"ana"}).Ask.String(), "Burn 4 floors?"},
		{"a button", rule.EffectOf(&s, Burn{"ana"}).Verb.String(), "Burn"},
		{"a button and the usual question", rule.EffectOf(&s, Paint{"ana"}).Verb.String() + ": " + rule.EffectOf(&s, Paint{"ana"}).Ask.String(), "Go on: ana paint?"},
		{"the usual question", rule.EffectOf(&s, Build{"ana"}).Ask.String(), "Build?"},
		{"the usual button", rule.EffectOf(&s, Build{"ana"}).Verb.String(), "Do it"},
	} {
		if c.got != c.want {
			t.Errorf("%s: %q, want %q", c.what, c.got, c.want)
		}
	}
}
