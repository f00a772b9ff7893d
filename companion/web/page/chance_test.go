package page

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"arbiter/companion"
	"arbiter/engine"
)

// In a running game the program deals, and cards are laid with a tap; in a copy each command
// is one that people choose, and all of them lead to the copy.
func TestCopyOffersEveryCommand(t *testing.T) {
	c := moment(companion.LogLine{})
	c.Screens, c.Snap.Virtual = true, true
	for _, n := range []int{1, 2, 3, 4} {
		c.Snap.Legal = append(c.Snap.Legal, companion.LegalCommand{By: "purple", Line: fmt.Sprintf("purple gain %d", n), Text: engine.Say("Gain %d", n)})
	}
	for i := range mostButtons + 1 {
		card := fmt.Sprintf("ai-%d", i)
		c.Snap.Legal = append(c.Snap.Legal, companion.LegalCommand{By: engine.Table, Line: "table draw " + card, Text: engine.Say("Draw %s", engine.Term(card))})
		c.Snap.Legal = append(c.Snap.Legal, companion.LegalCommand{By: engine.Table, Line: "table deal red " + card, Text: engine.Say("%s gets %s", engine.Seat("red"), engine.Term(card))})
	}
	offered := func(m Moves) (n, dealt int) {
		for _, g := range m.Groups {
			n, dealt = n+len(g.Moves), dealt+len(g.Deals)
			for _, x := range g.Numbers {
				n += x.Max - x.Min + 1
			}
			for _, l := range slices.Concat(g.Lists, g.Cardboard) {
				n += len(l.Moves)
			}
		}
		return n, dealt
	}
	m := NewMoves(c)
	if n, dealt := offered(m); n == len(c.Snap.Legal) || dealt == 0 || m.To != "/do" {
		t.Errorf("the game offers %d of %d commands and %d deals at %s", n, len(c.Snap.Legal), dealt, m.To)
	}
	c.Copy = "/games/1/whatif?at=3"
	m = NewMoves(c)
	if n, dealt := offered(m); n != len(c.Snap.Legal) || dealt != 0 || m.To != c.Copy {
		t.Errorf("the copy offers %d of %d commands and %d deals at %s", n, len(c.Snap.Legal), dealt, m.To)
	}
}

// Where people draw from their own cardboard, what they may have drawn lies before every
// seat to be tapped; where the program draws it does not.
func TestDrawnCardsAreTappedOnEveryPhone(t *testing.T) {
	for _, screens := range []bool{false, true} {
		for _, seat := range []engine.Seat{"purple", "red"} {
			c := moment(companion.LogLine{})
			c.Screens, c.Snap.Seat = screens, seat
			for i := range 31 {
				card := fmt.Sprintf("tile-%02d", i+1)
				c.Snap.Legal = append(c.Snap.Legal, companion.LegalCommand{By: engine.Table, Line: "table draw " + card, Text: engine.Say("Draw %s", engine.Term(card))})
			}
			offered := 0
			for _, tab := range NewOffers(c, NewMoves(c)).Tabs {
				offered += len(tab.Cards)
			}
			want := 31
			if screens {
				want = 0
			}
			if offered != want {
				t.Errorf("where the program draws: %t: %d of 31 lie before %s, want %d", screens, offered, seat, want)
			}
		}
	}
}

// A card that people draw without telling which is a button on every phone; the cards of
// a robot are never named there, for nobody looks at them.
func TestCardsAreDrawnUnseen(t *testing.T) {
	c := moment(companion.LogLine{})
	c.Snap.Seat, c.Say = "purple", engine.Text.String
	c.Snap.View.Seats = append(c.Snap.View.Seats, engine.Place{Seat: "automa", Color: "blue", Robot: true})
	for _, to := range []engine.Seat{"purple", "red", "automa"} {
		c.Snap.Legal = append(c.Snap.Legal, companion.LegalCommand{By: engine.Table, Line: fmt.Sprintf("table deal %s -", to), Text: engine.Say("%s draws a card", to)})
		for i := range 3 {
			card := fmt.Sprintf("light-%02d", i+1)
			c.Snap.Legal = append(c.Snap.Legal, companion.LegalCommand{By: engine.Table, Line: fmt.Sprintf("table deal %s %s", to, card), Text: engine.Say("%s draws %s", to, engine.Term(card))})
		}
	}
	m := NewMoves(c)
	p := NewPrompt(c, m)
	var unseen []string
	for _, x := range p.Others {
		unseen = append(unseen, x.Line)
	}
	if want := []string{"table deal purple -", "table deal red -", "table deal automa -"}; p.Main != nil || !slices.Equal(unseen, want) {
		t.Errorf("main button %v, others %q, want %q", p.Main, unseen, want)
	}
	for _, g := range m.Groups {
		for _, l := range g.Lists {
			for _, x := range l.Moves {
				if !strings.HasPrefix(x.Line, "table deal purple") {
					t.Errorf("the phone of purple names %s", x.Line)
				}
			}
		}
	}
}
