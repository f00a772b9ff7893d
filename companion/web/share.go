package web

import (
	"crypto/rand"
	"html/template"
	"net/http"
	"sync"
	"time"

	"arbiter/engine"
)

// How long a link works that shares a seat.
const linkLife = 10 * time.Minute

// Links let a seat be shared with one more phone: each works once.
type links struct {
	now func() time.Time
	mu  sync.Mutex
	all map[engine.Seat]link
}

type link struct {
	key  string
	by   string // the mark of who made it
	ends time.Time
}

var errLink = engine.Refusal{Text: engine.Say("this link was used or is too old; make a new one")}

func newLinks(now func() time.Time) *links {
	return &links{now: now, all: map[engine.Seat]link{}}
}

// make returns the key of a new link, which is the only one for its seat.
func (l *links) make(seat engine.Seat, by string) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	k := link{rand.Text()[:keyLength], by, l.now().Add(linkLife)}
	l.all[seat] = k
	return k.key
}

// seat tells which seat a key shares and who made the link; use spends it.
func (l *links) seat(key string, use bool) (seat engine.Seat, by string, ok bool) {
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

// end makes the link to a seat useless: somebody was sent off or has left.
func (l *links) end(seat engine.Seat) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.all, seat)
}

// A sharing is what the page shows that shares a seat.
type sharing struct {
	Key string // of the one who comes; "" for the one who shares
	QR  template.HTML
	At  string // the address to type
}

// sharePage gives the holder of a seat a link for one more phone.
func (s *Server) sharePage(w http.ResponseWriter, r *http.Request) {
	seat := engine.Seat(r.PathValue("seat"))
	key := s.links.make(seat, mark(token(r)))
	at := s.opts.Address()
	if at == "" {
		at = "http://" + r.Host
	}
	p := page{viewer: s.viewer(r, seat), Kind: "share", Path: "/seat/" + string(seat)}
	p.Sharing = sharing{QR: code(at + "/s/" + key), At: plain(at) + "/s/" + key}
	s.show(w, r, http.StatusOK, p)
}

// sharedPage asks the phone that comes with a link whether it wants the seat, so
// that what merely looks at addresses does not spend it.
func (s *Server) sharedPage(w http.ResponseWriter, r *http.Request) {
	p := page{viewer: s.viewer(r, ""), Kind: "shared", Path: "/join"}
	status := http.StatusOK
	if seat, _, ok := s.links.seat(r.PathValue("key"), false); ok {
		p.Sharing.Key = r.PathValue("key")
		p.Sharing.At = string(seat)
	} else {
		status, p.Kind = http.StatusNotFound, "refused"
		p.Refusal = s.speaker(p.lang, nil)(errLink.Text)
	}
	s.show(w, r, status, p)
}

// second lets one more phone hold a seat: key.
func (s *Server) second(w http.ResponseWriter, r *http.Request) (done, error) {
	seat, by, ok := s.links.seat(r.PostFormValue("key"), true)
	if !ok {
		return done{}, errLink
	}
	return done{Go: "/seat/" + string(seat)}, s.seats.share(tokenFor(w, r), seat, by)
}
