package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"

	"arbiter/companion/gamelog"
)

// What a backup carries besides the games, under the names that it has in the folder.
const (
	sealsFolder = "seals"
	standsName  = "stands.json"
)

// asideAtMost is how many bytes a file beside the games may have; a seal has some
// hundred.
const asideAtMost = 4 << 10

// gather returns what a backup of the folder asks for when it has copied the games.
//
// A table may play meanwhile. What stands is read before the games are copied: so it
// tells of no entry that the copy does not have, where another may come of the same
// number; what is missing of it is asked again. Seals are read after the games: that
// of a game is on the disk before the game begins, and stays as it is, so each game
// in the copy has its seal by then.
func gather(dir string) (func(games []string) ([]gamelog.SideFile, error), error) {
	var list []gamelog.SideFile
	text, err := readAside(dir, standsName)
	switch {
	case err == nil:
		list = append(list, gamelog.SideFile{Name: standsName, Text: text})
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	return func(games []string) ([]gamelog.SideFile, error) {
		for _, game := range games {
			if !aName(game) {
				continue // which was never sealed
			}
			text, err := readAside(filepath.Join(dir, sealsFolder), game)
			if errors.Is(err, fs.ErrNotExist) {
				continue
			}
			if err != nil {
				return nil, err
			}
			list = append(list, gamelog.SideFile{Name: path.Join(sealsFolder, game), Text: text})
		}
		return list, nil
	}, nil
}

// readAside reads a small file of a folder.
func readAside(dir, name string) ([]byte, error) {
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
	text, err := io.ReadAll(io.LimitReader(f, asideAtMost+1))
	if err == nil && len(text) > asideAtMost {
		err = fmt.Errorf("it has more than %d bytes and does not belong there: move it away", asideAtMost)
	}
	if err != nil {
		return nil, fmt.Errorf("beside the games: %s: %w", filepath.Join(dir, name), err)
	}
	return text, nil
}

// Asides are what a backup has brought: seals by their games, and what stands, which
// is nil if it has brought none.
type asides struct {
	seals  map[string][]byte
	stands []byte
}

// asidesOf reads what a backup carries.
func asidesOf(db *gamelog.DB) (asides, error) {
	list, err := db.SideFiles()
	if err != nil {
		return asides{}, err
	}
	games, err := db.IDs()
	if err != nil {
		return asides{}, err
	}
	return sortAsides(list, games)
}

// sortAsides takes what belongs to these games, and refuses everything else: names
// come from a file that anybody may have made.
func sortAsides(list []gamelog.SideFile, games []string) (asides, error) {
	a := asides{seals: map[string][]byte{}}
	may := map[string]string{}
	for _, game := range games {
		if aName(game) {
			may[path.Join(sealsFolder, game)] = game
		}
	}
	for _, f := range list {
		game, seal := may[f.Name]
		switch {
		case len(f.Text) > asideAtMost:
			return a, fmt.Errorf("the backup carries %q with %d bytes, more than such a file has: it was made by another program, or altered; take another one", f.Name, len(f.Text))
		case seal:
			a.seals[game] = f.Text
		case f.Name == standsName:
			a.stands = f.Text
		default:
			return a, fmt.Errorf("the backup carries %q, which belongs to none of its games: it was made by another program, or altered; take another one", f.Name)
		}
	}
	return a, nil
}

// putSeals puts the seals into the folder. When it returns nil they are on the disk.
// Seals of other games stay. Where a game has another seal already, that of the
// backup counts, by which the game in the backup was drawn; the other is kept beside
// it.
func (a asides) putSeals(dir, day string) error {
	if len(a.seals) == 0 {
		return nil
	}
	root, err := newSealbox(dir, nil).folder()
	if err != nil {
		return fmt.Errorf("seals: %w", err)
	}
	defer root.Close()
	for _, game := range slices.Sorted(maps.Keys(a.seals)) {
		if err := putSeal(root, game, a.seals[game], day); err != nil {
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
		return nil // and its name is synced with the others
	default:
		if err := root.Link(game, game+".before-"+day); err != nil {
			return err
		}
	}
	return replaceIn(root, game, text)
}
