package main

import (
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"arbiter/cmd/arbiter/internal/archive"
	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/cmd/arbiter/internal/monitor"
	"arbiter/companion/history"
	"arbiter/engine"
	"arbiter/engine/enginetest/tier"
	"arbiter/setups"
)

// entriesChange lets a test alter an entry, and the file look as before.
func entriesChange(statement string) []string {
	return []string{`DROP TRIGGER entries_stay_as_they_are`, statement, `CREATE TRIGGER entries_stay_as_they_are BEFORE UPDATE ON entries
BEGIN SELECT RAISE(ABORT, 'an entry of the log never changes'); END`}
}

// damages are places where a game can be damaged, and what its notice says of them.
var damages = []struct {
	name   string
	damage []string
	lang   string
	wants  []string
}{
	{"none", nil, "en", nil},
	{"the setup", entriesChange(`UPDATE entries SET events = 'x' WHERE seq = 0 AND game = (SELECT max(n) FROM games)`), "en",
		[]string{"the game that was played last is damaged from its start and does not go on (ID)", "nothing in it was changed; a new game can begin; arbiter games check tells more"}},
	{"an entry in the middle", entriesChange(`UPDATE entries SET command = 'purple plan 1 gems' WHERE seq = 4 AND game = (SELECT max(n) FROM games)`), "de",
		[]string{"Das zuletzt gespielte Spiel ist ab Zeile 4 beschädigt und geht nicht weiter (ID); die Zeilen davor sind in Ordnung", "Nichts darin wurde verändert; ein neues Spiel kann beginnen"}},
	{"the last entry", entriesChange(`UPDATE entries SET hash = zeroblob(32) WHERE seq = 6 AND game = (SELECT max(n) FROM games)`), "es",
		[]string{"La última partida está dañada desde la línea 6 y no sigue (ID); las líneas anteriores están bien", "No se ha cambiado nada en ella; puede empezar una partida nueva"}},
	{"its row in the list", []string{`UPDATE games SET seats = 'purple' WHERE n = (SELECT max(n) FROM games)`}, "es",
		[]string{"La última partida no sigue (ID): está dañado lo que se guarda junto a su registro, como los nombres; su registro está bien hasta la línea 6"}},
	{"its end in the list", []string{`UPDATE games SET finished = created, result = 'purple' WHERE n = (SELECT max(n) FROM games)`}, "en",
		[]string{"the game that was played last does not go on (ID): what is kept beside its log is damaged, such as names; its log is sound up to line 6"}},
	{"a name", []string{`UPDATE labels SET label = 'Mallory' WHERE seat = 'green'`}, "de",
		[]string{"Das zuletzt gespielte Spiel geht nicht weiter (ID): Was neben seinem Protokoll steht, ist beschädigt, etwa Namen; sein Protokoll ist bis Zeile 6 in Ordnung"}},
}

// brokenOff leaves a game of six entries in a folder whose program was killed.
func brokenOff(t *testing.T) (dir, id string) {
	t.Helper()
	dir = t.TempDir()
	s := start(t, "--data", dir, "--open")
	p := s.phone("en")
	p.begins()
	p.all("purple", "purple plan 1 discover", "purple plan 2 tower")
	p.all("green", "green plan 1 discover", "green plan 2 colonize")
	s.kill()
	return dir, idsIn(t, dir)[0]
}

// begins starts a game at both seats and plays two entries.
func (p *phone) begins() {
	p.Helper()
	form := "game=council-of-shadows&box=stand-in&all=1&seat=purple&seat=green&name-green=Ben&order=chosen&place-purple=1&place-green=2"
	if status, said := p.ask(http.MethodPost, "start", form); status != http.StatusOK {
		p.Fatalf("start: %d %s", status, said)
	}
	p.all("purple", "purple pass")
	p.all("green", "green pass")
}

func (s *served) kill() {
	s.Helper()
	must(s.T, s.cmd.Process.Kill())
	s.cmd.Wait() // killed
}

