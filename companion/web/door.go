package web

import (
	"crypto/rand"
	"fmt"
	"math/big"
	"net/netip"
	"strings"
	"sync"
	"time"
)

// An Invitation is how phones come in. It is for those who are in the room: on
// the panel, and on the pages of browsers that are in already.
type Invitation struct {
	URL  string // for a QR code; "" if the device's address is not known
	Code string // digits, to be typed by hand at the page /join: six, or more after too many wrong ones
}

const (
	keyLength  = 16             // of rand.Text: 80 bits, which nobody guesses
	visit      = 12 * time.Hour // how long a browser that holds no seat stays in
	mostVisits = 1000
)

// A door lets browsers in: those that show the key of the QR code or the six
// digits. Whoever is in may take a seat that is free. Everybody else may watch.
type door struct {
	now func() time.Time

	mu    sync.Mutex
	key   string
	code  string
	lock  lock
	hosts lock                 // of the host alone, so that strangers do not lock the host out
	in    map[string]time.Time // by mark: when they came
}

func newDoor(now func() time.Time) *door {
	d := &door{now: now, lock: newLock(), hosts: newLock()}
	d.renew()
	return d
}

// renew changes key and code. Who came in with the old ones is out again, unless
// it holds a seat; wrong guesses still count.
func (d *door) renew() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.key, d.code, d.in = rand.Text()[:keyLength], digits(shortCode), map[string]time.Time{}
	if d.lock.all.spent(d.now()) {
		d.code = digits(longCode)
	}
}

// digits are so many that nobody can foresee.
func digits(n int) string {
	most := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil)
	i, err := rand.Int(rand.Reader, most)
	if err != nil {
		panic(err) // crypto/rand never fails
	}
	return fmt.Sprintf("%0*d", n, i)
}

func (d *door) shown() (key, code string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.key, d.code
}

// guess tells whether somebody knows the code, and whether it has changed: when too many
// were wrong it is a longer one, until it is renewed. Blanks do not count.
func (d *door) guess(from netip.Addr, code string, isHost bool) (changed bool, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	l := &d.lock
	if isHost {
		l = &d.hosts
	}
	err = l.open(from, strings.ReplaceAll(strings.TrimSpace(code), " ", ""), d.code, d.now())
	if err == errWrong && len(d.code) < longCode && l.all.spent(d.now()) {
		d.code, changed = digits(longCode), true
	}
	return changed, err
}

// fits tells whether a key is the one of the QR code.
func (d *door) fits(key string) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return same(strings.ToUpper(key), d.key)
}

// admit lets the browser with the token in.
func (d *door) admit(token string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for m, came := range d.in {
		if d.now().Sub(came) > visit || len(d.in) >= mostVisits {
			delete(d.in, m)
		}
	}
	d.in[mark(token)] = d.now()
}

func (d *door) admitted(token string) bool {
	if token == "" {
		return false
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	came, ok := d.in[mark(token)]
	return ok && d.now().Sub(came) <= visit
}
