package gamelog

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"arbiter/companion/gamelog/sqlitefile"
)

// savedAs stands between the name of a file of games and the moment at which it was
// saved.
const savedAs = ".saved-"

// today is a moment in the name of a file.
func today() string { return time.Now().Format("20060102-150405") }

// keptAs stands between the name of a file of games and the moment at which it was kept
// as it was.
const keptAs = ".before-"

// newest is the newest file that was saved or kept; "" if there is none.
func (db *DB) newest(as string) (string, error) {
	there, err := os.ReadDir(filepath.Dir(db.path))
	var all []string
	for _, f := range there {
		if moment, ok := strings.CutPrefix(f.Name(), filepath.Base(db.path)+as); ok && len(moment) == len(today()) {
			all = append(all, filepath.Join(filepath.Dir(db.path), f.Name()))
		}
	}
	if len(all) == 0 {
		return "", err
	}
	return slices.Max(all), err
}

// adopt puts a saved file in the place of what lies there, which is kept. The power may go
// at any moment: until the file has its place, it is found and adopted again.
func (db *DB) adopt(saved, why string) error {
	kept, err := keep(db.path, false)
	if err != nil {
		return err
	}
	for _, name := range []string{"-wal", "-shm"} {
		if err := os.Remove(db.path + name); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	if err := sqlitefile.Sync(filepath.Dir(db.path)); err != nil {
		return err
	}
	if err := os.Rename(saved, db.path); err != nil {
		return err
	}
	db.mended = fmt.Sprintf("%s; the files as they were are kept as %s", why, kept)
	return sqlitefile.Sync(filepath.Dir(db.path))
}

// keep keeps the files at a path, and their mark, under a name that is free, which it
// returns. They are on the disk then. Those that will be written to are copied, others
// need no room.
func keep(path string, copied bool) (kept string, err error) {
	kept = path + keptAs + today()
	for n := 2; ; n++ {
		if _, err := os.Lstat(kept); errors.Is(err, os.ErrNotExist) {
			break
		}
		kept = fmt.Sprintf("%s%s%s-%d", path, keptAs, today(), n)
	}
	for _, name := range []string{"-wal", ".mark", ""} {
		if !copied && name != ".mark" && os.Link(path+name, kept+name) == nil {
			continue
		}
		from, err := os.Open(path + name)
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		if err == nil {
			err = sqlitefile.Lay(kept+name, func(part string) error { return fill(part, from) })
			err = errors.Join(err, from.Close())
		}
		if err != nil {
			return "", fmt.Errorf("keeping the files as they are: %w", err)
		}
	}
	return kept, sqlitefile.Sync(filepath.Dir(path))
}

func fill(part string, from io.Reader) error {
	f, err := os.OpenFile(part, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = io.Copy(struct{ io.Writer }{f}, from) // by writing: what shares blocks may share their damage
	return errors.Join(err, f.Close())
}