// idsIn lists the games of a folder, newest first.
func idsIn(t *testing.T, dir string) []string {
	t.Helper()
	db := openLog(t, dir)
	defer db.Close()
	ids, err := db.IDs()
	must(t, err)
	return ids
}

// everyByte is all that a file holds of a game.
func everyByte(t *testing.T, dir, id string) string {
	t.Helper()
	db, err := sql.Open("sqlite3", filepath.Join(dir, datadir.LogFile))
	must(t, err)
	defer db.Close()
	var b strings.Builder
	for _, query := range []string{
		`SELECT quote(place) || quote(at) || quote(by) || quote(command) || quote(events) || quote(undoes) || quote(hash) FROM entries WHERE game = (SELECT n FROM games WHERE id = ?)`,
		`SELECT quote(n) || quote(id) || quote(name) || quote(seats) || quote(created) || quote(program) || quote(entries) || quote(seal) || quote(finished) || quote(result) || quote(sum) FROM games WHERE id = ?`,
		`SELECT quote(seat) || quote(label) FROM labels WHERE game = ?`, `SELECT quote(seat) || quote(bot) FROM bots WHERE game = ?`,
		`SELECT quote(note) || quote(rating) FROM remarks WHERE game = ?`, `SELECT quote(seat) || quote(kind) || quote(value) FROM traits WHERE game = ?`,
		`SELECT quote(game) FROM sorted WHERE game = ?`,
	} {
		rows, err := db.Query(query, id)
		must(t, err)
		for rows.Next() {
			var text string
			must(t, rows.Scan(&text))
			b.WriteString(text + "\n")
		}
		must(t, rows.Err())
		must(t, rows.Close())
	}
	return b.String()
}

// The game that would go on is damaged at some place. The service starts all the same
// and says so; a new game is played beside it, and goes on after a kill; nothing of the
// damaged one is altered. Without damage the game itself goes on.
func TestDamagedGameIsLeft(t *testing.T) {
	tier.Test(t, tier.Crash, "whole commands")
	t.Parallel()
	base, id := brokenOff(t)
	for _, c := range damages[:tier.Of(t, tier.Crash, "damages", 3, len(damages), len(damages))] {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			must(t, os.CopyFS(dir, os.DirFS(base)))
			tamper(t, dir, c.damage...)
			before := everyByte(t, dir, id)
			s := start(t, "--data", dir, "--open")
			if c.damage == nil {
				holds(t, "a sound game: the table", string(s.get("table")), `data-version="6"`)
				s.kill()
				holds(t, "a sound game: the log", s.errs.String(), `msg="game goes on" id=`+id)
				return
			}
			s.damageIsTold(id, c.lang, c.wants...)
			fresh := s.newGame(dir, id)
			s = start(t, "--data", dir, "--open").owned() // neither of them goes on
			s.damageIsForgotten(id)
			s.historyWorks(id, fresh)
			s.end(syscall.SIGTERM)
			if strings.Contains(s.errs.String(), "level=INFO msg=\"game goes on\"") {
				t.Errorf("an old game goes on:\n%s", s.errs.String())
			}
			if after := everyByte(t, dir, id); after != before {
				t.Errorf("the damaged game was altered:\n%s", firstDifference(before, after))
			}
		})
	}
}

// newGame begins a game beside a damaged one, lets it go on after a kill, and ends it.
func (s *served) newGame(dir, damaged string) (id string) {
	s.Helper()
	host := s.phone("en")
	host.begins()
	s.damageIsForgotten(damaged)
	s.kill()
	if lines := regexp.MustCompile(`(?m)^.*`+damaged+`.*$`).FindAllString(s.errs.String(), -1); len(lines) != 1 || !strings.Contains(lines[0], "is damaged and does not go on") {
		s.Errorf("the log has not one line about the damage, but %q", lines)
	}
	id = idsIn(s.T, dir)[0]
	again := start(s.T, "--data", dir, "--open")
	again.damageIsForgotten(damaged)
	holds(s.T, "the table after a kill", string(again.get("table")), `data-version="2"`)
	host.served = again
	if status, said := host.ask(http.MethodPost, "finish", ""); status != http.StatusOK {
		s.Errorf("finish: %d %s", status, said)
	}
	again.end(syscall.SIGTERM)
	holds(s.T, "the log after a kill", again.errs.String(), `msg="game goes on" id=`+id)
	return id
}

