package session

import (
	"cmp"
	"context"
	"net/netip"
	"slices"
	"sync"
	"time"
)

// Turns limit how many answers are made at one time, and how many bytes of answers wait to
// be sent. Whoever has to wait is served in the order of coming, but each address has its
// first request served before others have their second: nobody waits for one address that
// asks for much.
type Turns struct {
	most int // bytes that may wait to be sent when another answer is begun
	each int // of one address

	mu      sync.Mutex
	unsent  map[netip.Addr]int
	total   int
	waiting []*Turn
}

// NewTurns limits the bytes that wait to be sent, of all and of each address.
func NewTurns(most, each int) *Turns {
	return &Turns{most: most, each: each, unsent: map[netip.Addr]int{}}
}

// A Line is one of several in which people wait for a turn.
type Line struct {
	turns  *Turns
	free   int
	first  bool      // it does not wait for bytes to be sent
	rested time.Time // when what it has done so far is made up for
}

// Line returns a new line in which so many have a turn at one time.
func (t *Turns) Line(most int) *Line { return &Line{turns: t, free: most} }

// First returns a new line for those who play: what others have not taken yet does not keep
// them waiting.
func (t *Turns) First(most int) *Line { return &Line{turns: t, free: most, first: true} }

// Rest takes away one of the line's turns for so long, less what the line has rested already
// and may rest later, at most spare: a few answers are made without a pause, a crowd's are not.
// No pause is longer than spare, or one answer that took long would have others refused.
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

// A Turn is that of somebody to have an answer made, and to take it.
type Turn struct {
	line   *Line
	from   netip.Addr
	rank   int           // how many of the same address were waiting before
	begins chan struct{} // closed when it begins
	making bool
	unsent int
}

// Take waits for a turn; it is nil if ctx ends before one begins. Whoever has it calls Made,
// Sent and, in any case, Leave.
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

// Made gives the turn to the next one. So many bytes are still to be sent.
func (n *Turn) Made(bytes int) {
	t := n.line.turns
	t.mu.Lock()
	defer t.mu.Unlock()
	n.made()
	n.owe(bytes)
	t.next()
}

// Sent tells that so many of them were sent.
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
