package main

import (
	"bytes"
	"fmt"
	"log/slog"
	"regexp"
	"slices"
	"strings"
	"testing"

	"arbiter/cmd/arbiter/internal/demo"
	"arbiter/cmd/arbiter/internal/games"
	"arbiter/companion"
	"arbiter/engine"
	"arbiter/engine/bot"
	"arbiter/engine/councilofshadows"
	shadowsbot "arbiter/engine/councilofshadows/bot"
	"arbiter/engine/councilofshadows/bot/bottest"
	"arbiter/engine/enginetest/tier"
)

// full starts the full book at a virtual table.
func (r *room) full(seats []companion.Seating, options ...string) {
	r.Helper()
	var order []engine.Seat
	for _, s := range seats {
		order = append(order, s.Seat)
	}
	_, err := r.Table.Start(r.Context(), companion.NewGame{
		Game: "council-of-shadows", Seats: seats, Order: order, Box: demo.StandIn, Options: append(options, "full-book"),
	})
	if err != nil {
		r.Fatal(err)
	}
}

// The device deals tiles, the display and bonus cards, each of the cards that are
// left alike, and tells a bonus card to nobody but the seat that gets it.
func TestDealerOfTheFullBook(t *testing.T) {
	tier.Unraced(t, "goroutines of bots meet in TestBotAtTheTable, of dealers in TestDealer")
	t.Parallel()
	r := virtualRoom(t, t.TempDir())
	r.full([]companion.Seating{{Seat: "purple"}, {Seat: "red"}}, "dealt")
	d, dice := games.Dealer{Table: r.Table, Deals: games.Deals}, games.Dice()
	// Parvus Corta, the display, and the dark bonus cards of the board for two: one
	// that red may get is in purple's hand, but the dealer does not know that.
	for i, n := range []int{10, 9, 25, 24, 23, 22, 21, 20, 19, 18, 2 * 4, 4} {
		if got := len(r.see(engine.Table).Legal); got != n {
			t.Errorf("deal %d: %d choices, want %d", i+1, got, n)
		}
		if c, dealt, err := d.Deal(t.Context(), dice); !dealt || err != nil {
			t.Fatalf("deal %d: %q, %t, %v", i+1, c.Line, dealt, err)
		}
	}
	if _, dealt, err := d.Deal(t.Context(), dice); dealt || err != nil {
		t.Errorf("dealt when nothing is owed: %t, %v", dealt, err)
	}
	for _, seat := range []engine.Seat{"purple", "red"} {
		card := r.bonus(seat, seat)
		if len(card) != 1 || card[0] == "" {
			t.Fatalf("%s holds %q", seat, card)
		}
		for _, other := range []engine.Seat{"purple", "red", "", engine.Table} {
			if other != seat && (r.bonus(other, seat)[0] != "" || r.reads(other, card[0])) {
				t.Errorf("%q knows that %s holds %s", other, seat, card[0])
			}
		}
		if !r.reads(seat, card[0]) {
			t.Errorf("%s does not read of its own card: the search is broken", seat)
		}
	}
}

// bonus lists the bonus cards of a seat as an onlooker sees them.
func (r *room) bonus(onlooker, seat engine.Seat) (cards []engine.Term) {
	z, _ := r.see(onlooker).View.Zone(seat, "bonus")
	for _, c := range z.Cards {
		cards = append(cards, c.Name)
	}
	return cards
}

// reads tells whether a card stands in the log as an onlooker reads it.
func (r *room) reads(onlooker engine.Seat, card engine.Term) bool {
	for _, l := range r.see(onlooker).Log {
		if strings.Contains(fmt.Sprint(l), string(card)) {
			return true
		}
	}
	return false
}

// Where people draw from cardboard, the dealer keeps its hands off, and people tell
// what they drew, bonus cards without a name.
func TestPeopleDrawInTheFullBook(t *testing.T) {
	tier.Unraced(t, "goroutines of bots meet in TestBotAtTheTable, of dealers in TestDealer")
	t.Parallel()
	r := virtualRoom(t, t.TempDir())
	r.full([]companion.Seating{{Seat: "purple"}, {Seat: "red"}})
	if _, dealt, err := (games.Dealer{Table: r.Table, Deals: games.Deals}).Deal(t.Context(), games.Dice()); dealt || err != nil {
		t.Errorf("dealt where people draw: %t, %v", dealt, err)
	}
	r.say("table draw tile-03", "table draw tile-07")
	for n := 1; n <= 8; n++ {
		r.say(fmt.Sprintf("table refill ai-%02d", n))
	}
	r.say("table deal red -", "table deal purple dark-1", "purple pass")
}

// What the device deals nobody may ask for.
func TestNobodyElseDealsTheFullBook(t *testing.T) {
	tier.Unraced(t, "goroutines of bots meet in TestBotAtTheTable, of dealers in TestDealer")
	t.Parallel()
	r := virtualRoom(t, t.TempDir())
	r.full([]companion.Seating{{Seat: "purple"}, {Seat: "red"}}, "dealt")
	if got := r.see("purple").Legal; len(got) > 0 {
		t.Errorf("purple may do %q", got[0].Line)
	}
	_, err := r.Table.Do(t.Context(), companion.Request{Seat: "purple", Line: "table draw tile-03"})
	if err == nil || err.Error() != "only table may do that" {
		t.Errorf("purple draws a tile: %v", err)
	}
}

