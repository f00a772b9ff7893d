package service

import (
	"os"
	"runtime/debug"
	"sync"
)

// How much the memory may grow, in percent of what is in use, until garbage is collected:
// little, for a table has time and a Raspberry Pi Zero has half a gigabyte; more while a
// long game is written out, half of whose time would go into collecting.
const (
	growth  = 40
	writing = 150
)

var writers struct {
	sync.Mutex
	n int
}

// collect sets how often garbage is collected when so many more write a game out. Where
// GOGC is set, that says it.
func collect(more int) {
	writers.Lock()
	defer writers.Unlock()
	writers.n += more
	switch {
	case os.Getenv("GOGC") != "":
	case writers.n > 0:
		debug.SetGCPercent(writing)
	default:
		debug.SetGCPercent(growth)
	}
}
