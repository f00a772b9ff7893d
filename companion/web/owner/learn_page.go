package owner

import (
	"bytes"
	"html/template"
	"net/http"
	"strings"

	"arbiter/companion/learning"
	"arbiter/companion/web/site"
)

// learnPage shows the lesson for a game.
func (s *Pages) learnPage(w http.ResponseWriter, r *http.Request) {
	name := r.URL.Query().Get("game")
	l, err := s.Opts.Lessons.Lesson(name)
	if err != nil {
		http.Redirect(w, r, "/learn", http.StatusSeeOther)
		return
	}
	l, found := l.At(r.URL.Query().Get("reader"))
	path := lessonPath(l.Game().Name, l.View().Reader)
	if !found {
		http.Redirect(w, r, path, http.StatusSeeOther)
		return
	}
	p := site.Document{Viewer: s.Viewer(r, ""), Kind: "learn", Look: true, Path: path, Live: strings.Replace(path, "?", "/events?", 1)}
	x := s.lessonOf(l, s.Speaker(p.Lang, nil))
	p.Lesson, p.Scene.Version = x, x.Version
	if p.Parts, err = s.lessonParts(p.Lang, x); err != nil {
		s.Refuse(w, r, err)
		return
	}
	s.Write(w, http.StatusOK, p)
}

// lessonParts are the changing parts of the page: what is read aloud, and what is
// seen.
func (s *Pages) lessonParts(lang string, l lessonPart) (site.Fragments, error) {
	parts := site.Fragments{}
	for name, from := range map[string]string{"news": "part-lesson-news", "lesson": "part-lesson"} {
		var b bytes.Buffer
		if err := s.Templates[lang]().All.ExecuteTemplate(&b, from, l); err != nil {
			return nil, err
		}
		parts[name] = template.HTML(b.String()) // what html/template has escaped
	}
	return parts, nil
}

// learnEvents sends what changes in a lesson, for as long as somebody looks at it.
func (s *Pages) learnEvents(w http.ResponseWriter, r *http.Request) {
	name, reader := r.URL.Query().Get("game"), r.URL.Query().Get("reader")
	if _, err := s.Opts.Lessons.Lesson(name); err != nil {
		http.NotFound(w, r)
		return
	}
	s.StreamOf(w, r, "learn", site.Source{
		Changed: func() <-chan struct{} { return s.lesson(name).Changed() },
		Parts: func(lang string) (int, site.Fragments, error) {
			l, _ := s.lesson(name).At(reader)
			p := s.lessonOf(l, s.Speaker(lang, nil))
			parts, err := s.lessonParts(lang, p)
			return p.Version, parts, err
		},
	})
}

// lesson is one that is there: it was asked for before.
func (s *Pages) lesson(name string) *learning.Lesson {
	l, err := s.Opts.Lessons.Lesson(name)
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	return l
}
