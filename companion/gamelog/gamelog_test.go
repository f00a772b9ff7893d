package gamelog

import (
	"database/sql"
	"errors"
	"strings"
	"testing"
	"time"

	"arbiter/companion/history"
	"arbiter/engine"
	"arbiter/engine/notation"

	"github.com/google/go-cmp/cmp"
)

var _ engine.Log = (*Game)(nil)

func TestEntriesComeBackAsTheyWere(t *testing.T) {
	db := opened(t, file(t))
	g := created(t, db, "g1")
	want := played(23)
	appendAll(t, g, want)
	setup, got := entries(t, db, "g1")
	if d := cmp.Diff(header("g1").Setup, setup); d != "" {
		t.Errorf("setup: -want +got\n%s", d)
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("entries: -want +got\n%s", d)
	}
	if err := db.Check(); err != nil {
		t.Error(err)
	}
}

func TestLogIsSelfContainedAndReadableAsText(t *testing.T) {
	db := opened(t, file(t))
	appendAll(t, created(t, db, "g1"), played(2))
	rows, err := db.Rows("g1")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := rows[0].Command, "table start stones red blue"; got != want {
		t.Errorf("start: %q, want %q", got, want)
	}
	if got, want := strings.Join(rows[0].Events, "|"), "printed bag 4 rulebook|printed box -2 owner"; got != want {
		t.Errorf("facts: %q, want %q", got, want)
	}
	if got, want := rows[2].Command+"|"+strings.Join(rows[2].Events, "|"), "red put 2|red stone 2|red heap 0|red stone 3|red heap -1"; got != want {
		t.Errorf("entry 2: %q, want %q", got, want)
	}
}

func TestOrderIsTheNumberNotTheClock(t *testing.T) {
	db := opened(t, file(t))
	at := noon()
	db.Now = func() time.Time { at = at.Add(-time.Hour); return at } // the clock runs backwards
	appendAll(t, created(t, db, "first"), played(7))
	late := header("second")
	late.Created = noon().AddDate(-50, 0, 0)
	if _, err := db.Create(late); err != nil {
		t.Fatal(err)
	}
	_, got := entries(t, db, "first")
	if d := cmp.Diff(played(7), got); d != "" {
		t.Errorf("-want +got\n%s", d)
	}
	list, err := db.Games()
	if err != nil {
		t.Fatal(err)
	}
	if got, want := list[0].ID+" "+list[1].ID, "second first"; got != want {
		t.Errorf("newest first: %s, want %s", got, want)
	}
}

func TestTwoGamesKeepApart(t *testing.T) {
	db := opened(t, file(t))
	a, b := created(t, db, "a"), created(t, db, "b")
	for i, e := range played(20) {
		if err := a.Append(e); err != nil {
			t.Fatal(err)
		}
		if i < 7 {
			if err := b.Append(e); err != nil {
				t.Fatal(err)
			}
		}
	}
	_, inA := entries(t, db, "a")
	_, inB := entries(t, db, "b")
	if got, want := [2]int{len(inA), len(inB)}, [2]int{20, 7}; got != want {
		t.Errorf("%v entries, want %v", got, want)
	}
}

func TestGameGoesOnAfterAppendWithoutClose(t *testing.T) {
	path := file(t)
	first, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	appendAll(t, created(t, first, "g1"), played(8))
	// first was never closed: its program was killed.
	defer first.Close()
	second := opened(t, path)
	g, err := second.Game("g1")
	if err != nil {
		t.Fatal(err)
	}
	appendAll(t, g, played(12)[8:])
	_, got := entries(t, second, "g1")
	if d := cmp.Diff(played(12), got); d != "" {
		t.Errorf("-want +got\n%s", d)
	}
}

