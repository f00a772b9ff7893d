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

// A lock is what keeps people from guessing a code. A limit for one address stops a
// single phone early; the one for all holds where addresses cost nothing. Nobody is
// refused because of what others guess: when too many were wrong the code grows.
type lock struct {
	all  tries
	each map[netip.Addr]*tries
}

// Wrong guesses of a code with a million values: 60 an hour in total are a chance of 6 in
// 100,000. Of a code with twelve digits ten million guesses are a chance of 1 in 100,000,
// and nobody makes more in an hour: they are not counted.
const (
	guesses     = 60
	guessesEach = 5
	shortCode   = 6 // digits
	longCode    = 12
)

func newLock() lock {
	return lock{tries{most: guesses, within: time.Hour}, map[netip.Addr]*tries{}}
}

// open tells whether a guess from an address is right. An address that has guessed wrong
// too often is refused, whatever it guesses.
func (l *lock) open(from netip.Addr, guess, code string, now time.Time) error {
	if len(code) == longCode {
		return judge(guess, code)
	}
	one := l.each[from]
	if one == nil {
		one = &tries{most: guessesEach, within: 10 * time.Minute}
	}
	if one.spent(now) {
		return errGuesses
	}
	err := judge(guess, code)
	if err != nil {
		l.all.add(now)
		one.add(now)
		l.each[from] = one
		l.forget(now)
	}
	return err
}

func judge(guess, code string) error {
	if same(guess, code) {
		return nil
	}
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

// addressOf is where a request or a connection comes from.
func addressOf(remote string) netip.Addr {
	host, _, err := net.SplitHostPort(remote)
	if err != nil {
		host = remote
	}
	ip, _ := netip.ParseAddr(host) // all that are none are one
	return ip.Unmap().WithZone("")
}
