package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"arbiter/cmd/arbiter/internal/archive"
	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/companion/gamelog"
	"arbiter/companion/gamelog/crashtest"
	"arbiter/companion/history"
	"arbiter/engine/enginetest/tier"
)

// Whatever byte is altered: where the games can be opened, the game that goes on is the
// one that it was, or is told to be damaged; a new one begins beside it and goes on
// later; and of all that the file holds nothing else is altered by that.
func TestNewGameBesideFlippedBytes(t *testing.T) {
	tier.Test(t, tier.Crash, "enough flips for each outcome")
	t.Parallel()
	n, seed := tier.Of(t, tier.Crash, "flips", 0, 125, 2500), tier.Seed(t)
	kept := keptGames(t)
	dir := crashtest.Memory(t)
	path := filepath.Join(dir, datadir.LogFile)
	like := kept[0].running(t, dir)
	r := rand.New(rand.NewPCG(seed, 8))
	counts := map[string]int{}
	for i := 0; i < n; i++ {
		k := kept[r.IntN(len(kept))]
		name := k.names[r.IntN(len(k.names))]
		at, by := r.IntN(len(k.files[name])), byte(1+r.IntN(255))
		if name == "" && i%4 == 0 {
			at %= 100 // the header of the file, which finds free pages
		}
		k.files[name][at] ^= by
		k.lay(t, path)
		raw, unread := rawReading(path)
		k.lay(t, path)
		must(t, os.RemoveAll(datadir.AdjournedFile(dir).Name()))
		what, err := beside(dir, like)
		if err != nil {
			t.Errorf("flip %d of seed %d: byte %d of games.db%s, exclusive or %#x: %s: %v", i, seed, at, name, by, what, err)
		}
		if what == besideBegan {
			after, err := rawReading(path)
			if lost := missingLines(raw, after); unread == nil && (err != nil || len(lost) > 0) {
				t.Errorf("flip %d of seed %d: byte %d of games.db%s, exclusive or %#x: a new game has altered %q (%v)", i, seed, at, name, by, lost, err)
			}
		}
		counts[what]++
		k.files[name][at] ^= by
	}
	t.Logf("%d flips with seed %d: %v", n, seed, counts)
	for _, what := range []string{besideRefused, besideGoesOn, besideBegan} {
		if counts[what] == 0 {
			t.Errorf("never: %s", what)
		}
	}
}

// running is the game that goes on in these files.
func (k *keptFiles) running(t *testing.T, dir string) archive.Game {
	t.Helper()
	k.lay(t, filepath.Join(dir, datadir.LogFile))
	db := openLog(t, dir)
	like, err := archive.Open(db, "goes-on")
	must(t, errors.Join(err, db.Close()))
	return like
}

// What becomes of a new game.
const (
	besideRefused = "the file is refused"
	besideGoesOn  = "the game goes on"
	besideFailed  = "a new one cannot begin, with an explanation"
	besideBegan   = "a new one beside a damaged one"
)

// beside opens the games in a folder, and plays like another one if that which goes on
// is damaged.
func beside(dir string, like archive.Game) (what string, err error) {
	path := filepath.Join(dir, datadir.LogFile)
	db, err := gamelog.Open(path)
	if err != nil {
		return besideRefused, nil
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	s := datadir.Store{DB: db, Dir: dir}
	saved, ok, err := s.Unfinished()
	var d *history.Damage
	switch {
	case err == nil && ok && saved.ID == like.ID:
		return besideGoesOn, nil
	case err == nil:
		return besideGoesOn, fmt.Errorf("another game does: %q", saved.ID)
	case !errors.As(err, &d):
		return besideRefused, nil
	}
	what = besideBegan
	log, err := s.Create(history.Header{ID: "fresh", Setup: like.Setup})
	for _, e := range like.Entries {
		if err == nil {
			err = log.Append(e)
		}
	}
	if err != nil && len(unexplained(path, err)) == 0 {
		return besideFailed, nil
	}
	if err = errors.Join(err, db.Close()); err != nil {
		return what, err
	}
	if db, err = gamelog.Open(path); err != nil {
		return what, err
	}
	s.DB = db
	if saved, ok, err = s.Unfinished(); err != nil || !ok || saved.ID != "fresh" || len(saved.Entries) != len(like.Entries) {
		return what, errors.Join(err, fmt.Errorf("then %q goes on with %d entries", saved.ID, len(saved.Entries)))
	}
	return what, nil
}

// missingLines are the lines of a text that another lacks.
func missingLines(before, after string) (lost []string) {
	left := strings.Split(after, "\n")
	slices.Sort(left)
	for line := range strings.SplitSeq(before, "\n") {
		if _, ok := slices.BinarySearch(left, line); !ok {
			lost = append(lost, line)
		}
	}
	return lost
}
