package web

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"html"
	"html/template"
	"io/fs"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"arbiter/companion/web/page"
	"arbiter/engine"
)

//go:embed templates static
var files embed.FS

// pages are the templates in one language, and what was drawn with them.
type pages struct {
	all   *template.Template
	drawn *drawings
}

func parse(say func(engine.Text) string, drawn *drawings) (pages, error) {
	word := func(format string, args ...any) string { return say(engine.Text{Format: format, Args: args}) }
	t := template.New("").Funcs(template.FuncMap{
		"say":     word,
		"shape":   shape,
		"number":  number,
		"static":  address,
		"nth":     func(i int) int { return i + 1 },
		"confirm": func(to, seat, id string, coded bool) confirmation { return confirmation{to, seat, id, coded} },
		"pair":    func(a action, sc scene) form { return form{a, sc} },
	})
	p := pages{t, drawn}
	t.Funcs(page.Funcs()).Funcs(template.FuncMap{"once": p.once})
	sources := page.Templates()
	list, err := fs.Glob(files, "templates/*.html")
	for _, name := range list {
		text, wrong := fs.ReadFile(files, name)
		sources[name], err = string(text), errors.Join(err, wrong)
	}
	err = errors.Join(err, twice(sources))
	for name, text := range sources {
		if _, wrong := t.Parse(spoken(text, word)); wrong != nil {
			err = errors.Join(err, fmt.Errorf("%s: %w", name, wrong))
		}
	}
	if err != nil {
		return pages{}, fmt.Errorf("web: templates: %w", err)
	}
	return p, nil
}

// fill fills a template in.
func (p pages) fill(name string, data any) (template.HTML, error) {
	var b strings.Builder
	err := p.all.ExecuteTemplate(&b, name, data)
	return template.HTML(b.String()), err // what html/template has escaped
}

// once fills a template in, unless that was done with the same data already.
func (p pages) once(name string, data any) (template.HTML, error) {
	return p.drawn.of(name, data, func() (template.HTML, error) { return p.fill(name, data) })
}

var defined = regexp.MustCompile(`{{-? ?define "([^"]+)"`)

// twice is an error if two templates have the same name: one would take the place of
// the other in silence.
func twice(sources map[string]string) error {
	var all []error
	where := map[string]string{}
	for _, file := range slices.Sorted(maps.Keys(sources)) {
		for _, m := range defined.FindAllStringSubmatch(sources[file], -1) {
			if first, taken := where[m[1]]; taken {
				all = append(all, fmt.Errorf("%s: the template %q stands in %s already", file, m[1], first))
			}
			where[m[1]] = file
		}
	}
	return errors.Join(all...)
}

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
	Kind  string // the template: "home", "new", "more", "table", "seating", "seat", "share", "shared", "learn", "own", "sums", "trust", "offline", "refused", or one about past games
	Path  string // where one comes back to
	Live  string // address of the event stream; "" for pages that do not change
	Scene scene
	Parts map[string]template.HTML
	Look  bool          // it is made of the parts of package page, and fetches look.css and look.js
	Body  template.HTML // a part that is all of the page; "" if a template of Kind makes it
	beforeGame
	Review   bool // it is about past games
	Past     past
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
func (p document) Lang() string { return p.lang }
func (p document) Here() string { return string(p.seat) }
func (p document) CameIn() bool { return p.inside }

// Guided reports whether the page explains the game.
func (p document) Guided() bool          { return p.page == pageGuide }
func (p document) Owns() bool            { return p.owner }
func (p document) Languages() []language { return languages }

// Title is what the browser calls the page.
func (p document) Title() string {
	if p.Kind == "seat" {
		return p.Scene.Me.Name + " · Arbiter"
	}
	return "Arbiter"
}

func (s *Server) write(w http.ResponseWriter, status int, p document) {
	var b bytes.Buffer
	p.Trusts, p.Scans = s.opts.Trust.Port != 0, s.opts.Phones != nil
	kind := p.Kind
	p.Look = p.Look || kind == "refused" // in place of any page
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
	if s.empty(r.Context()) {
		s.lobbyPage(w, r, http.StatusOK, s.tableOf(r))
	} else {
		s.show(w, r, http.StatusOK, s.tableOf(r))
	}
}

// seatPage shows a seat to the browser that holds it, and the public page with
// a word about the seat to all others.
func (s *Server) seatPage(w http.ResponseWriter, r *http.Request) {
	seat := engine.Seat(r.PathValue("seat"))
	p := document{viewer: s.viewer(r, seat), Kind: "seat", Look: true, Path: "/seat/" + string(seat), Live: "/events?seat=" + string(seat)}
	if r.URL.Query().Has(pageGuide) {
		p.page, p.Live = pageGuide, p.Live+"&page="+pageGuide
	}
	if p.holds(seat) {
		s.show(w, r, http.StatusOK, p)
		return
	}
	p = s.tableOf(r)
	status, text := http.StatusOK, engine.Say("take the seat first")
	if s.seats.Taken(seat) {
		status, text = verdict(errDenied)
	}
	p.Refusal = s.speaker(p.lang, nil)(text)
	s.show(w, r, status, p)
}

// Pages that show other parts than those of their seat: the one that everybody may look
// at, also from afar, and the one that explains the game to who plays it for the first
// time.
const (
	pageTable = "table"
	pageGuide = "guide"
)

func (s *Server) tableOf(r *http.Request) document {
	p := document{viewer: s.viewer(r, ""), Kind: pageTable, Look: true, Path: "/table", Live: "/events?page=" + pageTable}
	p.page = pageTable
	return p
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