func TestSecondWriterOfTheSameGameIsRefused(t *testing.T) {
	path := file(t)
	one, two := opened(t, path), opened(t, path)
	g1 := created(t, one, "g1")
	g2, err := two.Game("g1")
	if err != nil {
		t.Fatal(err)
	}
	appendAll(t, g1, played(1))
	if err := g2.Append(played(1)[0]); err == nil {
		t.Error("two programs wrote entry 1")
	}
}

func TestAppendRefusesWhatIsNoNextEntry(t *testing.T) {
	db := opened(t, file(t))
	g := created(t, db, "g1")
	for name, e := range map[string]engine.Entry{
		"a gap":                  {Seq: 2, By: "red", Command: Put{"red", 1, ""}},
		"the setup again":        {Seq: 0, By: "red", Command: Put{"red", 1, ""}},
		"no command":             {Seq: 1, By: "red"},
		"undo with events":       {Seq: 1, By: "red", Undoes: 1, Events: []engine.Event{Heap{"red", 1}}},
		"undo with a command":    {Seq: 1, By: "red", Undoes: 1, Command: Put{"red", 1, ""}},
		"negative entry numbers": {Seq: -1, By: "red", Command: Put{"red", 1, ""}},
	} {
		if err := g.Append(e); err == nil {
			t.Errorf("%s was appended", name)
		}
	}
	if _, got := entries(t, db, "g1"); len(got) != 0 {
		t.Errorf("%d entries, want 0", len(got))
	}
}

func TestCreateRefuses(t *testing.T) {
	db := opened(t, file(t))
	created(t, db, "g1")
	spaced, unnamed := header("g2"), header("two words")
	spaced.Setup.Seats = []engine.Seat{"red player"}
	for name, h := range map[string]history.Header{"same id": header("g1"), "seat of two words": spaced, "id of two words": unnamed} {
		if _, err := db.Create(h); err == nil {
			t.Errorf("%s was created", name)
		}
	}
	list, err := db.Games()
	if err != nil || len(list) != 1 {
		t.Errorf("%d games, %v; want 1", len(list), err)
	}
}

func TestUnknownGames(t *testing.T) {
	db := opened(t, file(t))
	if _, err := db.Rows("nobody"); !errors.Is(err, ErrNoGame) {
		t.Errorf("rows: %v", err)
	}
	if _, err := db.Game("nobody"); !errors.Is(err, ErrNoGame) {
		t.Errorf("game: %v", err)
	}
	if err := db.Finish("nobody", "x"); !errors.Is(err, ErrNoGame) {
		t.Errorf("finish: %v", err)
	}
	if err := db.Rename("nobody", "red", "x"); !errors.Is(err, ErrNoGame) {
		t.Errorf("rename: %v", err)
	}
	created(t, db, "g1")
	_, _, err := db.Entries("g1", func(string) (engine.Game, bool) { return engine.Game{}, false })
	if err == nil || !strings.Contains(err.Error(), `does not know the game "stones"`) {
		t.Errorf("entries without rules: %v", err)
	}
}

