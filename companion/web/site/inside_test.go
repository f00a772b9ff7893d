package site

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"syscall"
	"testing"
	"time"

	"arbiter/companion/contain"
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
	yielding(func() { within, id = priority(), syscall.Gettid() })
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
	if got := thrown(http.ErrAbortHandler); got != http.ErrAbortHandler {
		t.Errorf("an answer that is broken off: %v", got)
	}
	if p, ok := thrown("a card").(*contain.Panic); !ok || p.What != "string" || len(p.Stack) == 0 {
		t.Errorf("a panic: %v", p)
	}
}

func TestWaysBackStayInside(t *testing.T) {
	for path, want := range map[string]string{"/table": "/table", "/seat/red": "/seat/red", "": "/", "//evil.example": "/", "http://evil.example": "/", "/\\evil.example": "/", "/a\r\nb": "/"} {
		if got := Inside(path); got != want {
			t.Errorf("%q leads to %q, want %q", path, got, want)
		}
	}
}
