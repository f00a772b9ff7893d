package hw

import (
	"errors"
	"slices"
	"time"
)

// Opts says how much evidence the Tracker requires. Zero fields take the defaults.
type Opts struct {
	ArriveScans int           // sightings in a row before a card has arrived
	LeaveMisses int           // misses in a row before a card has left ...
	LeaveAfter  time.Duration // ... and the time since the first of them
	DownErrors  int           // errors in a row before a reader is down ...
	DownAfter   time.Duration // ... and the time since the first of them
	Collisions  int           // unreadable scans in a row before people are told
}

// The defaults. Single misses are normal, so the number of misses is chosen
// for a reader that loses one scan in ten: eight in a row happen once in 10^8
// scans, three in a row would happen every few minutes. Two misses within a
// few milliseconds are one event (a card that is being pushed), therefore the
// minimum time. Hardware must confirm both (bench checklist in the README).
const (
	DefaultArriveScans = 2
	DefaultLeaveMisses = 8
	DefaultLeaveAfter  = 400 * time.Millisecond
	DefaultDownErrors  = 5
	DefaultDownAfter   = time.Second
	DefaultCollisions  = 5
)

// DefaultSureMisses and DefaultSureAfter are for readers that are Debounced: one that looks four
// times a second itself loses its card within 0.35 s. A longer wait would bring back none that such a
// reader has missed: its next look comes later. Hardware must confirm them.
const (
	DefaultSureMisses = 2
	DefaultSureAfter  = 50 * time.Millisecond
)

func (o Opts) withDefaults() Opts {
	fill(&o.ArriveScans, DefaultArriveScans)
	fill(&o.LeaveMisses, DefaultLeaveMisses)
	fill(&o.LeaveAfter, DefaultLeaveAfter)
	fill(&o.DownErrors, DefaultDownErrors)
	fill(&o.DownAfter, DefaultDownAfter)
	fill(&o.Collisions, DefaultCollisions)
	return o
}

func fill[T int | time.Duration](v *T, standard T) {
	if *v == 0 {
		*v = standard
	}
}

// Presence is one card on one reader.
type Presence struct {
	Reader string
	UID    UID
}

// Certainty is what the Tracker knows about one card on one reader.
type Certainty uint8

const (
	// Uncertain means too little evidence, contradictory evidence, no answer from the reader, or no
	// sign of a card that others cover.
	Uncertain Certainty = iota
	// Present means that the card lies there, and the last scan saw it.
	Present
	// Absent means that the card does not lie there, and the last scan did not see it.
	Absent
)

// Tracker turns scans into changes. It is pure: no clock, no goroutine, no randomness; the same
// steps give the same changes. It is not safe for concurrent use.
type Tracker struct {
	opts    Opts
	readers map[string]*readerState
	lying   []Presence // in the order of arrival
}

// NewTracker starts with what is known to lie on the readers, for example from before a restart:
// such a card does not arrive again, and leaves by the usual evidence if it has gone in the
// meantime. A card listed twice lies on the reader named first.
func NewTracker(o Opts, lying ...Presence) *Tracker {
	t := &Tracker{opts: o.withDefaults(), readers: map[string]*readerState{}}
	for _, p := range lying {
		if _, taken := t.owner(p.UID); taken || p.UID.IsZero() {
			continue
		}
		s := t.reader(p.Reader)
		s.sightings = append(s.sightings, sighting{uid: p.UID, evidence: lies})
		t.lying = append(t.lying, p)
	}
	return t
}

// Trust says that a reader is Debounced.
func (t *Tracker) Trust(reader string) { t.reader(reader).sure = true }

// Step takes one scan of one reader and returns what has become certain by
// it. UIDs given together with an error count as seen; nothing counts as
// missed.
func (t *Tracker) Step(now time.Time, reader string, uids []UID, err error) []Change {
	s := t.reader(reader)
	c := changes{t: t, s: s, now: now, reader: reader}
	s.scans++
	c.health(err)
	for _, u := range uids {
		if !u.IsZero() {
			c.see(u)
		}
	}
	if err == nil {
		c.miss()
	}
	c.confirm()
	return c.all
}

// Cover says which of the cards that lie on a reader lie below others, and replaces what was said
// before. Antennas usually see only the top card: not seeing the others is no departure until
// somebody uncovers them or another reader sees them. Cards that do not lie there are ignored.
func (t *Tracker) Cover(reader string, uids ...UID) {
	s := t.reader(reader)
	for i := range s.sightings {
		p := &s.sightings[i]
		covered := p.evidence == lies && slices.Contains(uids, p.uid)
		if p.covered != covered {
			p.covered, p.misses = covered, 0
		}
	}
}

// elsewhere reports whether another reader has seen the card often enough since this one last saw
// it.
func (t *Tracker) elsewhere(reader string, p *sighting) bool {
	for name, s := range t.readers {
		if name == reader {
			continue
		}
		if q := s.find(p.uid); q != nil && q.seen >= t.opts.ArriveScans && q.misses == 0 && q.firstSeen.After(p.lastSeen) {
			return true
		}
	}
	return false
}

// Present returns what has arrived at the reader and not left, in the order of
// arrival, whether or not the last scan saw it.
func (t *Tracker) Present(reader string) []UID {
	var uids []UID
	for _, p := range t.lying {
		if p.Reader == reader {
			uids = append(uids, p.UID)
		}
	}
	return uids
}

// Lying returns everything that lies on any reader, in the order of arrival. It
// can be given to NewTracker.
func (t *Tracker) Lying() []Presence { return append([]Presence(nil), t.lying...) }

// Certainty returns what is known about one card on one reader.
func (t *Tracker) Certainty(reader string, uid UID) Certainty {
	s := t.readers[reader]
	switch {
	case s == nil || s.scans == 0 || s.errors > 0 || s.collisions > 0:
		return Uncertain
	}
	p := s.find(uid)
	switch {
	case p == nil:
		return Absent
	case p.evidence == lies && p.scan == s.scans:
		return Present
	}
	return Uncertain
}

// Down reports whether the reader is known not to answer.
func (t *Tracker) Down(reader string) bool {
	s := t.readers[reader]
	return s != nil && s.down
}

// Uncertain reports whether another scan now would help, because a card of this reader is about to
// arrive or leave. A random UID usually does neither.
func (t *Tracker) Uncertain(reader string) bool {
	s := t.readers[reader]
	if s == nil || s.errors > 0 || s.collisions > 0 {
		return false
	}
	for i := range s.sightings {
		if p := &s.sightings[i]; !p.uid.Random() && (p.misses > 0 || p.evidence == glimpsed && p.seen < t.opts.ArriveScans) {
			return true
		}
	}
	return false
}

func (t *Tracker) reader(reader string) *readerState {
	s := t.readers[reader]
	if s == nil {
		s = &readerState{}
		t.readers[reader] = s
	}
	return s
}

func (t *Tracker) owner(u UID) (string, bool) {
	for _, p := range t.lying {
		if p.UID == u {
			return p.Reader, true
		}
	}
	return "", false
}

// silent reports whether the reader does not answer. A reader that cannot read its cards does
// answer.
func silent(err error) bool {
	return err != nil && !errors.Is(err, ErrCollision) && !errors.Is(err, ErrUnreadable)
}
