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

// savedAs stands between the name of a file of games and the moment at which it was
// saved.
const savedAs = ".saved-"

// today is a moment in the name of a file.
func today() string { return momentOf(time.Now()) }

func momentOf(t time.Time) string { return t.Format("20060102-150405") }

// savedName is a name for a saved file that nothing has, whatever the clock said before.
func savedName(path string) string {
	for t := time.Now(); ; t = t.Add(time.Second) {
		name := path + savedAs + momentOf(t)
		if _, err := os.Lstat(name); err != nil {
			return name
		}
	}
}

// keptAs stands between the name of a file of games and the moment at which it was kept
// as it was.
const keptAs = ".before-"

// all are the files that were saved or kept, the newest first.
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

// savedBeside are the files that were saved, the newest first. What a program left there that
// was ended while it saved or adopted one is removed: a half of a file, and the old name of
// the games that lie in their place by now.
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

// fitting opens a saved file; why tells what speaks against it: it lacks something of what
// the mark knows, or it is none of ours.
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

// adopt puts a saved file in the place of what lies there, which is kept. The power may go
// at any moment: until the file has its place, it is found and adopted again. Whatever
// somebody puts under its name meanwhile stays out of the way: f is the file that was read.
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

// removed removes a file, which may be gone already.
func removed(file string) error {
	if err := os.Remove(file); !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

// same reports whether the file f lies at a path.
func same(path string, f *os.File) bool {
	there, err := os.Lstat(path)
	info, bad := f.Stat()
	return err == nil && bad == nil && os.SameFile(there, info)
}

// free is a name that nothing has.
func free(name string) string {
	is := name
	for n := 2; ; n++ {
		if _, err := os.Lstat(is); err != nil {
			return is
		}
		is = fmt.Sprintf("%s-%d", name, n)
	}
}

// keep keeps the files at a path, and their mark, under a name that is free, which it
// returns. They are on the disk then. Those that will be written to are copied, others
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
	_, err = io.Copy(struct{ io.Writer }{f}, from) // by writing: what shares blocks may share their damage
	return errors.Join(err, f.Close())
}
