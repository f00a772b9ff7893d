package main

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"arbiter/engine/enginetest/tier"
)

// A glance is what the process holds at one moment at which nobody plays.
type glance struct {
	heap, own, resident int // bytes
	goroutines, handles int
}

func (g glance) ofHeap() int     { return g.heap }
func (g glance) ofOwn() int      { return g.own }
func (g glance) ofResident() int { return g.resident }

func (g glance) String() string {
	return fmt.Sprintf("heap %.2f MB, resident %.1f MB, %.1f of it its own, %d goroutines, %d descriptors",
		float64(g.heap)/1e6, float64(g.resident)/1e6, float64(g.own)/1e6, g.goroutines, g.handles)
}

// glanceAt looks until nothing becomes less any more: a connection that is being
// closed takes a moment.
func glanceAt(t testing.TB) glance {
	t.Helper()
	var least glance
	for rest, end := 0, time.Now().Add(30*time.Second); rest < 5 && time.Now().Before(end); rest++ {
		runtime.GC()
		debug.FreeOSMemory()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		now := glance{int(m.HeapAlloc), memoryNow(t, "RssAnon:"), memoryNow(t, "VmRSS:"), runtime.NumGoroutine(), handlesNow(t)}
		if least == (glance{}) {
			least = now
		}
		if now.goroutines < least.goroutines || now.handles < least.handles {
			rest = 0
		}
		least = glance{min(now.heap, least.heap), min(now.own, least.own), min(now.resident, least.resident), min(now.goroutines, least.goroutines), min(now.handles, least.handles)}
		time.Sleep(20 * time.Millisecond) // until nothing becomes less
	}
	return least
}

// memoryNow is a line of proc(5), status, in bytes. RssAnon is what the process has for
// itself: pages of the program's own file do not count there, of which there are more
// with each part of it that has run.
func memoryNow(t testing.TB, line string) int {
	t.Helper()
	text, err := os.ReadFile("/proc/self/status")
	check(t, err)
	_, rest, _ := strings.Cut(string(text), line)
	fields := strings.Fields(rest)
	if len(fields) == 0 {
		t.Fatal("the kernel does not tell the memory of the process")
	}
	kilobytes, err := strconv.Atoi(fields[0])
	check(t, err)
	return kilobytes << 10
}

// handlesNow is how many files and connections the process has open.
func handlesNow(t testing.TB) int {
	t.Helper()
	list, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(list)
}

// comeAndGo is by how much goroutines differ from glance to glance although nothing
// leaks: whoever is being answered or let go has some for a moment.
const comeAndGo = 2

// leastGlances are two for each quarter.
const leastGlances = 8

// leaks judges glances over a long time, and says what has grown. The first quarter
// warms up. Memory: from the median of the second quarter to that of the last, the
// heap grows by at most 5 %, and what the process has for itself by at most 5 % of all
// that is resident. What is counted: the least of each quarter, for somebody may have been
// about to leave at any single glance; a leak makes each quarter's least higher
// than the one before, of goroutines in the end by more than come and go.
func leaks(all []glance) (grown []string) {
	if len(all) < leastGlances {
		return []string{fmt.Sprintf("%d glances say nothing", len(all))}
	}
	var quarters [4][]glance
	for i, g := range all {
		q := i * 4 / len(all)
		quarters[q] = append(quarters[q], g)
	}
	for _, m := range []struct {
		name string
		of   func(glance) int
		all  func(glance) int
	}{{"heap", glance.ofHeap, glance.ofHeap}, {"resident memory", glance.ofOwn, glance.ofResident}} {
		was, is, all := median(quarters[1], m.of), median(quarters[3], m.of), median(quarters[1], m.all)
		if share := float64(is-was) / float64(all); share > 0.05 {
			grown = append(grown, fmt.Sprintf("%s: %d bytes in the second quarter, %d in the last: %+.1f %% of %d", m.name, was, is, 100*share, all))
		}
	}
	for _, m := range []struct {
		name string
		of   func(glance) int
		more int // that is none
	}{{"goroutines", func(g glance) int { return g.goroutines }, comeAndGo}, {"descriptors", func(g glance) int { return g.handles }, 0}} {
		second, third, last := least(quarters[1], m.of), least(quarters[2], m.of), least(quarters[3], m.of)
		if second < third && third < last && last > second+m.more {
			grown = append(grown, fmt.Sprintf("%s: %d in the second quarter at least, then %d, then %d", m.name, second, third, last))
		}
	}
	return grown
}

func median(all []glance, of func(glance) int) int {
	list := numbers(all, of)
	slices.Sort(list)
	return list[len(list)/2]
}

func least(all []glance, of func(glance) int) int { return slices.Min(numbers(all, of)) }

func numbers(all []glance, of func(glance) int) []int {
	list := make([]int, len(all))
	for i, g := range all {
		list[i] = of(g)
	}
	return list
}

// The controls: what leaks is found, and what only comes and goes is not.
func TestLeaksAreFound(t *testing.T) {
	tier.Test(t, tier.Soak, "32 looks at all memory")
	var end []func()
	defer func() {
		for _, f := range end {
			f()
		}
	}()
	var kept [][]byte
	base := glanceAt(t)
	for name, c := range map[string]struct {
		leak func(i int)
		want string
	}{
		"nothing":     {func(int) {}, ""},
		"a goroutine": {func(int) { c := make(chan int); end = append(end, func() { close(c) }); go func() { <-c }() }, "goroutines"},
		"a descriptor": {func(int) {
			f, err := os.Open(os.DevNull)
			if err != nil {
				t.Fatal(err)
			}
			end = append(end, func() { f.Close() })
		}, "descriptors"},
		"memory": {func(int) { // a tenth more in each quarter of eight glances
			b := make([]byte, base.resident/20)
			for i := range b {
				b[i] = 1
			}
			kept = append(kept, b)
		}, "resident memory"},
	} {
		t.Run(name, func(t *testing.T) {
			var all []glance
			for i := range leastGlances {
				c.leak(i)
				all = append(all, glanceAt(t))
			}
			kept = nil
			if got := strings.Join(leaks(all), "; "); c.want == "" && got != "" || !strings.Contains(got, c.want) {
				t.Errorf("found %q, want %q\n%v", got, c.want, all)
			}
		})
	}
	steady := make([]glance, 16)
	for i := range steady {
		steady[i] = glance{1000, 1000, 1000, 50 + i%2, 20 + i%3} // phones that leave, now and then
	}
	if got := leaks(steady); got != nil {
		t.Errorf("phones that come and go are taken for a leak: %q", got)
	}
	steady = nil
	for _, n := range []int{39, 39, 39, 37, 39, 39, 39, 38, 39, 40, 39, 39} { // of a soak
		steady = append(steady, glance{1000, 1000, 1000, n, 32})
	}
	if got := leaks(steady); got != nil {
		t.Errorf("what rises by chance is taken for a leak: %q", got)
	}
	for i := range steady {
		steady[i].goroutines += i / 2
	}
	if got := strings.Join(leaks(steady), "; "); !strings.Contains(got, "goroutines") {
		t.Errorf("found %q, want a goroutine that stays every other game", got)
	}
}
