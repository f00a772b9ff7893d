package web

import (
	"net/http"
	"slices"
	"strings"

	"arbiter/companion/web/session"
	"arbiter/engine"
)

// A viewer is who looks at a page. Two who are equal see the same.
type viewer struct {
	lang string
	seat engine.Seat // whose page it is; "" is the public page
	page string      // pageTable or pageGuide; "" are the others of its seat
	rights
}

// rights are what a browser may do besides looking.
type rights struct {
	inside bool   // it may take a seat
	host   bool   // it started the game
	owner  bool   // of the device
	held   string // the seats that it holds, with blanks between them
}

// holds reports whether the viewer holds a seat.
func (r rights) holds(seat engine.Seat) bool {
	return slices.Contains(strings.Fields(r.held), string(seat))
}

func (s *Server) rights(token string) rights {
	held := s.seats.Of(token)
	r := rights{inside: s.inside(token), host: slices.Contains(held, string(session.Host)), owner: s.owners.Owns(token)}
	r.held = strings.TrimSpace(strings.Join(held, " "))
	return r
}

func (s *Server) viewer(r *http.Request, seat engine.Seat) viewer {
	v := viewer{lang: s.languageOf(r), seat: seat, rights: s.rights(session.Token(r))}
	return v
}

// live is the viewer as far as the changing parts of its page depend on it: on
// the page of a seat they depend on the seat, and on whether its viewer is the host.
func (v viewer) live() viewer {
	if v.seat != session.Host {
		v.rights = rights{host: v.host}
	}
	return v
}

// engineSeat is the seat that a stream asks for.
func engineSeat(r *http.Request) engine.Seat { return engine.Seat(r.URL.Query().Get("seat")) }
