package site

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

	"arbiter/companion/web/content"
	"arbiter/companion/web/fragment"
	"arbiter/companion/web/page"
	"arbiter/companion/web/page/lobbypage"
	"arbiter/companion/web/page/ownerpage"
	"arbiter/companion/web/page/pastpage"
	"arbiter/companion/web/session"
	"arbiter/engine"
)

// Missing answers that there is no such game.
func (s *Server) Missing(w http.ResponseWriter, p Document) {
	p.Kind, p.Path = "refused", "/games"
	p.Refusal = s.Speaker(p.Lang, nil)(engine.Say("there is no such game"))
	s.Write(w, http.StatusNotFound, p)
}

//go:embed templates static
var files embed.FS

// pages are the templates in one language, with caches of what was drawn with them.
type pages struct {
	All   *template.Template
	Drawn *fragment.Kept[template.HTML]
	Cards *fragment.Kept[page.Card]
}

// mustParse panics if a template is wrong; tests find that for all languages, since templates and
// sentences are part of the program.
func mustParse(say func(engine.Text) string) pages {
	p, err := Parse(say, true)
	if err != nil {
		panic(err)
	}
	return p
}

// Parse parses the templates. say translates texts, and keeps adds caches for what was drawn.
func Parse(say func(engine.Text) string, keeps bool) (pages, error) {
	word := func(format string, args ...any) string { return say(engine.Text{Format: format, Args: args}) }
	t := template.New("").Funcs(template.FuncMap{
		"say":     word,
		"shape":   shape,
		"number":  page.Numeral,
		"static":  address,
		"emotes":  func() []emote { return emotesIn(say) },
		"nth":     func(i int) int { return i + 1 },
		"confirm": func(to, seat, id string, coded bool) confirmation { return confirmation{to, seat, id, coded} },
	})
	p := pages{All: t}
	if keeps {
		p.Drawn = &fragment.Kept[template.HTML]{Size: func(html template.HTML) int { return len(html) }}
		p.Cards = &fragment.Kept[page.Card]{Size: func(page.Card) int { return 2 << 10 }}
	}
	t.Funcs(page.Funcs()).Funcs(ownerpage.Funcs()).Funcs(pastpage.Funcs()).Funcs(template.FuncMap{"once": p.Once})
	own, err := fs.Sub(files, "templates")
	if err != nil {
		return pages{}, err
	}
	sources := page.Templates(append(slices.Clone(looks), own)...)
	err = twice(sources)
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

// Fill executes a template.
func (p pages) Fill(name string, data any) (template.HTML, error) {
	var b strings.Builder
	err := p.All.ExecuteTemplate(&b, name, data)
	return template.HTML(b.String()), err // what html/template has escaped
}

// Once executes a template, unless the result for the same data is cached.
func (p pages) Once(name string, data any) (template.HTML, error) {
	return p.Drawn.Of(name, data, func() (template.HTML, error) { return p.Fill(name, data) })
}

var defined = regexp.MustCompile(`{{-? ?define "([^"]+)"`)

// twice returns an error if two templates have the same name: the second would silently replace the
// first.
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

// spoken translates the sentences of a template that say nothing about the game, once and for all.
func spoken(text string, say func(string, ...any) string) string {
	return sentence.ReplaceAllStringFunc(text, func(s string) string {
		return html.EscapeString(say(sentence.FindStringSubmatch(s)[1]))
	})
}

// An emote is one in the language of its reader.
type emote struct{ Name, Words string }

func emotesIn(say func(engine.Text) string) (all []emote) {
	for _, e := range page.Emotes {
		all = append(all, emote{e.Name, say(e.Words)})
	}
	return all
}

// A confirmation asks again before something is done; if Coded is set, it asks for the code.
type confirmation struct {
	To, Seat, ID string
	Coded        bool
}

// An Arrival is a page with one button, for somebody who followed a link that proves something.
type Arrival struct{ To, Name, Value, Back string }

// A Document is everything that an HTML answer is made from.
type Document struct {
	session.Viewer
	Kind     string // the template: "home", "new", "more", "preparing", "table", "seating", "seat", "share", "shared", "arrival", "hint", "rules", "learn", "answers", "own", "sums", "trust", "offline", "refused", or one about past games
	Path     string // the path to come back to
	Live     string // address of the event stream; "" for pages that do not change
	Scene    content.Content
	Parts    map[string]template.HTML
	Look     bool          // it consists of parts of package page, and loads look.css and look.js
	Body     template.HTML // a part that makes up the whole page; "" if the template of Kind does
	Start    lobbypage.Start
	More     lobbypage.More
	Home     any  // the games that may be started
	Waits    bool // people are waiting for a game
	Review   bool // it is about past games
	Past     content.Past
	WhatIf   any
	Sharing  any
	Abroad   bool // show the question whether the seat agrees that people elsewhere read its name
	Agreed   bool
	Hint     any
	Rules    page.Rules
	Sums     content.AccountsPart
	Lesson   any
	Trusting trusting
	Proving  any
	Arrival  Arrival
	Trusts   bool // there are pages over HTTPS
	Scans    bool // phones can be readers
	Emoting  Emoting
	Refusal  string
}

// Emoting is whether people can send emotes to each other.
type Emoting struct {
	Possible bool // several people sit there
	Allowed  bool
}

// Emotes returns what the parts of a page about emotes are made from.
func (p Document) Emotes() (e struct {
	Seat, Back string
	Allowed    bool
}) {
	e.Seat, e.Back, e.Allowed = p.Here(), p.Path, p.Emoting.Allowed
	return e
}

// Here returns the seat whose page it is; "" is the public page.
func (p Document) Here() string { return string(p.Seat) }

func (p Document) CameIn() bool { return p.Inside }

// Guided reports whether the page explains the game.
func (p Document) Guided() bool { return p.Page == session.PageGuide }

func (p Document) Owns() bool { return p.Owner }

func (p Document) Languages() []language { return Languages }

// Title returns the title of the page.
func (p Document) Title() string {
	if p.Kind == "seat" {
		return p.Scene.Me.Name + " · Arbiter"
	}
	return "Arbiter"
}

func (s *Server) Write(w http.ResponseWriter, status int, p Document) {
	var b bytes.Buffer
	p.Trusts, p.Scans = s.Opts.Network.Trust.Port != 0, s.Opts.Rig.Phones != nil
	kind := p.Kind
	p.Look = p.Look || kind == "refused" // an error page replaces any page
	if p.Body != "" {
		kind = "look"
	}
	if err := s.Templates[p.Lang]().All.ExecuteTemplate(&b, kind, p); err != nil {
		s.Logger.Error("web", "page", p.Kind, "err", err)
		http.Error(w, "the page cannot be drawn; the device's log says why", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Vary", "Accept-Language, Cookie")
	w.WriteHeader(status)
	w.Write(b.Bytes())
}

// shape draws the mark of a seat as a 24 by 24 SVG.
func shape(s engine.Shape) template.HTML {
	return `<svg class="shape" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">` + outline(s) + `</svg>`
}

// outline draws the mark of a seat without the SVG around it.
func outline(s engine.Shape) template.HTML {
	paths := []template.HTML{
		`<circle cx="12" cy="12" r="9"/>`,
		`<rect x="4" y="4" width="16" height="16" rx="1.5"/>`,
		`<path d="M12 2.5 22 20.5H2Z"/>`,
		`<path d="M12 1.5 22.5 12 12 22.5 1.5 12Z"/>`,
	}
	return paths[min(int(s), len(paths)-1)]
}
