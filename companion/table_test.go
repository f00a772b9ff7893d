package companion_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arbiter/companion"
	"arbiter/companion/companiontest"
	"arbiter/companion/history"
	"arbiter/engine"
	"arbiter/engine/notation"
)

// facts returns the facts of the newest game, as lines.
func facts(s *companiontest.Store) string {
	games := s.Games()
	var lines []string
	for _, f := range games[len(games)-1].Setup.Facts {
		lines = append(lines, notation.Format(f))
	}
	return strings.Join(lines, "; ")
}

func TestSeveralGames(t *testing.T) {
	store := memory()
	s := open(t, store).seats("purple", "green")
	s.round("table tell moon 1", "table tell sun 2")
	s.play("purple", "purple gain 3", "purple slide")
	if got, want := s.refusal(start(s, companion.NewGame{Game: "hush", Seats: sit("red")})), "another game is still running; finish it first"; got != want {
		t.Errorf("second game: %q, want %q", got, want)
	}
	s.play("green", "green slide")
	s.play("purple", "purple plan 1 sun", "purple ready")
	s.play("green", "green plan 1 sun", "green ready")
	s.play("purple", "purple slide")
	s.play("green", "green slide")
	if got, want := s.see("").View.Over, true; got != want {
		t.Fatalf("over: %v, want %v", got, want)
	}
	next := companion.NewGame{Game: "hush", Seats: sit("red"), Options: []string{"rich"}, Order: []engine.Seat{"robot", "red"}}
	if err := start(s, next); err != nil {
		t.Fatal(err)
	}
	games := store.Games()
	if got, want := games[0].Result, "purple"; got != want {
		t.Errorf("first game: result %q, want %q", got, want)
	}
	if got, want := games[1].Setup.Seats, []engine.Seat{"red", "robot"}; !slices.Equal(got, want) {
		t.Errorf("a single seat: %v, want the robot to join: %v", got, want)
	}
	want := "value star 3 rulebook; value moon 1 owner; value sun 2 owner; value star 9 rulebook; order robot 1; order red 2"
	if got := facts(store); got != strings.ReplaceAll(strings.ReplaceAll(want, "order robot", "robot order"), "order red", "red order") {
		t.Errorf("facts of the second game:\n%s, want\n%s", got, want)
	}
	if err := s.Finish(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got, want := store.Games()[1].Result, companion.Abandoned; got != want {
		t.Errorf("second game: result %q, want %q", got, want)
	}
	if got, want := s.see("red").GameID, ""; got != want {
		t.Errorf("an empty table shows game %q", got)
	}
}

func start(s *stage, n companion.NewGame) error {
	_, err := s.Start(s.Context(), n)
	return err
}

func sit(seats ...engine.Seat) []companion.Seating {
	var all []companion.Seating
	for _, seat := range seats {
		all = append(all, companion.Seating{Seat: seat})
	}
	return all
}

func TestStartRefuses(t *testing.T) {
	s := open(t, memory())
	for _, c := range []struct {
		n    companion.NewGame
		want string
	}{
		{companion.NewGame{Game: "chess"}, "this table does not have that game"},
		{companion.NewGame{Game: "hush"}, "this game takes 1 to 3 seats, not 0"},
		{companion.NewGame{Game: "hush", Seats: sit("gold")}, "gold is no seat of this game"},
		{companion.NewGame{Game: "hush", Seats: sit("purple", "purple")}, `seat "purple" is taken`},
		{companion.NewGame{Game: "hush", Seats: sit("red"), Box: "old"}, `box "old": hush has none of that name`},
		{companion.NewGame{Game: "hush", Seats: sit("red"), Options: []string{"loud"}}, `option "loud": hush has none of that name`},
		{companion.NewGame{Game: "hush", Seats: sit("red"), Order: []engine.Seat{"green"}}, "setup of hush: hush: order of whom?"},
	} {
		if err := start(s, c.n); err == nil || err.Error() != c.want {
			t.Errorf("%+v: %v, want %q", c.n, err, c.want)
		}
	}
	if got, want := s.see("").Game, ""; got != want {
		t.Errorf("game %q runs after refusals", got)
	}
}

func TestWhoMayDoWhat(t *testing.T) {
	s := open(t, memory())
	if got, want := s.refused(companion.Request{Seat: "purple", Line: "purple ready"}), "no game is running"; got != want {
		t.Errorf("without a game: %q, want %q", got, want)
	}
	s.seats("purple", "robot")
	for _, c := range []struct {
		seat       engine.Seat
		line, want string
	}{
		{"", "purple plan 1 moon", "whoever only watches cannot act"},
		{"green", "green plan 1 moon", "whoever only watches cannot act"},
		{"robot", "robot act left", "whoever only watches cannot act"},
		{"table", "purple plan 1 moon", "only purple may do that"},
		{"purple", "green plan 1 moon", "not in this game"},
		{"purple", "purple dance", "that is no command of this game"},
		{"purple", "purple scored 3", "that is no command of this game"},
		{"purple", "", "that is no command of this game"},
		{"purple", "purple ready", "fill your fields first"},
	} {
		if got := s.refused(companion.Request{Seat: c.seat, Line: c.line}); got != c.want {
			t.Errorf("%s: %s: %q, want %q", c.seat, c.line, got, c.want)
		}
	}
	s.play("purple", "purple plan 1 moon", "purple plan 2 sun", "purple ready")
	s.play("table", "table tell moon 1")
	s.play("purple", "table tell sun 2", "purple slide", "robot act left")
	if got, want := s.see("").Version, 7; got != want {
		t.Errorf("version %d, want %d", got, want)
	}
}

func TestOfferedChoices(t *testing.T) {
	s := open(t, memory()).seats("purple", "green", "robot")
	s.round()
	for seat, want := range map[engine.Seat]string{
		"purple": "table tell moon 1, table tell moon 2, table tell moon 3", "table": "table tell moon 1, table tell moon 2, table tell moon 3", "": "", "robot": "",
	} {
		var lines []string
		for _, c := range s.see(seat).Legal {
			lines = append(lines, c.Line)
		}
		if got := strings.Join(lines, ", "); got != want {
			t.Errorf("%q is offered %q, want %q", seat, got, want)
		}
	}
	s.play("purple", "table tell moon 1", "table tell sun 2", "purple slide")
	if got, want := len(s.see("purple").Legal), 0; got != want {
		t.Errorf("purple is offered %d of green's choices", got)
	}
}

func TestStale(t *testing.T) {
	s := open(t, memory()).seats("purple", "green")
	moved := "the game has moved on meanwhile; look again"
	wish := func(seat engine.Seat, version int, line string) string {
		_, err := s.Do(t.Context(), companion.Request{Seat: seat, Line: line, Version: version})
		if err != nil {
			return err.Error()
		}
		return ""
	}
	for _, c := range []struct {
		seat    engine.Seat
		version int
		line    string
		want    string
	}{
		{"purple", 0, "purple plan 1 moon", ""},
		{"green", 0, "green plan 1 moon", ""},     // two phones at once
		{"purple", 0, "purple plan 2 sun", ""},    // the reader was quicker than the phone, but in secret
		{"purple", 0, "purple plan 2 sun", moved}, // sent twice
		{"green", 1, "green plan 2 sun", ""},
		{"purple", 4, "purple ready", ""},
		{"green", 4, "green ready", ""}, // both press ready at once
		{"purple", 6, "table tell moon 1", ""},
		{"green", 6, "table tell moon 2", moved}, // two people answer at once
		{"green", 7, "table tell sun 2", ""},
		{"purple", 8, "purple gain 2", ""},
		{"purple", 8, "purple gain 2", moved}, // a second press
		{"purple", 9, "purple slide", ""},
		{"green", 9, "green gain 1", moved}, // seen before it was green's turn
		{"green", -1, "green gain 1", moved},
		{"green", 99, "green gain 1", moved},
		{"green", 10, "green gain 1", ""},
	} {
		if got := wish(c.seat, c.version, c.line); got != c.want {
			t.Errorf("%s at version %d: %q, want %q", c.line, c.version, got, c.want)
		}
	}
	if got, want := s.see("").Version, 11; got != want {
		t.Errorf("version %d, want %d", got, want)
	}
}

// A slowStore takes its time to store a game, like a memory card that stalls.
type slowStore struct {
	companion.Store
	takes time.Duration
}

func (s slowStore) Create(h history.Header) (engine.Log, error) {
	time.Sleep(s.takes) // of the bubble
	return s.Store.Create(h)
}

// If the table has begun a call in time, the caller waits and is told that it is done, instead of
// being told to try again.
func TestBegunCallsAreWaitedFor(t *testing.T) {
	for takes, want := range map[time.Duration]bool{7 * time.Second: true, 11 * time.Second: false} {
		synctest.Test(t, func(t *testing.T) {
			s := open(t, slowStore{memory(), takes})
			_, err := s.Start(t.Context(), companion.NewGame{Game: "hush", Seats: []companion.Seating{{Seat: "purple", Name: "Ann"}}})
			if got := err == nil; got != want {
				t.Errorf("a disk that takes %v: %v", takes, err)
			}
			s.leave()
		})
	}
}

func TestCallsHaveDeadlines(t *testing.T) {
	table, err := companion.New(companion.Opts{Offers: []companion.GameOffer{{}}, Store: memory(), Patience: 10 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := table.Snapshot(t.Context(), ""); err == nil || !strings.Contains(err.Error(), "the table does not answer") {
		t.Errorf("a table that does not run: %v", err)
	}
	s := open(t, memory())
	s.leave()
	if _, err := s.Snapshot(t.Context(), ""); err == nil || err.Error() != "the table is closed" {
		t.Errorf("a closed table: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s = open(t, memory()).seats("purple")
	if _, err := s.Do(ctx, companion.Request{Seat: "purple", Line: "purple plan 1 moon"}); err == nil {
		t.Error("a wish whose sender has gone was played")
	}
	if got, want := s.see("").Version, 0; got != want {
		t.Errorf("version %d, want %d", got, want)
	}
}

func TestNewNeedsAStoreAndAGame(t *testing.T) {
	for want, o := range map[string]companion.Opts{
		"a table needs a store":         {},
		"a table needs a game to offer": {Store: memory()},
	} {
		if _, err := companion.New(o); err == nil || err.Error() != want {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