// Another vocabulary stands for a program that knows less.
func TestUnreadableEntriesAreNamedButNotQuoted(t *testing.T) {
	db := opened(t, file(t))
	appendAll(t, created(t, db, "g1"), played(2))
	for want, known := range map[string][]any{
		"log entry 0: its event 1 is none that this program knows": {Put{}, Stone{}, Heap{}},
		"log entry 1: its command is none that this program knows": {Printed{}, Stone{}, Heap{}},
		"log entry 1: its event 2 is none that this program knows": {Printed{}, Put{}, Stone{}},
	} {
		_, _, err := db.Entries("g1", func(string) (engine.Game, bool) { return engine.Game{Words: notation.Of(known...)}, true })
		if want += "; a newer program may know it: the newest game here began with arbiter test"; err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// If a newer program has continued a game, an older one that cannot read it names the newer one. So
// it does for a file in a newer format.
func TestNewerWriterIsNamed(t *testing.T) {
	path := file(t)
	db := opened(t, path)
	appendAll(t, created(t, db, "g1"), played(2))
	later := created(t, db, "g2")
	asked := func(want string) {
		t.Helper()
		_, _, err := db.Entries("g1", func(string) (engine.Game, bool) {
			return engine.Game{Words: notation.Of(Printed{}, Put{}, Stone{})}, true
		})
		if err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	asked("the newest game here began with arbiter test")
	for n, program := range []string{"arbiter test", "arbiter v9.0", "arbiter v9.1"} { // the first is who began it
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		db = opened(t, path)
		db.Program = program
		g, err := db.Game("g1")
		if err != nil {
			t.Fatal(err)
		}
		appendAll(t, g, played(n + 3)[n+2:])
		want := "this game was last played with " + program
		if n == 0 {
			want = "the newest game here began with arbiter test"
		}
		asked(want)
	}
	g, err := db.Game(later.ID())
	if err != nil {
		t.Fatal(err)
	}
	appendAll(t, g, played(1))
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	change := func(what string) {
		t.Helper()
		file, err := sql.Open("sqlite3", dsn(path))
		if err == nil {
			_, err = file.Exec(what)
		}
		if err := errors.Join(err, file.Close()); err != nil {
			t.Fatal(err)
		}
	}
	change("PRAGMA user_version = 99")
	if _, err := Open(path); err == nil || !strings.Contains(err.Error(), "but it is made like format") {
		t.Errorf("Open = %v, want damage: the number of the format alone is another", err)
	}
	change("CREATE TABLE later (x TEXT) STRICT")
	if _, err := Open(path); err == nil || !strings.Contains(err.Error(), "was last played with arbiter v9.1)") {
		t.Errorf("Open = %v, want a refusal that names arbiter v9.1", err)
	}
}

func TestSummaryFinishAndLabels(t *testing.T) {
	db := opened(t, file(t))
	db.Now = noon
	appendAll(t, created(t, db, "g1"), played(6))
	created(t, db, "g2")
	if err := db.Finish("g1", "red wins"); err != nil {
		t.Fatal(err)
	}
	if err := db.Rename("g1", "red", "Zoë"); err != nil {
		t.Fatal(err)
	}
	if err := db.Rename("g1", "blue", ""); err != nil {
		t.Fatal(err)
	}
	got, err := db.Summary("g1")
	if err != nil {
		t.Fatal(err)
	}
	want := history.Summary{ID: "g1", Game: "stones", Seats: []engine.Seat{"red", "blue"}, Labels: map[engine.Seat]string{"red": "Zoë"},
		Created: noon(), Program: "arbiter test", Entries: 6, Finished: noon(), Result: "red wins"}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("-want +got\n%s", d)
	}
	other, err := db.Summary("g2")
	if d := cmp.Diff(header("g2").Labels, other.Labels); d != "" || err != nil {
		t.Errorf("labels of g2: %v -want +got\n%s", err, d)
	}
	going, ok, err := db.Unfinished()
	if err != nil || !ok || going.ID != "g2" {
		t.Errorf("unfinished: %v, %v, %v; want g2", going, ok, err)
	}
	finish(t, db, "g2", "blue wins")
	if _, ok, err = db.Unfinished(); ok || err != nil {
		t.Errorf("unfinished when both are over: %v, %v", ok, err)
	}
	if err := db.Finish("g1", ""); err != nil {
		t.Fatal(err)
	}
	if going, ok, err = db.Unfinished(); err != nil || !ok || going.ID != "g1" {
		t.Errorf("after taking the result back: %v, %v, %v; want g1", going, ok, err)
	}
}

func TestLabelsAreNotInTheLog(t *testing.T) {
	path := file(t)
	db := opened(t, path)
	appendAll(t, created(t, db, "g1"), played(3))
	rows, err := db.Rows("g1")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		if strings.Contains(r.Command+strings.Join(r.Events, " "), "Ana") {
			t.Errorf("entry %d knows a player: %+v", r.Seq, r)
		}
	}
}
