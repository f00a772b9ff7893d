package enginetest

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"arbiter/engine"
	"arbiter/engine/notation"
)

// mostPayments is the most ways to pay for the same thing that a list may have: nobody reads more.
const mostPayments = 20

// paidFor returns a function that reports whether the list has another way to pay for what a
// command does.
func paidFor(legal []engine.Command) func(engine.Command) bool {
	list := map[engine.Command]bool{}
	for _, c := range legal {
		if p, ok := c.(engine.Pays); ok {
			list[p.Unpaid()] = true
		}
	}
	return func(c engine.Command) bool {
		p, ok := c.(engine.Pays)
		return ok && list[p.Unpaid()]
	}
}

// Ways is a second implementation of paying: it returns all commands that do the same as c and are
// paid for with what the state holds, and for each whether it settles the price; nil if c costs
// nothing.
type Ways func(s engine.State, c engine.Command) map[engine.Command]bool

// Payments plays random games of each setting. Decide must accept exactly those payments that a
// second implementation allows for a listed command, listed or not, and a list may have at most
// twenty ways to pay for the same.
func Payments(t *testing.T, settings []Setting, games int, seed uint64, ways Ways) {
	for i, set := range settings {
		asked, unlisted := 0, 0
		for n := range games {
			r := rand.New(rand.NewPCG(seed+uint64(n), 11))
			err := set.walk(r, func(s engine.State, legal []engine.Command) error {
				a, u, err := settled(s, legal, ways)
				asked, unlisted = asked+a, unlisted+u
				return err
			})
			if err != nil {
				t.Fatalf("setting %d, seed %d: %v", i, seed+uint64(n), err)
			}
		}
		t.Logf("setting %d: %d payments, %d not listed", i, asked, unlisted)
		if unlisted == 0 {
			t.Errorf("setting %d: every payment of %d is listed: this shows too little", i, asked)
		}
	}
}

// settled checks all ways to pay for what is listed.
func settled(s engine.State, legal []engine.Command, ways Ways) (asked, unlisted int, err error) {
	list, number := map[engine.Command]bool{}, map[engine.Command]int{}
	for _, c := range legal {
		if p, ok := c.(engine.Pays); ok {
			list[c] = true
			number[p.Unpaid()]++
		}
	}
	for c, n := range number {
		if n > mostPayments {
			return asked, unlisted, fmt.Errorf("%d ways to pay for %q are listed", n, notation.Format(c))
		}
	}
	for c := range list {
		unpaid := c.(engine.Pays).Unpaid()
		if number[unpaid] == 0 {
			continue // checked already
		}
		number[unpaid] = 0
		for w, settles := range ways(s, c) {
			if _, err := s.Decide(w); (err == nil) != settles {
				return asked, unlisted, fmt.Errorf("%q settles the price: %t, answer %v", notation.Format(w), settles, err)
			}
			if asked++; settles && !list[w] {
				unlisted++
			}
		}
	}
	return asked, unlisted, nil
}