// damageIsTold reads the notice on the pages of the table and of a seat, and what
// machines are told.
func (s *served) damageIsTold(id, lang string, wants ...string) {
	s.Helper()
	p := s.phone(lang)
	for _, page := range []string{"", "table", "seat/purple"} {
		_, text := p.ask(http.MethodGet, page, "")
		for _, want := range wants {
			holds(s.T, lang+", /"+page, text, strings.ReplaceAll(want, "ID", id))
		}
	}
	holds(s.T, "/healthz", string(s.get("healthz")), "table: ok\nlog: ok\n", "game "+id+": damaged")
}

func (s *served) damageIsForgotten(id string) {
	s.Helper()
	if text := string(s.get("table")); strings.Contains(text, id) {
		s.Errorf("the table still names the damaged game\n%s", text)
	}
	if text := string(s.get("healthz")); strings.Contains(text, "damaged") {
		s.Errorf("/healthz still says\n%s", text)
	}
}

// historyWorks looks at the list of games, searches, counts and looks back, and
// expects the damaged game to be named.
func (s *served) historyWorks(damaged, fresh string) {
	s.Helper()
	for _, path := range []string{"games", "games?player=ben", "games?result=abandoned", "games/statistics", "games/players", "games.csv", "games/" + fresh} {
		text := string(s.get(path))
		if strings.HasPrefix(path, "games?") || path == "games" {
			holds(s.T, path, text, "/games/"+fresh)
		}
	}
	list := string(s.get("games"))
	row := regexp.MustCompile(`(?s)<li><a href="/games/` + damaged + `">.*?</li>`).FindString(list)
	if !strings.Contains(row, "damaged") && !strings.Contains(list, "Damaged and left out: "+damaged) {
		s.Errorf("the list does not say that %s is damaged\n%s", damaged, list)
	}
	status, text := s.phone("en").ask(http.MethodGet, "games/"+damaged, "")
	holds(s.T, "the page of the damaged game", text, "a game is damaged; it is kept as it is")
	if status != http.StatusConflict {
		s.Errorf("the page of the damaged game: %d", status)
	}
}

// Commands agree with that: the list says what is damaged, another game can be looked
// at, a demo begins anew.
func TestCommandsBesideADamagedGame(t *testing.T) {
	tier.Test(t, tier.Crash, "ten commands for each damage")
	t.Parallel()
	for _, c := range damages[1:][:tier.Of(t, tier.Crash, "damages", 0, 3, len(damages)-1)] {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			whole, err := arbiter(t, "demo", "--data", dir, "--seed", "2").CombinedOutput()
			if err != nil {
				t.Fatalf("%v\n%s", err, whole)
			}
			finished := idsIn(t, dir)[0]
			damagedDemo(t, dir, finished, c.damage)
			out, err := arbiter(t, "games", "list", "--data", dir).CombinedOutput()
			holds(t, fmt.Sprintf("games list (%v)", err), string(out), finished, "damaged")
			if out, err := arbiter(t, "games", "show", "--data", dir, finished).CombinedOutput(); err != nil {
				t.Errorf("games show of the sound game: %v\n%s", err, out)
			}
			if out, err := arbiter(t, "games", "show", "--data", dir).CombinedOutput(); err == nil || !strings.Contains(string(out), "arbiter restore") {
				t.Errorf("games show of the damaged one: %v\n%s", err, out)
			}
			out, err = arbiter(t, "games", "check", "--data", dir).CombinedOutput()
			holds(t, fmt.Sprintf("games check (%v)", err), string(out), "FAIL  ", `game "left"`, "ok    "+finished)
			out, err = arbiter(t, "demo", "--data", dir, "--seed", "2").CombinedOutput()
			if err != nil {
				t.Errorf("demo: %v", err)
			}
			holds(t, "demo", string(out), "The game left that was broken off here is damaged and does not go on; it is kept as it is", "arbiter restore", "The log is")
			if out, err := arbiter(t, "games", "show", "--data", dir).CombinedOutput(); err != nil {
				t.Errorf("games show of the newest game, which is sound: %v\n%s", err, out)
			}
		})
	}
}

