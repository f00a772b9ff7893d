package web

import (
	"net/http"
	"net/url"

	"arbiter/companion"
	"arbiter/companion/web/session"
	"arbiter/engine"
)

// Release frees a seat, whoever holds it.
func Release(s *Server, seat engine.Seat) error {
	defer s.changes.send()
	return s.seats.Free(seat)
}

// Lookers is how many look back at one time.
func Lookers(s *Server) int { return cap(s.lookups) }

// Routes lists the patterns of all pages and of what can be done on them.
func Routes(s *Server) []string { return s.routes().patterns }

// A Page is the page of a seat in a language, "" for that of the table, with the
// lines of the log that it has drawn.
type Page struct{ a streamGroup }

// PageOf returns one without a browser.
func PageOf(s *Server, lang string, seat engine.Seat) *Page {
	v := viewer{lang: lang, seat: seat}
	if seat == session.Host {
		v.page = pageTable
	}
	return &Page{streamGroup{Server: s, viewer: v, rendered: renderedParts{}}}
}

// Event is the event with which a stream begins that shows the page.
func (p *Page) Event(snap companion.Snapshot) ([]byte, error) {
	parts, err := p.a.draw(p.a.fleeting(snap))
	return encode("", snap.Version, parts), err
}

// Owns reports whether the browser with a token is the owner's.
func Owns(s *Server, token string) bool { return s.owners.Owns(token) }

// TokenOf is what a browser has from the server at an address.
func TokenOf(jar http.CookieJar, at string) string {
	u, err := url.Parse(at)
	if err != nil {
		return ""
	}
	for _, c := range jar.Cookies(u) {
		if c.Name == session.TokenCookie {
			return c.Value
		}
	}
	return ""
}

// Consider has the server look at once how long petitions have, as it does each second.
func Consider(s *Server) { s.consider() }
