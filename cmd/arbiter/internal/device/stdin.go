package device

import (
	"fmt"
	"os"
	"runtime"
	"sync"
	"syscall"
)

// input is standard input as it was before KeepStdin. It is kept here because a garbage-collected
// File closes its descriptor, which would be somebody else's by then.
var input *os.File

// KeepStdin moves standard input from descriptor 0 to another one before anything else is opened.
// periph (host v3.8.5) closes descriptor 0 if two names lead to one GPIO chip, as on a Raspberry Pi
// 5, and takes a GPIO line on descriptor 0 for one that it does not have. So nothing of ours may be
// there, and it must never be free.
func KeepStdin() error {
	moved, err := syscall.Dup(0)
	if err != nil {
		return fmt.Errorf("standard input: %w", err)
	}
	syscall.CloseOnExec(moved)
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		return fmt.Errorf("standard input: %w", err)
	}
	defer null.Close()
	if err := syscall.Dup3(int(null.Fd()), 0, 0); err != nil {
		return fmt.Errorf("standard input: %w", err)
	}
	input, os.Stdin = os.Stdin, os.NewFile(uintptr(moved), os.Stdin.Name())
	return nil
}

// zero keeps two goroutines from filling descriptor 0 at the same time.
var zero sync.Mutex

// fillZero opens /dev/null as descriptor 0 if nothing is there.
func fillZero() {
	zero.Lock()
	defer zero.Unlock()
	defer runtime.KeepAlive(input)
	if _, _, failed := syscall.Syscall(syscall.SYS_FCNTL, 0, syscall.F_GETFD, 0); failed == 0 {
		return
	}
	if got, err := syscall.Open(os.DevNull, syscall.O_RDWR, 0); err == nil && got != 0 {
		_ = syscall.Close(got) // somebody else has taken it meanwhile
	}
}
