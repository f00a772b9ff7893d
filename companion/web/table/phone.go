package table

import (
	"fmt"
	"net/http"
	"sync"

	"arbiter/companion/web/site"
	"arbiter/engine"
)

// scans are the scans in progress, one for each seat at a time.
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

// scan shows a tag that the seat's phone has read to the reader that the phone stands for. If the
// game takes the card, the tag is lifted at once; otherwise the answer is the notice about it, in
// the words for its seat. Fields of the form: seat, uid, version.
func (s *Pages) scan(_ http.ResponseWriter, r *http.Request) (site.Outcome, error) {
	seat, _, err := s.asked(r)
	if err != nil {
		return site.Outcome{}, err
	}
	tag := r.PostFormValue("uid")
	if s.Opts.Rig.Phones == nil || len(tag) > 40 {
		return site.Outcome{}, fmt.Errorf("%w: no tag", site.ErrMalformed)
	}
	if !s.scans.begin(seat) {
		return site.Outcome{}, engine.Refuse("one card after the other")
	}
	defer s.scans.end(seat)
	snap, err := s.unconcealed(r.Context(), seat)
	if err != nil {
		return site.Outcome{}, err
	}
	if snap.GameID == "" {
		return site.Outcome{}, engine.Refuse("no game is running")
	}
	reader := ""
	d, err := s.noticed(r.Context(), snap, func() (err error) { reader, err = s.Opts.Rig.Phones.Lay(seat, tag); return err })
	if err != nil {
		return site.Outcome{}, err
	}
	if d.Version != snap.Version {
		s.Opts.Rig.Phones.Lift(seat, tag)
		return d, nil
	}
	return d, s.unused(r, seat, reader)
}

// unused returns what the table says of a card that it has not taken.
func (s *Pages) unused(r *http.Request, seat engine.Seat, reader string) error {
	snap, err := s.Table.Snapshot(r.Context(), seat)
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
