package datadir

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"

	"arbiter/cmd/arbiter/internal/i18n"
	"arbiter/cmd/arbiter/internal/locks"
	"arbiter/engine"
)

// Lock keeps a second arbiter from playing in the same folder: both would write one log. The lock
// ends with the process, however that ends. The folder itself is locked, too, because people delete
// files that seem to be left over.
func Lock(dir string) (unlock func() error, err error) {
	f, d, err := lock(dir)
	return func() error { return errors.Join(release(f), release(d)) }, err
}

// LockFor is Lock for a program that plays: a second program is told which one holds the lock.
func LockFor(dir string) (unlock func() error, err error) {
	f, d, err := lock(dir)
	if err == nil {
		locks.Write(f)
	}
	return func() error { return errors.Join(f.Truncate(0), release(f), release(d)) }, err
}

// lock returns the locked file and the locked folder.
func lock(dir string) (f, d *os.File, err error) {
	f, err = lockFile(dir)
	if told := right(dir, err); err != nil && told != err {
		return nil, nil, told
	}
	if err != nil {
		return nil, nil, i18n.Wrap(err, "data folder %s cannot be written (%s); choose another with --data DIR", dir, err)
	}
	d, err = os.Open(dir)
	if err != nil {
		return nil, nil, errors.Join(i18n.Wrap(err, "data folder: %s; choose another with --data DIR", err), f.Close())
	}
	err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if err == nil && errors.Is(syscall.Flock(int(d.Fd()), syscall.LOCK_EX|syscall.LOCK_NB), syscall.EWOULDBLOCK) {
		err = syscall.EWOULDBLOCK // any other reason not to lock the folder is no reason not to play there
	}
	if err != nil {
		return nil, nil, errors.Join(occupied(dir, locks.Read(f)), release(f), release(d))
	}
	return f, d, nil
}

// occupied says who plays in a folder, and how to end that.
func occupied(dir string, who locks.Holder) error {
	if _, err := os.Stat(fmt.Sprintf("/proc/%d", who.PID)); who.PID == 0 || err != nil { // the holder has ended without removing its name
		return engine.Refuse("another arbiter plays in %s; stop it, or choose another folder with --data DIR", dir)
	}
	return engine.Refuse("another arbiter plays in %s: %s; stop it (%s), or choose another folder with --data DIR", dir, who, who.Stop())
}

// Occupied reports whether an arbiter plays in a folder. It changes nothing there.
func Occupied(dir string) bool {
	for _, name := range []string{dir, filepath.Join(dir, LockName)} {
		f, err := os.Open(name)
		if err != nil {
			continue // nobody has ever played here
		}
		taken := syscall.Flock(int(f.Fd()), syscall.LOCK_SH|syscall.LOCK_NB)
		if errors.Is(errors.Join(taken, release(f)), syscall.EWOULDBLOCK) {
			return true
		}
	}
	return false
}

// release unlocks at once: a child that is just being started may have the file open for a moment,
// so closing it would not end the lock yet.
func release(f *os.File) error {
	return errors.Join(syscall.Flock(int(f.Fd()), syscall.LOCK_UN), f.Close())
}

func lockFile(dir string) (*os.File, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	f, err := root.OpenFile(LockName, os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, err
	}
	if err := Own(f, root); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}
