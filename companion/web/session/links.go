package session

import (
	"crypto/rand"
	"sync"
	"time"

	"arbiter/engine"
)

// How long a link works that shares a seat.
const linkLife = 10 * time.Minute

// Links let a seat be shared with one more phone: each works once.
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

// ErrLink refuses a link that does not work any more.
var ErrLink = engine.Refusal{Text: engine.Say("this link was used or is too old; make a new one")}

// NewLinks returns none.
func NewLinks(now func() time.Time) *Links {
	return &Links{now: now, all: map[engine.Seat]link{}}
}

// Make returns the key of a link, which is the only one for its seat: the present one for
// half of its time, so that who only looks at addresses ends none, then a new one.
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

// Seat tells which seat a key shares and who made the link; use spends it.
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

// Pass makes the links of an old token those of a new one, in whose place it comes.
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

// End makes the link to a seat useless: somebody was sent off or has left.
func (l *Links) End(seat engine.Seat) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.all, seat)
}
