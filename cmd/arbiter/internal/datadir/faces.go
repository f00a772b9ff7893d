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

// Faces are the names and small pictures that an owner has given to cards, in a folder beside the
// games. No export has them. Its methods may be called from any goroutine.
type Faces struct {
	dir string

	mu  sync.Mutex
	all map[string]map[string]web.Face // by game and card
}

var _ web.Faces = (*Faces)(nil)

// FacesIn reads the faces in a folder. Unreadable ones count as none.
func FacesIn(dir string) (*Faces, error) {
	f := &Faces{dir: filepath.Join(dir, facesFolder)}
	all, err := recall[map[string]map[string]web.Face](f.index())
	if f.all = all; all == nil {
		f.all = map[string]map[string]web.Face{}
	}
	return f, err
}

func (f *Faces) index() string { return filepath.Join(f.dir, facesName) }

// Face returns the face of a card; zero if it has none.
func (f *Faces) Face(game, card string) web.Face {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.all[game][card]
}

// Name sets the owner's name for a card; "" removes it.
func (f *Faces) Name(game, card, name string) error {
	return f.change(game, card, func(face *web.Face) { face.Name = name })
}

// Show sets the picture of a card, a JPEG that was scaled down; nil removes it.
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

// pictureOf returns the name of a picture, a hash of its bytes.
func pictureOf(picture []byte) string {
	sum := sha256.Sum256(picture)
	return hex.EncodeToString(sum[:12])
}

func (f *Faces) file(picture string) string { return filepath.Join(f.dir, picture+".jpg") }

// used reports whether a card has this picture.
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

// Picture returns a picture that some card has. The error is fs.ErrNotExist if none does.
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
