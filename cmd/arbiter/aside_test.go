package main

import (
	"bytes"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"arbiter/cmd/arbiter/internal/archive"
	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/companion/gamelog"
	"arbiter/companion/history"
	"arbiter/engine"
	"arbiter/engine/enginetest/tier"
	"arbiter/engine/notation"
)

// A backup is taken while the real program plays: two games with draws, of which one
// is over. Elsewhere the program goes on with the other: what chance brings there is
// what it brings here, and each game is verified alike. The control is a backup that
// carries nothing.
func TestBackupCarriesSeals(t *testing.T) {
	tier.Test(t, tier.Program, "whole commands")
	t.Parallel()
	here, there, bare, copied := t.TempDir(), filepath.Join(t.TempDir(), "new"), t.TempDir(), filepath.Join(t.TempDir(), "copy.db")
	s := start(t, "--data", here, "--open")
	p := s.phone("en")
	p.post("start", "game=high-council&option=dealt&seat=white&seat=red&order=listed")
	over := gameIn(t, here)
	dealt(t, here, over)
	p.post("finish", "")
	p.post("start", "game=council-of-shadows&box=stand-in&seat=purple&order=listed")
	p.all("purple", "purple pass", "purple plan 1 discover", "purple plan 2 tower")
	if got, want := output(t, "backup", "--data", here, copied), "copy.db: 2 games and 2 seals, read back and sound.\n"; !strings.HasSuffix(got, want) {
		t.Errorf("backup says %q, want %q", got, want)
	}
	on := gameIn(t, here)
	p.toTheDraw()
	s.end(syscall.SIGTERM)
	if got, want := output(t, "restore", "--data", there, copied), "2 games and 2 seals in "+there+" now.\n"; got != want {
		t.Errorf("restore says %q, want %q", got, want)
	}
	s = start(t, "--data", there, "--open")
	p = s.phone("en")
	p.proves(s) // nobody is the host there
	p.toTheDraw()
	s.end(syscall.SIGTERM)
	for id, draws := range map[string]string{over: "table deal ", on: "table open automa-"} {
		want := output(t, "games", "verify", "--data", here, id)
		if got := output(t, "games", "verify", "--data", there, id); got != want || !strings.Contains(want, draws) {
			t.Errorf("here:\n%s\nthere:\n%s\nwant the same draws", want, got)
		}
	}
	output(t, "restore", "--data", bare, without(t, copied))
	if text, err := verify(t, bare, over); err == nil || !strings.Contains(err.Error(), "the secret of this game is missing") {
		t.Errorf("control: of a backup that carries nothing verify says %q, %v", text, err)
	}
}

// dealt waits until the program has dealt the cards of a game, which it does once the
// game has begun.
func dealt(t *testing.T, dir, id string) {
	t.Helper()
	db := openLog(t, dir)
	defer db.Close()
	for late := time.Now().Add(5 * time.Minute); time.Now().Before(late); time.Sleep(10 * time.Millisecond) { // until the program has dealt
		g, err := archive.Open(db, id)
		must(t, err)
		if slices.ContainsFunc(g.Entries, func(e engine.Entry) bool { return strings.HasPrefix(notation.Format(e.Command), "table deal ") }) {
			return
		}
	}
	t.Fatal("no cards are dealt")
}

func (p *phone) post(path, form string) {
	p.Helper()
	if status, text := p.ask("POST", path, form); status != 200 {
		p.Fatalf("%s: %d %s", path, status, text)
	}
}

// toTheDraw takes the seat, plans the last card, draws one for the Automa, and ends
// the game.
func (p *phone) toTheDraw() {
	p.Helper()
	p.ask("POST", "claim", "seat=purple") // refused to who holds it
	p.all("purple", "purple plan 3 harvest", "purple ready")
	p.post("deal", "seat=purple&version=5&deck=table+open+%7B%7D")
	p.post("finish", "")
}

// without is a copy of a backup as a program makes it that carries nothing.
func without(t *testing.T, backup string) string {
	t.Helper()
	return altered(t, backup, `DROP TABLE carried; DELETE FROM sums WHERE what = 'carried'`)
}

// sealedBackup is a backup of a demo with a seal and a choice.
func sealedBackup(t *testing.T) (g sealedGame, file string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "data")
	g = sealedDemo(t, dir, "8")
	file = filepath.Join(t.TempDir(), "copy.db")
	output(t, "backup", "--data", dir, file)
	return g, file
}

