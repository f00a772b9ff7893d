package companion_test

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"arbiter/companion"
	"arbiter/companion/companiontest"
	"arbiter/companion/companiontest/testgame"
	"arbiter/companion/history"
	"arbiter/companion/record"
	"arbiter/engine"
)

// faulty opens a table with the game that panics where the test says.
func faulty(t testing.TB, store companion.Store, change ...func(*companion.Opts)) (*stage, *testgame.Faults) {
	t.Helper()
	f := &testgame.Faults{}
	return open(t, store, append(change, func(o *companion.Opts) {
		o.Offers = []companion.GameOffer{offer(testgame.Faulty(f))}
	})...), f
}

const (
	notPlayed = "a fault in the program: that could not be played, and the game is as it was; the device's log says more"
	notWholly = "a fault in the program: that was not done, or not wholly, and the game goes on; the device's log says more"
)

// reported checks that the owner is told where the panic was and by which command, but no card.
func (s *stage) reported(want ...string) {
	s.Helper()
	log := s.log.String()
	var fault string
	for line := range strings.Lines(log) {
		if strings.Contains(line, "a fault in the program") {
			fault = line
		}
	}
	for _, w := range append(want, "fault.go:", "game=") {
		if !strings.Contains(fault, w) {
			s.Errorf("the report lacks %q: %s", w, fault)
		}
	}
	for _, hidden := range []string{"moon", "sun", "star", "hidden: "} {
		if strings.Contains(log, hidden) {
			s.Errorf("the journal names %q:\n%s", hidden, log)
		}
	}
}

// A panic while a command is decided, folded, shown or told, to all or to one seat, refuses the
// command, leaves the log as it was, and keeps nobody from playing.
func TestAFaultRefusesTheCommand(t *testing.T) {
	for _, place := range []string{"decide", "fold", "view", "legal", "tell", "why", "view green", "legal purple", "fold green"} {
		t.Run(place, func(t *testing.T) {
			t.Parallel()
			store := memory()
			s, _ := faulty(t, store)
			s.seats("purple", "green")
			s.play("purple", "purple plan 1 moon")
			var shots []<-chan companion.Snapshot
			for _, seat := range []engine.Seat{"purple", "green", ""} {
				shot, err := s.Watch(t.Context(), seat)
				if err != nil {
					t.Fatal(err)
				}
				<-shot
				shots = append(shots, shot)
			}
			before := s.see("green")
			if got := s.refused(companion.Request{Seat: "purple", Line: "purple fail " + place, Version: 1}); got != notPlayed {
				t.Errorf("purple reads %q, want %q", got, notPlayed)
			}
			if n, v := len(store.Games()[0].Entries), s.see("").Version; n != 1 || v != 1 {
				t.Errorf("%d entries in the log, version %d, want 1", n, v)
			}
			for i, shot := range shots {
				if got := <-shot; len(got.Notices) != 1 || got.Notices[0].Text.String() != notPlayed || len(got.View.Seats) != 2 {
					t.Errorf("watcher %d is shown %v", i, got)
				}
			}
			if after := s.see("green"); len(after.Legal) != len(before.Legal) || len(after.Legal) == 0 {
				t.Errorf("green may do %d things, before %d", len(after.Legal), len(before.Legal))
			}
			s.reported("entry=1", `command="purple fail `+place+`"`)
			s.play("green", "green plan 1 sun")
			s.play("purple", "purple plan 2 star")
			if got := s.notices("green"); got != "" {
				t.Errorf("after the game went on green reads %q", got)
			}
			if n := len(store.Games()[0].Entries); n != 3 {
				t.Errorf("%d entries in the log, want 3", n)
			}
		})
	}
}

// Control: the same verb plays when it does not panic.
func TestWithoutAFault(t *testing.T) {
	store := memory()
	s, f := faulty(t, store)
	f.Disarmed.Store(true)
	s.seats("purple", "green")
	s.play("purple", "purple fail view", "purple plan 1 moon")
	if n := len(store.Games()[0].Entries); n != 2 || strings.Contains(s.log.String(), "fault") {
		t.Errorf("%d entries, and the journal has\n%s", n, s.log)
	}
}

