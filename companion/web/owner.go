package web

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"arbiter/engine"
)

// An Owner is how somebody proves to own the device.
type Owner struct {
	Code  string     // kept at the device alone: the terminal and the data folder tell it; "" if nobody can be the owner
	Store OwnerStore // nil keeps in memory who has proved it
}

// An OwnerStore remembers which browsers are the owner's, by their marks, which are
// no secrets, as those of seats are none.
type OwnerStore interface {
	Owners() ([]string, error)
	// KeepOwners replaces what was remembered.
	KeepOwners(marks []string) error
}

// mostOwners is how many browsers may be the owner's; who proved it first goes first.
const mostOwners = 20

// proofLasts is how long a panel shows a code by which one browser becomes the owner's.
const proofLasts = 2 * time.Minute

// Owners are the browsers of who owns the device, and how one more proves it.
type owners struct {
	Owner
	now func() time.Time

	mu    sync.Mutex
	marks []string
	lock  lock
	once  string    // the code that a panel shows, which works once; "" if none does
	until time.Time // it is shown
}

func newOwners(o Owner, now func() time.Time) (*owners, error) {
	all := &owners{Owner: o, now: now, lock: newLock()}
	if o.Store == nil {
		return all, nil
	}
	marks, err := o.Store.Owners()
	if err != nil {
		return nil, fmt.Errorf("web: owners: %w", err)
	}
	all.marks = marks
	return all, nil
}

// owns tells whether the browser with the token is the owner's.
func (o *owners) owns(token string) bool {
	if token == "" {
		return false
	}
	m := mark(token)
	o.mu.Lock()
	defer o.mu.Unlock()
	return slices.ContainsFunc(o.marks, func(x string) bool { return same(x, m) })
}

// prove tells whether a guess is the owner's code, or the one on the panel.
func (o *owners) prove(r *http.Request, guess string) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	guess = strings.ToUpper(strings.Join(strings.Fields(guess), ""))
	code := o.Code
	if len(guess) == len(o.once) && o.now().Before(o.until) {
		code = o.once
	}
	if code == "" {
		return errWrong
	}
	err := o.lock.open(addressOf(r.RemoteAddr), guess, code, o.now())
	if code == o.once && (err == nil || o.lock.all.spent(o.now())) {
		o.once = "" // used, or guessed at
	}
	return err
}

// show makes the code that a panel shows, unless it shows one.
func (o *owners) show() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.once != "" && o.now().Before(o.until) {
		return engine.Refuse("the panel shows a code already")
	}
	o.once, o.until = digits(shortCode), o.now().Add(proofLasts)
	return nil
}

// shown is the code that a panel shows; "" if none does.
func (o *owners) shown() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.now().Before(o.until) {
		return ""
	}
	return o.once
}

// admit makes the browser with the token one of the owner's.
func (o *owners) admit(token string) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	m := mark(token)
	o.marks = append(slices.DeleteFunc(o.marks, func(x string) bool { return x == m }), m)
	o.marks = o.marks[max(0, len(o.marks)-mostOwners):]
	return o.keep()
}

// leave makes it one of anybody's.
func (o *owners) leave(token string) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	m := mark(token)
	o.marks = slices.DeleteFunc(o.marks, func(x string) bool { return x == m })
	return o.keep()
}

func (o *owners) keep() error {
	if o.Store == nil {
		return nil
	}
	if err := o.Store.KeepOwners(o.marks); err != nil {
		return fmt.Errorf("web: owners: %w", err)
	}
	return nil
}

// A proving is the page of the owner.
type proving struct {
	Owns  bool
	Panel bool // a panel can show a code
}

// ownPage asks for the owner's code.
func (s *Server) ownPage(w http.ResponseWriter, r *http.Request) { s.ask(w, r, http.StatusOK) }

// ask asks for the owner's code, in place of a page for the owner alone, too.
func (s *Server) ask(w http.ResponseWriter, r *http.Request, status int) {
	p := page{viewer: s.viewer(r, ""), Kind: "own", Path: r.URL.RequestURI()}
	p.Proving = proving{Owns: p.owner, Panel: s.opts.Panel && p.inside}
	s.write(w, status, p)
}

// Proof is the code that panels in the room show, for somebody who wants to prove to own
// the device; "" if nobody does.
func (s *Server) Proof() string { return s.owners.shown() }

// prove has the panel show such a code. Everybody hears of it.
func (s *Server) prove(http.ResponseWriter, *http.Request) (done, error) {
	if !s.opts.Panel || s.opts.Owner.Code == "" {
		return done{}, errMalformed
	}
	if err := s.owners.show(); err != nil {
		return done{}, err
	}
	s.logger.Info("the panel shows a code for the owner")
	s.petitions.say(outcome{engine.Say("Somebody wants to be the owner of this device; the panel shows a code."), s.opts.Now().Add(proofLasts)})
	s.consider()
	return done{Go: "/own"}, nil
}

// own makes a browser the owner's that knows the code, or no longer: code, leave, and
// back, where it comes from.
func (s *Server) own(w http.ResponseWriter, r *http.Request) (done, error) {
	if r.PostFormValue("leave") != "" {
		return done{Go: "/own"}, s.owners.leave(token(r))
	}
	if err := s.owners.prove(r, r.PostFormValue("code")); err != nil {
		return done{}, err
	}
	to := "/own"
	if back := r.PostFormValue("back"); back != "" {
		to = inside(back)
	}
	return done{Go: to}, s.owners.admit(tokenFor(w, r))
}

// ownByKey does so for who follows the link on the device's terminal.
func (s *Server) ownByKey(w http.ResponseWriter, r *http.Request) {
	err := s.owners.prove(r, r.PathValue("key"))
	if err == nil {
		err = s.owners.admit(tokenFor(w, r))
	}
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	s.bell.ring()
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

var errPlayer = errors.New("only who is in the game may do that")