// A restore leaves the seals of other games, and keeps another seal of the same game
// beside that of the backup. Of choices those of the backup are there, and no others.
func TestRestoreBesideOtherFiles(t *testing.T) {
	tier.Test(t, tier.Crash, "whole commands")
	t.Parallel()
	g, file := sealedBackup(t)
	dir := t.TempDir()
	sealFor(t, dir, "another")
	sealFor(t, dir, g.id)
	must(t, datadir.RemediesFile(dir).Keep("another", 3))
	other, err := os.ReadFile(filepath.Join(dir, "seals", g.id))
	must(t, err)
	output(t, "restore", "--data", dir, file)
	must(t, g.kept(dir))
	aside, err := filepath.Glob(filepath.Join(dir, "seals", g.id+".before-*"))
	must(t, err)
	if len(aside) != 1 {
		t.Fatalf("%q are there, want the seal that was there before", aside)
	}
	if text, err := os.ReadFile(aside[0]); err != nil || !bytes.Equal(text, other) {
		t.Errorf("%q, %v, want the seal that was there before, %q", text, err, other)
	}
	if _, ok, err := datadir.NewSeals(dir, nil).Secret("another"); !ok || err != nil {
		t.Errorf("the seal of another game is gone: %v", err)
	}
	for path, want := range map[string]fs.FileMode{"seals": 0o700 | fs.ModeDir, "seals/" + g.id: 0o600, datadir.LogFile: 0o600, datadir.RemediesName: 0o600} {
		if info, err := os.Stat(filepath.Join(dir, path)); err != nil || info.Mode() != want {
			t.Errorf("%s: %v, %v, want %v", path, info.Mode(), err, want)
		}
	}
	output(t, "restore", "--replace", "--data", dir, without(t, file))
	stands, err := datadir.RemediesFile(dir).Read()
	if err != nil || len(stands) > 0 {
		t.Errorf("%v, %v stand, which the backup does not tell of", stands, err)
	}
	must(t, g.sealed(dir))
}

// What root puts in place belongs to who owns the folder: the service runs as
// somebody else.
func TestRestoreByRoot(t *testing.T) {
	tier.Test(t, tier.Program, "three commands")
	t.Parallel()
	if os.Geteuid() != 0 {
		t.Skip("only root can give files away")
	}
	const service = 61234
	g, file := sealedBackup(t)
	dir := t.TempDir()
	must(t, os.Chown(dir, service, service))
	output(t, "restore", "--data", dir, file)
	found := map[string]bool{}
	must(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		if of := info.Sys().(*syscall.Stat_t); of.Uid != service || of.Gid != service {
			t.Errorf("%s belongs to %d:%d, want the owner of the folder", path, of.Uid, of.Gid)
		}
		found[d.Name()] = true
		return nil
	}))
	for _, name := range []string{datadir.LogFile, ".lock", g.id, datadir.RemediesName} {
		if !found[name] {
			t.Errorf("there is no %s", name)
		}
	}
}

// What does not belong beside the games is named, and no backup is made without it.
func TestBackupOfStrangeFiles(t *testing.T) {
	tier.Test(t, tier.Program, "six commands")
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	g := sealedDemo(t, dir, "8")
	seal := filepath.Join(dir, "seals", g.id)
	for _, spoil := range []func() error{
		func() error { return os.WriteFile(seal, make([]byte, datadir.SideFileAtMost+1), 0o600) },
		func() error { return errors.Join(os.Remove(seal), os.Mkdir(seal, 0o700)) },
		func() error { return errors.Join(os.Remove(seal), os.Symlink("/etc/hostname", seal)) },
	} {
		must(t, spoil())
		file := filepath.Join(t.TempDir(), "copy.db")
		out, err := arbiter(t, "backup", "--data", dir, file).CombinedOutput()
		if err == nil || !strings.Contains(string(out), g.id) {
			t.Errorf("%v, %s, want the name of the file", err, out)
		}
		if _, err := os.Stat(file); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("there is a backup: %v", err)
		}
	}
}

// A table that plays while a backup is made leaves no game in it without its seal, and
// no choice that the games in it do not know yet.
func TestBackupWhileGamesBegin(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	db := openLog(t, dir)
	defer db.Close()
	s := datadir.Store{DB: db, Dir: dir}
	begin := func(id string) {
		sealFor(t, dir, id)
		_, err := s.Create(history.Header{ID: id, Setup: engine.Setup{Game: "high-council", Seats: []engine.Seat{"white", "red"}}, Program: "test"})
		must(t, errors.Join(err, s.Stand(id, 1)))
	}
	begin("before")
	beside, err := datadir.Gather(dir)
	must(t, err)
	begin("meanwhile")
	file := filepath.Join(t.TempDir(), "copy.db")
	must(t, db.Backup(file, func(games []string) ([]gamelog.SideFile, error) {
		begin("after")
		return beside(games)
	}))
	copied, err := gamelog.OpenReadOnly(file)
	must(t, err)
	defer copied.Close()
	a, err := datadir.SideFilesOf(copied)
	must(t, err)
	games, err := copied.IDs()
	must(t, err)
	if got, want := slices.Sorted(maps.Keys(a.Seals)), []string{"before", "meanwhile"}; !slices.Equal(got, want) || len(games) != 2 {
		t.Errorf("seals of %q for the games %q, want them for %q", got, games, want)
	}
	if got, want := string(a.Stands), `{"before":1}`; got != want {
		t.Errorf("%s stands, want %s", got, want)
	}
}
