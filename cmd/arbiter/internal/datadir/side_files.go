package datadir

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"arbiter/companion"
	"arbiter/companion/clock"
	"arbiter/companion/gamelog"
	"arbiter/engine"
)

// SideFileAtMost is how many bytes a file beside the games may have; a seal has some hundred.
const SideFileAtMost = 4 << 10

// Gather returns the function that gives a backup its side files once the games are copied.
//
// A table may be playing meanwhile. The file of accepted entries is read before the games are
// copied, so that it never names an entry that the copy lacks and that might come again with the
// same number; if something is missing from it, people are asked again. Which game ended last is
// read before, too: a game that ends meanwhile has left the table. Seals are read after the games:
// each is on the disk before its game begins and never changes, so each game in the copy has its
// seal by then. What is covered for seats is read after, because it only ever covers more.
func Gather(dir string) (func(games []string) ([]gamelog.SideFile, error), error) {
	var list []gamelog.SideFile
	add := func(names ...string) error {
		for _, name := range names {
			text, err := readSideFile(dir, name)
			if errors.Is(err, fs.ErrNotExist) {
				continue
			}
			if err != nil {
				return err
			}
			list = append(list, gamelog.SideFile{Name: name, Text: text})
		}
		return nil
	}
	if err := add(RemediesName, endedName, leftName); err != nil {
		return nil, err
	}
	return func(games []string) ([]gamelog.SideFile, error) {
		for _, game := range games {
			if !aName(game) {
				continue // never sealed
			}
			text, err := readSideFile(filepath.Join(dir, SealsFolder), game)
			if errors.Is(err, fs.ErrNotExist) {
				continue
			}
			if err != nil {
				return nil, err
			}
			list = append(list, gamelog.SideFile{Name: path.Join(SealsFolder, game), Text: text})
		}
		for _, game := range games {
			text, err := Clocks(dir).read(game)
			if errors.Is(err, fs.ErrNotExist) {
				continue
			}
			if err != nil {
				return nil, err
			}
			list = append(list, gamelog.SideFile{Name: path.Join(clocksFolder, game), Text: text})
		}
		if err := add(concealedName, layingName, ticksName); err != nil {
			return nil, err
		}
		faces, err := gatherFaces(dir)
		return append(list, faces...), err
	}, nil
}

// readSideFile reads a small file in a folder.
func readSideFile(dir, name string) ([]byte, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("beside the games: %w", err)
	}
	defer root.Close()
	f, err := root.Open(name)
	if err != nil {
		return nil, fmt.Errorf("beside the games: %s: %w", dir, err)
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, SideFileAtMost+1))
	if err == nil && len(text) > SideFileAtMost {
		err = fmt.Errorf("it has more than %d bytes and does not belong there: move it away", SideFileAtMost)
	}
	if err != nil {
		return nil, fmt.Errorf("beside the games: %s: %w", filepath.Join(dir, name), err)
	}
	return text, nil
}

// SideFiles are the side files of a backup: seals by game, the accepted entries, nil if there are
// none, and further files by their names in the folder.
type SideFiles struct {
	Seals  map[string][]byte
	Stands []byte
	Files  map[string][]byte // such as endedName
	Faces  Backed
	Clocks map[string][]byte // by game
	Device map[string][]byte // settings and rigs, for home.Put
}

// checks report, by name, whether a file in a backup is valid.
var checks = map[string]func(text []byte) error{
	endedName:     readable[companion.Ended],
	layingName:    readable[map[string][]engine.Seat],
	leftName:      readable[[]string],
	concealedName: readable[concealment],
	ticksName:     readable[ticked],
}

func readable[T any](text []byte) error {
	var v T
	return json.Unmarshal(text, &v)
}

// SideFilesOf reads the side files of a backup.
func SideFilesOf(db *gamelog.DB) (SideFiles, error) {
	list, err := db.SideFiles()
	if err != nil {
		return SideFiles{}, err
	}
	games, err := db.IDs()
	if err != nil {
		return SideFiles{}, err
	}
	return sortSideFiles(list, games)
}

