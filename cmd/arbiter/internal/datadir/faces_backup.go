package datadir

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"image/jpeg"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"arbiter/companion/faces"
	"arbiter/companion/gamelog"
	"arbiter/companion/web"
)

// mostOfFaces is how many bytes a picture of a card, or the list of all faces, may have.
const mostOfFaces = 512 << 10

// pictureName matches the names that Show gives to pictures.
var pictureName = regexp.MustCompile(`^[0-9a-f]{24}$`)

// gatherFaces reads the faces in a folder for a backup. A picture that is removed meanwhile is left
// out, together with its name.
func gatherFaces(dir string) (list []gamelog.SideFile, err error) {
	f, err := FacesIn(dir)
	if err != nil || len(f.all) == 0 {
		return nil, err
	}
	there := map[string]bool{"": true}
	for _, cards := range f.all {
		for _, face := range cards {
			if there[face.Picture] {
				continue
			}
			text, err := f.Picture(face.Picture)
			if err != nil && !errors.Is(err, fs.ErrNotExist) {
				return nil, fmt.Errorf("faces of cards: %w", err)
			}
			if err == nil && pictureName.MatchString(face.Picture) && len(text) <= faces.MostKept {
				there[face.Picture] = true
				list = append(list, gamelog.SideFile{Name: path.Join(facesFolder, face.Picture+".jpg"), Text: text})
			}
		}
	}
	for _, cards := range f.all {
		for card, face := range cards {
			if !there[face.Picture] {
				cards[card] = web.Face{Name: face.Name}
			}
		}
	}
	index, err := json.Marshal(f.all)
	return append(list, gamelog.SideFile{Name: path.Join(facesFolder, facesName), Text: index}), err
}

// Backed are the faces of cards in a backup.
type Backed struct {
	index    []byte
	pictures map[string][]byte
	all      map[string]map[string]web.Face
}

// Cards returns how many cards have one.
func (b Backed) Cards() (n int) {
	for _, cards := range b.all {
		n += len(cards)
	}
	return n
}

// take stores a file if its name is that of a face, and reports whether it is.
func (b *Backed) take(name string, text []byte) bool {
	if name == facesName {
		b.index = text
		return true
	}
	picture, ok := strings.CutSuffix(name, ".jpg")
	if ok = ok && pictureName.MatchString(picture); ok {
		b.pictures[picture] = text
	}
	return ok
}

// check parses the list and returns what does not match it.
func (b *Backed) check() error {
	if b.index != nil {
		if err := json.Unmarshal(b.index, &b.all); err != nil {
			return fmt.Errorf("%s: %w", facesName, err)
		}
	}
	used := map[string]bool{"": true}
	for _, cards := range b.all {
		for card, face := range cards {
			if used[face.Picture] = true; face.Picture != "" && b.pictures[face.Picture] == nil {
				return fmt.Errorf("the picture of %q is missing", card)
			}
			if utf8.RuneCountInString(face.Name) > web.MostName {
				return fmt.Errorf("the name of %q is too long", card)
			}
		}
	}
	for picture, text := range b.pictures {
		if !used[picture] || picture != pictureOf(text) || len(text) > faces.MostKept {
			return fmt.Errorf("%s.jpg is not what it was, or no card has it", picture)
		}
		if _, err := jpeg.DecodeConfig(bytes.NewReader(text)); err != nil {
			return fmt.Errorf("%s.jpg is no picture: %w", picture, err)
		}
	}
	return nil
}

// put gives the cards their faces. Cards that are not in the backup keep theirs; the old list is
// kept beside.
func (b Backed) put(dir, day string) error {
	if b.Cards() == 0 {
		return nil
	}
	there, err := FacesIn(dir)
	if err != nil {
		return fmt.Errorf("faces of cards: %w", err)
	}
	root, err := folderIn(dir, facesFolder)
	if err != nil {
		return fmt.Errorf("faces of cards: %w", err)
	}
	defer root.Close()
	for picture, text := range b.pictures {
		if err := replaceIn(root, picture+".jpg", text); err != nil {
			return fmt.Errorf("faces of cards: %w", err)
		}
	}
	for game, cards := range b.all {
		if there.all[game] == nil {
			there.all[game] = map[string]web.Face{}
		}
		maps.Copy(there.all[game], cards)
	}
	index, err := json.Marshal(there.all)
	if err != nil {
		return err
	}
	if was, err := root.ReadFile(facesName); err == nil && !slices.Equal(was, index) {
		if err := root.Link(facesName, freeIn(root, facesName, day)); err != nil {
			return fmt.Errorf("faces of cards: %w", err)
		}
	}
	return errors.Join(replaceIn(root, facesName, index), syncRoot(root))
}