// A command whose words not everybody may know is reported without them.
func TestAFaultOfAHiddenCommand(t *testing.T) {
	s, _ := faulty(t, memory())
	s.seats("purple", "green")
	if got := s.refused(companion.Request{Seat: "purple", Line: "purple plan 1 decide"}); got != notPlayed {
		t.Errorf("purple reads %q", got)
	}
	s.reported("command=hidden")
	if strings.Contains(s.log.String(), "plan") {
		t.Errorf("the journal tells the words:\n%s", s.log)
	}
}

// An entry in the log that cannot be shown to one seat is shown to the others, who play on; the
// step can be taken back.
func TestAFaultInOneView(t *testing.T) {
	var frames atomic.Int32
	panel := companiontest.Panel(func(v engine.View, _ []engine.Text) {
		if len(v.Seats) == 2 {
			frames.Add(1)
		}
	})
	s, f := faulty(t, memory(), func(o *companion.Opts) { o.Panels = []companion.Panel{panel} })
	f.Disarmed.Store(true)
	s.seats("purple", "green")
	s.play("purple", "purple fail view green")
	f.Disarmed.Store(false)
	purple, err := s.Watch(t.Context(), "purple")
	if err != nil {
		t.Fatal(err)
	}
	<-purple
	drawn := frames.Load()
	s.play("purple", "purple plan 1 moon")
	if got := <-purple; got.Version != 2 || len(got.View.Seats) != 2 {
		t.Errorf("purple is shown %v", got)
	}
	shot := s.see("green")
	if len(shot.View.Seats) != 0 || !strings.Contains(s.notices("green"), "cannot be shown to green now") || shot.GameID == "" {
		t.Errorf("green is shown %v and reads %q", shot.View, s.notices("green"))
	}
	if got := s.notices(""); !strings.Contains(got, "cannot be shown to green now") {
		t.Errorf("everybody reads %q", got)
	}
	s.reported("in=\"a view\"", "seat=green")
	for deadline := time.Now().Add(time.Minute); frames.Load() == drawn && time.Now().Before(deadline); {
		time.Sleep(time.Millisecond) // the panel has a goroutine of its own
	}
	if frames.Load() == drawn {
		t.Error("the panel is shown nothing")
	}
	f.Disarmed.Store(true) // as if an older program ran
	s.play("purple", "purple plan 2 sun")
	if got := s.notices("green"); got != "" || len(s.see("green").View.Seats) != 2 {
		t.Errorf("when it can be shown again green reads %q", got)
	}
}

// A game that can no longer be followed is set aside: the program starts and says so, the log stays
// as it is, and another game begins.
func TestAGameThatCannotBeFollowed(t *testing.T) {
	for _, place := range []string{"fold", "view", "legal", "tell", "why"} {
		t.Run(place, func(t *testing.T) {
			t.Parallel()
			store := memory()
			s, f := faulty(t, store)
			f.Disarmed.Store(true)
			s.seats("purple", "green")
			s.play("purple", "purple plan 1 moon", "purple fail "+place)
			s.leave()
			was := store.Games()[0]
			s, _ = faulty(t, store)
			if place == "legal" { // it can be followed, but the only thing to do is take back
				if _, err := s.Undo(t.Context(), "purple", 2); err != nil {
					t.Error(err)
				}
				s.play("purple", "purple plan 2 sun")
				return
			}
			if got := s.notices(""); !strings.HasPrefix(got, "the game that was played last cannot go on in this program ("+was.ID+"); nothing in it was changed") || s.see("").GameID != "" {
				t.Errorf("everybody reads %q", got)
			}
			s.seats("purple", "green").play("green", "green plan 1 sun")
			if got := s.notices(""); got != "" {
				t.Errorf("when another game has begun everybody reads %q", got)
			}
			now := store.Games()[0]
			if !slices.EqualFunc(now.Entries, was.Entries, func(a, b engine.Entry) bool { return a.Seq == b.Seq && a.Command == b.Command }) || now.Result != companion.Abandoned {
				t.Errorf("its log was changed, or it is not over: %v", now)
			}
			var b bytes.Buffer
			if err := record.Write(&b, record.Game{ID: now.ID, Setup: now.Setup, Entries: now.Entries, Result: now.Result}); err != nil || strings.Count(b.String(), "\n") != 3 {
				t.Errorf("it cannot be exported: %v, %s", err, &b)
			}
			if strings.Contains(s.log.String(), "moon") {
				t.Errorf("the journal names a card:\n%s", s.log)
			}
		})
	}
}

