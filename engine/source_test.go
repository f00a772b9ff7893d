package engine_test

import (
	"testing"

	"arbiter/engine"
	"arbiter/engine/councilofshadows"
)

// What is printed says where it was read; other events have no source.
func TestSourceOf(t *testing.T) {
	for want, e := range map[string]engine.Event{
		"owner":    councilofshadows.Printed{Origin: councilofshadows.Owner},
		"invented": councilofshadows.Acts{Origin: councilofshadows.StandIn},
		"other":    councilofshadows.Pile{Origin: councilofshadows.Rulebook},
		"none":     councilofshadows.Slid{},
	} {
		got := "none"
		if s := engine.SourceOf(e); s != nil {
			switch got = "other"; {
			case s.ByOwner():
				got = "owner"
			case s.Invented():
				got = "invented"
			}
		}
		if got != want {
			t.Errorf("%T: %s, want %s", e, got, want)
		}
	}
}
