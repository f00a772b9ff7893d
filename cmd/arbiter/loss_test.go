package main

import (
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/engine/enginetest/tier"
)

// What is done to files while the service plays in them, and whether it goes on by itself
// when it is started again.
var pulls = []struct {
	name     string
	do       func(file string) error
	restored bool // it goes on when what was saved is put in place
}{
	{"the journal is deleted", func(file string) error { return os.Remove(file + "-wal") }, false},
	{"the journal is emptied", func(file string) error { return os.Truncate(file+"-wal", 0) }, false},
	{"the file is emptied", func(file string) error { return os.Truncate(file, 0) }, true},
	{"half of the journal is cut off", func(file string) error {
		info, err := os.Stat(file + "-wal")
		if err != nil {
			return err
		}
		return os.Truncate(file+"-wal", info.Size()/2)
	}, false},
	{"the folder is emptied", func(file string) error {
		for _, name := range []string{"", "-wal", "-shm", ".mark"} {
			if err := os.Remove(file + name); err != nil {
				return err
			}
		}
		return nil
	}, false},
}

// Somebody takes files away under the running service: the next wish is refused, everybody
// reads what happened and where the games are, in each language, and the service that is
// started again after the plug was pulled goes on with every step.
func TestFilesAreTakenAwayUnderTheService(t *testing.T) {
	t.Parallel()
	for _, p := range pulls[:tier.Of(t, tier.Crash, "services", 1, len(pulls), len(pulls))] {
		t.Run(p.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			file := filepath.Join(dir, datadir.LogFile)
			x := newStretch(t, dir, 9, 30)
			s := start(t, "--data", dir, "--open")
			x.phone.at(s.url)
			at := x.play(t, 0, 14)
			must(t, p.do(file))
			if got := refused(t, x, at); got != at {
				t.Errorf("entries up to %d were granted", got)
			}
			saved, err := filepath.Glob(file + ".saved-*")
			must(t, err)
			if len(saved) != 1 {
				t.Fatalf("the games are saved in %q, want one file", saved)
			}
			for lang, wants := range map[string][]string{
				"en": {"the files of the games were deleted, moved or overwritten while the program runs, so nothing was played", "no step is lost: all games are saved in ", "no step of the games since the program began is lost: they are saved in "},
				"de": {"Die Dateien der Spiele wurden gelöscht, verschoben oder überschrieben, während das Programm läuft", "Kein Zug ist verloren: Alle Spiele sind in ", "Von den Spielen seit dem Start des Programms ist kein Zug verloren: Sie sind in "},
				"es": {"Se han borrado, movido o sobrescrito los archivos de las partidas mientras el programa funciona", "No se ha perdido ninguna jugada: todas las partidas están guardadas en ", "De las partidas desde que se inició el programa no se ha perdido ninguna jugada: están guardadas en "},
			} {
				where := wants[1]
				if p.restored {
					where = wants[2]
				}
				_, text := s.phone(lang).ask(http.MethodGet, "table", "")
				holds(t, lang, text, wants[0], where+saved[0])
			}
			resp, err := http.Get(s.url + "healthz")
			must(t, err)
			must(t, resp.Body.Close())
			if resp.StatusCode == http.StatusOK {
				t.Error("/healthz says that all is well")
			}
			holds(t, "games check", output(t, "games", "check", saved[0]), "14 entries", "1 game, sound.")
			x.phone.client.CloseIdleConnections()
			s.kill()
			holds(t, "standard error", s.errs.String(), saved[0])
			if p.restored {
				output(t, "restore", "--replace", "--damaged", "--data", dir, saved[0])
			}
			s = start(t, "--data", dir, "--open")
			x.phone.at(s.url)
			at = x.play(t, at, at+5)
			x.phone.client.CloseIdleConnections()
			s.end(syscall.SIGTERM)
			if !p.restored {
				holds(t, "standard error", s.errs.String(), "the games go on as they were saved", ".before-")
			}
			if n, err := x.kept(dir, map[int]bool{}); n != at || err != nil {
				t.Errorf("%d entries, %v, want %d", n, err, at)
			}
		})
	}
}

// Who ends the service instead, before anybody has wished for anything, has lost nothing
// either.
func TestFilesAreTakenAwayBeforeTheEnd(t *testing.T) {
	tier.Test(t, tier.Crash, "services")
	t.Parallel()
	for _, p := range pulls {
		t.Run(p.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			x := newStretch(t, dir, 9, 30)
			s := start(t, "--data", dir, "--open")
			x.phone.at(s.url)
			at := x.play(t, 0, 14)
			must(t, p.do(filepath.Join(dir, datadir.LogFile)))
			x.phone.client.CloseIdleConnections()
			s.end(syscall.SIGTERM)
			if p.restored {
				saved, err := filepath.Glob(filepath.Join(dir, datadir.LogFile+".saved-*"))
				must(t, err)
				output(t, append([]string{"restore", "--replace", "--damaged", "--data", dir}, saved...)...)
			}
			start(t, "--data", dir, "--open").end(syscall.SIGTERM)
			if n, err := x.kept(dir, map[int]bool{}); n != at || err != nil {
				t.Errorf("%d entries, %v, want %d", n, err, at)
			}
		})
	}
}

