package web_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"arbiter/companion"
	"arbiter/companion/companiontest/chromium"
	"arbiter/companion/companiontest/seatpage"
	"arbiter/companion/web"
	"arbiter/engine"
	"arbiter/engine/enginetest/tier"
	"arbiter/engine/highcouncil"
	"arbiter/setups"
)

// council makes a house for The High Council at the virtual table, where the same
// seed deals the same cards.
func council(t *testing.T, seed uint64) *house {
	t.Helper()
	rig, err := setups.LoadRig("virtual-council")
	check(t, err)
	offers, err := companion.Offers(highcouncil.Game)
	check(t, err)
	deck := rand.New(rand.NewPCG(seed, 1))
	return build(t, rig, offers, func(o *web.Opts) { o.Dealing.Chance = deck.IntN })
}

// The cards and whims of a short game in which every verb occurs, and the most
// wishes that it may take.
const (
	short   = 17
	longest = 200
)

// Four seats play a whole game in the browser, to the winner: hands are dealt by
// chance, cards are laid on the readers of the seats, places are chosen on the ring,
// neighbors are convinced. Pro takes what makes its block grow, Contra talks and
// gets in the way. What the browser has shown often enough is done without it.
func TestHighCouncilInTheBrowser(t *testing.T) {
	t.Parallel()
	tier.Test(t, tier.Pages, "a browser")
	h := council(t, short)
	dark := browse(t, true)
	p := dark.Page(t, h.url, "en", 360, 740)
	table := dark.Page(t, h.url, "de", 1024, 768)
	light := browse(t, false).Page(t, h.url, "es", 1024, 768)
	convene(p)
	p.Shot("council-deal")
	pl := councilors{p: p, h: h, deeds: map[string]int{}, dice: rand.New(rand.NewPCG(short, 2))}
	pl.often = tier.Of(t, tier.Pages, "repeats", 1, 1, longest)
	n := 0
	for ; n < longest && !pl.over(); n++ {
		pl.step()
		switch n {
		case 12, 70:
			p.Shot(fmt.Sprint("council-seat-", n))
			for q, name := range map[*chromium.Page]string{table: "table", light: "light"} {
				q.Open("/table")
				q.Shot(fmt.Sprint("council-", name, "-", n))
				q.Rest()
			}
		}
	}
	if !pl.over() {
		t.Fatalf("the game is not over after %d wishes: %v", longest, pl.deeds)
	}
	t.Logf("%d wishes: %v", n, pl.deeds)
	for _, verb := range []string{"deal", "play", "take-seat", "discuss", "ponder", "confer", "return", "convince", "finish"} {
		if pl.deeds[verb] == 0 {
			t.Errorf("nobody did %s: %v", verb, pl.deeds)
		}
	}
	for q, said := range map[*chromium.Page]string{p: "White and Yellow win", table: "Weiß und Gelb gewinnen", light: "Blanco y Amarillo ganan"} {
		q.Open("/table")
		q.Reads("#part-headline .told", said)
		q.Shot("council-over")
	}
	ended(pl.h, table, companion.ResultOf(pl.snapshot("").View))
	for _, q := range []*chromium.Page{p, table, light} {
		if said := q.Console(); len(said) > 0 {
			t.Errorf("the browser complains: %v", said)
		}
	}
}

// ended: the result of a game that is over is kept, it is told among the past games, and the
// next one can be started.
func ended(h *house, table *chromium.Page, result string) {
	h.t.Helper()
	table.Open("/")
	table.Wait("#way-friends")
	table.Reads("#past", "gewonnen von")
	games := h.store.Games()
	if got := games[len(games)-1]; !got.Done || got.Result != result || result == companion.Nobody {
		h.t.Errorf("the game was kept with the result %q, want %q", got.Result, result)
	}
}

// convene starts a game of four seats, all on one phone; the device deals.
func convene(p *chromium.Page) {
	p.Helper()
	p.Open("/new")
	for _, seat := range []string{"white", "red", "yellow", "blue"} {
		if !chromium.Ask[bool](p, fmt.Sprintf("document.querySelector(%q).checked", "#seat-"+seat)) {
			p.Click("#seat-" + seat)
		}
	}
	p.Click(`input[name=option][value=dealt]`)
	p.Click("#all")
	p.Shot("council-start")
	p.Click("#start-game")
	p.Wait("#ask[action='/deal'] #go")
}

