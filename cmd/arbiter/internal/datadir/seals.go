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

// Seals keeps the secrets that decide what is drawn, a file for each game, which only its owner may
// read. The secret of the next game, with the words that seats add to it, is not on disk before
// that game begins. It may be used by any goroutine.
type Seals struct {
	dir    string
	Logger *slog.Logger

	mu   sync.Mutex
	open map[string]seal.Secret // by game
	next seal.Secret            // zero until somebody asks for it
	said map[engine.Seat]string // words that seats add to the next one
	lost string                 // the game whose secret was last found missing
}

// NewSeals returns the seals of a data directory.
func NewSeals(dir string, logger *slog.Logger) *Seals {
	return &Seals{dir: filepath.Join(dir, SealsFolder), Logger: logger, open: map[string]seal.Secret{}, said: map[engine.Seat]string{}}
}

// File returns the path of the secret of a game.
func (b *Seals) File(game string) string { return filepath.Join(b.dir, game) }

// Seal is for companion.Opts.Seal. When it returns nil the secret is on the disk, and the next game
// will have another one.
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

// Announced returns what is fixed for the next game, and the words that were added to it.
func (b *Seals) Announced() (hash string, said map[engine.Seat]string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.Coming().Hash(), maps.Clone(b.said)
}

// Coming returns the secret of the next game.
func (b *Seals) Coming() seal.Secret {
	if b.next == (seal.Secret{}) {
		b.next = seal.New()
	}
	return b.next
}

// Say adds a word of a seat to the next game, in place of its last one; "" removes it. The caller
// must have seen the hash, since there may be another one after a restart.
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

// folder opens the folder for writing, creating it if there is none, and syncs its name to disk.
func (b *Seals) folder() (*os.Root, error) {
	return folderIn(filepath.Dir(b.dir), filepath.Base(b.dir))
}

// folderIn opens a folder of a data directory for writing, creating it if there is none, and syncs
// its name to disk. It is inside that directory, wherever a link may lead.
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

// aName reports whether a word can be the name of a file in a folder.
func aName(word string) bool {
	return filepath.IsLocal(word) && filepath.Base(word) == word && word != "."
}

// Secret returns the sealed secret of a game; ok is false if there is none.
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

// Keep stores the secret of a game that was played elsewhere.
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

// Rank is for companion.Opts.Rank. For a game of an older program without a seal, or whose secret
// was lost, draws are random and cannot be verified; games verify says so of the latter.
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

// complain logs, once for each game, that it is not drawn as its seal says.
func (b *Seals) complain(game string, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.lost != game {
		b.Logger.Error("what is drawn does not follow from the seal", "game", game, "err", err)
	}
	b.lost = game
}

// Mixed returns a secret with the words that were added to it.
func Mixed(s seal.Secret, sealed engine.Sealed) seal.Secret {
	var lines []string
	for _, w := range sealed.Words {
		lines = append(lines, w.String())
	}
	return s.With(lines...)
}

// SealedDraw returns a draw as its proof names it.
func SealedDraw(d companion.Drawn) seal.Draw {
	return seal.Draw{Entry: d.Entry, Command: d.Line, Pile: d.Pile, Thing: d.Thing}
}