// The journal is lost on the first evening of all, twice, and the program is killed or ended:
// it comes up again by itself, goes on with every step, and says so in its log and on the
// page of its owner. Then a backup takes the place of the games, which are kept.
func TestJournalIsLostOnTheFirstEvening(t *testing.T) {
	t.Parallel()
	lines := []struct{ seat, line string }{{"purple", "purple plan 1 discover"}, {"purple", "purple plan 2 tower"}, {"green", "green plan 1 discover"}}
	ways := []struct {
		lose func(file string) error
		end  func(s *served)
	}{{pulls[0].do, (*served).kill}, {pulls[1].do, func(s *served) { s.end(syscall.SIGTERM) }}}
	for _, w := range ways[:tier.Of(t, tier.Crash, "services", 1, 1, len(ways))] {
		dir := t.TempDir()
		file := filepath.Join(dir, datadir.LogFile)
		s := start(t, "--data", dir, "--open")
		p := s.phone("en")
		p.begins()
		for _, l := range lines[:2] {
			must(t, w.lose(file))
			if p.do(l.seat, l.line) {
				t.Fatalf("%s is taken", l.line)
			}
			_, text := p.ask(http.MethodGet, "table", "")
			holds(t, "/table", text, "no step is lost: all games are saved in ", "end the program and start it again, and it goes on with them")
			w.end(s)
			s = start(t, "--data", dir, "--open")
			p.served = s
			p.all(l.seat, l.line)
			s.owned()
			holds(t, "/settings", string(s.get("settings")), `id="mended"`, "the games go on as they were saved when their files were taken away", file+".before-")
		}
		must(t, w.lose(file))
		p.do(lines[2].seat, lines[2].line)
		w.end(s)
		holds(t, "standard error", s.errs.String(), "the games go on as they were saved", file+".before-")
		backup := filepath.Join(t.TempDir(), "backup.db")
		output(t, "demo", "--data", filepath.Join(dir, "demo"))
		output(t, "backup", "--data", filepath.Join(dir, "demo"), backup)
		holds(t, "restore", output(t, "restore", "--replace", "--data", dir, backup), "Those that were there are kept in "+file+".before-")
		if ids := idsIn(t, dir); len(ids) != 1 {
			t.Errorf("%d games are there, want that of the backup", len(ids))
		}
	}
}

// There is no room to save the games, or the folder cannot be written to: it is said so,
// and tried again when somebody plays on.
func TestSavingNeedsRoom(t *testing.T) {
	tier.Test(t, tier.Crash, "small disks")
	lose := func(d *smallDisk) { must(d.T, os.Remove(filepath.Join(d.at, datadir.LogFile+"-wal"))) }
	for name, c := range map[string]struct{ trouble, relief func(d *smallDisk) }{
		// Filling takes a while, in which a loss would be noticed and the games saved.
		"full":   {func(d *smallDisk) { d.fill(); lose(d) }, func(d *smallDisk) { must(d.T, os.Remove(filepath.Join(d.at, "photos"))) }},
		"locked": {func(d *smallDisk) { lose(d); d.lock("+i") }, func(d *smallDisk) { d.lock("-i") }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDisk(t, "ext4")
			x := newStretch(t, d.at, 4, 40)
			s := start(t, "--data", d.at, "--open")
			x.phone.at(s.url)
			at := x.play(t, 0, 10)
			c.trouble(d)
			refused(t, x, at)
			_, text := s.phone("en").ask(http.MethodGet, "table", "")
			holds(t, "/table", text, "in the memory of the program and cannot be saved: leave the device on")
			c.relief(d)
			refused(t, x, at)
			_, text = s.phone("en").ask(http.MethodGet, "table", "")
			holds(t, "/table", text, "no step is lost: all games are saved in ")
			x.phone.client.CloseIdleConnections()
			s.kill()
			s = start(t, "--data", d.at, "--open")
			x.phone.at(s.url)
			x.play(t, at, at+5)
			x.phone.client.CloseIdleConnections()
			s.end(syscall.SIGTERM)
		})
	}
}

// lock keeps files from being made in the folder, by root as well, or allows it again.
func (d *smallDisk) lock(how string) {
	d.Helper()
	if out, err := exec.Command("chattr", how, d.at).CombinedOutput(); err != nil {
		d.Skipf("folders cannot be locked here: %v\n%s", err, out)
	}
}