// A person plays two rounds of the full book against each kind of bot. Neither the
// pages nor the operator's log tell what the bot holds.
func TestFullBookAgainstBots(t *testing.T) {
	tier.Unraced(t, "goroutines of bots meet in TestBotAtTheTable, of dealers in TestDealer")
	t.Parallel()
	for _, kind := range []string{"greedy", "casual", "random"}[:tier.Of(t, tier.Program, "kinds", 1, 3, 3)] {
		t.Run(kind, func(t *testing.T) {
			var log bytes.Buffer
			r := virtualRoomWith(t, t.TempDir(), slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})))
			r.attended()
			r.full([]companion.Seating{{Seat: "purple"}, {Seat: "red", Bot: kind}}, "stations")
			for round := 0; round < 3; {
				s := r.myTurn("purple")
				for _, c := range r.bonus("purple", "red") {
					if c != "" {
						t.Fatalf("purple sees that the bot holds %s", c)
					}
				}
				if round = s.View.Round(); s.View.Over {
					t.Fatal("the game is over before the third round")
				}
				r.say(plainly(s).Line)
			}
			r.leave()
			if regexp.MustCompile(`table deal|(light|dark)-\d`).MatchString(log.String()) {
				t.Errorf("the operator reads %s", log.String())
			}
		})
	}
}

// plainly ends what can be ended, and else does the first thing, but takes nothing
// back.
func plainly(s companion.Snapshot) companion.LegalCommand {
	for _, verb := range []string{" pass$", " ready$", ` plan \d `, ""} {
		i := slices.IndexFunc(s.Legal, func(c companion.LegalCommand) bool { return regexp.MustCompile(verb).MatchString(c.Line) })
		if i >= 0 {
			return s.Legal[i]
		}
	}
	panic("nothing can be done")
}

// Random bots come to the end of every kind of game, chance and all: they also say
// what people draw.
func TestRandomInTheFullBook(t *testing.T) {
	tier.Unraced(t, "goroutines of bots meet in TestBotAtTheTable, of dealers in TestDealer")
	t.Parallel()
	for seed, c := range []struct {
		seats []engine.Seat
		facts []string
	}{
		{[]engine.Seat{"purple", "automa"}, []string{"stacks table"}},
		{[]engine.Seat{"purple", "red"}, []string{"stacks table", "module leaders", "module stations"}},
		{[]engine.Seat{"purple", "red", "green"}, []string{"module stations"}},
		{[]engine.Seat{"purple", "red", "green", "blue"}, []string{"module leaders"}},
	} {
		bots := map[engine.Seat]bot.Bot{}
		for _, s := range c.seats {
			bots[s] = shadowsbot.Random()
		}
		end := bottest.Match(t, bottest.FullBook(t, c.seats, c.facts...), uint64(seed), bots)
		if !slices.ContainsFunc(end.Seats, func(q councilofshadows.ObservedSeat) bool { return q.Winner }) {
			t.Errorf("%v: nobody wins", c.seats)
		}
	}
}

// The demo of the full book, for each number of seats: it replays, its log is
// sound, the same seed plays the same game, and a terminal is wide enough.
func TestDemoOfTheFullBook(t *testing.T) {
	tier.Test(t, tier.Program, "demos with their replays and exports")
	t.Parallel()
	for people := 1; people <= tier.Of(t, tier.Program, "seats", 0, 2, 4); people++ {
		t.Run(fmt.Sprintf("%d seats", people), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			args := []string{"demo", "--book", "full", "--seats", fmt.Sprint(people), "--seed", fmt.Sprint(60 + people), "--data"}
			checkDemo(t, args, dir)
			checkExport(t, dir, " consumption +")
		})
	}
}

// After each round the demo shows the board, and at the end how the final scoring
// came about.
func TestDemoShowsTheBoard(t *testing.T) {
	tier.Test(t, tier.Program, "a whole demo of three seats")
	t.Parallel()
	text := output(t, "demo", "--book", "full", "--with", "leaders,stations", "--seats", "3", "--seed", "3", "--data", t.TempDir())
	rounds := len(regexp.MustCompile(`(?m)^(Round [2-9](, the last)?|End of the game)$`).FindAllString(text, -1))
	boards := regexp.MustCompile(`(?m)^holds +gems bonus .*\n(.*\n)+?galaxy +energy  tiles purple    red  green  station\n(.+\n){8}`).FindAllString(text, -1)
	if rounds < 5 || len(boards) != rounds {
		t.Errorf("%d boards for %d rounds", len(boards), rounds)
	}
	for _, want := range []string{"of purple", "of red", "of green"} {
		if !strings.Contains(boards[len(boards)-1], want) {
			t.Errorf("no station %q on the last board\n%s", want, boards[len(boards)-1])
		}
	}
	_, final, _ := strings.Cut(text, "    Final scoring\n")
	for _, want := range []string{`Light bonus card \d\d: \d+ \+ \d+ for each of \d+: \d+ = \d+;\s+It\s+counts`, `(Purple|Red|Green) wins\.`} {
		if !regexp.MustCompile(want).MatchString(final) {
			t.Errorf("the final scoring lacks %s:\n%s", want, final)
		}
	}
	for line := range strings.Lines(text) {
		if n := len([]rune(strings.TrimSuffix(line, "\n"))); n > demo.Columns && !strings.HasPrefix(line, "Demo in ") && !strings.HasPrefix(line, "The log is ") {
			t.Errorf("%d columns: %s", n, line)
		}
	}
}
