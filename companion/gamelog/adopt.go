package gamelog

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"arbiter/companion/gamelog/sqlitefile"
	"arbiter/engine"
)

// savedAs stands in a saved file's name between the name of the games file and the time of saving.
const savedAs = ".saved-"

// today returns the current time as it is written in names of files.
func today() string { return momentOf(time.Now()) }

func momentOf(t time.Time) string { return t.Format("20060102-150405") }

// savedName returns an unused name for a saved file, even if the clock was set back.
func savedName(path string) string {
	for t := time.Now(); ; t = t.Add(time.Second) {
		name := path + savedAs + momentOf(t)
		if _, err := os.Lstat(name); err != nil {
			return name
		}
	}
}

// keptAs stands in a kept file's name between the name of the games file and the time it was set
// aside unchanged.
const keptAs = ".before-"

// all returns the files that were saved or kept, depending on as, newest first.
func (db *DB) all(as string) (all []string, err error) {
	there, err := os.ReadDir(filepath.Dir(db.path))
	for _, f := range there {
		if moment, ok := strings.CutPrefix(f.Name(), filepath.Base(db.path)+as); ok && len(moment) == len(today()) {
			all = append(all, filepath.Join(filepath.Dir(db.path), f.Name()))
		}
	}
	slices.Sort(all)
	slices.Reverse(all)
	return all, err
}

// savedBeside returns the saved files, newest first. It removes what a program left that was killed
// while it saved or adopted one: partial files, and the old name of a file that has been adopted.
func (db *DB) savedBeside() ([]string, error) {
	saved, err := db.all(savedAs)
	if err != nil {
		return nil, err
	}
	halves, err := filepath.Glob(escaped.Replace(db.path) + savedAs + "*.part")
	played, none := os.Lstat(db.path)
	saved = slices.DeleteFunc(saved, func(file string) bool {
		if info, bad := os.Lstat(file); none != nil || bad != nil || !os.SameFile(info, played) {
			return false
		}
		halves = append(halves, file)
		return true
	})
	for _, file := range halves {
		err = errors.Join(err, removed(file))
	}
	return saved, err
}

var escaped = strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`)

// fitting opens a saved file. why says what is wrong with it: it lacks something that the mark
// knows of, or is not a file of games.
func (db *DB) fitting(ctx context.Context, saved string, m progress, list []migration) (f *os.File, why string) {
	f, err := os.OpenFile(saved, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if errors.Is(err, syscall.ELOOP) {
		return nil, "it is a link: put the file itself there"
	}
	if err != nil {
		return nil, err.Error()
	}
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		why = "it is no file"
	} else {
		why = db.lackedBy(ctx, saved, m, list)
	}
	if why != "" {
		return nil, errors.Join(errors.New(why), f.Close()).Error()
	}
	return f, ""
}

// adopt moves a saved file to the place of the games file, which is kept. A power cut at any moment
// is harmless: until the saved file is in place it will be found and adopted again. f is the open
// file that was read, so that another file put under its name meanwhile is not taken for it.
func (db *DB) adopt(saved string, f *os.File, why engine.Text) error {
	defer f.Close()
	kept, err := keep(db.path, false)
	if err != nil {
		return err
	}
	for _, name := range []string{"-wal", "-shm"} {
		if err := removed(db.path + name); err != nil {
			return err
		}
	}
	if err := sqlitefile.Sync(filepath.Dir(db.path)); err != nil {
		return err
	}
	part := saved + ".part"
	linked := os.Link(saved, part) == nil
	if linked && same(part, f) {
		err = os.Rename(part, db.path)
	} else {
		err = sqlitefile.Lay(db.path, func(part string) error { return fill(part, f) })
	}
	if err != nil {
		return err
	}
	if err := sqlitefile.Sync(filepath.Dir(db.path)); err != nil {
		return err
	}
	if same(saved, f) {
		err = removed(saved)
	}
	if linked {
		err = errors.Join(err, removed(part))
	}
	db.mended = engine.Say("%s; the files as they were are kept as %s", why, kept)
	return errors.Join(err, sqlitefile.Sync(filepath.Dir(db.path)))
}

// removed removes a file if it exists.
func removed(file string) error {
	if err := os.Remove(file); !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

// same reports whether the open file f is the one at path.
func same(path string, f *os.File) bool {
	there, err := os.Lstat(path)
	info, bad := f.Stat()
	return err == nil && bad == nil && os.SameFile(there, info)
}

// free returns a name, based on name, that no file has.
func free(name string) string {
	is := name
	for n := 2; ; n++ {
		if _, err := os.Lstat(is); err != nil {
			return is
		}
		is = fmt.Sprintf("%s-%d", name, n)
	}
}

// keep keeps the games file, its journal and its mark under an unused name, which it returns. They
// are synced to disk by then. Files that will be written to must be copied; others are linked and
// need no room.
func keep(path string, copied bool) (kept string, err error) {
	kept = free(path + keptAs + today())
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
	_, err = io.Copy(struct{ io.Writer }{f}, from) // by writing: a clone would share its blocks, and their damage
	return errors.Join(err, f.Close())
}
