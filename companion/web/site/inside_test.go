package site

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"arbiter/companion/web/session"
	"arbiter/engine/contain"
)

// Answers for those who do not play give way to those who do, on threads that end with them;
// what panics there is told where the answer is sent.
func TestWhoDoesNotPlayGivesWay(t *testing.T) {
	priority := func() int {
		t.Helper()
		n, err := syscall.Getpriority(syscall.PRIO_PROCESS, syscall.Gettid())
		if err != nil {
			t.Fatal(err)
		}
		return 20 - n // as the kernel returns it: getpriority(2)
	}
	var within, id int
	usual := priority()
	idle := yielding(func() { within, id = priority(), syscall.Gettid() })
	if within != low || usual == low {
		t.Errorf("the priority is %d, then %d, want %d", usual, within, low)
	}
	for deadline := time.Now().Add(time.Minute); id != os.Getpid(); time.Sleep(time.Millisecond) { // until the kernel has ended it; the first thread stays, and does nothing more
		if _, err := os.Stat(fmt.Sprintf("/proc/self/task/%d", id)); errors.Is(err, os.ErrNotExist) {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("the thread goes on, and everything else would on it")
		}
	}
	thrown := func(x any) (got any) {
		defer func() { got = recover() }()
		yielding(func() { panic(x) })
		return nil
	}
	worked := yielding(func() {
		for began := ofThread(); ofThread()-began < 5*time.Millisecond; {
		}
	})
	if worked < 5*time.Millisecond || idle >= worked {
		t.Errorf("%v of work and none took %v and %v", 5*time.Millisecond, worked, idle)
	}
	if got := thrown(http.ErrAbortHandler); got != http.ErrAbortHandler {
		t.Errorf("an answer that is broken off: %v", got)
	}
	if p, ok := thrown("a card").(*contain.Panic); !ok || p.What != "string" || len(p.Stack) == 0 {
		t.Errorf("a panic: %v", p)
	}
}

// While somebody plays, what is made for others is followed by a rest; else it is not.
func TestLookersRestWhileSomebodyPlays(t *testing.T) {
	for _, plays := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			s := &Server{lines: newLines()}
			s.lines.back = session.NewTurns(mostUnsent, mostUnsentEach).Line(1)
			if plays {
				s.moves()
			}
			s.lines.back.Rest(restLater-time.Millisecond, restLater)
			s.inLine(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/", nil), s.lines.back, nil, func(http.ResponseWriter, *http.Request) {
				for began := ofThread(); ofThread()-began < 5*time.Millisecond; {
				}
			})
			began := time.Now()
			s.lines.back.Take(t.Context(), netip.Addr{}).Leave()
			if rested := time.Since(began) > 0; rested != plays {
				t.Errorf("the next turn begins after %v; somebody plays: %t", time.Since(began), plays)
			}
		})
	}
}

func TestWaysBackStayInside(t *testing.T) {
	for path, want := range map[string]string{"/table": "/table", "/seat/red": "/seat/red", "": "/", "//evil.example": "/", "http://evil.example": "/", "/\\evil.example": "/", "/a\r\nb": "/"} {
		if got := Inside(path); got != want {
			t.Errorf("%q leads to %q, want %q", path, got, want)
		}
	}
}
