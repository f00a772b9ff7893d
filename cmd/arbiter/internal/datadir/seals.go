package datadir

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"sync"

	"arbiter/companion"
	"arbiter/companion/seal"
	"arbiter/engine"
)

// A Seals keeps the secrets that decide what is drawn, a file for each game, which
// its owner alone may read. That of the next game, with the words that seats add to it,
// is on no disk before the game begins. It may be used by any goroutine.
type Seals struct {
	dir    string
	Logger *slog.Logger

	mu   sync.Mutex
	open map[string]seal.Secret // by game
	next seal.Secret            // zero before anybody asks for it
	said map[engine.Seat]string // what seats add to the next one
	lost string                 // the game whose secret was missed last
}

// NewSeals are the seals of a data directory.
func NewSeals(dir string, logger *slog.Logger) *Seals {
	return &Seals{dir: filepath.Join(dir, SealsFolder), Logger: logger, open: map[string]seal.Secret{}, said: map[engine.Seat]string{}}
}

// File is where the secret of a game lies.
func (b *Seals) File(game string) string { return filepath.Join(b.dir, game) }

// Seal is companion.Opts.Seal. When it returns no error the secret is on the disk, and
// the next game will have another one.
func (b *Seals) Seal(game string, seats []engine.Seat) (engine.Sealed, error) {
	if !aName(game) {
		return engine.Sealed{}, fmt.Errorf("seal of game %q: that is no name of a file", game)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	s, sealed := b.Coming(), engine.Sealed{Hash: b.Coming().Hash()}
	if err := b.put(game, s); err != nil {
		return engine.Sealed{}, fmt.Errorf("seal of a game: %w", err)
	}
	for _, seat := range seats {
		if text := b.said[seat]; text != "" {
			sealed.Words = append(sealed.Words, engine.Word{Seat: seat, Text: text})
		}
	}
	b.open[game], b.next = s, seal.Secret{}
	clear(b.said)
	return sealed, nil
}

// Announced is what is fixed for the next game, and the words that were added to it.
func (b *Seals) Announced() (hash string, said map[engine.Seat]string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.Coming().Hash(), maps.Clone(b.said)
}

// Coming is the secret of the next game.
func (b *Seals) Coming() seal.Secret {
	if b.next == (seal.Secret{}) {
		b.next = seal.New()
	}
	return b.next
}

// Say adds a word of a seat to the next game, in place of its last one; "" takes it
// back. Who says it must have seen the hash: another one may come after a restart.
func (b *Seals) Say(hash string, seat engine.Seat, text string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if hash != b.Coming().Hash() {
		return engine.Refuse("chance is sealed anew since this page was drawn; load it again")
	}
	b.said[seat] = text
	return nil
}

func (b *Seals) put(game string, s seal.Secret) error {
	root, err := b.folder()
	if err != nil {
		return err
	}
	defer root.Close()
	return errors.Join(replaceIn(root, game, []byte(s.Open())), syncRoot(root))
}

// folder opens the folder to write there, and makes it if there is none. Its name is
// on the disk then.
func (b *Seals) folder() (*os.Root, error) {
	return folderIn(filepath.Dir(b.dir), filepath.Base(b.dir))
}

// folderIn opens a folder of a data directory to write there, and makes it if there is none.
// Its name is on the disk then, and it is in that directory, wherever a link may lead.
func folderIn(dir, name string) (*os.Root, error) {
	above, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer above.Close()
	err = above.Mkdir(name, 0o700)
	made := err == nil
	if err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	root, err := above.OpenRoot(name)
	if err != nil {
		return nil, err
	}
	if made {
		err = ownFolder(root, above)
	}
	if err := errors.Join(err, syncRoot(above)); err != nil {
		return nil, errors.Join(err, root.Close())
	}
	return root, nil
}

func ownFolder(root, above *os.Root) error {
	f, err := root.Open(".")
	if err != nil {
		return err
	}
	return errors.Join(Own(f, above), f.Close())
}

// aName tells whether a word can be the name of a file in a folder.
func aName(word string) bool {
	return filepath.IsLocal(word) && filepath.Base(word) == word && word != "."
}

// Secret returns what was sealed; ok is false if nothing was.
func (b *Seals) Secret(game string) (s seal.Secret, ok bool, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if s, ok := b.open[game]; ok {
		return s, true, nil
	}
	root, err := os.OpenRoot(b.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return seal.Secret{}, false, nil
	}
	if err != nil {
		return seal.Secret{}, false, fmt.Errorf("seals: %w", err)
	}
	defer root.Close()
	text, err := root.ReadFile(game)
	if errors.Is(err, fs.ErrNotExist) {
		return seal.Secret{}, false, nil
	}
	if err == nil {
		s, err = seal.Parse(string(text))
	}
	if err != nil {
		return seal.Secret{}, false, fmt.Errorf("seal of game %s: %w", game, err)
	}
	b.open[game] = s
	return s, true, nil
}

// Keep puts the secret of a game that was played elsewhere beside the others.
func (b *Seals) Keep(game, text string) error {
	s, err := seal.Parse(text)
	if err == nil {
		err = b.put(game, s)
	}
	if err != nil {
		return fmt.Errorf("seal of game %s: %w", game, err)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.open[game] = s
	return nil
}

// Rank is companion.Opts.Rank. A game without a seal, of an older program, is drawn
// for by chance that nobody can check; so is one whose secret was lost, and games verify
// tells of it.
func (b *Seals) Rank(game string, sealed engine.Sealed, d companion.Drawn) string {
	s, ok, err := b.Secret(game)
	if err == nil && !ok && sealed.Hash != "" {
		err = fmt.Errorf("there is no file %s", b.File(game))
	}
	if err != nil {
		b.complain(game, err)
	}
	if !ok {
		return rand.Text()
	}
	return Mixed(s, sealed).Rank(SealedDraw(d))
}

// complain logs once for each game that it is not drawn as its seal says.
func (b *Seals) complain(game string, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.lost != game {
		b.Logger.Error("what is drawn does not follow from the seal", "game", game, "err", err)
	}
	b.lost = game
}

// Mixed is a secret with the words that were added to it.
func Mixed(s seal.Secret, sealed engine.Sealed) seal.Secret {
	var lines []string
	for _, w := range sealed.Words {
		lines = append(lines, w.String())
	}
	return s.With(lines...)
}

// SealedDraw is a draw as its proof names it.
func SealedDraw(d companion.Drawn) seal.Draw {
	return seal.Draw{Entry: d.Entry, Command: d.Line, Pile: d.Pile, Thing: d.Thing}
}