// councilors play all seats on one phone.
type councilors struct {
	p     *chromium.Page
	h     *house
	at    engine.Seat    // whose page is open
	deeds map[string]int // verbs, by how often
	often int            // how often each verb is done in the browser
	dice  *rand.Rand
	stuck bool // a card was taken back just now
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
		if slices.ContainsFunc(snap.Legal, func(l companion.LegalCommand) bool { return l.By == engine.Table }) {
			c.deal(snap)
			return
		}
		line := c.choose(snap)
		words := strings.Fields(line)
		if c.done(words[1]) {
			c.rest()
			c.h.play(line)
			return
		}
		c.sit(place.Seat)
		c.play(snap, words)
		return
	}
	c.h.t.Fatalf("nobody can do anything: %v", c.snapshot("").View.Prompts)
}

// done counts a verb, and reports whether the browser has done it often enough.
func (c *councilors) done(verb string) bool {
	c.deeds[verb]++
	return c.deeds[verb] > c.often
}

// deal deals the cards of a seat.
func (c *councilors) deal(snap companion.Snapshot) {
	c.h.t.Helper()
	if !c.done("deal") {
		c.sit(snap.Seat)
		c.press(snap, "#go")
		return
	}
	c.rest()
	chromium.Ask[bool](c.p, fmt.Sprintf(`window.dealt = false, fetch("/deal", { method: "POST", body: new URLSearchParams({ seat: %q, version: %d, all: 1 }) }).then(() => { window.dealt = true }), true`, snap.Seat, snap.Version))
	c.p.Until("window.dealt")
	if now := c.snapshot(snap.Seat).Version; now <= snap.Version {
		c.h.t.Fatalf("dealing leaves the game at %d", now)
	}
}

// rest closes the seat that is open, until somebody plays there again.
func (c *councilors) rest() {
	c.h.t.Helper()
	if c.at != "" {
		c.p.Rest()
		c.at = ""
	}
}

// sit opens the page of a seat and lays the cards as the game has them.
func (c *councilors) sit(seat engine.Seat) {
	c.h.t.Helper()
	if c.at != seat {
		c.p.Open("/seat/" + string(seat))
		c.at = seat
	}
	c.p.Tidy()
	c.p.Until(fmt.Sprintf(`+document.body.dataset.version === %d`, c.snapshot(seat).Version))
}

// press clicks a control and waits until the page shows what came of it.
func (c *councilors) press(snap companion.Snapshot, selector string) {
	c.h.t.Helper()
	c.p.Tap(selector)
	c.p.Until(fmt.Sprintf(`+document.body.dataset.version > %d && !document.querySelector("[aria-disabled]")`, snap.Version))
}

// play carries out a line: a card of the hand is tapped and, where it has two uses, one
// of them chosen; all else is in the list of all moves.
func (c *councilors) play(snap companion.Snapshot, words []string) {
	c.h.t.Helper()
	line := strings.Join(words, " ")
	if words[1] == "play" {
		seatpage.Corner(c.p, ".hand "+seatpage.Thing("card", words[2]))
		choice := fmt.Sprintf("#ask [value=%q]", line) // the card may also go to the partner
		c.p.Until(fmt.Sprintf(`+document.body.dataset.version > %d || document.querySelector(%q)`, snap.Version, choice))
		if c.p.Has(choice) {
			c.p.Click(choice)
		}
	} else {
		seatpage.Do(c.p, line)
	}
	c.p.Until(fmt.Sprintf(`+document.body.dataset.version > %d && !document.querySelector("[aria-disabled]")`, snap.Version))
}

// choose is what a councilor wishes: Pro what makes a block grow, Contra to talk
// and now and then to sit in between.
func (c *councilors) choose(snap companion.Snapshot) string {
	best, most := "", -1
	for _, l := range snap.Legal {
		if worth := c.worth(snap, strings.Fields(l.Line)); worth > most {
			best, most = l.Line, worth
		}
	}
	c.stuck = strings.Contains(best, " take-back ")
	return best
}

func (c *councilors) worth(snap companion.Snapshot, words []string) int {
	pro := snap.Seat == "white" || snap.Seat == "yellow"
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
	case c.stuck && words[1] == "play":
		return 0
	case field > 0 && pro && grown > 0:
		return 20 + grown
	case words[1] == "take-seat" && !pro:
		return 7 + c.dice.IntN(3)
	case words[1] == "finish":
		if slices.ContainsFunc(snap.Legal, func(l companion.LegalCommand) bool {
			return slices.Contains([]string{"discuss", "ponder", "confer", "return"}, verb(l.Line))
		}) {
			return 0 // a turn may end without an action; these people take one
		}
		return 9
	case words[1] == "discuss":
		return 8
	case words[1] == "ponder":
		return 3 + c.dice.IntN(2)*3 // by chance: what the cap forbids is not tried for ever
	case words[1] == "play" && len(open.Cards) == 0:
		return 5
	case words[1] == "return":
		return 4
	case words[1] == "confer":
		return c.dice.IntN(8)
	case words[1] == "take-back":
		return 1
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
