package line

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"arbiter/hw"
)

// shelf is what a hub has said about one reader.
type shelf struct {
	lying   []hw.UID
	crowded bool
	broken  bool
	words   string // why
}

// listing is everything that a hub has said since a hello.
type listing struct {
	readers map[string]*shelf
	order   []string
	summed  bool
}

func newListing(summed bool) *listing {
	return &listing{readers: map[string]*shelf{}, summed: summed}
}

func (l *listing) shelf(reader string) *shelf {
	s := l.readers[reader]
	if s == nil {
		s = &shelf{}
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

// note takes one statement about a reader. It says whether that fits what was
// said before.
func (l *listing) note(m message) bool {
	s := l.shelf(m.reader)
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

// A book is what is known about a hub. It is pure: no clock, no port.
type book struct {
	known  *listing // nil: nothing is
	coming *listing // between hello and all
}

// What a message does to a book.
type effect uint8

const (
	fits     effect = iota
	doubtful        // the hub must be asked for everything
	complete        // it has just said everything
)

// hear takes one message.
func (b *book) hear(m message) effect {
	if m.kind == hello {
		b.coming = newListing(m.summed)
		return fits
	}
	l := b.coming
	if l == nil {
		l = b.known
	}
	switch {
	case l == nil:
		return doubtful
	case l.summed && !m.summed:
		return b.doubt()
	case m.kind == all && b.coming != nil:
		b.known, b.coming = b.coming, nil
		return complete
	case m.kind == all:
		return fits
	case m.kind == beat && b.coming == nil && m.cards != l.cards():
		return doubtful
	case m.kind == beat || l.note(m):
		return fits
	}
	return b.doubt()
}

// doubt throws away a list in which a line may be missing.
func (b *book) doubt() effect {
	b.coming = nil
	return doubtful
}

// Why a reader does not answer although its hub does.
var (
	// ErrUnknown: the hub has no reader of that address.
	ErrUnknown = errors.New("the hub knows no reader")
	// ErrBroken: the hub says that this reader does not work.
	ErrBroken = errors.New("the hub says")
)

// scan is what lies on a reader.
func (b *book) scan(reader string) ([]hw.UID, error) {
	if b.known == nil {
		return nil, fmt.Errorf("%w: the hub has not said yet what lies there", hw.ErrNoReader)
	}
	s := b.known.readers[reader]
	switch {
	case s == nil:
		return nil, fmt.Errorf("%w: %w %s, but %s", hw.ErrNoReader, ErrUnknown, reader, strings.Join(b.known.order, ", "))
	case s.broken:
		return nil, fmt.Errorf("%w: %w: %s", hw.ErrNoReader, ErrBroken, s.words)
	case s.crowded:
		return slices.Clone(s.lying), hw.ErrCollision
	}
	return slices.Clone(s.lying), nil
}
