package service

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"arbiter/cmd/arbiter/internal/monitor"
	"arbiter/companion"
	"arbiter/engine/contain"
	"arbiter/setups"
)

// Contained panics are counted for whoever monitors the device, and the device is well.
func TestHealthCountsWhatWasContained(t *testing.T) {
	m := monitor.New(setups.Rig{})
	h := Health{
		Ask:     func(context.Context) (companion.Snapshot, error) { return companion.Snapshot{}, nil },
		Log:     func(context.Context) error { return nil },
		Monitor: m,
	}
	for n := contain.Count(); n < 2; n++ {
		_ = contain.Do(func() { panic("a card") })
	}
	n := contain.Count()
	if text, well := h.Report(t.Context()); !well || !strings.HasSuffix(text, fmt.Sprintf("\ncontained: %d\n", n)) {
		t.Errorf("the device is well: %v, and says\n%s", well, text)
	}
	var b bytes.Buffer
	(&monitor.Metrics{Monitor: m}).Write(&b)
	if want := fmt.Sprintf("# TYPE arbiter_contained_total counter\narbiter_contained_total %d\n", n); !strings.Contains(b.String(), want) {
		t.Errorf("metrics lack %q:\n%s", want, &b)
	}
}

// A card that takes no more writes since an error is not well, even if access(2) and statfs(2) say
// so.
func TestACardThatTakesNothingMoreIsBlocked(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := Blocked(dir); err != nil {
		t.Errorf("a card that takes everything: %v", err)
	}
	for _, want := range []syscall.Errno{syscall.EROFS, syscall.EIO} {
		var err error
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			runtime.LockOSThread() // and its thread ends with it
			if e := refuseUnnamed(want); e != nil {
				err = fmt.Errorf("the filter: %w", e)
				return
			}
			err = Blocked(dir)
		}()
		<-ended
		if !errors.Is(err, want) {
			t.Errorf("a card that takes nothing more: %v, want %v", err, want)
		}
	}
}

// refuseUnnamed makes the kernel answer this thread like such a card: no unnamed file can be
// created, and everything else works as before.
func refuseUnnamed(errno syscall.Errno) error {
	const number, flags = 0, 16 + 2*8 // in seccomp_data: the call, and the lower half of openat's third argument
	word := func(at uint32) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: at}
	}
	program := []unix.SockFilter{
		word(number),
		{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: unix.SYS_OPENAT, Jf: 3},
		word(flags),
		{Code: unix.BPF_JMP | unix.BPF_JSET | unix.BPF_K, K: unix.O_TMPFILE &^ unix.O_DIRECTORY, Jf: 1},
		{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ERRNO | uint32(errno)},
		{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ALLOW},
	}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return err
	}
	loaded := unix.SockFprog{Len: uint16(len(program)), Filter: &program[0]}
	return unix.Prctl(unix.PR_SET_SECCOMP, unix.SECCOMP_MODE_FILTER, uintptr(unsafe.Pointer(&loaded)), 0, 0)
}

// Polls of a healthy card try to write once a minute, those of a broken one each time; one that
// hangs is tried once, and no caller waits longer than its context.
func TestPollsSpareTheCard(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex // a check that hangs outlives its poll
		tries, fault, hang := 0, error(nil), make(chan struct{})
		close(hang)
		now := func() (int, chan struct{}, error) {
			mu.Lock()
			defer mu.Unlock()
			return tries, hang, fault
		}
		turn := func(err error, until chan struct{}) {
			mu.Lock()
			defer mu.Unlock()
			fault, hang = err, until
		}
		ask := sparing(func() error {
			mu.Lock()
			tries++
			mu.Unlock()
			_, until, err := now()
			<-until
			return err
		})
		polled := func(times int, want int) {
			t.Helper()
			before, _, fault := now()
			for range times {
				ctx, done := context.WithTimeout(t.Context(), time.Second)
				err := ask(ctx)
				if late := ctx.Err(); late != nil && !errors.Is(err, late) || late == nil && !errors.Is(err, fault) {
					t.Errorf("a poll said %v, want %v %v", err, fault, late)
				}
				done()
				time.Sleep(time.Second) // bubble: until the next poll
			}
			if after, _, _ := now(); after-before != want {
				t.Errorf("%d polls tried it %d times, want %d", times, after-before, want)
			}
		}
		polled(150, 3)
		turn(syscall.EROFS, hang)
		time.Sleep(time.Minute) // bubble: it is no longer trusted
		polled(5, 5)
		stuck := make(chan struct{})
		turn(nil, stuck)
		polled(5, 1)
		close(stuck)
		synctest.Wait()
		polled(5, 0)
	})
}
