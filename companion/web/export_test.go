package web

import (
	"errors"
	"html/template"
	"net/http"
	"net/url"
	"reflect"

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
type Page struct {
	a    streamGroup
	last *update
}

// PageOf returns one without a browser.
func PageOf(s *Server, lang string, seat engine.Seat) *Page {
	v := viewer{lang: lang, seat: seat}
	if seat == session.Host {
		v.page = pageTable
	}
	return &Page{a: streamGroup{Server: s, viewer: v}}
}

// Event is the event with which a stream begins that shows the page.
func (p *Page) Event(snap companion.Snapshot) ([]byte, error) {
	parts, err := p.a.parts(p.a.viewer, p.a.fleeting(snap))
	return encode("", snap.Version, parts, nil), err
}

// Next is the event that leads to the page from what it was when Next was called before; nil
// if it is the same.
func (p *Page) Next(snap companion.Snapshot) ([]byte, error) {
	parts, err := p.a.parts(p.a.viewer, p.a.fleeting(snap))
	was := p.last
	if p.last = newUpdate(was, snap.Version, parts); p.last == was {
		return nil, err
	}
	return p.last.from(was), err
}

// Leave lets Next begin with everything again, as for a browser that comes anew.
func (p *Page) Leave() { p.last = nil }

// Patched is how one text becomes another, as an event tells it, and how many bytes of the
// other it has; nil if the other is told as a whole.
func Patched(before, after string) (hunks []any, size int) {
	p := newPatch(before, after)
	for _, h := range p {
		size += len(h.text)
	}
	return flat(map[string]patch{"": p})[""], size
}

// Anew is the same event where nothing was drawn before, and each template sees the whole
// moment.
func (p *Page) Anew(snap companion.Snapshot) ([]byte, error) {
	a := streamGroup{Server: p.a.Server, viewer: p.a.viewer}
	plain, err := parse(a.opts.Words.With(a.viewer.lang, unnamed), nil)
	sc, parts := a.fleeting(snap), map[string]template.HTML{}
	draw := func(name, template string, data any) {
		html, wrong := plain.fill(template, data)
		parts[name], err = html, errors.Join(err, wrong)
	}
	for _, name := range a.viewer.parts() {
		draw(name, "part-"+name, sc)
	}
	for _, x := range sc.look {
		draw(x.Name, x.Name, x.Data)
	}
	return encode("", snap.Version, parts, nil), err
}

// Drawn is how many drawings were made in a language because none was there.
func Drawn(s *Server, lang string) int { return s.pages[lang].drawn.made }

// SameInput reports whether two inputs are one for drawings.
func SameInput(a, b any) bool {
	return string(appendInput(nil, reflect.ValueOf(&a).Elem())) == string(appendInput(nil, reflect.ValueOf(&b).Elem()))
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
