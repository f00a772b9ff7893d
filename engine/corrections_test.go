package engine_test

import (
	"slices"
	"strings"
	"testing"

	"arbiter/engine"
)

// cardboard makes a view of zones: "ana 1: moon sun", where a card "?" is not
// known.
func cardboard(zones ...string) engine.View {
	var v engine.View
	for _, zone := range zones {
		place, cards, _ := strings.Cut(zone, ":")
		words := strings.Fields(place)
		z := engine.Zone{Seat: engine.Seat(words[0]), Name: words[1], Title: engine.Say("%s", engine.Term(words[1]))}
		for _, card := range strings.Fields(cards) {
			z.Cards = append(z.Cards, engine.Card{Name: engine.Term(strings.Trim(card, "?"))})
		}
		v.Zones = append(v.Zones, z)
	}
	return v
}

func TestMoves(t *testing.T) {
	for name, c := range map[string]struct{ from, to, want []string }{
		"a card goes back into the hand": {
			[]string{"ana hand: sun", "ana 1: moon"}, []string{"ana hand: sun moon", "ana 1:"},
			[]string{"ana: moon goes to: hand"},
		},
		"a card is put away": {
			[]string{"ana 1: moon"}, []string{"ana 1:"},
			[]string{"ana: put moon back where it came from"},
		},
		"a piece leaves, and one like it stands elsewhere": {
			[]string{"table 7: white", "table 8: white"}, []string{"table 7: white", "table 8: red"},
			[]string{"table: white leaves: 8", "table: red goes to: 8"},
		},
		"one of two pieces moves": {
			[]string{"table 3:", "table 7: white", "table 8: white"}, []string{"table 3: white", "table 7: white", "table 8:"},
			[]string{"table: white leaves: 8", "table: white goes to: 3"},
		},
		"two pieces go": {
			[]string{"table 7: white", "table 8: white"}, []string{"table 7:", "table 8:"},
			[]string{"table: put white back where it came from", "table: put white back where it came from"},
		},
		"one of two in a zone leaves": {
			[]string{"ana gems: gold gold"}, []string{"ana gems: gold"},
			[]string{"ana: gold leaves: gems"},
		},
		"another like it comes": {
			[]string{"ana gems: gold"}, []string{"ana gems: gold gold"},
			[]string{"ana: gold goes to: gems"},
		},
		"a card comes where a hidden one leaves": {
			[]string{"dario 1: ?"}, []string{"dario 1: moon"},
			[]string{"dario: one card leaves: 1", "dario: moon goes to: 1"},
		},
		"another seat has one like it": {
			[]string{"ana 1: moon", "dario 1: moon"}, []string{"ana 1:", "dario 1: moon"},
			[]string{"ana: put moon back where it came from"},
		},
		"of hidden cards and of another's hand the number is told": {
			[]string{"dario hand: ? moon", "dario 1: moon ?"}, []string{"dario hand: ? ? moon moon", "dario 1:"},
			[]string{"dario: moon goes to: hand", "dario: one card from 1 to hand"},
		},
		"nothing changes": {[]string{"table 7: white", "ana hand: ?"}, []string{"table 7: white", "ana hand: ?"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, m := range engine.Corrections("ana", seen(cardboard(c.from...)), seen(cardboard(c.to...))) {
				got = append(got, m.Text().String())
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("moves\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(c.want, "\n"))
			}
		})
	}
}
