package web_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"arbiter/companion"
	"arbiter/engine"
	"arbiter/engine/highcouncil"
	"arbiter/setups"
)

// council makes a house for The High Council at the virtual table.
func council(t *testing.T) *house {
	t.Helper()
	rig, err := setups.LoadRig("virtual-council")
	check(t, err)
	offers, err := companion.Offers(highcouncil.Game)
	check(t, err)
	return build(t, rig, offers)
}

// How many wishes are carried out in the browser before the rest of the game is
// sent to the table directly, and the most that a game may take.
const (
	watched = 70
	longest = 6000
)

// Four seats play a game in the browser, and its end at the same table: hands are dealt by chance,
// cards are laid on the readers of the seats, places are chosen on the ring. Pro
// takes what makes its block grow, Contra talks.
func TestHighCouncilInTheBrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("a long game; run without -short")
	}
	h := council(t)
	dark := chromium(t, true)
	p := newPhone(t, dark, h.url, "en", 360, 740)
	table := newPhone(t, dark, h.url, "de", 1024, 768)
	for _, seat := range []string{"white", "red", "yellow", "blue"} {
		p.do("take "+seat, chromedp.Func(func(ctx context.Context, tt *chromedp.Target) error {
			_, err := chromedp.Evaluate[any](`{const b = document.querySelector("#seat-`+seat+`"); if (!b.checked) b.click()}`)(ctx, tt)
			return err
		}))
	}
	p.click(`input[name=option][value=dealt]`)
	p.click("#all")
	p.shot("council-start")
	p.click("#start-game")
	p.wait("#do-deal-white-all")
	table.open("/table")
	p.shot("council-deal")
	pl := councilors{p: p, h: h, deeds: map[string]int{}, dice: rand.New(rand.NewPCG(7, 7))}
	light := newPhone(t, chromium(t, false), h.url, "es", 1024, 768)
	for n := 0; n < longest && !pl.over(); n++ {
		if n >= watched {
			pl.rush()
			continue
		}
		pl.step()
		switch n {
		case 12, watched - 1:
			p.shot(fmt.Sprint("council-seat-", n))
			table.shot(fmt.Sprint("council-table-", n))
			light.open("/table")
			light.shot(fmt.Sprint("council-light-", n))
		}
	}
	if !pl.over() {
		t.Fatalf("the game is not over after %d commands", longest)
	}
	table.reads("#part-prompt", "Das Spiel ist zu Ende")
	p.open("/table")
	p.shot("council-over")
	table.shot("council-table-over")
	t.Logf("commands: %v, fields tapped: %d", pl.deeds, pl.taps)
	if pl.taps == 0 {
		t.Error("no field of the ring was tapped")
	}
	for _, verb := range []string{"deal", "play", "take-seat", "discuss", "ponder"} {
		if pl.deeds[verb] == 0 {
			t.Errorf("nobody did %s: %v", verb, pl.deeds)
		}
	}
	for _, q := range []*phone{p, table, light} {
		if said := q.console(); len(said) > 0 {
			t.Errorf("the browser complains: %v", said)
		}
	}
}

// Councilors play all seats on one phone.
type councilors struct {
	p     *phone
	h     *house
	at    engine.Seat    // whose page is open
	deeds map[string]int // verbs, by how often
	dice  *rand.Rand
	taps  int // fields of the ring that were tapped
}

func (c *councilors) snapshot(seat engine.Seat) companion.Snapshot {
	c.h.t.Helper()
	snap, err := c.h.table.Snapshot(c.h.t.Context(), seat)
	check(c.h.t, err)
	return snap
}

func (c *councilors) over() bool { return c.snapshot("").View.Over }

// step carries out one wish: it deals if cards are owed, else it plays for the
// seat whose turn it is.
func (c *councilors) step() {
	c.h.t.Helper()
	for _, place := range c.snapshot("").View.Seats {
		snap := c.snapshot(place.Seat)
		if len(snap.Legal) == 0 {
			continue
		}
		c.sit(place.Seat)
		if i := slices.IndexFunc(snap.Legal, func(l companion.Choice) bool { return l.By == engine.Table }); i >= 0 {
			c.press(snap, "#do-deal-"+strings.Fields(snap.Legal[i].Line)[2]+"-all")
			c.deeds["deal"]++
			return
		}
		line := c.choose(place.Seat, snap)
		c.deeds[strings.Fields(line)[1]]++
		c.play(snap, strings.Fields(line))
		return
	}
	c.h.t.Fatalf("nobody can do anything: %v", c.snapshot("").View.Prompts)
}

