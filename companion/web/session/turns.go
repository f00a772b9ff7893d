package session

import (
	"cmp"
	"context"
	"net/netip"
	"slices"
	"sync"
	"time"
)

// Turns limit how many answers are made at one time, and how many bytes of answers are waiting to
// be sent. Clients are served in order of arrival, but the first request of each address comes
// before the second of any: an address that asks for much keeps nobody else waiting.
type Turns struct {
	most int // bytes that may be waiting when another answer is begun
	each int // for each address

	mu      sync.Mutex
	unsent  map[netip.Addr]int
	total   int
	waiting []*Turn
}

// NewTurns returns Turns with limits for the bytes waiting to be sent, in total and for each
// address.
func NewTurns(most, each int) *Turns {
	return &Turns{most: most, each: each, unsent: map[netip.Addr]int{}}
}

// A Line is one of several queues for a turn.
type Line struct {
	turns  *Turns
	free   int
	first  bool      // it ignores the bytes waiting to be sent
	rested time.Time // when the rest that it owes is over
}

// Line returns a new queue with this many turns at one time.
func (t *Turns) Line(most int) *Line { return &Line{turns: t, free: most} }

// First returns a new queue for players: bytes that others have not taken yet do not hold them up.
func (t *Turns) First(most int) *Line { return &Line{turns: t, free: most, first: true} }

// Rest takes away one of the queue's turns for the time lasts, less what it has rested already. Up
// to spare may be owed for later, so that a few answers are made without a pause but a crowd's are
// not. No pause is longer than spare, or one slow answer would have others refused.
func (l *Line) Rest(lasts, spare time.Duration) {
	t, now := l.turns, time.Now()
	t.mu.Lock()
	defer t.mu.Unlock()
	owed := min(max(0, l.rested.Sub(now))+lasts, 2*spare)
	l.rested = now.Add(owed)
	if owed > spare {
		l.free--
		time.AfterFunc(owed-spare, func() {
			t.mu.Lock()
			defer t.mu.Unlock()
			l.free++
			t.next()
		})
	}
}

// A Turn is the right to make an answer and send it.
type Turn struct {
	line   *Line
	from   netip.Addr
	rank   int           // how many requests of the same address were waiting before it
	begins chan struct{} // closed when it begins
	making bool
	unsent int
}

// Take waits for a turn; it returns nil if ctx ends first. The caller calls Made, Sent and, in any
// case, Leave.
func (l *Line) Take(ctx context.Context, from netip.Addr) *Turn {
	t, n := l.turns, &Turn{line: l, from: from, begins: make(chan struct{})}
	t.mu.Lock()
	for _, other := range t.waiting {
		if other.from == from && other.line == l {
			n.rank++
		}
	}
	t.waiting = append(t.waiting, n)
	t.next()
	t.mu.Unlock()
	select {
	case <-n.begins:
		return n
	case <-ctx.Done():
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if n.making { // it has just begun
		return n
	}
	t.waiting = slices.DeleteFunc(t.waiting, func(other *Turn) bool { return other == n })
	return nil
}

// Made passes the turn to the next request; so many bytes are still to be sent.
func (n *Turn) Made(bytes int) {
	t := n.line.turns
	t.mu.Lock()
	defer t.mu.Unlock()
	n.made()
	n.owe(bytes)
	t.next()
}

// Sent records that so many bytes were sent.
func (n *Turn) Sent(bytes int) {
	t := n.line.turns
	t.mu.Lock()
	defer t.mu.Unlock()
	n.owe(-bytes)
	t.next()
}

// Leave gives back what is left of a turn, however it ends.
func (n *Turn) Leave() {
	t := n.line.turns
	t.mu.Lock()
	defer t.mu.Unlock()
	n.made()
	n.owe(-n.unsent)
	t.next()
}

func (n *Turn) made() {
	if n.making {
		n.making = false
		n.line.free++
	}
}

func (n *Turn) owe(bytes int) {
	t := n.line.turns
	n.unsent += bytes
	t.total += bytes
	if t.unsent[n.from] += bytes; t.unsent[n.from] == 0 {
		delete(t.unsent, n.from)
	}
}

// next begins the turns for which there is room.
func (t *Turns) next() {
	for {
		may := slices.DeleteFunc(slices.Clone(t.waiting), func(n *Turn) bool { return !t.room(n) })
		if len(may) == 0 {
			return
		}
		n := slices.MinFunc(may, func(a, b *Turn) int { return cmp.Compare(a.rank, b.rank) })
		t.waiting = slices.DeleteFunc(t.waiting, func(other *Turn) bool { return other == n })
		n.line.free--
		n.making = true
		close(n.begins)
	}
}

func (t *Turns) room(n *Turn) bool {
	return n.line.free > 0 && (n.line.first || t.total < t.most && t.unsent[n.from] < t.each)
}