// If a panel panics, everybody is told, the other panels and the game go on, and it is not asked
// again and again.
func TestAFaultOfAPanel(t *testing.T) {
	var ill atomic.Bool
	shown := make(chan int, 1000)
	broken := companiontest.Panel(func(v engine.View, _ []engine.Text) {
		if ill.Load() {
			panic("moon")
		}
	})
	good := companiontest.Panel(func(v engine.View, n []engine.Text) { shown <- len(n) })
	s := open(t, memory(), func(o *companion.Opts) { o.Panels = []companion.Panel{broken, good} }).seats("purple", "green")
	told := func(want int) {
		t.Helper()
		for deadline := time.After(5 * time.Minute); ; {
			select {
			case n := <-shown:
				if n == want {
					return
				}
			case <-deadline:
				t.Fatalf("no picture with %d notices", want)
			}
		}
	}
	ill.Store(true)
	s.play("purple", "purple plan 1 moon")
	told(1)
	if got := s.notices("green"); got != "a fault in the program: a panel cannot draw the game now; phones show it" {
		t.Errorf("green reads %q", got)
	}
	s.play("green", "green plan 1 sun")
	if n := strings.Count(s.log.String(), "a fault in the program"); n != 1 || strings.Contains(s.log.String(), "moon") {
		t.Errorf("%d reports:\n%s", n, s.log)
	}
	ill.Store(false)
	s.play("purple", "purple plan 2 sun")
	told(0)
}

// moody is a store that panics before or after it has written an entry.
type moody struct {
	*companiontest.Store
	before, after *atomic.Bool
}

func (m moody) Create(h history.Header) (engine.Log, error) {
	l, err := m.Store.Create(h)
	return moodyLog{l, m}, err
}

func (m moody) Unfinished() (history.Saved, bool, error) {
	s, ok, err := m.Store.Unfinished()
	s.Log = moodyLog{s.Log, m}
	return s, ok, err
}

type moodyLog struct {
	engine.Log
	m moody
}

func (l moodyLog) Append(e engine.Entry) error {
	if l.m.before.Load() {
		panic("moon")
	}
	err := l.Log.Append(e)
	if l.m.after.Load() {
		panic("moon")
	}
	return err
}

// After a panic of the store the table reads its log again: what is in the log was played, and
// nothing else, whatever people were told.
func TestAFaultOfTheStore(t *testing.T) {
	m := moody{memory(), &atomic.Bool{}, &atomic.Bool{}}
	s := open(t, m).seats("purple", "green")
	s.play("purple", "purple plan 1 moon")
	for i, c := range []struct {
		mood    *atomic.Bool
		written int
	}{{m.before, 1}, {m.after, 2}} {
		c.mood.Store(true)
		if got := s.refused(companion.Request{Seat: "green", Line: "green plan 1 sun", Version: 1}); got != notWholly {
			t.Errorf("%d: green reads %q, want %q", i, got, notWholly)
		}
		c.mood.Store(false)
		if v, n := s.see("").Version, len(m.Games()[0].Entries); v != c.written || n != c.written {
			t.Errorf("%d: version %d, %d in the log, want %d", i, v, n, c.written)
		}
		if got := s.notices("purple"); got != notWholly {
			t.Errorf("%d: purple reads %q", i, got)
		}
	}
	s.play("purple", "purple plan 2 sun")
	s.play("green", "green plan 2 star")
	if n := len(m.Games()[0].Entries); n != 4 || s.notices("") != "" {
		t.Errorf("%d entries, and everybody reads %q", n, s.notices(""))
	}
	if strings.Contains(s.log.String(), "moon") {
		t.Errorf("the journal names a card:\n%s", s.log)
	}
}

// A game that cannot begin changes nothing on the table and leaves nothing in the store.
func TestAFaultAtTheStart(t *testing.T) {
	store := memory()
	s := open(t, store, func(o *companion.Opts) {
		g := testgame.Game(false)
		g.New = func([]engine.Seat, []engine.Event) (engine.State, error) { panic(errors.New("moon")) }
		o.Offers = []companion.GameOffer{offer(g)}
	})
	if got := s.refusal(start(s, companion.NewGame{Game: "hush", Seats: sit("purple")})); got != notWholly {
		t.Errorf("it says %q", got)
	}
	if n := len(store.Games()); n != 0 || s.see("").GameID != "" {
		t.Errorf("%d games are kept, and %q runs", n, s.see("").GameID)
	}
}
