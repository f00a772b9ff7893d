package web

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"arbiter/companion"
	"arbiter/engine"
)

// Release frees a seat, whoever holds it.
func Release(s *Server, seat engine.Seat) error {
	defer s.bell.ring()
	return s.seats.free(seat)
}

// Guesses guesses a code so often, each time from an address. It returns how many
// guesses were judged, and how many at most within an hour, of six digits and of more.
func Guesses(now func() time.Time, address func(int) string, times int, next func()) (judged, most, mostLong int) {
	d := newDoor(now)
	var at, long []time.Time
	for i := range times {
		_, code := d.shown()
		if _, err := d.guess(addressOf(address(i)), "none", false); err == errGuesses {
		} else if len(code) == shortCode {
			at = append(at, now())
		} else {
			long = append(long, now())
		}
		next()
	}
	return len(at) + len(long), dense(at), dense(long)
}

// GuessesWithoutLimit is the same where every guess is judged.
func GuessesWithoutLimit(times int) (judged, most int) {
	var at []time.Time
	for i := range times {
		at = append(at, time.Unix(int64(i), 0))
	}
	return len(at), dense(at)
}

// dense is how many moments lie within an hour, at most.
func dense(at []time.Time) (most int) {
	from := 0
	for i, t := range at {
		for t.Sub(at[from]) >= time.Hour {
			from++
		}
		most = max(most, i-from+1)
	}
	return most
}

// Lookers is how many look back at one time.
func Lookers(s *Server) int { return cap(s.lookers) }

// Routes lists the patterns of all pages and of what can be done on them.
func Routes(s *Server) []string { return s.routes().patterns }

// A Page is the page of a seat in a language, "" for the public page, with the
// lines of the log that it has drawn.
type Page struct{ a audience }

// PageOf returns one without a browser.
func PageOf(s *Server, lang string, seat engine.Seat) *Page {
	return &Page{audience{Server: s, viewer: viewer{lang: lang, seat: seat}, drawn: drawn{}}}
}

// Event is the event with which a stream begins that shows the page.
func (p *Page) Event(snap companion.Snapshot) ([]byte, error) {
	parts, err := p.a.draw(p.a.fleeting(snap))
	return encode("", snap.Version, parts), err
}

// Owns tells whether the browser with a token is the owner's.
func Owns(s *Server, token string) bool { return s.owners.owns(token) }

// TokenOf is what a browser has from the server at an address.
func TokenOf(jar http.CookieJar, at string) string {
	u, err := url.Parse(at)
	if err != nil {
		return ""
	}
	for _, c := range jar.Cookies(u) {
		if c.Name == tokenCookie {
			return c.Value
		}
	}
	return ""
}

// Consider has the server look at once how long petitions have, as it does each second.
func Consider(s *Server) { s.consider() }

// Stays tells who of those who come one after the other is left in a crowd.
func Stays(most, each int, come []string) []int {
	c := newCrowd(most, each)
	all := make([]*admitted, len(come))
	for i, from := range come {
		address, plays := strings.CutSuffix(from, "*")
		if all[i] = c.enter(addressOf(address), func() {}); all[i] != nil && plays {
			all[i].keep()
		}
	}
	var left []int
	for i, p := range all {
		if slices.Contains(c.all, p) {
			left = append(left, i)
		}
	}
	return left
}
