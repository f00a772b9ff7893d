package councilofshadows_test

import (
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"arbiter/engine"
	"arbiter/engine/councilofshadows"
	"arbiter/engine/enginetest"
	"arbiter/engine/enginetest/tier"
)

// Each number that a screen shows is the sum of what the books tell of it: in random
// games of both books, and of one that the referee takes over in the middle, as
// each seat and a spectator know them.
func TestBooks(t *testing.T) {
	games, seed := tier.Of(t, tier.Screens, "games", 1, 4, 100), tier.Seed(t)
	t.Run("tracks", func(t *testing.T) { enginetest.Audit(t, settings(t), 2*games, seed, 31, counted) })
	t.Run("full", func(t *testing.T) { enginetest.Audit(t, fullSettings(t), 3*games, seed, 31, counted) })
	t.Run("each step", func(t *testing.T) { enginetest.Audit(t, fullSettings(t)[2:3], 1, seed, 1, counted) })
	t.Run("taken over", func(t *testing.T) {
		var gems atomic.Int64
		enginetest.Audit(t, settings(t)[:1], 4*games, seed, 9, func(v engine.View, seat engine.Seat, name string) (int, bool) {
			if name == "gold" {
				gems.Add(1)
			}
			return counted(v, seat, name)
		})
		if gems.Load() == 0 {
			t.Error("the referee has never taken the cardboard over")
		}
	})
}

// counted reads a number that is on no track: gems off their heaps, and how far a
// field reaches off its title.
func counted(v engine.View, seat engine.Seat, name string) (int, bool) {
	if field, ok := strings.CutPrefix(name, "range-"); ok {
		z, ok := v.Zone(seat, field)
		if !ok {
			return 0, false
		}
		_, parsec, _ := strings.Cut(z.Title.String(), "(P")
		n, err := strconv.Atoi(strings.TrimSuffix(parsec, ")"))
		return n, err == nil
	}
	for _, heap := range v.Pieces {
		if heap.Name == name {
			for i, p := range v.Seats {
				if p.Seat == seat {
					return heap.At[i], true
				}
			}
		}
	}
	return 0, true // heaps without a gem are left out
}

// The control: books that forget one kind of event are found out.
func TestWrongBooksAreSeen(t *testing.T) {
	forgotten := map[string]func(engine.Event) bool{
		"energy":      func(e engine.Event) bool { x, ok := e.(councilofshadows.Energy); return ok && x.By > 0 },
		"consumption": func(e engine.Event) bool { _, ok := e.(councilofshadows.Consumption); return ok },
		"level":       func(e engine.Event) bool { _, ok := e.(councilofshadows.Level); return ok },
		"order":       func(e engine.Event) bool { _, ok := e.(councilofshadows.Order); return ok },
		"a purchase":  func(e engine.Event) bool { _, ok := e.(councilofshadows.Bought); return ok },
		"a range":     func(e engine.Event) bool { _, ok := e.(councilofshadows.Ranged); return ok },
	}
	for name, forgets := range forgotten {
		if _, err := enginetest.Books(fullSettings(t)[5].Forgetful(forgets), 3, 40, counted); err == nil {
			t.Errorf("%s is not in the books, and nobody noticed", name)
		}
	}
}

// Nothing that holds hidden cards has a JSON form in which it could be sent by
// mistake.
func TestSecretsAreSilent(t *testing.T) {
	for _, set := range []enginetest.Setting{settings(t)[1], fullSettings(t)[5]} {
		if hidden, err := enginetest.Silent(set, tier.Seed(t)); err != nil || hidden == 0 {
			t.Errorf("%d hidden entries: %v", hidden, err)
		}
	}
}
