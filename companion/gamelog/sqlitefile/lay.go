package sqlitefile

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
)

// Lay makes a file, which only its owner may read: that is who owns the folder. It has
// its name only once it is complete and on the disk: SQLite does not sync it by itself.
func Lay(path string, lay func(part string) error) (err error) {
	part := path + ".part"
	if err := os.Remove(part); err != nil && !os.IsNotExist(err) {
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(part) // makes room, if it can
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

// Give gives a file that root makes to the owner of another, as SQLite does with its
// journal: the service runs as somebody else.
func Give(f *os.File, like os.FileInfo) error {
	of, ok := like.Sys().(*syscall.Stat_t)
	if !ok || os.Geteuid() != 0 || of.Uid == 0 {
		return nil
	}
	return f.Chown(int(of.Uid), int(of.Gid))
}

// Sync puts a file, or what a folder lists, on the disk.
func Sync(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	return f.Sync()
}
