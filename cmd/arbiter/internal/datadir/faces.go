package datadir

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"arbiter/companion/web"
)

// Faces are what an owner has given to cards, in a folder beside the games: names and small
// pictures. They are in no export. Its methods may be called by any goroutine.
type Faces struct {
	dir string

	mu  sync.Mutex
	all map[string]map[string]web.Face // by game and card
}

var _ web.Faces = (*Faces)(nil)

// FacesIn reads those of a folder. What cannot be read counts as none.
func FacesIn(dir string) (*Faces, error) {
	f := &Faces{dir: filepath.Join(dir, facesFolder)}
	all, err := recall[map[string]map[string]web.Face](f.index())
	if f.all = all; all == nil {
		f.all = map[string]map[string]web.Face{}
	}
	return f, err
}

func (f *Faces) index() string { return filepath.Join(f.dir, facesName) }

// Face is that of a card; zero if it has none.
func (f *Faces) Face(game, card string) web.Face {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.all[game][card]
}

// Name gives a card a name of the owner's; "" takes it away.
func (f *Faces) Name(game, card, name string) error {
	return f.change(game, card, func(face *web.Face) { face.Name = name })
}

// Show gives a card a picture: a JPEG that was made small; nil takes it away.
func (f *Faces) Show(game, card string, picture []byte) error {
	name := ""
	if picture != nil {
		name = pictureOf(picture)
		if err := os.MkdirAll(f.dir, 0o700); err != nil {
			return err
		}
		if err := replace(f.file(name), picture); err != nil {
			return err
		}
	}
	old := f.Face(game, card).Picture
	err := f.change(game, card, func(face *web.Face) { face.Picture = name })
	if err != nil || old == "" || f.used(old) {
		return err
	}
	return os.Remove(f.file(old))
}

// pictureOf is the name of a picture, which tells its bytes.
func pictureOf(picture []byte) string {
	sum := sha256.Sum256(picture)
	return hex.EncodeToString(sum[:12])
}

func (f *Faces) file(picture string) string { return filepath.Join(f.dir, picture+".jpg") }

// used tells whether a card has a picture.
func (f *Faces) used(picture string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, cards := range f.all {
		for _, face := range cards {
			if face.Picture == picture {
				return true
			}
		}
	}
	return false
}

// Picture is a picture that some card has. The error is fs.ErrNotExist if none has it.
func (f *Faces) Picture(picture string) ([]byte, error) {
	if picture == "" || !f.used(picture) {
		return nil, fs.ErrNotExist
	}
	return os.ReadFile(f.file(picture))
}

func (f *Faces) change(game, card string, how func(*web.Face)) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	face := f.all[game][card]
	how(&face)
	if f.all[game] == nil {
		f.all[game] = map[string]web.Face{}
	}
	if f.all[game][card] = face; face == (web.Face{}) {
		delete(f.all[game], card)
	}
	return errors.Join(os.MkdirAll(f.dir, 0o700), memorize(f.index(), f.all))
}
