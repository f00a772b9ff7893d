package web

import (
	"net"
	"net/netip"
	"time"
)

// Tries counts wrong guesses in a window of time that slides.
type tries struct {
	most   int
	within time.Duration
	at     []time.Time
}

// spent tells whether there were as many as may be.
func (t *tries) spent(now time.Time) bool {
	for len(t.at) > 0 && now.Sub(t.at[0]) >= t.within {
		t.at = t.at[1:]
	}
	return len(t.at) >= t.most
}

func (t *tries) add(now time.Time) { t.at = append(t.at, now) }

// A lock is a code of six digits and what keeps people from guessing it. Limits
// for one address stop a single phone early; the one for all holds where
// addresses cost nothing.
type lock struct {
	all  tries
	each map[netip.Prefix]*tries
}

// Wrong guesses of a code with a million values: 60 an hour in total are a
// chance of 6 in 100,000.
const (
	guesses     = 60
	guessesEach = 5
)

func newLock() lock {
	return lock{tries{most: guesses, within: time.Hour}, map[netip.Prefix]*tries{}}
}

// open tells whether a guess from an address is right. A right one is refused,
// too, while there are too many wrong ones.
func (l *lock) open(from netip.Prefix, guess, code string, now time.Time) error {
	one := l.each[from]
	if one == nil {
		one = &tries{most: guessesEach, within: 10 * time.Minute}
	}
	switch {
	case l.all.spent(now) || one.spent(now):
		return errGuesses
	case same(guess, code):
		return nil
	}
	l.all.add(now)
	one.add(now)
	l.each[from] = one
	l.forget(now)
	return errWrong
}

// forget drops addresses whose guesses are too old to matter.
func (l *lock) forget(now time.Time) {
	for from, one := range l.each {
		if one.spent(now); len(one.at) == 0 {
			delete(l.each, from)
		}
	}
}

// origin is whom an address belongs to: of IPv6 a household has a whole network.
func origin(remote string) netip.Prefix {
	host, _, err := net.SplitHostPort(remote)
	if err != nil {
		host = remote
	}
	ip, err := netip.ParseAddr(host)
	if err != nil {
		return netip.Prefix{} // all of these together are one
	}
	bits := 32
	if ip = ip.Unmap().WithZone(""); ip.Is6() {
		bits = 64
	}
	p, _ := ip.Prefix(bits) // both are in range
	return p
}
