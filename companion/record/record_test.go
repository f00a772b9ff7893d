package record_test

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"arbiter/companion"
	"arbiter/companion/companiontest/testgame"
	"arbiter/companion/record"
	"arbiter/companion/review"
	"arbiter/engine"

	"github.com/google/go-cmp/cmp"
)

func noon() time.Time { return time.Date(2026, 5, 4, 12, 0, 0, 250e6, time.UTC) }

const secret = "arbiter seal 3 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"

// evening is a game of hush in which a step was taken back, and which was given up.
func evening(t testing.TB) record.Game {
	t.Helper()
	game := testgame.Game(false)
	g := record.Game{
		ID: "20260504-120000-abcdef", Created: noon(), Program: "arbiter test", Result: companion.Abandoned,
		Setup: engine.Setup{Game: "hush", Seats: []engine.Seat{"ana", "ben"}, Facts: []engine.Event{testgame.Value{Card: "moon", N: 4, Origin: "owner"}}},
		Names: map[engine.Seat]string{"ana": "Ana María & \"Co\" <b>", "ben": "Ñ🎲"}, Bots: map[engine.Seat]string{"ben": "greedy"},
		Secret: secret,
	}
	g.Setup.Learners = []engine.Seat{"ana"}
	g.Setup.Sealed = engine.Sealed{Hash: "a76234052a2fc6606d54d3d8c279ab9cac9d8866e2e6d5971444606a341031c1", Words: []engine.Word{{Seat: "ana", Text: "a word & <b>"}, {Seat: "ben", Text: "Ñ"}}}
	start, err := game.New(g.Setup.Seats, g.Setup.Facts)
	check(t, err)
	s, err := engine.Resume(start, engine.NoLog{})
	check(t, err)
	for _, line := range []string{"ana plan 1 moon", "ana plan 2 sun", "undo", "ana plan 2 sun", "ana ready",
		"ben plan 1 star", "ben plan 2 moon", "ben ready", "table tell sun 2", "table tell star 3", "ana gain 2", "ana slide"} {
		if line == "undo" {
			_, err = s.Undo("ana")
		} else {
			x, wrong := game.Words.Parse(line)
			check(t, wrong)
			_, err = s.Do(x.(engine.Command))
		}
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
	}
	for n := range s.Entries() {
		g.Times = append(g.Times, noon().Add(time.Duration(n)*time.Minute))
	}
	g.Entries = s.Entries()
	return g
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func rules(name string) (engine.Game, bool) { return testgame.Game(false), name == "hush" }

func written(t testing.TB, g record.Game) string {
	t.Helper()
	var b bytes.Buffer
	check(t, record.Write(&b, g))
	return b.String()
}

func TestRecordIsReadAsItWasWritten(t *testing.T) {
	want := evening(t)
	got, err := record.Read(strings.NewReader(written(t, want)), rules)
	check(t, err)
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("-want +got\n%s", d)
	}
	if again := written(t, got); again != written(t, want) {
		t.Errorf("written again it is another text:\n%s", again)
	}
}

// If an editor adds a byte order mark and carriage returns to a record, it still says the same; a
// mark anywhere else does not.
func TestRecordAfterAnEditor(t *testing.T) {
	want, text := evening(t), written(t, evening(t))
	edited := "\ufeff" + strings.ReplaceAll(text, "\n", "\r\n")
	got, err := record.Read(strings.NewReader(edited), rules)
	check(t, err)
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("-want +got\n%s", d)
	}
	for _, altered := range []string{"\ufeff\ufeff" + text, strings.Replace(text, "\n", "\n\ufeff", 1)} {
		if _, err := record.Read(strings.NewReader(altered), rules); err == nil {
			t.Errorf("%.80q is taken for a record", altered)
		}
	}
}

// A record of version 1, which says nothing about chance, is read as before; one that claims
// version 1 and says something about it is refused.
func TestVersion1(t *testing.T) {
	text, err := os.ReadFile("testdata/version-1.jsonl")
	check(t, err)
	want := evening(t)
	want.Secret, want.Setup.Sealed, want.Setup.Learners = "", engine.Sealed{}, nil
	got, err := record.Read(bytes.NewReader(text), rules)
	check(t, err)
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("-want +got\n%s", d)
	}
	line, _, _ := strings.Cut(written(t, evening(t)), `,"hash":"`)
	line = strings.Replace(line, `"version":2`, `"version":1`, 1)
	forged := fmt.Sprintf("%s,\"hash\":\"%x\"}\n", line, sha256.Sum256([]byte("\n"+line)))
	if _, err := record.Read(strings.NewReader(forged), rules); err == nil || !strings.Contains(err.Error(), "of chance") {
		t.Errorf("a record of version 1 that tells of chance: %v", err)
	}
}

