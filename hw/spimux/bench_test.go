package spimux_test

import (
	"context"
	"fmt"
	"syscall"
	"testing"
	"time"

	"arbiter/hw"
	"arbiter/hw/emu/picc"
	"arbiter/hw/rc522"
)

// bell is a reader that reports when it was scanned.
type bell struct {
	hw.Reader
	rang chan struct{}
}

func (b bell) Scan(ctx context.Context) ([]hw.UID, error) {
	defer func() {
		select {
		case b.rang <- struct{}{}:
		default:
		}
	}()
	return b.Reader.Scan(ctx)
}

// spin lets real time pass to the microsecond, with the processor as busy as in a system call.
func spin(d time.Duration) {
	for begin := time.Now(); time.Since(begin) < d; {
	}
}

// BenchmarkRound is a round over 20 occupied slots, in real time, including the pause of 20 ms. The
// emulated chips keep the processor busy for as long as a Raspberry Pi would be in system calls, so
// cpu-% is what it would be there, including the emulator's share. The last variants sleep as
// time.Sleep does.
func BenchmarkRound(b *testing.B) {
	for _, c := range []struct {
		groups, phones int
		sleep          func(time.Duration)
	}{{1, 0, nil}, {1, 2, nil}, {4, 0, nil}, {1, 0, time.Sleep}, {4, 0, time.Sleep}} {
		b.Run(fmt.Sprintf("%d_groups_%d_phones_runtime_%v", c.groups, c.phones, c.sleep != nil), func(b *testing.B) {
			pace := genuine
			pace.Sleep = spin
			tb := lay(b, 20, c.groups, pace, rc522.Opts{Sleep: c.sleep}, false)
			tb.occupy()
			for i := range c.phones {
				tb.fields[i].Place(picc.NewPhone(uint64(i)))
			}
			last := tb.buses[c.groups-1]
			rang := make(chan struct{}, 1)
			last[len(last)-1] = bell{last[len(last)-1], rang}
			w, stop := tb.watch(hw.Opts{}, hw.Pace{})
			defer stop()
			for range tb.chips {
				<-w.Changes() // arrived
			}
			for range 3 {
				<-rang
			}
			before, begin := processor(b), time.Now()
			for b.Loop() {
				<-rang
			}
			b.ReportMetric(100*float64(processor(b)-before)/float64(time.Since(begin)), "cpu-%")
			tb.healthy()
		})
	}
}

// processor returns the processor time of this process.
func processor(t testing.TB) time.Duration {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		t.Fatal(err)
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}
