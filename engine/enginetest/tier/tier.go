// Package tier says how much a test does. There are three tiers:
//
//	quick   every save: go test -short, a minute for all packages
//	test    every push: go test, minutes
//	long    every night, in parts: ARBITER_TESTS=crash go test -short
//
// A part of long plays the tests that name it with their long numbers, all others
// as quick does. ARBITER_TESTS=long plays all parts. ARBITER_TIMES=10 multiplies
// the long numbers; ARBITER_SEED=7 is another first seed, in every tier.
//
// Numbers and seeds are told as attributes of the test, which cmd/report reads
// from go test -json.
package tier

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
)

// A Part is a part of the long tier that can also be run by itself: make long-laws.
type Part string

const (
	Laws     Part = "laws"     // random games, search, secrets of the rules
	Referees Part = "referees" // games judged again: by a second program, by brute force, by broken rules
	Screens  Part = "screens"  // what people are shown and told in random games
	Readers  Part = "readers"  // chips, lines, panels: reconnects and polls
	Pages    Part = "pages"    // browsers, secrecy of what leaves the device
	Program  Part = "program"  // whole commands and devices, bots
	Crash    Part = "crash"    // power cuts, kills, failing disks, flipped bytes
	Soak     Part = "soak"     // one long evening after another
)

// Parts are all parts of the long tier.
var Parts = []Part{Laws, Referees, Screens, Readers, Pages, Program, Crash, Soak}

// raced reports whether the race detector is on.
var raced bool

func long(p Part) bool {
	switch chosen := os.Getenv("ARBITER_TESTS"); chosen {
	case "":
		return false
	case "long", string(p):
		return true
	default:
		for _, known := range Parts {
			if chosen == string(known) {
				return false
			}
		}
		panic(fmt.Sprintf("ARBITER_TESTS=%s: want long or one of %v", chosen, Parts))
	}
}

// Of returns how many of something a test looks at in the present tier.
func Of(t testing.TB, p Part, what string, quick, test, most int) int {
	t.Helper()
	n := test
	switch {
	case long(p):
		n = most * int(number(t, "ARBITER_TIMES", 1))
	case testing.Short():
		n = quick
	}
	t.Attr(strings.ReplaceAll(what, " ", "-"), strconv.Itoa(n)) // keys have no spaces
	return n
}

// Seed returns the first seed of a test: 1, or ARBITER_SEED.
func Seed(t testing.TB) uint64 {
	t.Helper()
	seed := number(t, "ARBITER_SEED", 1)
	t.Attr("seed", strconv.FormatUint(seed, 10))
	return seed
}

// Test skips a test in the quick tier. The reason is one line: what the test needs.
func Test(t testing.TB, p Part, why string) {
	t.Helper()
	if testing.Short() && !long(p) {
		t.Skip("test: " + why)
	}
}

// Long skips a test in the quick and test tiers. The reason is one line: what the test needs.
func Long(t testing.TB, p Part, why string) {
	t.Helper()
	if !long(p) {
		t.Skipf("long: %s; make long-%s", why, p)
	}
}

// Unraced skips a test under the race detector, where it would cost many times as much. The reason
// is one line: why no goroutines meet in it, or which other test they meet in.
func Unraced(t testing.TB, why string) {
	t.Helper()
	if raced {
		t.Skip("race: " + why)
	}
}

func number(t testing.TB, name string, otherwise uint64) uint64 {
	t.Helper()
	text := os.Getenv(name)
	if text == "" {
		return otherwise
	}
	n, err := strconv.ParseUint(text, 10, 63)
	if err != nil || n == 0 {
		t.Fatalf("%s=%s: want a number from 1", name, text)
	}
	return n
}
