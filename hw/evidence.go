package hw

import (
	"slices"
	"time"
)

// evidence is how far the evidence for a card has got.
type evidence uint8

const (
	glimpsed evidence = iota // seen, not yet arrived
	lies                     // arrived
	disputed                 // seen here while it lies on another reader
)

// sighting is one card at one reader.
type sighting struct {
	uid       UID
	evidence  evidence
	seen      int       // sightings in a row, until it has arrived
	misses    int       // misses in a row
	covered   bool      // lies below others: not seeing it says nothing
	scan      int       // the reader's scan that saw it last
	firstSeen time.Time // first sighting of this row
	lastSeen  time.Time
	firstMiss time.Time // first miss of this row
}

// readerState is what is known about one reader.
type readerState struct {
	sightings  []sighting
	scans      int // scans so far
	errors     int // silent scans in a row
	firstError time.Time
	down       bool
	obstacle   Obstacle // the obstacle that was last reported
	collisions int      // unreadable scans in a row
	unreadable bool
	sure       bool // it is Debounced
}

func (s *readerState) find(u UID) *sighting {
	for i := range s.sightings {
		if s.sightings[i].uid == u {
			return &s.sightings[i]
		}
	}
	return nil
}

// changes collects what one step makes certain.
type changes struct {
	t      *Tracker
	s      *readerState
	now    time.Time
	reader string
	all    []Change
}

func (c *changes) note(one Change) {
	one.At, one.Reader = c.now, c.reader
	c.all = append(c.all, one)
}

// health tracks the two kinds of trouble: no answer, and an answer that cannot be read. The latter
// still is an answer.
func (c *changes) health(err error) {
	if silent(err) {
		c.silence(err)
		return
	}
	c.s.errors = 0
	if c.s.down {
		c.s.down = false
		c.forgiveMisses()
		c.note(Change{Kind: ReaderUp})
	}
	if err != nil {
		c.s.collisions++
		if c.s.collisions >= c.t.opts.Collisions && !c.s.unreadable {
			c.s.unreadable = true
			c.note(Change{Kind: Unreadable, Err: err})
		}
		return
	}
	c.s.collisions = 0
	if c.s.unreadable {
		c.s.unreadable = false
		c.note(Change{Kind: Readable})
	}
}

func (c *changes) silence(err error) {
	if c.s.errors == 0 {
		c.s.firstError = c.now
	}
	c.s.errors++
	obstacle := ObstacleOf(err)
	switch {
	case c.s.down && obstacle == c.s.obstacle:
		return
	case !c.s.down && (c.s.errors < c.t.opts.DownErrors || c.now.Sub(c.s.firstError) < c.t.opts.DownAfter):
		return
	}
	c.s.down, c.s.obstacle = true, obstacle
	c.note(Change{Kind: ReaderDown, Err: err})
}

// forgiveMisses resets the misses: what a dying reader did not see is no evidence.
func (c *changes) forgiveMisses() {
	for i := range c.s.sightings {
		c.s.sightings[i].misses = 0
	}
}

func (c *changes) see(u UID) {
	p := c.s.find(u)
	if p == nil {
		c.s.sightings = append(c.s.sightings, sighting{uid: u, firstSeen: c.now})
		p = &c.s.sightings[len(c.s.sightings)-1]
	}
	if p.scan == c.s.scans {
		return // twice in one scan counts once
	}
	p.scan, p.lastSeen, p.misses = c.s.scans, c.now, 0
	p.seen++
}

// miss counts a miss for every card that this scan did not see, unless another card covers it. A
// card that had not arrived is forgotten at its first miss.
func (c *changes) miss() {
	kept := c.s.sightings[:0]
	for _, p := range c.s.sightings {
		switch {
		case p.scan == c.s.scans:
		case p.evidence == glimpsed:
			continue
		case c.covered(&p):
			p.misses = 0
		case c.gone(&p):
			c.leave(p)
			continue
		}
		kept = append(kept, p)
	}
	c.s.sightings = kept
}

// covered reports whether the card still lies below others, as far as is known. A card that another
// reader sees does not.
func (c *changes) covered(p *sighting) bool {
	if p.covered {
		p.covered = !c.t.elsewhere(c.reader, p)
	}
	return p.covered
}

// gone counts one miss and reports whether the evidence is sufficient.
func (c *changes) gone(p *sighting) bool {
	if p.misses == 0 {
		p.firstMiss = c.now
	}
	p.misses++
	misses, after := c.t.opts.LeaveMisses, c.t.opts.LeaveAfter
	if c.s.sure {
		misses, after = min(misses, DefaultSureMisses), min(after, DefaultSureAfter)
	}
	return p.misses >= misses && c.now.Sub(p.firstMiss) >= after
}

func (c *changes) leave(p sighting) {
	if p.evidence == disputed {
		c.note(Change{Kind: Settled, UID: p.uid})
		return
	}
	c.t.lying = slices.DeleteFunc(c.t.lying, func(q Presence) bool { return q.UID == p.uid })
	c.note(Change{Kind: Left, UID: p.uid})
}

// confirm lets cards arrive that have been seen often enough. A card that still lies elsewhere does
// not arrive: either its owner sees it too, which is a conflict, or its owner has to miss it first.
func (c *changes) confirm() {
	for i := range c.s.sightings {
		p := &c.s.sightings[i]
		if p.evidence == lies || p.seen < c.t.opts.ArriveScans {
			continue
		}
		owner, taken := c.t.owner(p.uid)
		switch {
		case !taken && p.misses == 0:
			c.arrive(p)
		case taken && p.evidence == glimpsed && c.contested(p, owner):
			p.evidence = disputed
			c.note(Change{Kind: Conflict, UID: p.uid, Owner: owner})
		}
	}
}

// contested reports whether both readers claim the card: its owner has seen it since it was first
// seen here, or cannot tell whether it has gone.
func (c *changes) contested(p *sighting, owner string) bool {
	s := c.t.readers[owner]
	return s.down || s.find(p.uid).lastSeen.After(p.firstSeen)
}

func (c *changes) arrive(p *sighting) {
	if p.evidence == disputed {
		c.note(Change{Kind: Settled, UID: p.uid})
	}
	p.evidence = lies
	c.t.lying = append(c.t.lying, Presence{Reader: c.reader, UID: p.uid})
	c.note(Change{Kind: Arrived, UID: p.uid})
}
