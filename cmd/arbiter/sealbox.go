package main

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"sync"

	"arbiter/companion"
	"arbiter/companion/seal"
)

// A sealbox keeps the secrets that decide what is drawn, a file for each game, which
// its owner alone may read. It may be used by any goroutine.
type sealbox struct {
	dir    string
	logger *slog.Logger

	mu   sync.Mutex
	open map[string]seal.Secret // by game
}

func newSealbox(dir string, logger *slog.Logger) *sealbox {
	return &sealbox{dir: filepath.Join(dir, sealsFolder), logger: logger, open: map[string]seal.Secret{}}
}

// seal makes the secret of a game. When it returns nil the secret is on the disk.
func (b *sealbox) seal(game string) error {
	if !aName(game) {
		return fmt.Errorf("seal of game %q: that is no name of a file", game)
	}
	s := seal.New(game)
	if err := b.put(game, s); err != nil {
		return fmt.Errorf("seal of a game: %w", err)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.open[game] = s
	return nil
}

func (b *sealbox) put(game string, s seal.Secret) error {
	root, err := b.folder()
	if err != nil {
		return err
	}
	defer root.Close()
	return errors.Join(replaceIn(root, game, []byte(s.Open())), syncRoot(root))
}

// folder opens the folder to write there, and makes it if there is none. Its name is
// on the disk then.
func (b *sealbox) folder() (*os.Root, error) {
	above, err := os.OpenRoot(filepath.Dir(b.dir))
	if err != nil {
		return nil, err
	}
	defer above.Close()
	err = above.Mkdir(filepath.Base(b.dir), 0o700)
	made := err == nil
	if err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	root, err := above.OpenRoot(filepath.Base(b.dir))
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
	return errors.Join(own(f, above), f.Close())
}

// aName tells whether a word can be the name of a file in a folder.
func aName(word string) bool {
	return filepath.IsLocal(word) && filepath.Base(word) == word && word != "."
}

// secret returns what was sealed; ok is false if nothing was.
func (b *sealbox) secret(game string) (s seal.Secret, ok bool, err error) {
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

// rank is companion.Opts.Rank. A game without a seal, of an older program, is drawn
// for by chance that nobody can check.
func (b *sealbox) rank(game string, d companion.Drawn) string {
	s, ok, err := b.secret(game)
	if err != nil {
		b.logger.Error("a draw is not as the seal says", "err", err)
	}
	if !ok {
		return rand.Text()
	}
	return s.Rank(sealedDraw(d))
}

func sealedDraw(d companion.Drawn) seal.Draw {
	return seal.Draw{Entry: d.Entry, Command: d.Line, Pile: d.Pile, Thing: d.Thing}
}
