package tier

import (
	"flag"
	"fmt"
	"strconv"
	"strings"
	"testing"
)

// A fake is a test that remembers what it was told.
type fake struct {
	testing.TB
	attr, said string
}

func (f *fake) Helper()                       {}
func (f *fake) Attr(key, value string)        { f.attr = key + "=" + value }
func (f *fake) Skip(args ...any)              { f.said = fmt.Sprint(args...) }
func (f *fake) Skipf(format string, a ...any) { f.said = fmt.Sprintf(format, a...) }
func (f *fake) Fatalf(format string, a ...any) {
	panic(fmt.Sprintf(format, a...))
}

func environment(t *testing.T, short bool, tests, times, seed string) {
	was := testing.Short()
	set := func(short bool) {
		if err := flag.Set("test.short", strconv.FormatBool(short)); err != nil {
			t.Fatal(err)
		}
	}
	set(short)
	t.Cleanup(func() { set(was) })
	t.Setenv("ARBITER_TESTS", tests)
	t.Setenv("ARBITER_TIMES", times)
	t.Setenv("ARBITER_SEED", seed)
}

// What a test of the part crash does in each tier: how many, and whether it is left
// out where it is none for quick, or none for quick and test.
func TestTiers(t *testing.T) {
	for _, c := range []struct {
		name         string
		short        bool
		tests, times string
		of           int
		test, long   string
	}{
		{"quick", true, "", "", 1, "test: a disk", "long: a disk; make long-crash"},
		{"test", false, "", "", 20, "", "long: a disk; make long-crash"},
		{"its part", true, "crash", "", 300, "", ""},
		{"another part", true, "laws", "", 1, "test: a disk", "long: a disk; make long-crash"},
		{"all parts", true, "long", "", 300, "", ""},
		{"all parts without -short", false, "long", "", 300, "", ""},
		{"ten times", true, "crash", "10", 3000, "", ""},
		{"ten times another part", true, "laws", "10", 1, "test: a disk", "long: a disk; make long-crash"},
		{"ten times test", false, "", "10", 20, "", "long: a disk; make long-crash"},
	} {
		t.Run(c.name, func(t *testing.T) {
			environment(t, c.short, c.tests, c.times, "")
			of, test, long := fake{}, fake{}, fake{}
			n := Of(&of, Crash, "kills", 1, 20, 300)
			Test(&test, Crash, "a disk")
			Long(&long, Crash, "a disk")
			if n != c.of || of.attr != fmt.Sprint("kills=", n) {
				t.Errorf("%d (%s), want %d", n, of.attr, c.of)
			}
			if test.said != c.test || long.said != c.long {
				t.Errorf("%q and %q, want %q and %q", test.said, long.said, c.test, c.long)
			}
		})
	}
}

// Under the race detector alone a test is left out that says so.
func TestUnraced(t *testing.T) {
	was := raced
	t.Cleanup(func() { raced = was })
	for under, want := range map[bool]string{true: "race: one goroutine", false: ""} {
		raced = under
		var f fake
		if Unraced(&f, "one goroutine"); f.said != want {
			t.Errorf("race detector %t: %q, want %q", under, f.said, want)
		}
	}
}

func TestSeed(t *testing.T) {
	for text, want := range map[string]uint64{"": 1, "7": 7} {
		environment(t, true, "", "", text)
		var f fake
		if got := Seed(&f); got != want || f.attr != fmt.Sprint("seed=", want) {
			t.Errorf("seed %q: %d (%s), want %d", text, got, f.attr, want)
		}
	}
}

// What is mistyped stops the test: it would do less than was asked for.
func TestMistakes(t *testing.T) {
	for _, c := range []struct{ tests, times, seed, want string }{
		{"crahs", "", "", "ARBITER_TESTS=crahs: want long or one of [laws referees screens readers pages program crash soak]"},
		{"crash", "0", "", "ARBITER_TIMES=0: want a number from 1"},
		{"crash", "many", "", "ARBITER_TIMES=many: want a number from 1"},
		{"", "", "-1", "ARBITER_SEED=-1: want a number from 1"},
	} {
		environment(t, true, c.tests, c.times, c.seed)
		said := func() (said string) {
			defer func() { said = fmt.Sprint(recover()) }()
			Of(&fake{}, Crash, "kills", 1, 20, 300)
			Seed(&fake{})
			return ""
		}()
		if !strings.Contains(said, c.want) {
			t.Errorf("%v: %q", c, said)
		}
	}
}
