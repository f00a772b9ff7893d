package main

import (
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// A load is what the processors have done so far, in seconds: the total including idle time, the
// work, and what our own children did of that.
type load struct{ all, work, own float64 }

// machine is measured, except in tests.
var machine = measured

// measured reads /proc/stat (proc(5): user nice system idle iowait irq softirq steal, in hundredths
// of a second) and the times of our children.
func measured() (l load) {
	text, _ := os.ReadFile("/proc/stat")
	first, _, _ := strings.Cut(string(text), "\n")
	for i, word := range strings.Fields(first) {
		ticks, err := strconv.ParseFloat(word, 64)
		if err != nil || i > 8 { // guests are counted as user already
			continue
		}
		l.all += ticks / 100
		if i != 4 && i != 5 {
			l.work += ticks / 100
		}
	}
	var r syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_CHILDREN, &r) == nil {
		l.own = (time.Duration(r.Utime.Nano()) + time.Duration(r.Stime.Nano())).Seconds()
	}
	return l
}

// others returns the share of the processors that other programs had since then.
func (l load) others(then load) float64 {
	if l.all <= then.all {
		return 0
	}
	return max(0, (l.work-then.work)-(l.own-then.own)) / (l.all - then.all)
}
