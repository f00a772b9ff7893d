package web_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"arbiter/companion"
	"arbiter/companion/companiontest"
	"arbiter/companion/web"
	"arbiter/companion/words"
	"arbiter/display"
	"arbiter/engine"
	"arbiter/engine/councilofshadows"
	"arbiter/engine/enginetest/tier"
)

// twins are two tables in one process. They play the same, but for the cards that
// one seat lays face down.
type twins struct {
	testing.TB
	r     *rand.Rand
	both  [2]*twin
	seats []engine.Seat
	owner engine.Seat       // whose cards differ, for its own log tells of that to the end
	other map[string]string // which card the second table has for each of the first; nil while none differs

	tried []string // what the owner could wish in the state that is compared

	states, leaks int
	told          int  // states in which other programs would learn of it from the owner's snapshot
	entered       int  // states in which a broker would learn of it, were it told the owner's last entry
	blind         bool // the control: the owner's page counts as somebody else's
}

type twin struct {
	table   *companion.Table
	store   *companiontest.Store
	web     *web.Server
	painter *display.Painter
	words   *words.Catalogue
	handler http.Handler
	asked   map[string]bool      // paths that a browser asked for, with ID for the game
	pages   map[string]*web.Page // by language and seat
	cookies map[engine.Seat]*http.Cookie
	log     *hushed
}

// A hushed log is all that a table and its server write down, without what is so
// by chance.
type hushed struct {
	mu   sync.Mutex
	text strings.Builder
}

func (h *hushed) Write(b []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.text.Write(b)
}

func (h *hushed) String() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return dated.ReplaceAllString(h.text.String(), "")
}

