package service

import (
	"os"
	"runtime"
	"runtime/debug"
	"sync"
)

// These say how far memory may grow, in percent of what is in use, before garbage is collected:
// little, as a table has time and a Raspberry Pi Zero has half a gigabyte; more while somebody
// looks at past games, or half the time for a long one would go into collecting.
const (
	growth  = 40
	looking = 150
)

// heap is the size at which garbage is collected in any case. The systemd unit allows 256 MB: the
// rest is for the program itself, SQLite and the page cache.
const heap = 96 << 20

// Bound limits the heap and its growth for the whole program. GOMEMLIMIT and GOGC take precedence.
func Bound() {
	collect(0)
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(heap)
	}
}

// makeRoom doubles GOMAXPROCS so that a command can start at once although every processor is busy
// with an answer, and the kernel decides who goes first: Go itself would let ten milliseconds pass.
// It is called once the number of answers is settled.
func makeRoom() { runtime.GOMAXPROCS(2 * runtime.GOMAXPROCS(0)) }

var lookers struct {
	sync.Mutex
	n int
}

// collect changes how often garbage is collected as people begin or stop looking at past games.
// GOGC takes precedence.
func collect(more int) {
	lookers.Lock()
	defer lookers.Unlock()
	lookers.n += more
	switch {
	case os.Getenv("GOGC") != "":
	case lookers.n > 0:
		debug.SetGCPercent(looking)
	default:
		debug.SetGCPercent(growth)
	}
}
