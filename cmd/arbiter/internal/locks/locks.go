// Package locks keeps programs from using a device at the same time: ports, pins and folders are
// protected by advisory locks (flock) on files that say who holds them. A lock ends with its
// program, however that ends.
package locks

import (
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// A Holder is a program that holds a lock.
type Holder struct {
	Program string // such as "arbiter serve"
	PID     int
	Since   time.Time
}

// String returns the holder for people to read.
func (h Holder) String() string {
	if h.PID == 0 {
		return "another program"
	}
	return fmt.Sprintf("%s (process %d, since %s)", h.Program, h.PID, h.Since.Local().Format("2006-01-02 15:04"))
}

// This returns this program as a holder since the given time.
func This(since time.Time) Holder { return Holder{program(os.Args), os.Getpid(), since} }

// Stop returns the command that ends the program.
func (h Holder) Stop() string {
	group, err := os.ReadFile(fmt.Sprintf("/proc/%d/cgroup", h.PID))
	if err == nil && strings.Contains(string(group), "/arbiter.service") {
		return "sudo systemctl stop arbiter"
	}
	return fmt.Sprintf("kill %d", h.PID)
}

// A Held error says why a device cannot be taken.
type Held struct {
	Device string
	Holder Holder
}

// Error says who holds the device.
func (h *Held) Error() string { return fmt.Sprintf("%s is in use by %s", h.Device, h.Holder) }

// Unwrap returns what the system says of a busy device.
func (h *Held) Unwrap() error { return syscall.EBUSY }

// A Folder has the locks of devices. The same program may take a device several times, such as a
// reset pin that readers share. A nil Folder locks nothing.
type Folder struct {
	dir string

	mu   sync.Mutex
	held map[string]*lock
}

type lock struct {
	*os.File
	users int
}

// In returns the locks of a folder; nil if there is no such folder.
func In(dir string) *Folder {
	if dir == "" {
		return nil
	}
	return &Folder{dir: dir, held: map[string]*lock{}}
}

// Take takes a device for this program, or returns a *Held. If the lock cannot be created, the
// device is taken without one: locks are advisory, and a game does not wait for them.
func (f *Folder) Take(device string) (release func() error, err error) {
	if f == nil {
		return func() error { return nil }, nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if l := f.held[device]; l != nil {
		l.users++
		return f.releaseOf(device), nil
	}
	file, err := f.open(device)
	if err != nil {
		return func() error { return nil }, nil
	}
	if errors.Is(syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB), syscall.EWOULDBLOCK) {
		return nil, errors.Join(&Held{device, Read(file)}, file.Close())
	}
	Write(file)
	f.held[device] = &lock{file, 1}
	return f.releaseOf(device), nil
}

// releaseOf ends one use of a device, and the lock with its last use.
func (f *Folder) releaseOf(device string) func() error {
	return sync.OnceValue(func() error {
		f.mu.Lock()
		defer f.mu.Unlock()
		l := f.held[device]
		if l.users--; l.users > 0 {
			return nil
		}
		delete(f.held, device)
		return errors.Join(l.Truncate(0), syscall.Flock(int(l.Fd()), syscall.LOCK_UN), l.Close())
	})
}

// open opens the file of a lock, which all users of the device may lock. Somebody else's file in
// such a folder must not be opened with O_CREATE (fs.protected_regular of Linux).
func (f *Folder) open(device string) (*os.File, error) {
	if err := os.Mkdir(f.dir, 0o700); err == nil {
		if err := os.Chmod(f.dir, 0o777|fs.ModeSticky); err != nil {
			return nil, err
		}
	}
	name := filepath.Join(f.dir, url.PathEscape(device))
	file, err := os.OpenFile(name, os.O_RDWR|syscall.O_NOFOLLOW, 0)
	if errors.Is(err, fs.ErrNotExist) {
		if file, err = os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600); err == nil {
			err = file.Chmod(0o666)
		} else if errors.Is(err, fs.ErrExist) { // another program was faster
			file, err = os.OpenFile(name, os.O_RDWR|syscall.O_NOFOLLOW, 0)
		}
	}
	return file, err
}

// Write records in a locked file that this program holds it. An error only means that others do not
// know who does.
func Write(file *os.File) {
	text := fmt.Sprintf("%s\n%d\n%s\n", program(os.Args), os.Getpid(), time.Now().UTC().Format(time.RFC3339))
	if file.Truncate(0) == nil {
		_, _ = file.WriteAt([]byte(text), 0)
	}
}

// Read returns who holds a file; a zero Holder if unknown.
func Read(file *os.File) Holder {
	text := make([]byte, 512)
	n, _ := file.ReadAt(text, 0)
	rows := strings.Split(string(text[:n]), "\n")
	if len(rows) < 3 {
		return Holder{}
	}
	pid, wrong := strconv.Atoi(rows[1])
	since, err := time.Parse(time.RFC3339, rows[2])
	if err != nil || wrong != nil {
		return Holder{}
	}
	return Holder{strings.Map(printed, rows[0]), pid, since}
}

// printed drops characters that could play tricks on a terminal.
func printed(r rune) rune {
	if strconv.IsPrint(r) {
		return r
	}
	return -1
}

// program returns the name of this program with its command.
func program(args []string) string {
	name := filepath.Base(args[0])
	if len(args) > 1 && !strings.HasPrefix(args[1], "-") {
		return name + " " + args[1]
	}
	return name
}
