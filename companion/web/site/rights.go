package site

import (
	"errors"
	"net/http"
	"slices"
	"strings"

	"arbiter/companion/web/session"
	"arbiter/engine"
)

func (s *Server) Rights(token string) session.Rights {
	held := s.Seats.Of(token)
	r := session.Rights{Inside: s.inside(token), Host: slices.Contains(held, string(session.Host)), Owner: s.Owners.Owns(token)}
	r.Held = strings.TrimSpace(strings.Join(held, " "))
	return r
}

// NewToken gives a browser that proves something a new token with all rights of its old one, so
// that somebody who knows or planted the old token gains nothing. The old token ends when the
// browser first sends the new one.
func (s *Server) NewToken(w http.ResponseWriter, r *http.Request) (string, error) {
	old, t := session.Token(r), session.NewToken(w, r)
	if !s.Access.Admitted(old) && !s.Seats.Known(old) && !s.Owners.Owns(old) {
		return t, nil
	}
	s.renewals.Begin(old, t)
	s.Access.Pass(old, t)
	s.Links.Pass(old, t)
	s.Petitions.Pass(old, t)
	s.Browsers.Pass(old, t)
	return t, errors.Join(s.Owners.Pass(old, t), s.Seats.Pass(old, t))
}

// arrived ends the token that this one replaces, now that the browser has sent it.
func (s *Server) arrived(token string) {
	old := s.renewals.End(token)
	if old == "" {
		return
	}
	s.Access.Forget(old)
	if err := errors.Join(s.Owners.Forget(old), s.Seats.Forget(old)); err != nil {
		s.Logger.Error("web", "err", err)
	}
	s.Changes.Send()
}

func (s *Server) Viewer(r *http.Request, seat engine.Seat) session.Viewer {
	v := session.Viewer{Lang: s.LanguageOf(r), Seat: seat, Rights: s.Rights(session.Token(r))}
	return v
}
