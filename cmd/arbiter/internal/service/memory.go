package service

import (
	"os"
	"runtime"
	"runtime/debug"
	"sync"
)

// How much the memory may grow, in percent of what is in use, until garbage is collected:
// little, for a table has time and a Raspberry Pi Zero has half a gigabyte; more while
// somebody looks at a past game: half the time of a long one would go into collecting.
const (
	growth  = 40
	looking = 150
)

// The heap may have so many bytes before garbage is collected in any case, of the 256 MB
// that the unit gives: half of the rest is the program itself, SQLite and what the kernel
// keeps of files.
const heap = 96 << 20

// Bound bounds the heap, and how much it grows, for the whole program. Where GOMEMLIMIT or
// GOGC are set, they say it.
func Bound() {
	collect(0)
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(heap)
	}
}

// makeRoom lets a command begin at once although as many answers are made as there are
// processors, and leaves it to the kernel who goes first: Go itself lets ten milliseconds
// pass. It is called once the number of answers is settled.
func makeRoom() { runtime.GOMAXPROCS(2 * runtime.GOMAXPROCS(0)) }

var lookers struct {
	sync.Mutex
	n int
}

// collect sets how often garbage is collected when so many more look at past games. Where
// GOGC is set, that says it.
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