// damagedDemo leaves a demo in a folder that was broken off and damaged.
func damagedDemo(t *testing.T, dir, of string, damage []string) {
	t.Helper()
	db := openLog(t, dir)
	whole, err := archive.Open(db, of)
	must(t, err)
	log, err := db.Create(history.Header{ID: "left", Created: whole.Created, Setup: whole.Setup, Labels: map[engine.Seat]string{"green": "Ben"}, Program: whole.Program})
	must(t, err)
	for _, e := range whole.Entries[:6] {
		must(t, log.Append(e))
	}
	must(t, db.Close())
	tamper(t, dir, damage...)
}

// Damage that may reach other games stops the service: with a status by which the
// service manager does not start it again and again, and words that name the file and
// the remedy, which works.
func TestRuinedFileStopsTheService(t *testing.T) {
	tier.Test(t, tier.Crash, "whole commands")
	t.Parallel()
	dir := t.TempDir()
	output(t, "demo", "--data", dir, "--seed", "2")
	backup := filepath.Join(t.TempDir(), "backup.db")
	output(t, "backup", "--data", dir, backup)
	tamper(t, dir, `UPDATE head SET games = 2`)
	for _, command := range []string{"serve --addr 127.0.0.1:0", "demo"} {
		out, err := arbiter(t, append(strings.Fields(command), "--data", dir)...).CombinedOutput()
		var left *exec.ExitError
		if !errors.As(err, &left) || left.ExitCode() != exitRuined {
			t.Errorf("%s: %v, want exit status %d", command, err, exitRuined)
		}
		holds(t, command, string(out), filepath.Join(dir, datadir.LogFile), "there are 1 games where 2 were begun", "put a backup in its place with arbiter restore")
	}
	unit, err := os.ReadFile(filepath.Join("..", "..", "setups", "debian", "arbiter.service"))
	must(t, err)
	holds(t, "the unit", string(unit), fmt.Sprintf("\nRestartPreventExitStatus=%d\n", exitRuined), "\nStartLimitBurst=")
	output(t, "restore", "--replace", "--data", dir, backup)
	start(t, "--data", dir).end(syscall.SIGTERM)
}

// Machines are told of it by a metric, until a new game begins.
func TestDamageIsAMetric(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	output(t, "demo", "--data", dir, "--seed", "2")
	damagedDemo(t, dir, idsIn(t, dir)[0], damages[1].damage)
	db := openLog(t, dir)
	defer db.Close()
	p := monitor.New(setups.Rig{})
	kept := p.Store(datadir.Store{DB: db, Dir: dir})
	told := func(want string) {
		t.Helper()
		var b strings.Builder
		(&monitor.Metrics{Monitor: p}).Write(&b)
		holds(t, "/metrics", b.String(), want)
	}
	told("\narbiter_game_damaged 0\n")
	if _, ok, err := kept.Unfinished(); ok || err == nil {
		t.Errorf("a damaged game goes on: %v", err)
	}
	told("\narbiter_game_damaged 1\n")
	one, err := archive.Open(db, idsIn(t, dir)[1])
	must(t, err)
	_, err = kept.Create(history.Header{ID: "fresh", Setup: one.Setup})
	must(t, err)
	told("\narbiter_game_damaged 0\n")
}
