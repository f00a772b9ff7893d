package session

import (
	"errors"
	"net/netip"
	"time"
)

// A guessWindow counts wrong guesses in a sliding window of time.
type guessWindow struct {
	most   int
	within time.Duration
	at     []time.Time
}

// spent reports whether no more guesses are allowed.
func (t *guessWindow) spent(now time.Time) bool {
	for len(t.at) > 0 && now.Sub(t.at[0]) >= t.within {
		t.at = t.at[1:]
	}
	return len(t.at) >= t.most
}

func (t *guessWindow) add(now time.Time) { t.at = append(t.at, now) }

// Reasons why a guess is refused.
var (
	ErrWrong   = errors.New("a wrong code")
	ErrGuesses = errors.New("too many wrong codes")
)

// A guessLimit keeps people from guessing a code. The limit for one address stops a single phone
// early; the limit for all holds where addresses cost nothing. Nobody is refused for the guesses of
// others: after too many wrong ones the code grows.
type guessLimit struct {
	all  guessWindow
	each map[netip.Addr]*guessWindow
}

// Limits for wrong guesses. At 60 an hour in total, a code of six digits is guessed with a chance
// of 6 in 100,000. A code of twelve digits takes ten million guesses for a chance of 1 in 100,000,
// more than anybody makes in an hour, so those are not counted.
const (
	mostGuesses     = 60
	mostGuessesEach = 5
	shortCode       = 6 // digits
	longCode        = 12
)

func newGuessLimit() guessLimit {
	return guessLimit{guessWindow{most: mostGuesses, within: time.Hour}, map[netip.Addr]*guessWindow{}}
}

// open checks a guess from an address. An address with too many wrong guesses is refused whatever
// it guesses.
func (l *guessLimit) open(from netip.Addr, guess, code string, now time.Time) error {
	if len(code) == longCode {
		return judge(guess, code)
	}
	one := l.each[from]
	if one == nil {
		one = &guessWindow{most: mostGuessesEach, within: 10 * time.Minute}
	}
	if one.spent(now) {
		return ErrGuesses
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
	return ErrWrong
}

// forget drops addresses whose guesses are too old to matter.
func (l *guessLimit) forget(now time.Time) {
	for from, one := range l.each {
		if one.spent(now); len(one.at) == 0 {
			delete(l.each, from)
		}
	}
}
