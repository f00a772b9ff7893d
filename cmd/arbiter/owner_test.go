package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/cmd/arbiter/internal/service"
	"arbiter/companion"
	"arbiter/companion/gamelog"
	"arbiter/companion/history"
	"arbiter/engine"
)

// The owner's code is told on the terminal and by its command, lies in a file for its
// owner, stays what it is, and is on no page, in no log and in no backup.
func TestOwnersCodeIsNotTold(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := start(t, "--data", dir)
	code, err := datadir.OwnerFile(dir).Read()
	must(t, err)
	if info, err := os.Stat(filepath.Join(dir, "owner")); err != nil || info.Mode().Perm() != 0o600 || len(code) != datadir.OwnerLength {
		t.Fatalf("the file: %v %v, code %q", info, err, code)
	}
	if !strings.Contains(s.said, code) || !strings.Contains(s.said, s.url+s.key()) {
		t.Errorf("the greeting lacks the code and its link:\n%s", s.said)
	}
	p := s.phone("en")
	for range 2 { // of a stranger, and of the owner
		for _, path := range []string{"", "own", "table", "join", "games", "games/players", "learn"} {
			if _, text := p.ask("GET", path, ""); strings.Contains(text, code) {
				t.Errorf("/%s shows the code", path)
			}
		}
		p.proves(s)
	}
	if status, _ := p.ask("GET", "games/players", ""); status != 200 {
		t.Errorf("control: the link makes nobody the owner: %d", status)
	}
	p.ask("POST", "own", "code=AAAAAAAAAA")
	s.end(syscall.SIGTERM)
	if strings.Contains(s.errs.String(), code) {
		t.Errorf("the log has the code:\n%s", s.errs.String())
	}
	copied := filepath.Join(t.TempDir(), "copy.db")
	output(t, "backup", "--data", dir, copied)
	text, err := os.ReadFile(copied)
	must(t, err)
	if strings.Contains(string(text), code) {
		t.Error("a backup carries the code")
	}
	if got := output(t, "owner", "--data", dir); !strings.HasPrefix(got, service.OwnerIs+code+"\n") {
		t.Errorf("arbiter owner says %q", got)
	}
	if again, err := datadir.OwnerFile(dir).Open(); err != nil || again != code {
		t.Errorf("the code is another one: %q %v", again, err)
	}
}

// Before the first start there is no code to tell.
func TestOwnerBeforeTheStart(t *testing.T) {
	if err := (&owner{Dir: datadir.Dir{Data: t.TempDir()}}).Run(os.Stdout); err == nil || !strings.Contains(err.Error(), "arbiter serve makes it") {
		t.Errorf("%v", err)
	}
	if _, err := datadir.OwnerFile("/dev/null").Open(); err == nil {
		t.Error("a code that cannot be kept is told")
	}
	if err := datadir.OwnersFile("/dev/null").KeepOwners(nil); err == nil {
		t.Error("owners that cannot be kept are promised")
	}
	if _, err := datadir.OwnersFile("/dev/null").Owners(); err == nil {
		t.Error("owners that cannot be read are taken for none")
	}
}

// A game that was ended goes on after a restart of the program, until another one was
// created.
func TestAnEndedGameSurvivesTheProgram(t *testing.T) {
	dir := t.TempDir()
	open := func() datadir.Store {
		db, err := gamelog.Open(filepath.Join(dir, datadir.LogFile))
		must(t, err)
		t.Cleanup(func() { db.Close() })
		return datadir.Store{DB: db, Dir: dir}
	}
	s := open()
	h := history.Header{ID: "one", Created: time.Unix(0, 0)}
	h.Setup.Game, h.Setup.Seats = "council-of-shadows", []engine.Seat{"purple", "red"}
	_, err := s.Create(h)
	must(t, err)
	must(t, s.Finish("one", companion.Abandoned))
	must(t, s.Close())
	s = open()
	if got, want := s.Ended(), (companion.Ended{ID: "one", Result: companion.Abandoned}); got != want {
		t.Fatalf("ended: %+v, want %+v", got, want)
	}
	saved, err := s.Reopen("one")
	if err != nil || saved.ID != "one" {
		t.Fatalf("%+v %v", saved, err)
	}
	if g, ok, err := s.Unfinished(); err != nil || !ok || g.ID != "one" {
		t.Errorf("the game that goes on is %q %t %v", g.ID, ok, err)
	}
	must(t, s.Finish("one", companion.Abandoned))
	h.ID = "two"
	_, err = s.Create(h)
	must(t, err)
	if got := s.Ended(); got != (companion.Ended{}) {
		t.Errorf("after another game was created %+v may go on", got)
	}
}