func TestRunningGameIsNotWritten(t *testing.T) {
	g := evening(t)
	g.Result = ""
	var b bytes.Buffer
	if err := record.Write(&b, g); err == nil || b.Len() > 0 {
		t.Errorf("%v, %d bytes: want an error and nothing written", err, b.Len())
	}
}

// Every byte counts: whichever one is changed, its line is named.
func TestEveryAlteredByteIsFound(t *testing.T) {
	text := written(t, evening(t))
	line, missed := 1, 0
	for i := range text {
		altered := []byte(text)
		if altered[i]++; altered[i] == '\n' {
			altered[i]++
		}
		_, err := record.Read(bytes.NewReader(altered), rules)
		var fault *record.Fault
		switch {
		case !errors.As(err, &fault):
			missed++
			t.Errorf("byte %d in line %d: %v, want a fault", i, line, err)
		case fault.Line != line:
			t.Errorf("byte %d: %v, want line %d", i, err, line)
		}
		if text[i] == '\n' {
			line++
		}
		if missed > 3 {
			t.Fatal("and so on")
		}
	}
}

// Recomputing all hashes does not get an altered record past the rules.
func seated(g *record.Game, name string) { g.Setup.Seats = []engine.Seat{engine.Seat(name), "ben"} }

func TestForgeriesAreFoundByReplay(t *testing.T) {
	for name, c := range map[string]struct {
		forge func(*record.Game)
		line  int
		why   string
	}{
		"a result that nobody won":    {func(g *record.Game) { g.Result = "ana" }, 1, `told as "ana"`},
		"a command of somebody else":  {func(g *record.Game) { g.Entries[0].By = "ben" }, 2, "no command of ben"},
		"a wrong number":              {func(g *record.Game) { g.Entries[1].Seq = 5 }, 3, "entry 5 where entry 2"},
		"a step back too far":         {func(g *record.Game) { g.Entries[2].Undoes = 1 }, 4, "not the last one standing"},
		"a step back by nobody":       {func(g *record.Game) { g.Entries[2].By = "" }, 4, "is no seat"},
		"another game":                {func(g *record.Game) { g.Setup.Game = "chess" }, 1, "does not know"},
		"a seat that is a word":       {func(g *record.Game) { g.Setup.Seats = []engine.Seat{"plan", "ben"} }, 1, "word of the game"},
		"nobody plays":                {func(g *record.Game) { g.Setup.Seats = nil }, 1, "cannot"},
		"an id that is a path":        {func(g *record.Game) { g.ID = "../../x" }, 1, "cannot be the id"},
		"an id that is a page":        {func(g *record.Game) { g.ID = "statistics" }, 1, "cannot be the id"},
		"a day before all clocks":     {func(g *record.Game) { g.Created = time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC) }, 1, "when a game was played"},
		"a day that nobody lives":     {func(g *record.Game) { g.Created = time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC) }, 1, "when a game was played"},
		"a step in the far future":    {func(g *record.Game) { g.Times[1] = time.Date(4000, 1, 1, 0, 0, 0, 0, time.UTC) }, 3, "when it was played"},
		"a name that hides":           {func(g *record.Game) { g.Names = map[engine.Seat]string{"ana": "\u202eana"} }, 1, "called"},
		"a name of a stranger":        {func(g *record.Game) { g.Names = map[engine.Seat]string{"eve": "Eve"} }, 1, "called"},
		"hints for a stranger":        {func(g *record.Game) { g.Setup.Learners = []engine.Seat{"eve"} }, 1, "gets hints"},
		"a bot with two words":        {func(g *record.Game) { g.Bots = map[engine.Seat]string{"ben": "a b"} }, 1, "bot"},
		"a seat that is long":         {func(g *record.Game) { seated(g, strings.Repeat("x", 41)) }, 1, "name of a seat"},
		"a seat that covers lines":    {func(g *record.Game) { seated(g, "ana"+strings.Repeat("\u0301", 9)) }, 1, "name of a seat"},
		"a seat that nobody sees":     {func(g *record.Game) { seated(g, "\u0301") }, 1, "name of a seat"},
		"a bot that covers lines":     {func(g *record.Game) { g.Bots = map[engine.Seat]string{"ben": "e" + strings.Repeat("\u0301", 9)} }, 1, "bot"},
		"a program that turns around": {func(g *record.Game) { g.Program = "arbiter \u202e1.0" }, 1, "program"},
		"another secret":              {func(g *record.Game) { g.Secret = strings.Replace(secret, "00", "ff", 1) }, 1, "not the one that was fixed"},
		"a secret that is none":       {func(g *record.Game) { g.Secret = "x" }, 1, "no secret of a game"},
		"a hash that is none":         {func(g *record.Game) { g.Setup.Sealed.Hash = strings.Repeat("G", 64) }, 1, "no SHA-256"},
		"a word that was not sealed":  {func(g *record.Game) { g.Setup.Sealed.Hash, g.Secret = "", "" }, 1, "of chance"},
		"a word of a stranger":        {func(g *record.Game) { g.Setup.Sealed.Words[0].Seat = "eve" }, 1, "word of a seat"},
		"a word with two lines":       {func(g *record.Game) { g.Setup.Sealed.Words[0].Text = "a\nben b" }, 1, "word of a seat"},
		"a program with a line break": {func(g *record.Game) { g.Program = "a\nb" }, 1, "program"},
	} {
		g := evening(t)
		c.forge(&g)
		_, err := record.Read(strings.NewReader(written(t, g)), rules)
		var fault *record.Fault
		if !errors.As(err, &fault) || fault.Line != c.line || !strings.Contains(fault.Why, c.why) {
			t.Errorf("%s: %v, want line %d and %q", name, err, c.line, c.why)
		}
	}
}

