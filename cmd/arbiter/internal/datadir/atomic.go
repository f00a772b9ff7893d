package datadir

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// recall reads a small JSON file. A missing or invalid one counts as empty: none of these files is
// worth a table that does not start.
func recall[T any](path string) (v T, err error) {
	var none T
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return none, nil
	}
	if err != nil {
		return none, err
	}
	if json.Unmarshal(text, &v) != nil {
		return none, nil
	}
	return v, nil
}

// memorize replaces such a file atomically.
func memorize(path string, v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return replace(path, text)
}

// replace atomically replaces a file that only its owner may read. When it returns nil the file is
// on the disk.
func replace(path string, text []byte) error {
	root, err := os.OpenRoot(filepath.Dir(path))
	if err != nil {
		return err
	}
	defer root.Close()
	if err := replaceIn(root, filepath.Base(path), text); err != nil {
		return err
	}
	return syncRoot(root)
}

// replaceIn is replace without syncing the folder, which the caller must do. The file stays in the
// folder, whatever its name.
func replaceIn(root *os.Root, name string, text []byte) error {
	temporary := name + ".new"
	if err := root.Remove(temporary); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	f, err := root.OpenFile(temporary, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if err := errors.Join(err, Own(f, root), f.Sync(), f.Close()); err != nil {
		return err
	}
	return root.Rename(temporary, name)
}

// Own gives a file that root has created to the owner of the folder, because the service runs as
// another user and must read it.
func Own(f *os.File, root *os.Root) error {
	info, err := root.Stat(".")
	if err != nil {
		return err
	}
	of, ok := info.Sys().(*syscall.Stat_t)
	if !ok || os.Geteuid() != 0 || of.Uid == 0 {
		return nil
	}
	return f.Chown(int(of.Uid), int(of.Gid))
}

func syncRoot(root *os.Root) error {
	d, err := root.Open(".")
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

func syncFolder(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
