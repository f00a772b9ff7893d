package device

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"syscall"
)

// WithoutMemory drops root's access to physical memory on a Raspberry Pi and restarts the program
// without it: periph's drivers would look for registers in /dev/mem, where a Raspberry Pi 5 has
// something else. Pins work through the kernel.
func WithoutMemory() error {
	model, err := os.ReadFile("/proc/device-tree/model")
	if err != nil || !strings.HasPrefix(string(model), "Raspberry Pi") || os.Geteuid() != 0 {
		return nil
	}
	return giveUpMemory()
}

// Constants of prctl(2) and capabilities(7) for giveUpMemory.
const (
	boundingSetRead = 23 // PR_CAPBSET_READ
	boundingSetDrop = 24 // PR_CAPBSET_DROP
	rawIO           = 17 // CAP_SYS_RAWIO, needed for /dev/mem
)

// giveUpMemory does not return if the capability was there and could be dropped. Dropping it
// affects a single thread, so the program is executed again from that one.
func giveUpMemory() error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if has, _, failed := syscall.RawSyscall(syscall.SYS_PRCTL, boundingSetRead, rawIO, 0); failed != 0 || has == 0 {
		return nil
	}
	if _, _, failed := syscall.RawSyscall(syscall.SYS_PRCTL, boundingSetDrop, rawIO, 0); failed != 0 {
		return nil // without the right to drop capabilities there is none to drop
	}
	self, err := os.Executable()
	if err == nil {
		err = syscall.Exec(self, os.Args, os.Environ()) // #nosec G204 G702 -- this program itself, as it was called
	}
	return fmt.Errorf("starting anew without /dev/mem: %w", err)
}
