package main

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/companion"
	"arbiter/companion/authority"
	"arbiter/companion/clock"
	"arbiter/companion/history"
	"arbiter/companion/outbox"
	"arbiter/engine"
	"arbiter/engine/enginetest/tier"
)

// A folder in which everything lies that programs write, and settings and a rig of the owner's,
// is backed up and put into an empty folder of another device. What a backup carries is there
// byte by byte, row by row; what it does not carry is not. A file that programs write and of
// which nobody has said what becomes of it fails here, and so does one that this test forgets
// to make. An older backup, which carries nothing, takes nothing away.
func TestBackupHoldsAllOfTheOwners(t *testing.T) {
	tier.Test(t, tier.Program, "six commands")
	t.Parallel()
	f := furnish(t, "language = \"es\"\nrig = \"attic\"\nnames = [\"table.example\"]\n")
	id := oneOfEverything(t, f.games)
	old := filesIn(t, f.games)
	met := map[string]bool{}
	for name := range old {
		met[row(t, name).Pattern] = true
	}
	for _, c := range datadir.Contents {
		if !met[c.Pattern] && c.Fate != datadir.Passing {
			t.Errorf("this test makes no %s: make one", c.Pattern)
		}
	}
	if name := "notes.json"; slices.ContainsFunc(datadir.Contents, fits(name)) {
		t.Errorf("control: a new side file %s is known", name)
	}

	backup := filepath.Join(t.TempDir(), "backup.db")
	f.output("backup", backup)
	other := furnish(t, "language = \"de\"\n")
	holds(t, "restore", other.output("restore", backup), "Karten mit eigenen Namen oder Bildern: 2.")
	sameAsBefore(t, old, filesIn(t, other.games))
	if was, is := rowsOfAll(t, f.games), rowsOfAll(t, other.games); !maps.Equal(was, is) {
		for name := range was {
			if was[name] != is[name] {
				t.Errorf("table %s:\n%s\nwas\n%s", name, is[name], was[name])
			}
		}
	}
	rigs := func(f furnished) string {
		return string(bytesOf(t, filepath.Join(filepath.Dir(f.settings), "rigs", "attic.toml")))
	}
	want := strings.Replace(string(bytesOf(t, f.settings)), f.games, other.games, 1)
	if got := strings.ReplaceAll(string(bytesOf(t, other.settings)), "'", "\""); got != want || rigs(f) != rigs(other) {
		t.Errorf("the settings are\n%s\nwant\n%s", got, want)
	}
	if kept, err := filepath.Glob(other.settings + ".before-*"); err != nil || len(kept) != 1 || !strings.Contains(string(bytesOf(t, kept[0])), "language = \"de\"") {
		t.Errorf("the settings that were there are kept as %q, %v", kept, err)
	}

	before := filesIn(t, other.games)
	other.output("restore", "--replace", without(t, backup))
	after := filesIn(t, other.games)
	for name, file := range before {
		if row(t, name).Fate == datadir.Carried && !slices.Contains([]string{datadir.LogFile, datadir.RemediesName, "ended.json"}, name) && after[name] != file {
			t.Errorf("%s is not what it was before an older backup came in", name)
		}
	}
	if kept, err := filepath.Glob(filepath.Join(other.games, "ended.json.before-*")); err != nil || len(kept) != 1 {
		t.Errorf("which game had ended is kept as %q, %v", kept, err)
	}

	out := t.TempDir()
	linked := t.TempDir()
	must(t, os.Symlink(out, filepath.Join(linked, "faces")))
	if said, err := arbiter(t, "restore", "--data", linked, backup).CombinedOutput(); err == nil {
		t.Errorf("faces are written where a link leads: %s", said)
	}
	if left, err := os.ReadDir(out); err != nil || len(left) > 0 {
		t.Errorf("%v, %v: somebody else's folder was written to", left, err)
	}
	picture := ""
	for name := range old {
		if strings.HasSuffix(name, ".jpg") {
			picture = name
		}
	}
	for name, text := range map[string]string{
		"faces/../x.jpg": "x", "faces/x.jpg": "x", "faces/0123456789abcdef01234567.jpg": "x", picture: "x", "faces/faces.json": `{"g": 3}`,
		"veils.json": "[]", "device/../x": "x", "device/rigs/../x.toml": "x", "device/arbiter.toml": "rig = 3", "device/rigs/attic.toml": "[[slot]]\nreader = 1\n",
	} {
		notRestored(t, forged(t, backup, name, text), "the backup carries ")
	}
	notRestored(t, forged(t, backup, picture, strings.Repeat("x", 1<<20)), "more than such a file has")
	if got := idsIn(t, other.games); !slices.Contains(got, id) {
		t.Errorf("the games are %q, want %s among them", got, id)
	}
}

