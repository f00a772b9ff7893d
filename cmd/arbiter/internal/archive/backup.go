package archive

import (
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/cmd/arbiter/internal/home"
	"arbiter/cmd/arbiter/internal/i18n"
	"arbiter/companion/gamelog"
	"arbiter/engine"
	"arbiter/setups"
)

// Gather is datadir.Gather together with the settings and rigs of the device.
func Gather(dir string) (func(games []string) ([]gamelog.SideFile, error), error) {
	beside, err := datadir.Gather(dir)
	if err != nil {
		return nil, err
	}
	device, err := home.Gather()
	if err != nil {
		return nil, err
	}
	return func(games []string) ([]gamelog.SideFile, error) {
		list, err := beside(games)
		for _, name := range slices.Sorted(maps.Keys(device)) {
			list = append(list, gamelog.SideFile{Name: datadir.DeviceFolder + "/" + name, Text: device[name]})
		}
		return list, err
	}, nil
}

// Found is what is in a file of games. Newer counts the damaged games that a newer program may be
// able to read.
type Found struct{ Games, Damaged, Newer, Seals int }

// Reread checks a file of games that nobody else has open, and prints only faults. Damaged games
// are an error unless damaged is set.
func Reread(file string, damaged bool, out io.Writer, say i18n.Say) (f Found, err error) {
	db, err := gamelog.OpenAlone(file)
	if err != nil {
		return Found{}, err
	}
	switch f, err = CheckAll(db, faults{out}, say); {
	case err != nil || f.Damaged == 0 || damaged:
	case f.Damaged == f.Newer:
		err = engine.Refuse("there are games of a newer program, which this one cannot check: update the program; --damaged takes all as they are")
	default:
		err = engine.Refuse("damage was found; arbiter games check tells which games are sound, and arbiter games export takes those out; --damaged takes all as they are")
	}
	if err == nil {
		var a datadir.SideFiles
		a, err = datadir.SideFilesOf(db)
		f.Seals = len(a.Seals)
	}
	return f, errors.Join(err, db.Close())
}

// WithSeals puts into words how many games there are, and how many of them are sealed.
func WithSeals(games, seals int) engine.Text {
	switch seals {
	case 0:
		return Counted(games)
	case 1:
		return engine.Say("%s and 1 seal", Counted(games))
	}
	return engine.Say("%s and %d seals", Counted(games), seals)
}

// faults passes on only those lines of CheckAll that are about faults.
type faults struct{ out io.Writer }

func (f faults) Write(line []byte) (int, error) {
	if len(line) > 3 && string(line[:2]) == "ok" {
		return len(line), nil
	}
	return f.out.Write(line)
}

// Filled returns an error unless a file has games, in the present or an older format: an empty
// file, as left by an unfinished copy, would be opened as a new one.
func Filled(file string) error {
	db, err := gamelog.OpenAlone(file)
	if err != nil {
		return err
	}
	return db.Close()
}

// Sweep removes a file of games and the files that belong to it.
func Sweep(file string) error {
	left, err := os.ReadDir(filepath.Dir(file))
	for _, f := range left {
		if strings.HasPrefix(f.Name(), filepath.Base(file)) {
			err = errors.Join(err, os.Remove(filepath.Join(filepath.Dir(file), f.Name())))
		}
	}
	return err
}

// CopyFile copies to a new file that only its owner may read.
func CopyFile(from, to string) (err error) {
	in, err := setups.OpenFile(from)
	if errors.Is(err, setups.ErrNoFile) {
		return engine.Refuse("%s is no file of games: it is no file at all", from)
	}
	if err != nil {
		return err
	}
	defer in.Close()
	info, err := in.Stat()
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return engine.Refuse("%s is no file of games: it is no file at all", from)
	}
	root, err := os.OpenRoot(filepath.Dir(to))
	if err != nil {
		return err
	}
	defer root.Close()
	f, err := root.OpenFile(filepath.Base(to), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	if _, err = io.Copy(f, in); err == nil {
		err = errors.Join(datadir.Own(f, root), f.Sync())
	}
	return errors.Join(err, f.Close())
}
