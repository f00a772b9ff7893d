package web

import (
	"errors"
	"html/template"
	"net/http"
	"net/url"
	"runtime"

	"arbiter/companion"
	"arbiter/companion/web/fragment"
	"arbiter/companion/web/session"
	"arbiter/companion/web/site"
	"arbiter/companion/web/table"
	"arbiter/engine"
)

// Release frees a seat, whoever holds it.
func Release(s *Server, seat engine.Seat) error {
	defer s.base.Changes.Send()
	return s.base.Seats.Free(seat)
}

// Lookers is how many look back at one time.
func Lookers(s *Server) int { return max(1, runtime.GOMAXPROCS(0)/2) }

// Routes lists the patterns of all pages and of what can be done on them.
func Routes(s *Server) []string { return s.routes().Patterns }

// A Page is the page of a seat in a language, "" for that of the table, with the
// lines of the log that it has drawn.
type Page struct {
	a      *table.Group
	on     *Server
	viewer session.Viewer
	last   *fragment.Update
}

// PageOf returns one without a browser.
func PageOf(s *Server, lang string, seat engine.Seat) *Page {
	v := session.Viewer{Lang: lang, Seat: seat}
	if seat == session.Host {
		v.Page = session.PageTable
	}
	return &Page{a: s.table.NewGroup(v), on: s, viewer: v}
}

// Event is the event with which a stream begins that shows the page.
func (p *Page) Event(snap companion.Snapshot) ([]byte, error) {
	parts, err := p.a.Parts(snap)
	return fragment.NewUpdate(nil, snap.Version, parts).From(nil), err
}

// Next is the event that leads to the page from what it was when Next was called before; nil
// if it is the same.
func (p *Page) Next(snap companion.Snapshot) ([]byte, error) {
	was := p.last
	next, err := p.a.Next(was, snap)
	if err != nil || next == was {
		return nil, err
	}
	p.last = next
	return next.From(was), nil
}

// Past is the event for a browser that asks what happened since an entry, until what Next returned
// last.
func (p *Page) Past(snap companion.Snapshot, shown, most int) []byte {
	return p.last.Past(p.on.table.Recalled(p.viewer, snap, shown, p.last), most)
}

// Say says a text as the page does.
func (p *Page) Say(snap companion.Snapshot, t engine.Text) string {
	return p.on.base.SpeakerAt(p.viewer.Lang, snap)(t)
}

// Leave lets Next begin with everything again, as for a browser that comes anew.
func (p *Page) Leave() { p.last = nil }

// Patched is how one text becomes another, as an event tells it, and how many bytes of the
// other it has; nil if the other is told as a whole.
func Patched(before, after string) (hunks []any, size int) {
	hunks = fragment.Patch(before, after)
	for i := 2; i < len(hunks); i += 3 {
		size += len(hunks[i].(string))
	}
	return hunks, size
}

// Anew is the same event where nothing was drawn before, and each template sees the whole
// moment.
func (p *Page) Anew(snap companion.Snapshot) ([]byte, error) {
	a := p.on.table.NewGroup(p.viewer)
	plain, err := site.Parse(p.on.base.Opts.Words.With(p.viewer.Lang, func(engine.Seat) string { return "" }), false)
	keeping := p.on.base.Templates[p.viewer.Lang]
	p.on.base.Templates[p.viewer.Lang] = always(plain)
	defer func() { p.on.base.Templates[p.viewer.Lang] = keeping }()
	sc, parts := a.Content(snap), map[string]template.HTML{}
	draw := func(name, template string, data any) {
		html, wrong := plain.Fill(template, data)
		parts[name], err = html, errors.Join(err, wrong)
	}
	for _, name := range table.PartsOf(p.viewer) {
		draw(name, "part-"+name, sc)
	}
	for _, x := range sc.Look {
		draw(x.Name, x.Name, x.Data)
	}
	return fragment.NewUpdate(nil, snap.Version, parts).From(nil), err
}

func always[T any](x T) func() T { return func() T { return x } }

// Made is how many drawings and cards were made in a language because none was there.
func Made(s *Server, lang string) int {
	p := s.base.Templates[lang]()
	return p.Drawn.Made() + p.Cards.Made()
}

// Owns reports whether the browser with a token is the owner's.
func Owns(s *Server, token string) bool { return s.base.Owners.Owns(token) }

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
func Consider(s *Server) { s.base.Consider() }
