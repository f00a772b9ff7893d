package engine_test

import (
	"strings"
	"testing"

	"arbiter/engine"
	"arbiter/engine/councilofshadows"
	"arbiter/engine/notation"
)

// What is printed says where it was read; other events have no origin.
func TestOriginOf(t *testing.T) {
	for want, e := range map[notation.Origin]engine.Event{
		"owner":    councilofshadows.Printed{Origin: notation.Owner},
		"stand-in": councilofshadows.Acts{Origin: notation.StandIn},
		"rulebook": councilofshadows.Pile{Origin: notation.Rulebook},
		"":         councilofshadows.Slid{},
	} {
		if got := engine.OriginOf(e); got != want {
			t.Errorf("%T: %q, want %q", e, got, want)
		}
	}
}

// Each value of a fact has its own origin, where they differ; a fact with an invented value
// is not certain.
func TestOriginOfEachValue(t *testing.T) {
	for _, c := range []struct {
		origin            notation.Origin
		text, second      string
		invented, certain bool
	}{
		{"rulebook", "rulebook", "rulebook", false, true},
		{"owner", "owner", "owner", false, true},
		{"public:fan_wiki.org", "public: fan wiki.org", "public:fan_wiki.org", false, false},
		{"rulebook/stand-in/rulebook", "rulebook, stand-in, rulebook", "stand-in", true, false},
		{"rulebook/public:wiki", "rulebook, public: wiki", "public:wiki", false, false},
	} {
		var o notation.Origin
		if err := o.UnmarshalText([]byte(c.origin)); err != nil {
			t.Errorf("%s: %v", c.origin, err)
		}
		if engine.From(o).String() != c.text || string(o.Of(1)) != c.second || o.Invented() != c.invented || o.Certain() != c.certain {
			t.Errorf("%s: %s, second value %s, invented %v, certain %v", o, engine.From(o), o.Of(1), o.Invented(), o.Certain())
		}
	}
	for _, wrong := range []string{"", "book", "public", "public:", "rulebook/", "stand-in/print", "public:" + strings.Repeat("x", 61)} {
		var o notation.Origin
		if err := o.UnmarshalText([]byte(wrong)); err == nil {
			t.Errorf("%q was read", wrong)
		}
	}
}

// One origin of all values is said once, several of each value.
func TestReadings(t *testing.T) {
	price, ring := engine.Reading{What: engine.Say("price"), Origin: notation.Rulebook}, engine.Reading{What: engine.Say("consumption"), Origin: notation.StandIn}
	for want, all := range map[string][]engine.Reading{
		"":                                       nil,
		"values: rulebook":                       {price, price},
		"consumption: stand-in; price: rulebook": {ring, price},
	} {
		if got := engine.Readings(all).String(); got != want {
			t.Errorf("%v: %q, want %q", all, got, want)
		}
	}
}
