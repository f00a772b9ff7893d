// Package cable is a serial cable with a program at its far end: a pseudo-terminal whose near end
// has a chosen name, as udev gives an adapter. Any program can open that name.
//
// It carries bytes and knows no protocol. It has no speed: what is sent arrives at once.
package cable

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"

	"github.com/creack/pty"
	"github.com/tarm/serial"
)

// Cable is the far end. Read, Write and Pull may run at the same time.
type Cable struct {
	path string
	far  *os.File
	near *serial.Port // keeps the line up while no program has it open
}

// Plug makes path the name of a new cable's near end, as a symbolic link; an existing link is
// replaced.
func Plug(path string) (*Cable, error) {
	master, tty, err := pty.Open()
	if err != nil {
		return nil, fmt.Errorf("no pseudo-terminal: %w", err)
	}
	defer tty.Close()
	defer master.Close()
	far, err := pollable(master)
	if err != nil {
		return nil, fmt.Errorf("pseudo-terminal %s: %w", tty.Name(), err)
	}
	// Opening it as a serial port switches the echo off before anything is sent.
	near, err := serial.OpenPort(&serial.Config{Name: tty.Name(), Baud: 115200})
	if err != nil {
		return nil, errors.Join(fmt.Errorf("pseudo-terminal %s: %w", tty.Name(), err), far.Close())
	}
	c := &Cable{path: path, far: far, near: near}
	if err := link(tty.Name(), path); err != nil {
		return nil, errors.Join(err, c.Pull())
	}
	return c, nil
}

// pollable returns the same file as one whose Close ends a pending Read.
func pollable(f *os.File) (*os.File, error) {
	syscall.ForkLock.RLock()
	fd, err := syscall.Dup(int(f.Fd()))
	if err == nil {
		syscall.CloseOnExec(fd)
	}
	syscall.ForkLock.RUnlock()
	if err != nil {
		return nil, err
	}
	if err := syscall.SetNonblock(fd, true); err != nil {
		return nil, errors.Join(err, syscall.Close(fd))
	}
	return os.NewFile(uintptr(fd), f.Name()), nil
}

// link replaces path atomically.
func link(target, path string) error {
	fresh := filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+".new")
	if err := os.Remove(fresh); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	if err := os.Symlink(target, fresh); err != nil {
		return err
	}
	return os.Rename(fresh, path)
}

// Path returns the name of the near end.
func (c *Cable) Path() string { return c.path }

// Read waits for bytes from the near end. It fails after Pull.
func (c *Cable) Read(b []byte) (int, error) { return c.far.Read(b) }

// Write sends bytes to the near end. Nobody has to read them: the line buffers a few thousand, then
// Write waits.
func (c *Cable) Write(b []byte) (int, error) { return c.far.Write(b) }

// Pull pulls the cable: the name disappears, and a program that has the near end open sees the line
// hang up.
func (c *Cable) Pull() error {
	err := os.Remove(c.path)
	if errors.Is(err, os.ErrNotExist) {
		err = nil
	}
	return errors.Join(err, c.near.Close(), c.far.Close())
}