// oneOfEverything fills a folder with all that programs write there.
func oneOfEverything(t *testing.T, dir string) (id string) {
	t.Helper()
	g := sealedDemo(t, dir, "8")
	db, err := datadir.Create(dir)
	must(t, err)
	s := datadir.Store{DB: db.DB, Dir: dir}
	const game = "council-of-shadows"
	kept, err := db.Saved(g.id)
	must(t, err)
	h := kept.Header
	h.ID, h.Bots = "bots", map[engine.Seat]string{"purple": "club"}
	_, err = db.DB.Create(h)
	must(t, err)
	must(t, s.Conclude(g.id, s.Ended().Result))
	must(t, s.Lay(g.id, []engine.Seat{"purple"}))
	must(t, s.Conceal(g.id, map[engine.Seat]int{"green": 3}))
	must(t, db.Learn(game, "printed discover 3 owner"))
	must(t, db.Name("04A2", []string{"purple", "discover"}))
	_, err = db.KeepToken("token", "04A2")
	must(t, err)
	must(t, db.TakePlays([]history.Play{{ID: "bgg:1", Game: game, Players: []history.Player{{Name: "Ana María", Won: true}}}}))
	must(t, db.SetNote(g.id, "a fine evening", 4))
	must(t, db.Rename(g.id, "purple", "Ana María"))
	must(t, db.CountTraits(g.id, []engine.Trait{{Seat: "purple", Kind: "leader", Value: "x"}}))
	must(t, db.Close())
	must(t, datadir.TicksFile(dir).KeepTicks(g.id, []int{1, 3}))
	must(t, datadir.Clocks(dir).Keep(g.id, clock.Kept{Away: map[int]int64{1: 500}}))
	must(t, os.WriteFile(datadir.AdjournedFile(dir).Name(), []byte(`["left"]`), 0o600))
	faces, err := datadir.FacesIn(dir)
	must(t, err)
	var b bytes.Buffer
	must(t, jpeg.Encode(&b, image.NewGray(image.Rect(0, 0, 8, 8)), nil))
	must(t, faces.Show(game, "purple discover", b.Bytes()))
	must(t, faces.Name(game, "purple tower", "Türmchen"))
	must(t, datadir.ReportsIn(dir).Write(g.id, []byte("{}")))
	must(t, datadir.SeatFile(dir).KeepSeats(map[engine.Seat]string{"purple": "mark"}))
	must(t, datadir.OwnersFile(dir).KeepOwners([]string{"mark"}))
	_, err = datadir.OwnerFile(dir).Open()
	must(t, err)
	_, err = datadir.TokenFile(dir).Open()
	must(t, err)
	must(t, datadir.PasswordFile(dir).Keep("password"))
	must(t, datadir.HubFile(dir).Keep(outbox.Hub{URL: "nats://hub.club.example"}))
	_, err = authority.Open(dir, "attic", time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC))
	must(t, err)
	if s.Ended() == (companion.Ended{}) {
		t.Fatal("no game has ended")
	}
	return g.id
}

