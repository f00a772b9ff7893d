package web

import (
	"html/template"
	"net/http"

	"arbiter/companion/web/session"
	"arbiter/engine"
)

// A sharing is what the page shows that shares a seat.
type sharing struct {
	Key string // of the one who comes; "" for the one who shares
	QR  template.HTML
	At  string // the address to type
}

// sharePage gives the holder of a seat a link for one more phone.
func (s *Server) sharePage(w http.ResponseWriter, r *http.Request) {
	seat := engine.Seat(r.PathValue("seat"))
	key := s.links.Make(seat, session.Mark(session.Token(r)))
	at := s.opts.Address()
	if at == "" {
		at = "http://" + r.Host
	}
	p := document{viewer: s.viewer(r, seat), Kind: "share", Look: true, Path: "/seat/" + string(seat)}
	p.Sharing = sharing{QR: code(at + "/s/" + key), At: plain(at) + "/s/" + key}
	s.show(w, r, http.StatusOK, p)
}

// sharedPage asks the phone that comes with a link whether it wants the seat, so
// that what merely looks at addresses does not spend it.
func (s *Server) sharedPage(w http.ResponseWriter, r *http.Request) {
	p := document{viewer: s.viewer(r, ""), Kind: "shared", Look: true, Path: "/join"}
	status := http.StatusOK
	if seat, _, ok := s.links.Seat(r.PathValue("key"), false); ok {
		p.Sharing.Key = r.PathValue("key")
		p.Sharing.At = string(seat)
	} else {
		status, p.Kind = http.StatusNotFound, "refused"
		p.Refusal = s.speaker(p.lang, nil)(session.ErrLink.Text)
	}
	s.show(w, r, status, p)
}

// second lets one more phone hold a seat: key.
func (s *Server) second(w http.ResponseWriter, r *http.Request) (outcome, error) {
	seat, by, ok := s.links.Seat(r.PostFormValue("key"), true)
	if !ok {
		return outcome{}, session.ErrLink
	}
	return outcome{Go: "/seat/" + string(seat)}, s.seats.Share(session.TokenFor(w, r), seat, by)
}