// rush carries out one wish without the browser.
func (c *councilors) rush() {
	c.h.t.Helper()
	for _, place := range append(c.snapshot("").View.Seats, engine.Place{Seat: engine.Table}) {
		snap := c.snapshot(place.Seat)
		if len(snap.Legal) == 0 || snap.Legal[0].By != place.Seat {
			continue
		}
		lines := []string{c.choose(place.Seat, snap)}
		if place.Seat == engine.Table {
			lines = nil
			for _, n := range c.dice.Perm(len(snap.Legal)) {
				lines = append(lines, snap.Legal[n].Line)
			}
		}
		for _, line := range lines {
			if _, err := c.h.table.Do(c.h.t.Context(), companion.Wish{Seat: place.Seat, Line: line, Version: snap.Version}); err == nil {
				return
			}
		}
		c.h.t.Fatalf("none of %v can be done", lines)
	}
	c.h.t.Fatal("nobody can do anything")
}

// sit opens the page of a seat and lays the cards as the game has them.
func (c *councilors) sit(seat engine.Seat) {
	c.h.t.Helper()
	if c.at != seat {
		c.p.open("/seat/" + string(seat))
		c.at = seat
	}
	if ask[bool](c.p, `!!document.querySelector("#tidy")`) {
		c.p.until(tidied)
	}
	c.p.until(fmt.Sprintf(`+document.body.dataset.version === %d`, c.snapshot(seat).Version))
}

// tap clicks a control; one that is replaced at that moment is looked for again.
func (c *councilors) tap(selector string) {
	c.h.t.Helper()
	for range 5 {
		ctx, cancel := context.WithTimeout(c.p.ctx, time.Second)
		err := chromedp.Do(ctx, chromedp.Click(chromedp.CSS(selector)))
		cancel()
		if err == nil || !ask[bool](c.p, fmt.Sprintf("!!document.querySelector(%q)", selector)) {
			return // clicked, or gone, which is what a click may come to
		}
	}
	c.p.click(selector)
}

// press clicks a control and waits until the page shows what came of it.
func (c *councilors) press(snap companion.Snapshot, selector string) {
	c.h.t.Helper()
	c.tap(selector)
	c.p.until(fmt.Sprintf(`+document.body.dataset.version > %d && !document.querySelector("[aria-disabled]")`, snap.Version))
}

// play finds the controls for a line: the card in the hand, the field on the
// ring and then the sentence, a button, or a list.
func (c *councilors) play(snap companion.Snapshot, words []string) {
	c.h.t.Helper()
	button := "#do-" + strings.Join(words, "-")
	switch {
	case words[1] == "play":
		c.press(snap, "#hand-"+words[2])
	case words[1] == "take-back":
		c.press(snap, "#lift-play")
	case words[1] == "take-seat" || words[1] == "convince":
		field := words[2]
		if words[1] == "convince" {
			field = words[3]
		}
		c.tap("#field-" + field)
		c.p.wait(button)
		c.taps++
		c.press(snap, button)
	case ask[bool](c.p, fmt.Sprintf("!!document.querySelector(%q)", button)):
		c.press(snap, button)
	default:
		list := "#do-" + strings.Join(words[:len(words)-1], "-") + "-x"
		c.p.fill(list, words[len(words)-1])
		c.press(snap, list+"-ok")
	}
}

// choose is what a councilor wishes: Pro what makes a block grow, Contra to talk.
func (c *councilors) choose(seat engine.Seat, snap companion.Snapshot) string {
	best, most := "", -1
	for _, l := range snap.Legal {
		if worth := c.worth(snap, strings.Fields(l.Line), seat == "white" || seat == "yellow"); worth > most {
			best, most = l.Line, worth
		}
	}
	return best
}

func (c *councilors) worth(snap companion.Snapshot, words []string, pro bool) int {
	open, _ := snap.View.Zone(snap.Seat, "play")
	field, from := 0, 0
	switch words[1] {
	case "take-seat":
		fmt.Sscan(words[2], &field)
		fmt.Sscan(words[len(words)-1], &from)
	case "convince":
		fmt.Sscan(words[3], &field)
		fmt.Sscan(words[len(words)-1], &from)
	case "play":
		if len(open.Cards) == 0 {
			fmt.Sscanf(words[2], "day-%d", &field)
		}
	}
	grown := blocks(snap.View.Board, field, from) - blocks(snap.View.Board, 0, 0)
	switch {
	case field > 0 && pro && grown > 0:
		return 10 + grown
	case words[1] == "finish":
		return 9
	case words[1] == "discuss":
		return 8
	case words[1] == "ponder":
		return 3 + c.dice.IntN(2)*3 // by chance: what the cap forbids is not tried for ever
	case words[1] == "play" && len(open.Cards) == 0:
		return 5
	case words[1] == "return":
		return 4
	}
	return 0
}

// blocks adds the squares of Pro's blocks, with a piece put on a field and one
// taken from another; 0 is no field.
func blocks(board []engine.Field, put, take int) (sum int) {
	pro := func(n int) bool {
		n = n%len(board) + 1
		return n == put || n != take && slices.Contains([]string{"white", "yellow"}, board[n-1].Piece.Color)
	}
	for n := range board {
		size := 0
		for !pro(n+len(board)-1) && pro(n+size) {
			size++
		}
		sum += size * size
	}
	return sum
}
