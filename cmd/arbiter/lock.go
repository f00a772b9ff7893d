package main

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

// lock keeps a second arbiter from playing in the same folder: both would write
// one log. The lock goes with the process, however it ends.
func lock(dir string) (unlock func() error, err error) {
	f, err := os.OpenFile(filepath.Join(dir, ".lock"), os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, fmt.Errorf("data folder %s cannot be written (%w); choose another with --data DIR", dir, err)
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		f.Close()
		return nil, fmt.Errorf("another arbiter plays in %s; stop it, or choose another folder with --data DIR", dir)
	}
	return f.Close, nil
}