func newTwin(t testing.TB, g companion.NewGame, change ...func(*web.Opts)) *twin {
	t.Helper()
	catalogue, err := catalogue()
	check(t, err)
	offers, err := companion.Offers(councilofshadows.Game)
	check(t, err)
	w := &twin{store: &companiontest.Store{}, painter: display.New(), words: catalogue, pages: map[string]*web.Page{}, cookies: map[engine.Seat]*http.Cookie{}, asked: map[string]bool{}, log: &hushed{}}
	logger := slog.New(slog.NewTextHandler(w.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	now := func() time.Time { return time.Date(2026, 11, 21, 20, 15, 0, 0, time.UTC) }
	w.table, err = companion.New(companion.Opts{Offers: offers, Store: w.store, Now: now, Settle: time.Nanosecond, Logger: logger})
	check(t, err)
	o := web.Opts{
		Table: w.table, Words: catalogue, API: web.API{On: true}, Network: web.Network{Open: true},
		Past:    web.Past{History: pastGames{w.store}, Statistics: notebook{}, Records: records{}, Draw: drawer(catalogue)},
		Program: web.Program{Now: now, Logger: logger},
	}
	for _, f := range change {
		f(&o)
	}
	w.web, err = web.New(o)
	check(t, err)
	w.handler = w.web.Handler()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { defer close(done); w.table.Run(ctx) }()
	t.Cleanup(func() { cancel(); <-done })
	_, err = w.table.Start(t.Context(), g)
	check(t, err)
	return w
}

// born starts two tables with the same game, of either book.
func born(t testing.TB, r *rand.Rand) *twins {
	t.Helper()
	g := companion.NewGame{Game: "council-of-shadows", Box: "stand-in"}
	all := []engine.Seat{"purple", "red", "green", "blue"}
	p := &twins{TB: t, r: r, seats: all[:2+r.IntN(3)]}
	for _, seat := range p.seats {
		g.Seats = append(g.Seats, companion.Seating{Seat: seat, Name: "Player " + string(seat)})
	}
	g.Order = p.seats
	if r.IntN(2) == 0 {
		g.Options = []string{"full-book"}
	}
	p.owner = p.seats[r.IntN(len(p.seats))]
	for i := range p.both {
		p.both[i] = newTwin(t, g)
	}
	return p
}

func (p *twins) snap(i int, seat engine.Seat) companion.Snapshot {
	p.Helper()
	s, err := p.both[i].table.Snapshot(p.Context(), seat)
	check(p, err)
	return s
}

// do gives a command at both tables; false if one of them refuses it.
func (p *twins) do(seat engine.Seat, line string) bool {
	p.Helper()
	ok := true
	for i, w := range p.both {
		said := line
		if i == 1 && seat == p.owner {
			said = p.mapped(line)
		}
		_, err := w.table.Do(p.Context(), companion.Request{Seat: seat, Line: said, Version: p.snap(i, "").Version})
		if err != nil && !errors.As(err, &engine.Refusal{}) {
			p.Fatalf("%s: %v", said, err)
		}
		if i == 1 && ok != (err == nil) {
			p.Fatalf("%s and %s: one table refuses, the other does not: %v", line, said, err)
		}
		ok = err == nil
	}
	return ok
}

// mapped is what the second table plays for a line of the owner.
func (p *twins) mapped(line string) string {
	list := strings.Fields(line)
	for i, w := range list {
		if other, ok := p.other[w]; ok {
			list[i] = other
		}
	}
	return strings.Join(list, " ")
}

// A turn is a command and who asks for it.
type turn struct {
	seat engine.Seat
	line string
}

func (p *twins) turns(keep func(turn) bool) []turn {
	p.Helper()
	var all []turn
	for _, seat := range p.seats {
		for _, c := range p.snap(0, seat).Legal {
			if t := (turn{seat, c.Line}); keep(t) {
				all = append(all, t)
			}
		}
	}
	return all
}

func verb(line string) string { return strings.Fields(line)[1] }

// play lets both tables play on until so many states were compared, or the game
// is over.
func (p *twins) play(states int) {
	p.Helper()
	for range 2000 {
		all := p.turns(func(turn) bool { return true })
		if len(all) == 0 || p.states >= states {
			return
		}
		if i := slices.IndexFunc(all, func(t turn) bool { return t.seat == p.owner && verb(t.line) == "plan" }); i >= 0 && p.r.IntN(3) == 0 {
			p.differ(states)
			continue
		}
		t := all[p.r.IntN(len(all))]
		p.do(t.seat, t.line)
	}
}

// differ lets a seat lay other cards at the second table, and take them back.
func (p *twins) differ(states int) {
	p.Helper()
	owner := p.owner
	p.swap()
	for range 6 + p.r.IntN(10) {
		all := p.turns(p.hides)
		if len(all) == 0 || p.states >= states {
			break
		}
		t := all[p.r.IntN(len(all))]
		if p.do(t.seat, t.line) && p.apart() {
			p.compare()
		}
	}
	back := func(t turn) bool { return t.seat == owner && p.hides(t) && verb(t.line) == "take-back" }
	for all := p.turns(back); len(all) > 0; all = p.turns(back) {
		p.do(owner, all[0].line)
	}
	p.other = nil
}

// swap gives each card of the owner's hand another one of it at the second table.
func (p *twins) swap() {
	p.Helper()
	hand, _ := p.snap(0, p.owner).View.Zone(p.owner, engine.Hand)
	names := make([]string, len(hand.Cards))
	for i, k := range hand.Cards {
		names[i] = string(k.Name)
	}
	p.other = map[string]string{}
	for i, n := range names {
		p.other[n] = names[(i+1)%len(names)]
	}
}

// hides reports whether a turn shows nobody a card: the owner lays cards or takes them
// back, others do anything but end the planning.
func (p *twins) hides(t turn) bool {
	mine := strings.HasPrefix(t.line, string(p.owner)+" ")
	return t.seat == p.owner && mine && (verb(t.line) == "plan" || verb(t.line) == "take-back") || !mine && t.seat != p.owner && verb(t.line) != "ready"
}

// apart reports whether the tables differ now.
func (p *twins) apart() bool {
	for _, z := range p.snap(0, p.owner).View.Zones {
		if z.Seat == p.owner && z.Name != engine.Hand && slices.ContainsFunc(z.Cards, func(k engine.Card) bool { return k.Fresh && k.Name != "" }) {
			return true
		}
	}
	return false
}

// compare looks at everything that leaves both houses for all but the owner.
func (p *twins) compare() {
	p.Helper()
	p.states++
	leaked := false
	if p.both[0].abroad(p, p.snap(0, p.owner)) != p.both[1].abroad(p, p.snap(1, p.owner)) {
		p.told++
	}
	if p.both[0].entry(p, p.snap(0, p.owner)) != p.both[1].entry(p, p.snap(1, p.owner)) {
		p.entered++
	}
	for _, seat := range []engine.Seat{"", p.somebody()} {
		one, two := p.outgoing(0, seat), p.outgoing(1, seat)
		for i := range one {
			if one[i] == two[i] {
				continue
			}
			leaked = true
			if !p.blind {
				p.Fatalf("%s's hidden card shows to %q in %.40q:\n%s\n%s", p.owner, seat, one[i], around(one[i], two[i]), around(two[i], one[i]))
			}
		}
	}
	if leaked {
		p.leaks++
	}
}

// somebody is another seat than the owner's; in the control it is the owner's.
func (p *twins) somebody() engine.Seat {
	all := slices.DeleteFunc(slices.Clone(p.seats), func(s engine.Seat) bool { return (s == p.owner) != p.blind })
	return all[p.r.IntN(len(all))]
}

// around is where a text first differs from another.
func around(text, other string) string {
	at := 0
	for at < min(len(text), len(other)) && text[at] == other[at] {
		at++
	}
	return text[max(0, at-400):min(len(text), at+200)]
}

// No page, event, refusal or picture tells another seat's hidden card: two tables
// that differ in hidden cards alone send the same bytes to all but their owner,
// in thousands of random states of games with two to four seats and both books.
func TestNobodySeesHiddenCards(t *testing.T) {
	tier.Unraced(t, "pages that one goroutine draws")
	t.Parallel()
	n, seed := tier.Of(t, tier.Pages, "states", 40, 200, 20_000), tier.Seed(t)
	const each = 50 // states of a game
	var states atomic.Int64
	t.Run("games", func(t *testing.T) {
		for game := range (n + each - 1) / each {
			t.Run(fmt.Sprint(game), func(t *testing.T) {
				t.Parallel()
				p := born(t, rand.New(rand.NewPCG(6+seed, uint64(game))))
				p.play(each)
				states.Add(int64(p.states))
			})
		}
	})
	if got := int(states.Load()); got < n*9/10 {
		t.Errorf("%d states were compared, want %d", got, n)
	}
	t.Logf("%d states", states.Load())
}

// The control: where the owner's page counts as somebody else's, each state is a
// leak.
func TestALeakIsSeen(t *testing.T) {
	tier.Unraced(t, "pages that one goroutine draws")
	t.Parallel()
	p := born(t, rand.New(rand.NewPCG(7, 0)))
	p.blind = true
	p.play(15)
	if p.states < 15 || p.leaks != p.states {
		t.Errorf("%d of %d leaks were seen", p.leaks, p.states)
	}
	if p.told != p.states {
		t.Errorf("of %d states %d differ for other programs that get what a seat knows", p.states, p.told)
	}
	if p.entered == 0 {
		t.Errorf("in none of %d states a broker that is told entries would learn of a card", p.states)
	}
}
