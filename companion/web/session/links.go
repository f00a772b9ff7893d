package session

import (
	"crypto/rand"
	"sync"
	"time"

	"arbiter/engine"
)

// linkLife is how long a link that shares a seat works.
const linkLife = 10 * time.Minute

// Links share a seat with one more phone each; each link works once.
type Links struct {
	now func() time.Time
	mu  sync.Mutex
	all map[engine.Seat]link
}

type link struct {
	key  string
	by   string // the mark of who made it
	ends time.Time
}

// ErrLink refuses a link that no longer works.
var ErrLink = engine.Refusal{Text: engine.Say("this link was used or is too old; make a new one")}

// NewLinks returns empty Links.
func NewLinks(now func() time.Time) *Links {
	return &Links{now: now, all: map[engine.Seat]link{}}
}

// Make returns the key of the only link to a seat. During the first half of its life the present
// one is returned, so that merely opening the page does not end a link; after that a new one.
func (l *Links) Make(seat engine.Seat, by string) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	if k := l.all[seat]; k.by == by && l.now().Before(k.ends.Add(-linkLife/2)) {
		return k.key
	}
	k := link{rand.Text()[:keyLength], by, l.now().Add(linkLife)}
	l.all[seat] = k
	return k.key
}

// Seat returns the seat that a key shares and who made the link; use spends the link.
func (l *Links) Seat(key string, use bool) (seat engine.Seat, by string, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for seat, k := range l.all {
		if same(k.key, key) && l.now().Before(k.ends) {
			if use {
				delete(l.all, seat)
			}
			return seat, k.by, true
		}
	}
	return "", "", false
}

// Pass moves the links of an old token to the new one that replaces it.
func (l *Links) Pass(old, token string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for seat, k := range l.all {
		if k.by == Mark(old) {
			k.by = Mark(token)
			l.all[seat] = k
		}
	}
}

// End invalidates the link to a seat, since somebody was sent off or has left.
func (l *Links) End(seat engine.Seat) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.all, seat)
}
