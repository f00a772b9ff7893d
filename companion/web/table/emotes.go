package table

import (
	"encoding/json"
	"net/http"
	"slices"
	"sync"
	"time"

	"arbiter/companion"
	"arbiter/companion/web/page"
	"arbiter/companion/web/site"
	"arbiter/engine"
)

// A seat may send so many emotes within this time.
const (
	mostEmotes   = 3
	emotesWithin = 10 * time.Second
)

// emotes are on their way to the pages that are open. They are in no log, and whoever was away has
// missed them.
type emotes struct {
	mu    sync.Mutex
	off   bool
	sent  map[engine.Seat][]time.Time
	heard map[chan []byte]bool
}

// listen returns what is sent from now on, until leave is called.
func (e *emotes) listen() (events <-chan []byte, leave func()) {
	c := make(chan []byte, 8)
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.heard == nil {
		e.heard = map[chan []byte]bool{}
	}
	e.heard[c] = true
	return c, func() {
		e.mu.Lock()
		defer e.mu.Unlock()
		delete(e.heard, c)
	}
}

// tell sends an event to all pages; one that does not keep up misses it. e.mu is held.
func (e *emotes) tell(what map[string]any) {
	text, err := json.Marshal(what)
	if err != nil {
		panic(err) // it is made of words
	}
	event := slices.Concat([]byte("event: emote\ndata: "), text, []byte("\n\n"))
	for c := range e.heard {
		select {
		case c <- event:
		default:
		}
	}
}

// send tells everybody what a seat has sent.
func (e *emotes) send(seat engine.Seat, emote string, now time.Time) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.off {
		return engine.Refuse("emotes are switched off at this table")
	}
	recent := slices.DeleteFunc(e.sent[seat], func(at time.Time) bool { return now.Sub(at) >= emotesWithin })
	if len(recent) >= mostEmotes {
		e.sent[seat] = recent
		return engine.Refuse("that was a lot at once; wait a moment")
	}
	if e.sent == nil {
		e.sent = map[engine.Seat][]time.Time{}
	}
	e.sent[seat] = append(recent, now)
	e.tell(map[string]any{"seat": seat, "emote": emote})
	return nil
}

func (e *emotes) allow(on bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.off = !on
	e.tell(map[string]any{"off": e.off})
}

func (e *emotes) allowed() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return !e.off
}

// emote shows an emote at the sender's seat on all pages. Fields of the form: seat, emote.
func (s *Pages) emote(_ http.ResponseWriter, r *http.Request) (site.Outcome, error) {
	seat, err := s.SeatOf(r)
	if err != nil {
		return site.Outcome{}, err
	}
	snap, err := s.Table.Snapshot(r.Context(), "")
	if err != nil {
		return site.Outcome{}, err
	}
	emote := r.PostFormValue("emote")
	known := slices.ContainsFunc(page.Emotes, func(e page.Emote) bool { return e.Name == emote })
	if !known || !site.Sits(snap, seat) {
		return site.Outcome{}, site.ErrMalformed
	}
	return site.Outcome{}, s.emotes.send(seat, emote, s.Opts.Program.Now())
}

// allowEmotes switches emotes on or off for the table. Fields of the form: emotes (on or off), back.
func (s *Pages) allowEmotes(_ http.ResponseWriter, r *http.Request) (site.Outcome, error) {
	to := r.PostFormValue("emotes")
	if to != "on" && to != "off" {
		return site.Outcome{}, site.ErrMalformed
	}
	s.emotes.allow(to == "on")
	return site.Outcome{Go: site.Inside(r.PostFormValue("back"))}, nil
}

// emoting returns whether people at a table can send emotes to each other, for there are several of
// them, and whether that is allowed.
func (s *Pages) emoting(snap companion.Snapshot) site.Emoting {
	people := 0
	for _, p := range snap.View.Seats {
		if site.Sits(snap, p.Seat) {
			people++
		}
	}
	return site.Emoting{Possible: people > 1, Allowed: s.emotes.allowed()}
}
