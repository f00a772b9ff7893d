package main

import (
	"bytes"
	"context"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"regexp"
	"slices"
	"sync"
	"testing"
	"time"

	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/cmd/arbiter/internal/demo"
	"arbiter/cmd/arbiter/internal/device"
	"arbiter/cmd/arbiter/internal/games"
	"arbiter/cmd/arbiter/internal/service"
	"arbiter/companion"
	"arbiter/engine"
	"arbiter/engine/enginetest/tier"
	councilbot "arbiter/engine/highcouncil/bot"
	"arbiter/setups"
)

// A daybook is a log that is read while it is written.
type daybook struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (d *daybook) Write(p []byte) (int, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.b.Write(p)
}

// since is what was written after so many bytes, and how many there are now.
func (d *daybook) since(n int) (string, int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.b.String()[n:], d.b.Len()
}

// A watched evening is a whole table as serve wires it: readers, steward, pages,
// and all of it logs at the lowest level.
type watchedEvening struct {
	*testing.T
	*service.Service
	log  *daybook
	url  string
	dice *rand.Rand
	read int // how much of the log was looked at
}

func newWatchedEvening(t *testing.T) *watchedEvening {
	t.Helper()
	rig, err := setups.LoadRig("virtual-council")
	must(t, err)
	dir := t.TempDir()
	db, err := datadir.Create(dir)
	must(t, err)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	w := &watchedEvening{T: t, log: &daybook{}, url: "http://" + listener.Addr().String() + "/", dice: rand.New(rand.NewPCG(9, 10))}
	w.Service = &service.Service{
		Rig: service.InBrowser(rig), DB: db, Dir: dir, Lang: "en", Pins: device.Host{}, Free: true,
		Logger: slog.New(slog.NewTextHandler(w.log, &slog.HandlerOptions{Level: slog.LevelDebug})),
		Join:   func() string { return w.url }, Timing: service.Timing{Scans: demo.QuickScans, Evidence: demo.QuickEvidence, Settle: time.Millisecond, Bots: time.Millisecond},
	}
	must(t, w.Open())
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- w.Service.Run(ctx, listener) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error("end of the evening:", err)
		}
		must(t, db.Close())
	})
	return w
}

func (w *watchedEvening) see(seat engine.Seat) companion.Snapshot {
	w.Helper()
	s, err := w.App.Table.Snapshot(w.Context(), seat)
	must(w.T, err)
	return s
}

var bench = []engine.Seat{"white", "red"}

// hands are the cards that nobody but their seats knows.
func (w *watchedEvening) hands() (cards []string) {
	for _, seat := range bench {
		z, _ := w.see(seat).View.Zone(seat, engine.Hand)
		for _, c := range z.Cards {
			cards = append(cards, string(c.Name))
		}
	}
	return cards
}

// namedIn lists those of the cards that are named in a text.
func namedIn(text string, cards []string) (found []string) {
	for _, c := range cards {
		if regexp.MustCompile(`\b` + regexp.QuoteMeta(c) + `\b`).MatchString(text) {
			found = append(found, c)
		}
	}
	return found
}

// waits until somebody may do something, and returns who.
func (w *watchedEvening) asked() (companion.Snapshot, bool) {
	w.Helper()
	for begin := time.Now(); time.Since(begin) < longestWait; time.Sleep(time.Millisecond) { // until somebody may act
		if w.see("").View.Over {
			return companion.Snapshot{}, false
		}
		for _, seat := range bench {
			if s := w.see(seat); len(s.Legal) > 0 {
				return s, true
			}
		}
	}
	w.Fatal("nobody may do anything")
	return companion.Snapshot{}, false
}

// act does one thing, lays the cards on the readers as the game has them, and looks
// at pages.
func (w *watchedEvening) act(s companion.Snapshot) {
	w.Helper()
	c := games.Choose(councilbot.Greedy{}, w.dice, s, s.Legal)
	_, err := w.App.Table.Do(w.Context(), companion.Request{Seat: s.Seat, Line: c.Line, Version: s.Version})
	must(w.T, err)
	must(w.T, w.App.Tidy(w.Context())) // the readers tell of the cards
	for _, path := range []string{"table", "seat/white"} {
		r, err := http.Get(w.url + path)
		must(w.T, err)
		must(w.T, r.Body.Close())
	}
}

// A whole game is played with everything that serve wires, logging all it can: no
// card is in the log while it is in a hand, and no secret of chance ever.
func TestDebugLogNamesNoHiddenCard(t *testing.T) {
	tier.Test(t, tier.Program, "a whole game over pages")
	t.Parallel()
	w := newWatchedEvening(t)
	_, err := w.App.Table.Start(t.Context(), companion.NewGame{
		Game: "high-council", Options: []string{"dealt"}, Seats: []companion.Seating{{Seat: "white"}, {Seat: "red"}},
	})
	must(t, err)
	id, looked, seen := w.see("").GameID, 0, 0
	for {
		s, on := w.asked()
		if !on {
			break
		}
		before := w.hands()
		w.act(s)
		if _, on := w.asked(); !on {
			break
		}
		after := w.hands()
		text, now := w.log.since(w.read)
		still := slices.DeleteFunc(slices.Clone(after), func(c string) bool { return !slices.Contains(before, c) })
		if leaked := namedIn(text, still); len(leaked) > 0 {
			t.Fatalf("in hands are %q, and the log names them:\n%s", leaked, text)
		}
		gone := slices.DeleteFunc(slices.Clone(before), func(c string) bool { return slices.Contains(after, c) })
		w.read, looked, seen = now, looked+len(still), seen+len(namedIn(text, gone))
	}
	if looked < 100 || seen < 10 {
		t.Errorf("%d looks at cards in hands, %d played cards in the log: too few to say anything", looked, seen)
	}
	all, _ := w.log.since(0)
	secret, ok, err := datadir.NewSeals(w.Dir, w.Logger).Secret(id)
	if err != nil || !ok || len(namedIn(all, []string{secret.Open()[len(secret.Open())-64:]})) > 0 {
		t.Errorf("the log has the secret of chance, or there is none: %t, %v", ok, err)
	}
	for _, part := range []string{`msg=entry`, `msg=arrived`, `command=hidden`} {
		if !regexp.MustCompile(part).MatchString(all) {
			t.Errorf("the log lacks %s: not everything was logged", part)
		}
	}
	w.Logger.Debug("control", "card", "red holds night-7 now")
	if text, _ := w.log.since(w.read); !slices.Equal(namedIn(text, []string{"night-7", "night-70"}), []string{"night-7"}) {
		t.Error("control: a card in the log is not found")
	}
}
