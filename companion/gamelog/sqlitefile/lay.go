package sqlitefile

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
)

// Lay creates a file that only the owner of its folder may read. It gets its name only when it is
// complete and synced to disk, which SQLite does not do by itself.
func Lay(path string, lay func(part string) error) (err error) {
	part := path + ".part"
	if err := os.Remove(part); err != nil && !os.IsNotExist(err) {
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(part) // leftovers of an earlier attempt
		}
	}()
	f, err := os.OpenFile(part, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	dir, err := os.Stat(filepath.Dir(path))
	if err == nil {
		err = Give(f, dir)
	}
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	if err := lay(part); err != nil {
		return err
	}
	if err := Sync(part); err != nil {
		return err
	}
	if err := os.Rename(part, path); err != nil {
		return err
	}
	return Sync(filepath.Dir(path))
}

// Give changes the owner of a file that root has created to that of another file, as SQLite does
// with its journal, because the service runs as another user.
func Give(f *os.File, like os.FileInfo) error {
	of, ok := like.Sys().(*syscall.Stat_t)
	if !ok || os.Geteuid() != 0 || of.Uid == 0 {
		return nil
	}
	return f.Chown(int(of.Uid), int(of.Gid))
}

// Sync syncs a file or a directory to disk.
func Sync(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	return f.Sync()
}
