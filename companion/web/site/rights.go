package site

import (
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

func (s *Server) Viewer(r *http.Request, seat engine.Seat) session.Viewer {
	v := session.Viewer{Lang: s.LanguageOf(r), Seat: seat, Rights: s.Rights(session.Token(r))}
	return v
}
