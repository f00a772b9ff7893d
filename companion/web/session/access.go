package session

import (
	"crypto/rand"
	"fmt"
	"math/big"
	"net/netip"
	"strings"
	"sync"
	"time"
)

const (
	keyLength  = 16             // of rand.Text: 80 bits, which nobody guesses
	visit      = 12 * time.Hour // how long a browser that holds no seat stays let in
	mostVisits = 1000
)

// Access lets browsers in that show the key of the QR code or the six digits. Whoever is in may
// take a free seat. Everybody else may watch.
type Access struct {
	now func() time.Time

	mu          sync.Mutex
	key         string
	code        string
	guesses     guessLimit
	hostGuesses guessLimit           // for the host alone, so that strangers cannot lock the host out
	in          map[string]time.Time // by mark: when they were let in
}

// NewAccess returns an Access with a new key and code.
func NewAccess(now func() time.Time) *Access {
	a := &Access{now: now, guesses: newGuessLimit(), hostGuesses: newGuessLimit()}
	a.Renew()
	return a
}

// Renew changes key and code. Whoever came in with the old ones is out again, unless they hold a
// seat; earlier wrong guesses still count.
func (a *Access) Renew() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.key, a.code, a.in = rand.Text()[:keyLength], digits(shortCode), map[string]time.Time{}
	if a.guesses.all.spent(a.now()) {
		a.code = digits(longCode)
	}
}

// digits returns n random digits.
func digits(n int) string {
	most := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil)
	i, err := rand.Int(rand.Reader, most)
	if err != nil {
		panic(err) // crypto/rand never fails
	}
	return fmt.Sprintf("%0*d", n, i)
}

// Shown returns the key of the QR code, and the digits.
func (a *Access) Shown() (key, code string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.key, a.code
}

// Guess checks a guess at the code; blanks do not count. After too many wrong ones the code gets
// longer until it is renewed, which changed reports.
func (a *Access) Guess(from netip.Addr, code string, isHost bool) (changed bool, err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	l := &a.guesses
	if isHost {
		l = &a.hostGuesses
	}
	err = l.open(from, strings.ReplaceAll(strings.TrimSpace(code), " ", ""), a.code, a.now())
	if err == ErrWrong && len(a.code) < longCode && l.all.spent(a.now()) {
		a.code, changed = digits(longCode), true
	}
	return changed, err
}

// Fits reports whether a key is the one of the QR code.
func (a *Access) Fits(key string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return same(strings.ToUpper(key), a.key)
}

// Admit lets the browser with the token in.
func (a *Access) Admit(token string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for m, came := range a.in {
		if a.now().Sub(came) > visit || len(a.in) >= mostVisits {
			delete(a.in, m)
		}
	}
	a.in[Mark(token)] = a.now()
}

// Pass lets a new token in that replaces an old one, for what is left of the old one's time.
func (a *Access) Pass(old, token string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if came, ok := a.in[Mark(old)]; ok {
		a.in[Mark(token)] = came
	}
}

// Forget sends the browser with a mark out.
func (a *Access) Forget(mark string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.in, mark)
}

// Admitted reports whether the browser with the token is still let in.
func (a *Access) Admitted(token string) bool {
	if token == "" {
		return false
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	came, ok := a.in[Mark(token)]
	return ok && a.now().Sub(came) <= visit
}
