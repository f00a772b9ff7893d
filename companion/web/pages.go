package web

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"hash/fnv"
	"html"
	"html/template"
	"io/fs"
	"net/http"
	"net/url"
	"path"
	"regexp"

	"arbiter/companion"
	"arbiter/companion/web/page"
	"arbiter/engine"
)

//go:embed templates static
var files embed.FS

// pages are the templates in one language.
type pages struct{ all *template.Template }

func parse(say func(engine.Text) string) (pages, error) {
	word := func(format string, args ...any) string { return say(engine.Text{Format: format, Args: args}) }
	t := template.New("").Funcs(template.FuncMap{
		"say":     word,
		"shape":   shape,
		"number":  number,
		"static":  address,
		"nth":     func(i int) int { return i + 1 },
		"confirm": func(to, seat, id string, coded bool) confirmation { return confirmation{to, seat, id, coded} },
		"jump":    func(href, name, sign, label string) link { return link{href, name, sign, label} },
		"pair":    func(a action, sc scene) form { return form{a, sc} },
	})
	t.Funcs(page.Funcs())
	for name, text := range page.Templates() {
		if _, err := t.Parse(spoken(text, word)); err != nil {
			return pages{}, fmt.Errorf("web: part %s: %w", name, err)
		}
	}
	list, err := fs.Glob(files, "templates/*.html")
	for _, name := range list {
		text, wrong := fs.ReadFile(files, name)
		if wrong == nil {
			_, wrong = t.Parse(spoken(string(text), word))
		}
		err = errors.Join(err, wrong)
	}
	if err != nil {
		return pages{}, fmt.Errorf("web: templates: %w", err)
	}
	return pages{t}, nil
}

// A link is a button that leads somewhere; nowhere if Href is "".
type link struct{ Href, Name, Sign, Label string }

var sentence = regexp.MustCompile(`{{say "([^"]*)"}}`)

// spoken puts the sentences of a template into words that say nothing of the
// game, once and for all.
func spoken(text string, say func(string, ...any) string) string {
	return sentence.ReplaceAllStringFunc(text, func(s string) string {
		return html.EscapeString(say(sentence.FindStringSubmatch(s)[1]))
	})
}

// A form is an act with the scene that it belongs to.
type form struct {
	Act   action
	Scene scene
}

// A confirmation asks once more before something is done, and where Coded is set
// for the code.
type confirmation struct {
	To, Seat, ID string
	Coded        bool
}

// A document is everything that one answer in HTML is made of.
type document struct {
	viewer
	Kind     string // the template: "home", "table", "join", "seat", "share", "shared", "learn", "own", "sums", "trust", "offline", "refused", or one about past games
	Path     string // where one comes back to
	Live     string // address of the event stream; "" for pages that do not change
	Scene    scene
	Parts    map[string]template.HTML
	Look     bool          // it is made of the parts of package page, and fetches look.css and look.js
	Body     template.HTML // a part that is all of the page; "" if a template of Kind makes it
	Home     home
	Review   bool // it is about past games
	Past     past
	Replay   replayPart
	WhatIf   whatIf
	Sharing  sharing
	Sums     accountsPart
	Lesson   lessonPart
	Trusting trusting
	Proving  proving
	Trusts   bool // there are pages over HTTPS
	Scans    bool // phones can be readers
	Refusal  string
}

// Lang, Here, CameIn, Owns and Languages are for the templates.
func (p document) Lang() string          { return p.lang }
func (p document) Here() string          { return string(p.seat) }
func (p document) CameIn() bool          { return p.inside }
func (p document) Owns() bool            { return p.owner }
func (p document) Languages() []language { return languages }

// Title is what the browser calls the page.
func (p document) Title() string {
	if p.Kind == "seat" {
		return p.Scene.Me.Name + " · Arbiter"
	}
	return "Arbiter"
}

// The parts of a page that change while one looks at it.
var (
	publicParts = []string{"news", "stage", "prompt", "setup", "invite", "chairs", "notices", "ground", "areas", "display", "race", "fields", "noise", "panel", "log", "seal"}
	seatParts   = []string{"news", "stage", "prompt", "setup", "notices", "board", "ground", "menu", "undo", "areas", "display", "race", "log"}
)

// parts renders the changing parts for a viewer.
func (s *Server) parts(v viewer, sc scene) (map[string]template.HTML, error) {
	return s.besides(nil, v, sc)
}

// besides renders those that are not there already.
func (s *Server) besides(there map[string]template.HTML, v viewer, sc scene) (map[string]template.HTML, error) {
	names := publicParts
	if v.seat != "" {
		names = seatParts
	}
	parts := make(map[string]template.HTML, len(names))
	var b bytes.Buffer
	for _, name := range names {
		if html, ok := there[name]; ok {
			parts[name] = html
			continue
		}
		b.Reset()
		if err := s.pages[v.lang].all.ExecuteTemplate(&b, "part-"+name, sc); err != nil {
			return nil, fmt.Errorf("web: part %s: %w", name, err)
		}
		parts[name] = template.HTML(b.String()) // what html/template has escaped
	}
	return parts, nil
}

