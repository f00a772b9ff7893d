package web

import (
	"bytes"
	"html/template"
	"net/http"
	"net/url"

	"arbiter/companion/learning"
)

// learnPage shows the lesson for a game.
func (s *Server) learnPage(w http.ResponseWriter, r *http.Request) {
	name := r.URL.Query().Get("game")
	l, err := s.opts.Lessons.Lesson(name)
	if err != nil {
		http.Redirect(w, r, "/learn", http.StatusSeeOther)
		return
	}
	snap, err := s.table.Snapshot(r.Context(), "")
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	p := document{viewer: s.viewer(r, ""), Kind: "learn", Look: true, Path: "/learn?game=" + url.QueryEscape(l.Game().Name)}
	p.Live = "/learn/events?game=" + url.QueryEscape(l.Game().Name)
	p.Scene = s.scene(p.viewer, snap)
	p.Lesson = s.lessonOf(l, s.speaker(p.lang, nil))
	p.Scene.Version = p.Lesson.Version
	if p.Parts, err = s.lessonParts(p.lang, p.Lesson); err != nil {
		s.refuse(w, r, err)
		return
	}
	s.write(w, http.StatusOK, p)
}

// lessonParts are the changing parts of the page: what is read aloud, and what is
// seen.
func (s *Server) lessonParts(lang string, l lessonPart) (fragments, error) {
	parts := fragments{}
	for name, from := range map[string]string{"news": "part-lesson-news", "lesson": "part-lesson"} {
		var b bytes.Buffer
		if err := s.pages[lang].all.ExecuteTemplate(&b, from, l); err != nil {
			return nil, err
		}
		parts[name] = template.HTML(b.String()) // what html/template has escaped
	}
	return parts, nil
}

// learnEvents sends what changes in a lesson, for as long as somebody looks at it.
func (s *Server) learnEvents(w http.ResponseWriter, r *http.Request) {
	name := r.URL.Query().Get("game")
	if _, err := s.opts.Lessons.Lesson(name); err != nil {
		http.NotFound(w, r)
		return
	}
	s.streamOf(w, r, "learn", source{
		changed: func() <-chan struct{} { return s.lesson(name).Changed() },
		parts: func(lang string) (int, fragments, error) {
			p := s.lessonOf(s.lesson(name), s.speaker(lang, nil))
			parts, err := s.lessonParts(lang, p)
			return p.Version, parts, err
		},
	})
}

// lesson is one that is there: it was asked for before.
func (s *Server) lesson(name string) *learning.Lesson {
	l, err := s.opts.Lessons.Lesson(name)
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	return l
}
