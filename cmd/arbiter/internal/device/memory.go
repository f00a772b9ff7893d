package device

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"syscall"
)

// WithoutMemory gives up root's right to physical memory on a Raspberry Pi, and starts the
// program anew without it: periph's drivers would look for registers in /dev/mem, and on
// a Raspberry Pi 5 something else is there. Pins work without, through the kernel.
func WithoutMemory() error {
	model, err := os.ReadFile("/proc/device-tree/model")
	if err != nil || !strings.HasPrefix(string(model), "Raspberry Pi") || os.Geteuid() != 0 {
		return nil
	}
	return giveUpMemory()
}

// What giveUpMemory asks of prctl(2) and capabilities(7).
const (
	boundingSetRead = 23 // PR_CAPBSET_READ
	boundingSetDrop = 24 // PR_CAPBSET_DROP
	rawIO           = 17 // CAP_SYS_RAWIO, which /dev/mem asks for
)

// giveUpMemory does not return where the right was there and could be given up. It concerns
// one thread alone, which is why the program starts anew from that.
func giveUpMemory() error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if has, _, failed := syscall.RawSyscall(syscall.SYS_PRCTL, boundingSetRead, rawIO, 0); failed != 0 || has == 0 {
		return nil
	}
	if _, _, failed := syscall.RawSyscall(syscall.SYS_PRCTL, boundingSetDrop, rawIO, 0); failed != 0 {
		return nil // whoever may not give up rights has none of them to fear
	}
	self, err := os.Executable()
	if err == nil {
		err = syscall.Exec(self, os.Args, os.Environ()) // #nosec G204 G702 -- this program itself, as it was called
	}
	return fmt.Errorf("starting anew without /dev/mem: %w", err)
}
