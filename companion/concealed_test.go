package companion_test

import (
	"encoding/json"
	"strings"
	"testing"

	"arbiter/companion"
	"arbiter/engine"
)

// Under a veil a seat sees only what everybody sees of its cards, even after a restart, and cannot
// move them; once they are shown or taken back it plays as usual. Other seats keep their own
// knowledge.
func TestVeil(t *testing.T) {
	for name, lift := range map[string]func(s *stage){
		"taken back": func(s *stage) {
			if _, err := s.Table.Anew(t.Context(), "purple"); err != nil {
				t.Error(err)
			}
			s.play("purple", "purple plan 2 moon")
		},
		"shown": func(s *stage) {
			s.play("green", "green ready")
		},
	} {
		t.Run(name, func(t *testing.T) {
			store := memory()
			s := open(t, store).seats("purple", "green")
			s.play("purple", "purple plan 1 moon", "purple plan 2 sun")
			s.play("green", "green plan 1 star", "green plan 2 moon")
			if name == "shown" {
				s.play("purple", "purple ready")
			}
			before := cardsOf(s.see("purple"))
			if err := s.Table.Conceal(t.Context(), "purple"); err != nil {
				t.Fatal(err)
			}
			for range 2 {
				purple, public := s.see("purple"), s.see("")
				if got, want := cardsOf(purple), cardsOf(public); got != want || !purple.Conceals || got == before {
					t.Errorf("under a veil purple sees\n%s, want\n%s", got, want)
				}
				if len(purple.Log) != len(public.Log) {
					t.Errorf("the log of purple has %d lines, that of everybody %d", len(purple.Log), len(public.Log))
				}
				for _, c := range purple.Legal {
					if strings.Contains(c.Line, "plan") || strings.Contains(c.Line, "take-back") {
						t.Errorf("%s is offered", c.Line)
					}
				}
				for _, line := range []string{"purple plan 2 moon", "purple plan 2 sun", "purple take-back 1 moon"} {
					w := companion.Request{Seat: "purple", Line: line, Version: purple.Version}
					if got := s.refused(w); strings.Contains(got, "moon") {
						t.Errorf("%s: %s", line, got)
					}
				}
				if green := s.see("green"); green.Conceals || cardsOf(green) == cardsOf(public) {
					t.Error("green does not see its own cards")
				}
				s.leave()
				s = open(t, store)
			}
			lift(s)
			purple := s.see("purple")
			if purple.Conceals {
				t.Error("purple is still under a veil")
			}
		})
	}
}

// cardsOf returns the cards that a snapshot shows.
func cardsOf(s companion.Snapshot) string {
	var zones []engine.Zone
	for _, z := range s.View.Zones {
		if z.Seat == "purple" || z.Seat == s.Seat {
			zones = append(zones, z)
		}
	}
	text, err := json.Marshal(zones)
	return string(text) + errorText(err)
}
