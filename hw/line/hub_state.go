package line

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"arbiter/hw"
)

// slotState is what a hub has said about one reader.
type slotState struct {
	lying   []hw.UID
	crowded bool
	broken  bool
	words   string // why it is in that state
}

// listing is everything that a hub has said since a hello.
type listing struct {
	readers map[string]*slotState
	order   []string
	summed  bool
}

func newListing(summed bool) *listing {
	return &listing{readers: map[string]*slotState{}, summed: summed}
}

func (l *listing) slot(reader string) *slotState {
	s := l.readers[reader]
	if s == nil {
		s = &slotState{}
		l.readers[reader] = s
		l.order = append(l.order, reader)
	}
	return s
}

func (l *listing) cards() (n int) {
	for _, s := range l.readers {
		n += len(s.lying)
	}
	return n
}

// note handles one statement about a reader. It reports whether that is consistent with what was
// said before.
func (l *listing) note(m message) bool {
	s := l.slot(m.reader)
	i := slices.Index(s.lying, m.uid)
	switch m.kind {
	case ready:
		s.crowded, s.broken, s.words = false, false, ""
	case collision:
		s.crowded = true
	case failure:
		s.broken, s.words = true, m.words
	case in:
		if i >= 0 {
			return false
		}
		s.lying = append(s.lying, m.uid)
	case out:
		if i < 0 {
			return false
		}
		s.lying = slices.Delete(s.lying, i, i+1)
	}
	return true
}

// A hubState is what is known about a hub. It is pure: it has no clock and no port.
type hubState struct {
	known  *listing // nil: nothing is known
	coming *listing // between hello and all
}

// A transition is what a message does to what is known.
type transition uint8

const (
	fits     transition = iota
	doubtful            // the hub must be asked for everything
	complete            // it has just said everything
)

// hear handles one message.
func (h *hubState) hear(m message) transition {
	if m.kind == hello {
		h.coming = newListing(m.summed)
		return fits
	}
	l := h.coming
	if l == nil {
		l = h.known
	}
	switch {
	case l == nil:
		return doubtful
	case l.summed && !m.summed:
		return h.doubt()
	case m.kind == all && h.coming != nil:
		h.known, h.coming = h.coming, nil
		return complete
	case m.kind == all:
		return fits
	case m.kind == beat && h.coming == nil && m.cards != l.cards():
		return doubtful
	case m.kind == beat || l.note(m):
		return fits
	}
	return h.doubt()
}

// doubt discards a list in which a line may be missing.
func (h *hubState) doubt() transition {
	h.coming = nil
	return doubtful
}

// Why a reader does not answer although its hub does.
var (
	// ErrUnknown means that the hub has no reader with that address.
	ErrUnknown = errors.New("the hub knows no reader")
	// ErrBroken means that the hub reports that this reader does not work.
	ErrBroken = errors.New("the hub says")
)

// scan returns what lies on a reader.
func (h *hubState) scan(reader string) ([]hw.UID, error) {
	if h.known == nil {
		return nil, fmt.Errorf("%w: the hub has not said yet what lies there", hw.ErrNoReader)
	}
	s := h.known.readers[reader]
	switch {
	case s == nil:
		return nil, fmt.Errorf("%w: %w %s, but %s", hw.ErrNoReader, ErrUnknown, reader, strings.Join(h.known.order, ", "))
	case s.broken:
		return nil, fmt.Errorf("%w: %w: %s", hw.ErrNoReader, ErrBroken, s.words)
	case s.crowded:
		return slices.Clone(s.lying), hw.ErrCollision
	}
	return whole(s.lying)
}

// whole returns the numbers that the hub did not cut short, and an error if there are others.
func whole(all []hw.UID) (uids []hw.UID, err error) {
	for _, u := range all {
		if cut := u.Whole(); cut != nil {
			err = cut
			continue
		}
		uids = append(uids, u)
	}
	return uids, err
}
