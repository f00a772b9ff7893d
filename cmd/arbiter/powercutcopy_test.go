package main

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/companion/gamelog"
	"arbiter/companion/gamelog/crashtest"
	"arbiter/engine/enginetest/tier"
)

// Whatever a power cut leaves of a backup that is made: the games are as they
// were, and the backup is whole, with the seal and what stands, or has no name yet.
func TestPowerCutOfBackup(t *testing.T) {
	tier.Test(t, tier.Crash, "a command under strace")
	crashtest.Need(t)
	t.Parallel()
	dir, again := crashtest.Memory(t), crashtest.Memory(t)
	g := sealedDemo(t, filepath.Join(dir, "data"), "8")
	trace := cutCommand(t, dir, "backup", "--data", filepath.Join(dir, "data"), filepath.Join(dir, "copy.db"))
	tryCommand(t, trace, crashtest.Trial{Dir: again, Promised: promises("1 game and 1 seal, read back and sound"), Reopen: func() (int, error) {
		if err := g.kept(filepath.Join(again, "data")); err != nil {
			return 0, err
		}
		copied := filepath.Join(again, "copy.db")
		if _, err := os.Stat(copied); errors.Is(err, fs.ErrNotExist) {
			return 0, nil
		}
		if err := g.carried(copied); err != nil {
			return 0, err
		}
		if err := os.Rename(copied, filepath.Join(again, datadir.LogFile)); err != nil {
			return 0, err
		}
		return 1, g.played(again)
	}})
}

// Whatever a power cut leaves of a folder while a backup is put in place: the old
// games or the new ones, all of them, with their seal; and of the choices that were
// made no other's. The control loses a seal, for nobody hears that seals are synced.
func TestPowerCutOfRestore(t *testing.T) {
	tier.Test(t, tier.Crash, "a command under strace")
	crashtest.Need(t)
	t.Parallel()
	dir, again, copies := crashtest.Memory(t), crashtest.Memory(t), t.TempDir()
	old := sealedDemo(t, filepath.Join(dir, "data"), "8")
	fresh := sealedDemo(t, filepath.Join(copies, "data"), "9")
	output(t, "backup", "--data", filepath.Join(copies, "data"), filepath.Join(copies, "copy.db"))
	trace := cutCommand(t, dir, "restore", "--replace", "--data", filepath.Join(dir, "data"), filepath.Join(copies, "copy.db"))
	trial := crashtest.Trial{Dir: again, Promised: promises("1 game and 1 seal in "), Reopen: func() (int, error) {
		data := filepath.Join(again, "data")
		if err := old.sealed(data); err != nil {
			return 0, err
		}
		lacks := fresh.played(data)
		if lacks == nil {
			return fresh.stood(data)
		}
		if err := old.kept(data); err != nil {
			return 0, fmt.Errorf("there are neither the old games (%w) nor the new ones (%w)", err, lacks)
		}
		return 0, nil
	}}
	tryCommand(t, trace, trial)
	trial = sized(t, trial)
	trial.Deaf = func(path string) bool { return strings.Contains(path+"/", "/"+datadir.SealsFolder+"/") }
	if r, err := trace.Try(trial); err != nil || r.Broken == 0 || !strings.Contains(r.First.Error(), "has no seal") {
		t.Errorf("seals that are not synced are not missing: %v, %v, %v", r, r.First, err)
	}
}

// A sealedGame is what a folder must hold of a demo that was sealed.
type sealedGame struct {
	id    string
	story []string
	seal  string
}

// sealedDemo plays a demo, and leaves a seal and a choice with it, as a table does.
func sealedDemo(t *testing.T, dir, seed string) sealedGame {
	t.Helper()
	output(t, "demo", "--seed", seed, "--data", dir)
	rows, over := rowsIn(t, dir)
	if !over {
		t.Fatal("the demo is not over")
	}
	g := sealedGame{id: gameIn(t, dir), story: story(rows)}
	sealFor(t, dir, g.id)
	must(t, datadir.RemediesFile(dir).Keep(g.id, 7))
	secret, err := os.ReadFile(filepath.Join(dir, datadir.SealsFolder, g.id))
	must(t, err)
	g.seal = string(secret)
	return g
}

func gameIn(t *testing.T, dir string) string {
	t.Helper()
	db := openLog(t, dir)
	defer db.Close()
	ids, err := db.IDs()
	must(t, err)
	return ids[0]
}

// kept tells whether the folder has the game, its seal, and of choices none or that
// of the game.
func (g sealedGame) kept(dir string) error {
	err := g.played(dir)
	if err == nil {
		err = g.sealed(dir)
	}
	if err == nil {
		_, err = g.stood(dir)
	}
	return err
}

func (g sealedGame) played(dir string) error {
	n, err := keptOf(dir, g.story)
	if err == nil && n != len(g.story) {
		err = fmt.Errorf("there are %d entries, want %d", n, len(g.story))
	}
	return err
}

func (g sealedGame) sealed(dir string) error {
	text, err := os.ReadFile(filepath.Join(dir, datadir.SealsFolder, g.id))
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("game %s has no seal: %w", g.id, err)
	}
	if err == nil && string(text) != g.seal {
		err = fmt.Errorf("the seal of game %s is %q", g.id, text)
	}
	return err
}

// stood counts what stands of the game, which must be sealed; nothing may stand of
// another.
func (g sealedGame) stood(dir string) (int, error) {
	stands, err := datadir.RemediesFile(dir).Read()
	if err == nil {
		err = g.sealed(dir)
	}
	if n := len(stands); err == nil && n > 0 && (n > 1 || stands[g.id] != 7) {
		err = fmt.Errorf("of game %s stands %v", g.id, stands)
	}
	return len(stands), err
}

// carried tells whether a backup has it all.
func (g sealedGame) carried(file string) (err error) {
	db, err := gamelog.OpenReadOnly(file)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	a, err := datadir.SideFilesOf(db)
	want := fmt.Sprintf(`{"%s":7}`, g.id)
	if got := slices.Collect(maps.Keys(a.Seals)); err == nil && (!slices.Equal(got, []string{g.id}) || string(a.Seals[g.id]) != g.seal || string(a.Stands) != want) {
		err = fmt.Errorf("the backup carries %q and %q", a.Seals, a.Stands)
	}
	return err
}

func cutCommand(t *testing.T, dir string, args ...string) *crashtest.Trace {
	t.Helper()
	cmd := arbiter(t, args...)
	w, err := crashtest.Under(cmd, dir)
	must(t, err)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	trace, err := w.Trace()
	must(t, err)
	return trace
}

// promises counts these words in what a command says.
func promises(words string) func([]byte) int {
	return func(said []byte) int { return strings.Count(string(said), words) }
}

// tryCommand tries a command that promises one thing.
func tryCommand(t *testing.T, trace *crashtest.Trace, trial crashtest.Trial) {
	t.Helper()
	r, err := trace.Try(sized(t, trial))
	must(t, err)
	t.Log(r)
	if err := r.Whole(); err != nil || r.Promised != 1 {
		t.Errorf("%d promises were seen; %v", r.Promised, err)
	}
}

// sized says how many disks are tried.
func sized(t *testing.T, trial crashtest.Trial) crashtest.Trial {
	t.Helper()
	trial.Seed, trial.Disks = tier.Seed(t), tier.Of(t, tier.Crash, "disks", 0, 50, 750)
	return trial
}
