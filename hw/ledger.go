package hw

import (
	"slices"
	"time"
)

// stage is how far the evidence for a card has come.
type stage uint8

const (
	glimpsed stage = iota // seen, not yet arrived
	lies                  // arrived
	disputed              // seen here while it lies on another reader
)

// spot is one card at one reader.
type spot struct {
	uid       UID
	stage     stage
	seen      int       // sightings in a row, until it has arrived
	misses    int       // misses in a row
	covered   bool      // lies below others: its silence says nothing
	scan      int       // the reader's scan that saw it last
	firstSeen time.Time // first sighting of this row
	lastSeen  time.Time
	firstMiss time.Time // first miss of this row
}

// shelf is one reader.
type shelf struct {
	spots      []spot
	scans      int // ever
	errors     int // silent scans in a row
	firstError time.Time
	down       bool
	collisions int // unreadable scans in a row
	unreadable bool
}

func (s *shelf) find(u UID) *spot {
	for i := range s.spots {
		if s.spots[i].uid == u {
			return &s.spots[i]
		}
	}
	return nil
}

// ledger collects the changes of one step.
type ledger struct {
	t       *Tracker
	s       *shelf
	now     time.Time
	reader  string
	changes []Change
}

func (l *ledger) note(c Change) {
	c.At, c.Reader = l.now, l.reader
	l.changes = append(l.changes, c)
}

// health keeps the two kinds of trouble: no answer, and an answer that cannot
// be read. The second is an answer.
func (l *ledger) health(err error) {
	if silent(err) {
		l.silence(err)
		return
	}
	l.s.errors = 0
	if l.s.down {
		l.s.down = false
		l.forgiveMisses()
		l.note(Change{Kind: ReaderUp})
	}
	if err != nil {
		l.s.collisions++
		if l.s.collisions >= l.t.opts.Collisions && !l.s.unreadable {
			l.s.unreadable = true
			l.note(Change{Kind: Unreadable, Err: err})
		}
		return
	}
	l.s.collisions = 0
	if l.s.unreadable {
		l.s.unreadable = false
		l.note(Change{Kind: Readable})
	}
}

func (l *ledger) silence(err error) {
	if l.s.errors == 0 {
		l.s.firstError = l.now
	}
	l.s.errors++
	if l.s.down || l.s.errors < l.t.opts.DownErrors || l.now.Sub(l.s.firstError) < l.t.opts.DownAfter {
		return
	}
	l.s.down = true
	l.note(Change{Kind: ReaderDown, Err: err})
}

// forgiveMisses: what a dying reader did not see is no evidence.
func (l *ledger) forgiveMisses() {
	for i := range l.s.spots {
		l.s.spots[i].misses = 0
	}
}

func (l *ledger) see(u UID) {
	p := l.s.find(u)
	if p == nil {
		l.s.spots = append(l.s.spots, spot{uid: u, firstSeen: l.now})
		p = &l.s.spots[len(l.s.spots)-1]
	}
	if p.scan == l.s.scans {
		return // twice in one scan is once
	}
	p.scan, p.lastSeen, p.misses = l.s.scans, l.now, 0
	p.seen++
}

// miss counts a miss for every card that this scan did not see, unless another
// card covers it. A card that had not arrived is forgotten at its first miss.
func (l *ledger) miss() {
	kept := l.s.spots[:0]
	for _, p := range l.s.spots {
		switch {
		case p.scan == l.s.scans:
		case p.stage == glimpsed:
			continue
		case l.covered(&p):
			p.misses = 0
		case l.gone(&p):
			l.leave(p)
			continue
		}
		kept = append(kept, p)
	}
	l.s.spots = kept
}

// covered says that the card still lies below others, as far as anybody knows.
// One that another reader sees does not.
func (l *ledger) covered(p *spot) bool {
	if p.covered {
		p.covered = !l.t.elsewhere(l.reader, p)
	}
	return p.covered
}

// gone counts one miss and says whether the evidence suffices.
func (l *ledger) gone(p *spot) bool {
	if p.misses == 0 {
		p.firstMiss = l.now
	}
	p.misses++
	return p.misses >= l.t.opts.LeaveMisses && l.now.Sub(p.firstMiss) >= l.t.opts.LeaveAfter
}

func (l *ledger) leave(p spot) {
	if p.stage == disputed {
		l.note(Change{Kind: Settled, UID: p.uid})
		return
	}
	l.t.lying = slices.DeleteFunc(l.t.lying, func(q Presence) bool { return q.UID == p.uid })
	l.note(Change{Kind: Left, UID: p.uid})
}

// confirm lets cards arrive that have been seen often enough. A card that
// still lies elsewhere does not arrive: either its owner sees it too, which
// is a conflict, or its owner has to miss it first.
func (l *ledger) confirm() {
	for i := range l.s.spots {
		p := &l.s.spots[i]
		if p.stage == lies || p.seen < l.t.opts.ArriveScans {
			continue
		}
		owner, taken := l.t.owner(p.uid)
		switch {
		case !taken && p.misses == 0:
			l.arrive(p)
		case taken && p.stage == glimpsed && l.contested(p, owner):
			p.stage = disputed
			l.note(Change{Kind: Conflict, UID: p.uid, Owner: owner})
		}
	}
}

// contested says that both readers claim the card: its owner has seen it
// since it was first seen here, or cannot say that it has gone.
func (l *ledger) contested(p *spot, owner string) bool {
	s := l.t.readers[owner]
	return s.down || s.find(p.uid).lastSeen.After(p.firstSeen)
}

func (l *ledger) arrive(p *spot) {
	if p.stage == disputed {
		l.note(Change{Kind: Settled, UID: p.uid})
	}
	p.stage = lies
	l.t.lying = append(l.t.lying, Presence{Reader: l.reader, UID: p.uid})
	l.note(Change{Kind: Arrived, UID: p.uid})
}