// What other rules decided is read as it happened. Control: a game by these rules shows no
// difference.
func TestOtherRules(t *testing.T) {
	for want, forge := range map[int]func(*record.Game){
		0:  func(*record.Game) {},
		11: func(g *record.Game) { g.Entries[10].Events = []engine.Event{testgame.Scored{Seat: "ana", N: 9}} },
		6:  func(g *record.Game) { g.Entries[5].Command = testgame.Plan{Seat: "ben", Field: 1, Card: "queen"} },
	} {
		g := evening(t)
		forge(&g)
		got, err := record.Read(strings.NewReader(written(t, g)), rules)
		check(t, err)
		if d := cmp.Diff(g, got); d != "" {
			t.Errorf("-want +got\n%s", d)
		}
		start, err := testgame.Game(false).New(g.Setup.Seats, g.Setup.Facts)
		check(t, err)
		if differs := engine.Redecide(start, got.Entries); want == 0 && len(differs) > 0 || want > 0 && (len(differs) == 0 || differs[0].Seq != want) {
			t.Errorf("%v differ, want entry %d", differs, want)
		}
	}
}

func TestBrokenFiles(t *testing.T) {
	text := written(t, evening(t))
	lines := strings.SplitAfter(text, "\n")
	for name, c := range map[string]struct {
		text string
		line int
		why  string
	}{
		"empty":           {"", 1, "missing"},
		"cut off":         {strings.Join(lines[:5], ""), 6, "cut off"},
		"half a line":     {text[:len(text)-30], 13, "does not end with a hash"},
		"two lines moved": {lines[0] + lines[2] + lines[1], 2, "does not fit its hash"},
		"more than told":  {text + lines[12], 14, "more than the header says"},
		"a long line":     {strings.Repeat("x", 2<<20), 1, "longer than"},
		"too much":        {lines[0] + strings.Repeat(strings.Repeat("y", 900<<10)+"\n", 20), 2, "hash"},
		"no text":         {"\xff\xfe" + text, 1, "UTF-8"},
		"a picture":       {"\x89PNG\r\n\x1a\n", 1, "UTF-8"},
		"another file":    {"{}\n", 1, "no line of a record"},
	} {
		_, err := record.Read(strings.NewReader(c.text), rules)
		var fault *record.Fault
		if !errors.As(err, &fault) || fault.Line != c.line || !strings.Contains(fault.Why, c.why) {
			t.Errorf("%s: %v, want line %d and %q", name, err, c.line, c.why)
		}
	}
}

func TestCSV(t *testing.T) {
	var b bytes.Buffer
	check(t, record.CSV(&b, slices.Values([][]string{{"a", "b,c", `d"e`}, {"=1+1", "-5", "+x"}, {"@y", "ß\nz", ""}})))
	if got, want := b.String(), "a,\"b,c\",\"d\"\"e\"\n'=1+1,-5,'+x\n'@y,\"ß\nz\",\n"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	g := evening(t)
	f, err := review.New(testgame.Game(false), g.Setup, g.Entries, review.Everything)
	check(t, err)
	rows := slices.Collect(record.Tracks(f, g.Names))
	if got, want := len(rows), 1+2*(1+len(g.Entries)); got != want {
		t.Fatalf("%d rows, want %d", got, want)
	}
	for n, want := range map[int]string{0: "[step taken back round seat player", 1: "[0 false 0 ana Ana María", 5: "[2 true 0 ana", 17: "[8 false 0 ana"} {
		if got := fmt.Sprint(rows[n]); !strings.HasPrefix(got, want) {
			t.Errorf("row %d: %s, want %s", n, got, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	text := written(f, evening(f))
	f.Add(text)
	for _, line := range strings.SplitAfter(text, "\n") {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, text string) {
		g, err := record.Read(strings.NewReader(text), rules)
		if err != nil {
			return
		}
		if _, err := record.Read(strings.NewReader(written(t, g)), rules); err != nil {
			t.Errorf("what was read is refused when it is written: %v", err)
		}
	})
}