// sortSideFiles takes what belongs to these games, and refuses everything else: names come from a
// file that anybody may have made.
func sortSideFiles(list []gamelog.SideFile, games []string) (SideFiles, error) {
	a := SideFiles{Seals: map[string][]byte{}, Files: map[string][]byte{}, Clocks: map[string][]byte{}, Device: map[string][]byte{}, Faces: Backed{pictures: map[string][]byte{}}}
	may, timed := map[string]string{}, map[string]string{}
	for _, game := range games {
		if aName(game) {
			may[path.Join(SealsFolder, game)], timed[path.Join(clocksFolder, game)] = game, game
		}
	}
	for _, f := range list {
		game, seal := may[f.Name]
		check := checks[f.Name]
		switch folder, name := path.Split(f.Name); {
		case len(f.Text) > atMost(folder):
			return a, fmt.Errorf("the backup carries %q with %d bytes, more than such a file has: it was made by another program, or altered; take another one", f.Name, len(f.Text))
		case seal:
			a.Seals[game] = f.Text
		case timed[f.Name] != "":
			if err := readable[clock.Kept](f.Text); err != nil {
				return a, fmt.Errorf("the backup carries %q, which cannot be read (%w): it was made by another program, or altered; take another one", f.Name, err)
			}
			a.Clocks[timed[f.Name]] = f.Text
		case f.Name == RemediesName:
			a.Stands = f.Text
		case check != nil:
			if err := check(f.Text); err != nil {
				return a, fmt.Errorf("the backup carries %q, which cannot be read (%w): it was made by another program, or altered; take another one", f.Name, err)
			}
			a.Files[f.Name] = f.Text
		case folder == facesFolder+"/" && a.Faces.take(name, f.Text):
		case (folder == DeviceFolder+"/" || folder == DeviceFolder+"/rigs/") && aName(name):
			a.Device[strings.TrimPrefix(f.Name, DeviceFolder+"/")] = f.Text
		default:
			return a, fmt.Errorf("the backup carries %q, which belongs to none of its games: it was made by another program, or altered; take another one", f.Name)
		}
	}
	if err := a.Faces.check(); err != nil {
		return a, fmt.Errorf("the backup carries faces of cards that cannot be used (%w): it was made by another program, or altered; take another one", err)
	}
	return a, nil
}

// atMost returns how many bytes a file in a folder of a backup may have.
func atMost(folder string) int {
	switch folder {
	case facesFolder + "/":
		return mostOfFaces
	case DeviceFolder + "/", DeviceFolder + "/rigs/":
		return 16 * SideFileAtMost
	}
	return SideFileAtMost
}

// putSeals writes the seals to the folder. When it returns nil they are on the disk. Seals of other
// games stay. If a game already has another seal, that of the backup counts, with which the game in
// the backup was drawn; the other is kept beside it.
func (a SideFiles) putSeals(dir, day string) error {
	if len(a.Seals) == 0 {
		return nil
	}
	root, err := NewSeals(dir, nil).folder()
	if err != nil {
		return fmt.Errorf("seals: %w", err)
	}
	defer root.Close()
	for _, game := range slices.Sorted(maps.Keys(a.Seals)) {
		if err := putSeal(root, game, a.Seals[game], day); err != nil {
			return fmt.Errorf("seal of game %s: %w", game, err)
		}
	}
	return syncRoot(root)
}

func putSeal(root *os.Root, game string, text []byte, day string) error {
	there, err := root.ReadFile(game)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return err
	case bytes.Equal(there, text):
		return nil // its name is synced with the others
	default:
		if err := root.Link(game, game+".before-"+day); err != nil {
			return err
		}
	}
	return replaceIn(root, game, text)
}

// PutWith puts the games of part in the place of those of file, which are kept, together with these
// side files. What the backup does not have stays.
//
// The power may fail at any moment. Seals and faces come first, since they do no harm by
// themselves: so no game is ever in place without its seal. What was accepted of the old games, and
// which of them ended last, is removed before the new games come, and that of the new games added
// afterwards: so a number never meets a log that it does not belong to, and what is removed is
// asked again.
func (a SideFiles) PutWith(part, file string) (kept string, err error) {
	dir, day := filepath.Dir(file), Today()
	if err := errors.Join(a.putSeals(dir, day), a.putClocks(dir), a.Faces.put(dir, day)); err != nil {
		return "", err
	}
	if err := RemediesFile(dir).forget(); err != nil {
		return "", err
	}
	if err := setAside(dir, endedName, day); err != nil {
		return "", err
	}
	if kept, err = gamelog.Restore(part, file, day); err != nil {
		return kept, err
	}
	for _, name := range slices.Sorted(maps.Keys(a.Files)) {
		if err := setAside(dir, name, day); err != nil {
			return kept, err
		}
		if err := replace(filepath.Join(dir, name), a.Files[name]); err != nil {
			return kept, fmt.Errorf("beside the games: %w", err)
		}
	}
	if a.Stands == nil {
		return kept, nil
	}
	return kept, RemediesFile(dir).put(a.Stands)
}

// setAside renames a small file, if it is there, to a name with the date.
func setAside(dir, name, day string) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	if err := root.Rename(name, freeIn(root, name, day)); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// freeIn returns an unused name for a copy of a file.
func freeIn(root *os.Root, name, day string) string {
	to := name + ".before-" + day
	for n := 2; ; n++ {
		if _, err := root.Lstat(to); err != nil {
			return to
		}
		to = fmt.Sprintf("%s.before-%s-%d", name, day, n)
	}
}