// The virtual cards of a game that was ended lie where they lay when it goes on,
// and nothing was taken back.
func TestVirtualCardsLieAgain(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := start(t, "--data", dir, "--rig", "virtual")
	p := s.phone("en")
	p.post("start", "game=council-of-shadows&box=stand-in&seat=purple&order=listed&all=1")
	p.all("purple", "purple pass")
	p.post("place", "seat=purple&card=discover&field=1&version=1")
	id := gameIn(t, dir)
	for late := time.Now().Add(longestWait); len(rowsOf(t, dir, id)) < 3 && time.Now().Before(late); time.Sleep(10 * time.Millisecond) { // until the reader has seen the card
	}
	lies := func() bool {
		_, text := p.ask("GET", "seat/purple", "")
		field := fieldOfPage.FindStringSubmatch(text)
		return field != nil && strings.Contains(field[2], `data-thing="card discover"`) && !strings.Contains(text, `id="tidy"`)
	}
	if !lies() {
		t.Fatal("the card does not lie on its field")
	}
	p.post("finish", "")
	p.post("reopen", "")
	if !lies() {
		t.Error("the card does not lie there when the game goes on")
	}
	if got := len(rowsOf(t, dir, id)); got != 3 {
		t.Errorf("%d rows in the log, want the setup and two entries", got)
	}
}

// A game that is over stays on the table with its result until it is put away or another was
// created, also after a restart of the program; the time of its end is that of its result.
func TestAGameThatIsOverSurvivesTheProgram(t *testing.T) {
	dir := t.TempDir()
	now := time.Unix(100, 0)
	open := func() datadir.Store {
		db, err := gamelog.Open(filepath.Join(dir, datadir.LogFile))
		must(t, err)
		db.Now = func() time.Time { return now }
		t.Cleanup(func() { db.Close() })
		return datadir.Store{DB: db, Dir: dir}
	}
	s := open()
	h := history.Header{ID: "one", Created: time.Unix(0, 0)}
	h.Setup.Game, h.Setup.Seats = "council-of-shadows", []engine.Seat{"purple", "red"}
	_, err := s.Create(h)
	must(t, err)
	must(t, s.Conclude("one", "red"))
	stays := func(result string) {
		t.Helper()
		must(t, s.Close())
		s = open()
		g, ok, err := s.Unfinished()
		sum, bad := s.Summary("one")
		if must(t, errors.Join(err, bad)); !ok || g.ID != "one" || sum.Result != result {
			t.Errorf("on the table: %q %t, with the result %q, want %q", g.ID, ok, sum.Result, result)
		}
	}
	stays("red")
	must(t, s.Conclude("one", ""))
	stays("")
	must(t, s.Conclude("one", "purple"))
	stays("purple")
	now = time.Unix(1000, 0)
	must(t, s.Finish("one", "purple"))
	if _, ok, err := s.Unfinished(); ok || err != nil {
		t.Errorf("a game that was put away is on the table: %v", err)
	}
	if sum, err := s.Summary("one"); err != nil || !sum.Finished.Equal(time.Unix(100, 0)) {
		t.Errorf("it ended at %v (%v), want when it got its result", sum.Finished, err)
	}
}
