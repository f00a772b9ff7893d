package web_test

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"

	"arbiter/companion"
	"arbiter/companion/companiontest/testgame"
	"arbiter/companion/web"
	"arbiter/engine"
	"arbiter/setups"
)

// A locked buffer is one for several goroutines.
type locked struct {
	mu sync.Mutex
	bytes.Buffer
}

func (l *locked) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.Buffer.Write(p)
}

func (l *locked) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.Buffer.String()
}

// A page whose drawing panics, an action and a hint that do, answer in people's language that
// they failed; other pages, streams and the game go on, and the owner reads where it was,
// without a card.
func TestAPageThatPanics(t *testing.T) {
	t.Parallel()
	var journal locked
	g := testgame.Faulty(&testgame.Faults{})
	g.Effect = func(s engine.State, _ engine.Command) engine.Effect {
		if zone, _ := s.View().Zone("purple", "1"); len(zone.Cards) > 0 && zone.Cards[0].Name == "moon" {
			panic("purple laid moon")
		}
		return engine.Effect{}
	}
	h := &house{t: t}
	h.furnish(setups.Rig{}, []companion.GameOffer{{
		Game: g, Seats: []engine.Seat{"purple", "green"}, Counts: []int{2}, Box: "all",
		Boxes: []companion.BoxChoice{{Name: "all", Lines: []string{"value moon 1 rulebook", "value sun 1 rulebook", "value star 1 rulebook"}}},
	}}, func(o *web.Opts) {
		o.Program.Logger = slog.New(slog.NewTextHandler(&journal, nil))
		o.Hint = func(context.Context, companion.Snapshot) (companion.LegalCommand, bool) { panic("moon") }
	})
	_, err := h.table.Start(t.Context(), companion.NewGame{Game: "hush", Seats: []companion.Seating{{Seat: "purple"}, {Seat: "green"}}, Learners: []engine.Seat{"green"}})
	check(t, err)
	purple, green := h.browser().sit("purple"), h.browser().sit("green")
	stream := green.request(http.MethodGet, "/events?seat=green", nil)
	events, err := green.client.Do(stream)
	check(t, err)
	defer events.Body.Close()

	purple.ok("/do", "seat", "purple", "line", "purple plan 1 moon", "version", h.version(""))
	const fault = "a fault in the program: that page cannot be shown"
	if status, text := purple.get("/seat/purple"); status != http.StatusInternalServerError || !strings.Contains(text, fault) {
		t.Errorf("purple reads %d %.200s", status, text)
	}
	german := purple.request(http.MethodGet, "/seat/purple", nil)
	german.Header.Set("Accept-Language", "de")
	if _, text, _ := purple.do(german); !strings.Contains(text, "Ein Fehler im Programm: Diese Seite kann nicht gezeigt werden") {
		t.Errorf("in German: %s", text)
	}
	if status, text := green.get("/seat/green"); status != http.StatusOK || strings.Contains(text, fault) {
		t.Errorf("green reads %d %.200s", status, text)
	}
	if status, text := green.get("/seat/green/hint"); status != http.StatusInternalServerError || !strings.Contains(text, "fault") {
		t.Errorf("a hint is %d %s", status, text)
	}
	for range 2 { // asked again under the same name it has not become true
		if status, text := green.post("/do", "seat", "green", "line", "green plan 1 decide", "version", h.version(""), "wish", strings.Repeat("w", 30)); status != http.StatusConflict || !strings.Contains(text, "that could not be played") {
			t.Errorf("a command is %d %s", status, text)
		}
	}
	green.ok("/do", "seat", "green", "line", "green plan 1 sun", "version", h.version(""))
	buf := make([]byte, 1<<16)
	if n, err := events.Body.Read(buf); n == 0 || err != nil {
		t.Errorf("the stream of green ends: %v", err)
	}
	log := journal.String()
	if !strings.Contains(log, "fault_test.go:") || !strings.Contains(log, `path="GET /seat/{seat}"`) {
		t.Errorf("the owner reads\n%s", log)
	}
	for _, card := range []string{"moon", "decide"} {
		if strings.Contains(log, card) {
			t.Errorf("the journal names %s:\n%s", card, log)
		}
	}
}
