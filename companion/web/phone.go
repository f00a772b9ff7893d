package web

import (
	"fmt"
	"net/http"
	"sync"

	"arbiter/engine"
)

// Phones are readers that people carry: a phone that can read tags stands for a
// reader of its seat.
type Phones interface {
	// Lay lays a tag, by its number, on the reader of a seat, which it names.
	// What is no number is an engine.Refusal.
	Lay(seat engine.Seat, tag string) (reader string, err error)
	// Lift takes it off; one that does not lie there is left alone.
	Lift(seat engine.Seat, tag string)
}

// scans are those that are under way: one of a seat at a time.
type scans struct {
	mu  sync.Mutex
	all map[engine.Seat]bool
}

func (s *scans) begin(seat engine.Seat) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.all[seat] {
		return false
	}
	if s.all == nil {
		s.all = map[engine.Seat]bool{}
	}
	s.all[seat] = true
	return true
}

func (s *scans) end(seat engine.Seat) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.all, seat)
}

// scan shows a tag that the seat's phone has read to the reader that the phone
// stands for: seat, uid, version. What the game takes is lifted at once; else the
// answer is the notice about it, in the words for its seat.
func (s *Server) scan(_ http.ResponseWriter, r *http.Request) (outcome, error) {
	seat, _, err := s.asked(r)
	if err != nil {
		return outcome{}, err
	}
	tag := r.PostFormValue("uid")
	if s.opts.Phones == nil || len(tag) > 40 {
		return outcome{}, fmt.Errorf("%w: no tag", errMalformed)
	}
	if !s.scans.begin(seat) {
		return outcome{}, engine.Refuse("one card after the other")
	}
	defer s.scans.end(seat)
	snap, err := s.unveiled(r.Context(), seat)
	if err != nil {
		return outcome{}, err
	}
	if snap.GameID == "" {
		return outcome{}, engine.Refuse("no game is running")
	}
	reader := ""
	d, err := s.noticed(r.Context(), snap, func() (err error) { reader, err = s.opts.Phones.Lay(seat, tag); return err })
	if err != nil {
		return outcome{}, err
	}
	if d.Version != snap.Version {
		s.opts.Phones.Lift(seat, tag)
		return d, nil
	}
	return d, s.unused(r, seat, reader)
}

// unused is what the table says of a card that it has not taken.
func (s *Server) unused(r *http.Request, seat engine.Seat, reader string) error {
	snap, err := s.table.Snapshot(r.Context(), seat)
	if err != nil {
		return err
	}
	for _, n := range snap.Notices {
		if n.Reader == reader {
			return engine.Refusal{Text: n.Text}
		}
	}
	return nil
}
