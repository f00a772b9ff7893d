package councilofshadows_test

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"arbiter/engine"
	council "arbiter/engine/councilofshadows"
	"arbiter/engine/enginetest"
	"arbiter/engine/enginetest/tier"
	"arbiter/engine/notation"
)

// TestBrute keeps a ledger of random games of the full book and compares: in every
// position the engine offers exactly what the ledger works out by trying (purchases
// with every way to pay, cubes, tiles, yields, galaxies and the cubes that may
// leave), and what a command brings is what the ledger expects: rewards by
// majority, S3E3, Empire and Feudalism, yields, and steps left out only when
// nothing of them is possible.
func TestBrute(t *testing.T) {
	all := bruteSettings(t)
	games, first := tier.Of(t, tier.Referees, "games", 4, 48, 1000), tier.Seed(t)
	for shard := range enginetest.Shards {
		t.Run(fmt.Sprint(shard), func(t *testing.T) {
			t.Parallel()
			positions := 0
			for i := shard; i < games; i += enginetest.Shards {
				n := first + uint64(i)
				played, err := audit(t, all[n%uint64(len(all))], n, "")
				if err != nil {
					t.Fatalf("seed %d: %v", n, err)
				}
				positions += played
			}
			t.Logf("%d positions", positions)
		})
	}
}

// TestBruteControl is the control of TestBrute: a ledger that has a rule wrong is
// found out soon.
func TestBruteControl(t *testing.T) {
	all := bruteSettings(t)
	for _, rule := range wrongRules {
		t.Run(rule, func(t *testing.T) {
			t.Parallel()
			for n := range uint64(200) {
				if _, err := audit(t, all[n%uint64(len(all))], n, rule); err != nil {
					return
				}
			}
			t.Error("nobody minds")
		})
	}
}

// bruteSettings are the tables of the full book, and some more at which seats are
// rich and like to build, so that stations meet leaders.
func bruteSettings(tb testing.TB) []enginetest.Setting {
	modules := []string{"book full", "module leaders", "module stations"}
	_, once := onceSettings(tb)
	return slices.Concat(fullSettings(tb), once, setTables(tb, builder, []table{
		{"purple automa", "stand-in", append(modules, "purple holds 3/5/5",
			"acts automa-02 1 left colonize 1 terrestrial 1 grey+green stand-in", "acts automa-05 1 right discover 2 terrestrial 2 blue+orange stand-in")},
		{"purple red", "stand-in", append(modules, "purple holds 3/5/5", "red holds 3/5/5")},
		{"purple red green", "stand-in", append(modules, "purple holds 3/5/5", "green holds 3/5/5")},
		{"purple red green blue", "stand-in", append(modules, "red holds 3/5/5", "blue holds 3/5/5")},
	}))
}

// builder builds a station where it can.
func builder(r *rand.Rand, s engine.State, legal []engine.Command) engine.Command {
	builds := slices.DeleteFunc(slices.Clone(legal), func(c engine.Command) bool { _, ok := c.(council.Build); return !ok })
	if len(builds) > 0 && r.IntN(2) == 0 {
		return builds[r.IntN(len(builds))]
	}
	return weighFull(r, s, legal)
}

// audit plays a random game with a ledger beside it.
func audit(t *testing.T, set enginetest.Setting, seed uint64, wrong string) (positions int, err error) {
	s, r := set.Begin(t), rand.New(rand.NewPCG(seed, 5))
	l := newLedger(set.Seats, set.Facts)
	l.wrong = wrong
	var c engine.Command
	defer func() {
		if x := recover(); x != nil {
			err = fmt.Errorf("after %q: panic: %v\n%s", notation.Format(c), x, l.words())
		}
	}()
	for ; ; positions++ {
		legal := s.Legal()
		if len(legal) == 0 {
			return positions, nil
		}
		if err := l.compare(legal); err != nil {
			return positions, err
		}
		if r.IntN(16) == 0 {
			if err := cmp.Or(l.ask(s, r), l.compareMap(s.View())); err != nil {
				return positions, err
			}
		}
		c = set.Weigh(r, s, legal)
		events, err := s.Decide(c)
		if err != nil {
			return positions, err
		}
		if err := l.follow(events); err != nil {
			return positions, fmt.Errorf("after %q: %w\n%s", notation.Format(c), err, l.words())
		}
		s = engine.Fold(s, events...)
	}
}

// compare sets what is offered against what the ledger works out.
func (l *ledger) compare(legal []engine.Command) error {
	want := l.allowed()
	var wrong []string
	for _, c := range legal {
		if l.concerns(c) && !want[c] {
			wrong = append(wrong, "offered against the rules: "+notation.Format(c))
		}
		delete(want, c)
	}
	for c := range want {
		wrong = append(wrong, "allowed and not offered: "+notation.Format(c))
	}
	if len(wrong) == 0 {
		return nil
	}
	slices.Sort(wrong)
	return fmt.Errorf("%s\n%s", strings.Join(wrong, "\n"), l.words())
}

// concerns tells whether the ledger works out commands of that kind now.
func (l *ledger) concerns(c engine.Command) bool {
	switch c.(type) {
	case council.Buy, council.Build, council.Found, council.Explore, council.Place, council.Gather, council.Raise, council.Score,
		council.Draw, council.Refill:
		return true
	case council.Deal:
		return l.phase != council.PhaseSetup
	case council.Pass:
		return l.due.Seat == "" || l.job != nil
	}
	return false
}

// ask makes commands up and compares the answers: only what the ledger allows is
// accepted.
func (l *ledger) ask(s engine.State, r *rand.Rand) error {
	want := l.allowed()
	for _, seat := range l.seats {
		for range 60 {
			c := l.guess(r, seat)
			_, err := s.Decide(c)
			if accepted := err == nil; accepted != want[c] {
				return fmt.Errorf("%q: accepted %t (%v), allowed %t\n%s", notation.Format(c), accepted, err, want[c], l.words())
			}
		}
	}
	return nil
}

// guess makes a command up that could be allowed.
func (l *ledger) guess(r *rand.Rand, seat engine.Seat) engine.Command {
	site, planet, n := uint8(r.IntN(33)), uint8(r.IntN(6)), uint8(r.IntN(5))
	galaxy := l.galaxyOf[int(site)]
	cause := []council.Item{council.None, council.None, council.Buteo, council.StationHarvest, council.Empire}[n]
	pay := council.Gemset{Anthracite: uint8(r.IntN(3)), Gold: uint8(r.IntN(3)), Crystal: uint8(r.IntN(3))}
	all := []engine.Command{
		council.Found{Seat: seat, Site: site, Planet: planet, Cubes: n}, council.Gather{Seat: seat, Site: site, Cause: cause},
		council.Explore{Seat: seat, Parsec: n}, council.Score{Seat: seat, Galaxy: galaxy, Site: site, Planet: planet},
		council.Score{Seat: seat, Galaxy: galaxy}, council.Raise{Seat: seat, Gem: council.Anthracite + council.Item(n)},
	}
	for _, tile := range l.drawn {
		all = append(all, council.Place{Seat: seat, Tile: tile, Site: site})
	}
	if l.phase == council.PhaseBuy {
		items := slices.Sorted(maps.Keys(l.prices))
		for range 4 {
			what := items[r.IntN(len(items))]
			all = append(all, council.Buy{Seat: seat, What: what, Pay: pay}, council.Build{Seat: seat, What: what, Galaxy: galaxy, Pay: pay})
		}
	}
	return all[r.IntN(len(all))]
}