func (s *Server) write(w http.ResponseWriter, status int, p document) {
	var b bytes.Buffer
	p.Trusts, p.Scans = s.opts.Trust.Port != 0, s.opts.Phones != nil
	kind := p.Kind
	if p.Body != "" {
		kind = "look"
	}
	if err := s.pages[p.lang].all.ExecuteTemplate(&b, kind, p); err != nil {
		s.logger.Error("web", "page", p.Kind, "err", err)
		http.Error(w, "the page cannot be drawn; the device's log says why", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Vary", "Accept-Language, Cookie")
	w.WriteHeader(status)
	w.Write(b.Bytes())
}

func (s *Server) publicPage(w http.ResponseWriter, r *http.Request) {
	s.show(w, r, http.StatusOK, document{viewer: s.viewer(r, ""), Kind: "table", Path: "/table", Live: "/events"})
}

// seatPage shows a seat to the browser that holds it, and the public page with
// a word about the seat to all others.
func (s *Server) seatPage(w http.ResponseWriter, r *http.Request) {
	seat := engine.Seat(r.PathValue("seat"))
	p := document{viewer: s.viewer(r, seat), Kind: "seat", Path: "/seat/" + string(seat), Live: "/events?seat=" + string(seat)}
	if p.field != "" {
		p.Live += "&field=" + url.QueryEscape(p.field)
	}
	if p.holds(seat) {
		s.show(w, r, http.StatusOK, p)
		return
	}
	p = document{viewer: s.viewer(r, ""), Kind: "table", Path: "/table", Live: "/events"}
	status, text := http.StatusOK, engine.Say("take the seat first")
	if s.seats.Taken(seat) {
		status, text = verdict(errDenied)
	}
	p.Refusal = s.speaker(p.lang, nil)(text)
	s.show(w, r, status, p)
}

// show draws a page of the running table.
func (s *Server) show(w http.ResponseWriter, r *http.Request, status int, p document) {
	snap, err := s.table.Snapshot(r.Context(), p.seat)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	if p.seat != "" && !sits(snap, p.seat) {
		http.Redirect(w, r, "/", http.StatusSeeOther)
		return
	}
	p.Scene = s.scene(p.viewer, snap)
	if p.Parts, err = s.parts(p.viewer, p.Scene); err != nil {
		s.refuse(w, r, err)
		return
	}
	s.write(w, status, p)
}

// sits reports whether the seat is in the game.
func sits(snap companion.Snapshot, seat engine.Seat) bool {
	for _, p := range snap.View.Seats {
		if p.Seat == seat && !p.Robot && snap.Bots[seat] == "" {
			return true
		}
	}
	return false
}

// static serves a file that comes with the program. Its address changes with
// its content, so that browsers may keep it.
func static(w http.ResponseWriter, r *http.Request) {
	name := path.Base(r.PathValue("file"))
	text, err := asset(name)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	types := map[string]string{".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml", ".woff2": "font/woff2", ".txt": "text/plain; charset=utf-8"}
	w.Header().Set("Content-Type", types[path.Ext(name)])
	w.Header().Set("Cache-Control", "no-cache")
	if r.URL.RawQuery != "" {
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	w.Write(text) // #nosec G705 -- a file that comes with the program
}

// asset is a file that comes with the program; all scripts of a page are one, so that
// phones fetch it at one stroke. look.js ends with those of the parts.
func asset(name string) ([]byte, error) {
	if name != "arbiter.js" && name != "look.js" {
		if text, err := page.Asset(name); err == nil {
			return text, nil
		}
		return fs.ReadFile(files, "static/"+name)
	}
	var all []byte
	for _, part := range []string{"arbiter.js", "sums.js", "senses.js"} {
		text, err := fs.ReadFile(files, "static/"+part)
		if err != nil {
			return nil, err
		}
		all = append(all, text...)
	}
	if name == "look.js" {
		text, err := page.Asset(name)
		return append(all, text...), err
	}
	return all, nil
}

// address is where a static file lies.
func address(name string) string {
	text, err := asset(name)
	if err != nil {
		panic(err) // a template names a file that is not there
	}
	h := fnv.New32a()
	h.Write(text)
	return fmt.Sprintf("/static/%s?%x", name, h.Sum32())
}

// shape draws the mark of a seat, 24 by 24.
func shape(s engine.Shape) template.HTML {
	return `<svg class="shape" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">` + outline(s) + `</svg>`
}

// outline is the mark of a seat without a picture around it.
func outline(s engine.Shape) template.HTML {
	paths := []template.HTML{
		`<circle cx="12" cy="12" r="9"/>`,
		`<rect x="4" y="4" width="16" height="16" rx="1.5"/>`,
		`<path d="M12 2.5 22 20.5H2Z"/>`,
		`<path d="M12 1.5 22.5 12 12 22.5 1.5 12Z"/>`,
	}
	return paths[min(int(s), len(paths)-1)]
}
