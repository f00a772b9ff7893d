package session

import (
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"time"

	"arbiter/engine"
)

// An Owner configures how somebody proves to own the device.
type Owner struct {
	Code  string     // known at the device only: shown in the terminal and stored in the data directory; "" if nobody can be the owner
	Store OwnerStore // stores who has proved it; nil keeps that in memory

	// Fresh says that nothing has been played on the device before the program began. Then its first
	// owner needs no code.
	Fresh bool
}

// An OwnerStore remembers which browsers are the owner's, by their marks, which are no secrets.
type OwnerStore interface {
	Owners() ([]string, error)
	// KeepOwners replaces the stored marks.
	KeepOwners(marks []string) error
}

// mostOwners is how many browsers can be the owner's; beyond that the earliest one is dropped.
const mostOwners = 20

// FirstLasts is how long after the start of the program a device without an owner can be taken.
const FirstLasts = time.Hour

// ProofLasts is how long a panel shows a code that makes one browser the owner's.
const ProofLasts = 2 * time.Minute

// Owners are the owner's browsers, and how one more becomes one.
type Owners struct {
	Owner
	now func() time.Time

	mu      sync.Mutex
	marks   []string
	owned   bool // has had an owner
	begun   time.Time
	guesses guessLimit
	once    string    // the code that a panel shows and that works once; "" if none
	until   time.Time // when it expires
}

// NewOwners returns the browsers that the store remembers.
func NewOwners(o Owner, now func() time.Time) (*Owners, error) {
	all := &Owners{Owner: o, now: now, begun: now(), guesses: newGuessLimit()}
	if o.Store == nil {
		return all, nil
	}
	marks, err := o.Store.Owners()
	if err != nil {
		return nil, fmt.Errorf("web: owners: %w", err)
	}
	all.marks, all.owned = marks, marks != nil
	return all, nil
}

// First reports whether whoever asks now becomes the owner without a code: the device is new, has
// never had an owner, and was switched on a short while ago.
func (o *Owners) First() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.first()
}

func (o *Owners) first() bool {
	return o.Code != "" && !o.owned && o.Fresh && o.now().Sub(o.begun) < FirstLasts
}

// AdmitFirst makes the browser with the token the first one of the owner's, unless First is false.
func (o *Owners) AdmitFirst(token string) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.first() {
		return engine.Refuse("this device has an owner, or is not new any more: type the owner's code")
	}
	o.marks = append(o.marks, byTap)
	return o.admit(token)
}

// byTap is kept among the marks of a device that was taken by a tap until somebody types the owner's
// code. All marks are dropped then, because the first to tap may have been a stranger.
const byTap = "by tap"

// Owns reports whether the browser with the token is the owner's.
func (o *Owners) Owns(token string) bool {
	if token == "" {
		return false
	}
	m := Mark(token)
	o.mu.Lock()
	defer o.mu.Unlock()
	return slices.ContainsFunc(o.marks, func(x string) bool { return same(x, m) })
}

// Prove checks a guess at the owner's code or the one on the panel.
func (o *Owners) Prove(from netip.Addr, guess string) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	guess = strings.ToUpper(strings.Join(strings.Fields(guess), ""))
	code := o.Code
	if len(guess) == len(o.once) && o.now().Before(o.until) {
		code = o.once
	}
	if code == "" {
		return ErrWrong
	}
	err := o.guesses.open(from, guess, code, o.now())
	if err == nil && code == o.Code && slices.Contains(o.marks, byTap) {
		o.marks = nil
	}
	if code == o.once && (err == nil || o.guesses.all.spent(o.now())) {
		o.once = "" // used, or guessed at
	}
	return err
}

// Show makes the panel show a code, unless it shows one already.
func (o *Owners) Show() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.once != "" && o.now().Before(o.until) {
		return engine.Refuse("the panel shows a code already")
	}
	o.once, o.until = digits(shortCode), o.now().Add(ProofLasts)
	return nil
}

// Shown returns the code that a panel shows; "" if none.
func (o *Owners) Shown() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.now().Before(o.until) {
		return ""
	}
	return o.once
}

// Admit makes the browser with the token one of the owner's.
func (o *Owners) Admit(token string) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.admit(token)
}

func (o *Owners) admit(token string) error {
	m := Mark(token)
	o.owned = true
	o.marks = append(slices.DeleteFunc(o.marks, func(x string) bool { return x == m }), m)
	o.marks = o.marks[max(0, len(o.marks)-mostOwners):]
	return o.keep()
}

// Pass makes a new token the owner's if the old one that it replaces is.
func (o *Owners) Pass(old, token string) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !slices.Contains(o.marks, Mark(old)) {
		return nil
	}
	o.marks = append(o.marks, Mark(token))
	return o.keep()
}

// Forget makes the browser with a mark an ordinary one.
func (o *Owners) Forget(m string) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !slices.Contains(o.marks, m) {
		return nil
	}
	o.marks = slices.DeleteFunc(o.marks, func(x string) bool { return x == m })
	return o.keep()
}

func (o *Owners) keep() error {
	if o.Store == nil {
		return nil
	}
	if err := o.Store.KeepOwners(o.marks); err != nil {
		return fmt.Errorf("web: owners: %w", err)
	}
	return nil
}