// sameAsBefore compares what a backup carries of a folder.
func sameAsBefore(t *testing.T, old, restored map[string]string) {
	t.Helper()
	for name, file := range old {
		is, there := restored[name]
		switch fate := row(t, name).Fate; {
		case name == datadir.LogFile || name == datadir.LockName:
		case fate == datadir.Carried && is != file:
			t.Errorf("%s is %q, want %q", name, is, file)
		case fate != datadir.Carried && there:
			t.Errorf("%s came with a backup, though it is %s", name, fate)
		}
	}
	for name := range restored {
		if _, was := old[name]; !was && name != datadir.LogFile+".mark" {
			t.Errorf("%s came with a backup and was not there before", name)
		}
	}
}

func fits(name string) func(datadir.Content) bool {
	return func(c datadir.Content) bool {
		ok, _ := path.Match(c.Pattern, name)
		return ok
	}
}

// row is what is said of a file in the list of all that lies in a data directory.
func row(t *testing.T, name string) datadir.Content {
	t.Helper()
	at := slices.IndexFunc(datadir.Contents, fits(name))
	if at < 0 {
		t.Fatalf("nothing says what becomes of %s in a backup: add it to datadir.Contents", name)
	}
	return datadir.Contents[at]
}

// filesIn are the modes and bytes of all files of a folder.
func filesIn(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	must(t, filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, file)
		all[name] = fmt.Sprintf("%v %s", info.Mode(), bytesOf(t, file))
		return err
	}))
	return all
}

func bytesOf(t *testing.T, file string) []byte {
	t.Helper()
	text, err := os.ReadFile(file)
	must(t, err)
	return text
}

// rowsOfAll are the rows of each table, but for what counts changes.
func rowsOfAll(t *testing.T, dir string) map[string]string {
	t.Helper()
	db, err := sql.Open("sqlite3", filepath.Join(dir, datadir.LogFile))
	must(t, err)
	defer db.Close()
	all := map[string]string{}
	for _, name := range column(t, db, `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'`) {
		columns := column(t, db, `SELECT name FROM pragma_table_info('`+name+`') WHERE name <> 'changes'`)
		rows := column(t, db, `SELECT `+`quote("`+strings.Join(columns, `") || ' ' || quote("`)+`") AS r FROM `+name+` ORDER BY r`)
		if all[name] = strings.Join(rows, "\n"); len(rows) == 0 {
			t.Errorf("nothing is in table %s, so this test does not see it: put a row there", name)
		}
	}
	return all
}

func column(t *testing.T, db *sql.DB, query string) (list []string) {
	t.Helper()
	rows, err := db.Query(query)
	must(t, err)
	defer rows.Close()
	for rows.Next() {
		var text string
		must(t, rows.Scan(&text))
		list = append(list, text)
	}
	must(t, rows.Err())
	return list
}

// A backup with games that a newer program has written is not called damaged.
func TestGamesOfANewerProgramAreNotDamaged(t *testing.T) {
	dir := t.TempDir()
	db := openLog(t, dir)
	_, err := db.Create(history.Header{ID: "later", Created: time.Now(), Setup: engine.Setup{Game: "a-later-game", Seats: []engine.Seat{"red", "blue"}}, Program: "arbiter 9.0"})
	must(t, errors.Join(err, db.Close()))
	file := filepath.Join(dir, datadir.LogFile)
	for _, args := range [][]string{{"restore", "--data", t.TempDir(), file}, {"games", "check", file}} {
		var out, errs bytes.Buffer
		code := run(args, &out, &errs)
		said := out.String() + errs.String()
		if code == 0 || !strings.Contains(said, "games of a newer program") || !strings.Contains(said, "arbiter 9.0") || strings.Contains(said, "damage was found") {
			t.Errorf("arbiter %s: status %d\n%s", args[0], code, said)
		}
	}
	var out, errs bytes.Buffer
	if code := run([]string{"restore", "--damaged", "--data", t.TempDir(), file}, &out, &errs); code != 0 {
		t.Errorf("taken as it is: status %d\n%s%s", code, &out, &errs)
	}
}
