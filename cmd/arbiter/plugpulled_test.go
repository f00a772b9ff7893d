package main

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"arbiter/engine/enginetest/tier"
	"arbiter/hw/emu/picc"
)

// outage plays a round with three cards and pulls the plug four times: before purple
// is ready, and three times after. It returns all that others could see, and what purple has seen.
func outage(t *testing.T, cards []string) (public, own string) {
	b := newBlackout(t, cards)
	b.begin(cards)
	one, two, three := b.tags[cards[0]], b.tags[cards[1]], b.tags[cards[2]]
	b.cut(cards, func() { b.fields[2].Lift(three) }, func() { b.fields[2].Place(three) },
		[]string{"Purple: put " + b.terms(cards[2]) + " on Field 3 (P1)"}, []string{"Purple: a card is missing on Field 3 (P1)"})
	b.purple.all("purple", "purple ready")
	b.cut(cards, func() { b.fields[2].Lift(three); b.fields[1].Place(three) }, func() { b.fields[1].Lift(three); b.fields[2].Place(three) },
		[]string{"Purple: move " + b.terms(cards[2]) + " from Field 2 (P1) to Field 3 (P1)"},
		[]string{"Purple: move the card from Field 2 (P1) to Field 3 (P1)"})
	b.cut(cards, func() { b.sweep(cards, (*picc.Field).Lift) }, func() { b.sweep(cards, (*picc.Field).Place) }, b.missing(cards...), b.missing("", "", ""))
	swap := func(x, y *picc.Tag) func() {
		return func() { b.fields[0].Lift(x); b.fields[1].Lift(y); b.fields[0].Place(y); b.fields[1].Place(x) }
	}
	both := []string{"Purple: swap the cards on Field 1 (P1) and Field 2 (P1)"}
	b.cut(cards, swap(one, two), swap(two, one), both, both)
	b.finish(cards)
	return b.public.String(), b.own.String()
}

// sweep moves all cards.
func (b *blackout) sweep(cards []string, move func(*picc.Field, *picc.Tag)) {
	for i, card := range cards {
		move(b.fields[i], b.tags[card])
	}
}

// missing is what is said of cards that are gone from their fields, without names if
// they have none.
func (b *blackout) missing(cards ...string) (all []string) {
	for i, card := range cards {
		text := fmt.Sprintf("Purple: a card is missing on Field %d (P1)", i+1)
		if card != "" {
			text = fmt.Sprintf("Purple: put %s on Field %d (P1)", b.terms(card), i+1)
		}
		all = append(all, text)
	}
	return all
}

// finish shows the cards and plays to the end of the round, on the cardboard too.
func (b *blackout) finish(cards []string) {
	b.Helper()
	b.green.all("green", "green plan 1 discover", "green plan 2 colonize", "green plan 3 gems", "green ready")
	_, table := b.green.ask(http.MethodGet, "table", "")
	for _, card := range cards {
		if !strings.Contains(table, ">"+b.terms(card)+"<") {
			b.Errorf("the table page does not show %s when everybody is ready", card)
		}
	}
	order := []*phone{b.purple, b.green}
	seats := []string{"purple", "green"}
	if !order[0].do(seats[0], "purple gain 2") {
		slices.Reverse(order)
		slices.Reverse(seats)
		order[0].all(seats[0], seats[0]+" gain 2")
	}
	order[0].all(seats[0], seats[0]+" slide", seats[0]+" pass")
	order[1].all(seats[1], seats[1]+" gain 2", seats[1]+" slide", seats[1]+" pass")
	slide := "Purple: slide the cards one field to the right"
	b.noticed(slide)
	b.fields[2].Lift(b.tags[cards[2]])
	b.fields[1].Lift(b.tags[cards[1]])
	b.fields[2].Place(b.tags[cards[1]])
	b.fields[0].Lift(b.tags[cards[0]])
	b.fields[1].Place(b.tags[cards[0]])
	b.noticed("")
	if _, table := b.green.ask(http.MethodGet, "table", ""); !strings.Contains(table, "Round 2") {
		b.Error("the round has not ended")
	}
}

// Somebody pulls the plug with cards lying face down on the readers, and moves or
// takes some while the program is dead: the cards that were read stay locked in, people
// are told what was moved, and nobody else learns which card it is: all that others see,
// pictures, lists and the operator's log included, is the same for other cards.
func TestPlugPulledWithCardsOnTheReaders(t *testing.T) {
	tier.Long(t, tier.Crash, "ten starts of the program in real time")
	t.Parallel()
	sets := [][]string{{"discover", "tower", "harvest"}, {"upgrade", "harvest", "discover"}}
	seen, own := make([]string, len(sets)), make([]string, len(sets))
	t.Run("cards", func(t *testing.T) {
		for i, cards := range sets {
			t.Run(strings.Join(cards, " "), func(t *testing.T) {
				t.Parallel()
				seen[i], own[i] = outage(t, cards)
			})
		}
	})
	if t.Failed() {
		return
	}
	if seen[0] != seen[1] {
		t.Errorf("others can tell the cards apart:\n%s", firstDifference(seen[0], seen[1]))
	}
	if own[0] == own[1] {
		t.Error("control: purple cannot tell its own cards apart")
	}
	for _, what := range []string{"a card is missing on Field 3", "face down", "IHDR", "level=INFO"} {
		if !strings.Contains(seen[0], what) {
			t.Errorf("what others see lacks %q: the comparison says nothing", what)
		}
	}
}

func firstDifference(a, b string) string {
	i := 0
	for i < min(len(a), len(b)) && a[i] == b[i] {
		i++
	}
	return fmt.Sprintf("…%s\n…%s", a[max(0, i-300):min(len(a), i+200)], b[max(0, i-300):min(len(b), i+200)])
}
