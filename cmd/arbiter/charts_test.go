package main

import (
	"strings"
	"testing"

	"arbiter/companion/review"
	"arbiter/engine"
	"arbiter/engine/bot"
	"arbiter/engine/councilofshadows"
	shadowsbot "arbiter/engine/councilofshadows/bot"
	"arbiter/engine/councilofshadows/bot/bottest"
	"arbiter/engine/enginetest/tier"
)

// What charts tell at the end is what the table shows at the end, and where energy
// came from adds up to all that was won.
func TestChartsAgreeWithTheTable(t *testing.T) {
	t.Parallel()
	seats := []engine.Seat{"purple", "red", "green"}
	for seed := range uint64(3) {
		s := bottest.FullBook(t, seats)
		start := s.State()
		bottest.Match(t, s, seed, map[engine.Seat]bot.Bot{"purple": shadowsbot.Greedy{}, "red": shadowsbot.Greedy{}, "green": shadowsbot.Random()})
		game := councilofshadows.Game
		game.New = func([]engine.Seat, []engine.Event) (engine.State, error) { return start, nil }
		film, err := review.New(game, engine.Setup{}, s.Entries(), review.Spectator)
		must(t, err)
		won := map[engine.Seat]int{}
		for _, e := range film.Standing(film.Last()) {
			if e, ok := e.(councilofshadows.Energy); ok && e.By > 0 {
				won[e.Seat] += int(e.By)
			}
		}
		compare(t, film, won)
		ranked(t, film)
		if rounds := film.Rounds(); len(rounds) < 3 || rounds[0].First != 0 || rounds[len(rounds)-1].Last != film.Last() {
			t.Errorf("seed %d: rounds %v of %d entries", seed, rounds, film.Last())
		}
	}
}

func compare(t *testing.T, film *review.Replay, won map[engine.Seat]int) {
	t.Helper()
	end := film.End().View()
	at := func(name string, seat engine.Seat) int { n, _ := end.At(name, seat); return n }
	charts := map[string]engine.Chart{}
	for _, c := range film.Charts() {
		charts[c.Name] = c
		for _, x := range c.Series {
			if len(x.At) != len(c.Steps) {
				t.Errorf("%s, %v: %d numbers for %d steps", c.Name, x.Title, len(x.At), len(c.Steps))
			}
		}
	}
	last := func(x engine.Series) int { return x.At[len(x.At)-1] }
	sources := charts["sources"]
	for i, p := range film.Start.View().Seats {
		chase := charts["energy-"+string(p.Seat)]
		if got, want := last(chase.Series[0]), at("energy", p.Seat); got != want {
			t.Errorf("%s ends with energy %d, want %d", p.Seat, got, want)
		}
		if got, want := last(chase.Series[1]), at("consumption", p.Seat); got != want || !chase.Series[1].Aim {
			t.Errorf("%s ends with consumption %d, want %d", p.Seat, got, want)
		}
		if got, want := len(chase.Series[0].Marks), at("level", p.Seat); got != want {
			t.Errorf("%s has %d marks of levels, want %d", p.Seat, got, want)
		}
		for name, track := range map[string]string{"order": "order", "levels": "level"} {
			for _, x := range charts[name].Series {
				if x.Seat == p.Seat && last(x) != at(track, p.Seat) {
					t.Errorf("%s of %s ends with %d, want %d", name, p.Seat, last(x), at(track, p.Seat))
				}
			}
		}
		sum := 0
		for _, x := range sources.Series {
			sum += x.At[i]
		}
		if seat := sources.Steps[i].Args[0].(engine.Seat); sum != won[seat] || sum == 0 {
			t.Errorf("the sources of %s add up to %d, want %d", seat, sum, won[seat])
		}
	}
}

// ranked: who has won is first, and nobody else; places are as many as seats.
func ranked(t *testing.T, film *review.Replay) {
	t.Helper()
	ranks := film.Ranks()
	for _, p := range film.End().View().Seats {
		found := false
		for _, r := range ranks {
			if r.Seat == p.Seat {
				found = true
				if (r.Place == 1) != p.Winner || r.Place < 1 || r.Place > len(ranks) {
					t.Errorf("%s has place %d, won: %t", r.Seat, r.Place, p.Winner)
				}
			}
		}
		if !found {
			t.Errorf("%s has no place", p.Seat)
		}
	}
}

// The chart of The High Council ends with the largest blocks on the ring.
func TestBlocksAgreeWithTheRing(t *testing.T) {
	tier.Test(t, tier.Program, "a whole demo")
	t.Parallel()
	_, g := library(t, "--game", "high-council", "--seats", "4")
	film, err := review.New(g.Rules, g.Setup, g.Entries, review.Spectator)
	must(t, err)
	end := film.End().View()
	for _, c := range film.Charts() {
		for _, x := range c.Series {
			if x.Aim {
				continue
			}
			track := map[string]string{"blocks": "block", "pieces": "pieces"}[c.Name]
			if want, ok := end.At(track, x.Seat); !ok || x.At[len(x.At)-1] != want {
				t.Errorf("%s of %s ends with %d, want %d", c.Name, x.Seat, x.At[len(x.At)-1], want)
			}
		}
	}
	ranked(t, film)
	teams := map[string]int{}
	for _, r := range film.Ranks() {
		teams[string(r.Team)]++
	}
	if teams["pro"] != 2 || teams["contra"] != 2 {
		t.Errorf("teams: %v", teams)
	}
	if len(g.Traits()) != 4 || !strings.Contains(g.Result, " ") {
		t.Errorf("traits %v, result %q", g.Traits(), g.Result)
	}
}
