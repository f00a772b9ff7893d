package owner

import (
	"bytes"
	"html/template"
	"net/http"
	"strings"

	"arbiter/companion/learning"
	"arbiter/companion/web/session"
	"arbiter/companion/web/site"
)

// learnPage shows the lesson for a game.
func (s *Pages) learnPage(w http.ResponseWriter, r *http.Request) {
	name := r.URL.Query().Get("game")
	l, err := s.Opts.Owner.Lessons.Lesson(name)
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
	s.showLesson(w, r, l, path)
}

// boxPage asks for what games lack of the box, one thing after the other.
func (s *Pages) boxPage(w http.ResponseWriter, r *http.Request) {
	l, err := s.Opts.Owner.Lessons.Lesson(r.URL.Query().Get("game"))
	if err != nil {
		http.Redirect(w, r, "/box", http.StatusSeeOther)
		return
	}
	s.showLesson(w, r, l.ByHand(), boxPath(l.Game().Name))
}

// toldPage lists what has been told, for the owner to change.
func (s *Pages) toldPage(w http.ResponseWriter, r *http.Request) {
	l, err := s.Opts.Owner.Lessons.Lesson(r.URL.Query().Get("game"))
	if err != nil {
		http.Redirect(w, r, "/box/told", http.StatusSeeOther)
		return
	}
	p := site.Document{Viewer: s.Viewer(r, ""), Kind: "answers", Look: true, Path: strings.Replace(boxPath(l.Game().Name), "/box", "/box/told", 1)}
	x := s.lessonOf(l.ByHand(), s.Speaker(p.Lang, nil))
	x.Told = l.Told()
	p.Lesson = x
	s.Write(w, http.StatusOK, p)
}

func (s *Pages) showLesson(w http.ResponseWriter, r *http.Request, l *learning.Lesson, path string) {
	p := site.Document{Viewer: s.Viewer(r, ""), Kind: "learn", Look: true, Path: path, Live: strings.Replace(path, "?", "/events?", 1)}
	x, err := s.lessonOf(l, s.Speaker(p.Lang, nil)), error(nil)
	x.Owns = p.Owner
	p.Lesson, p.Scene.Version = x, x.Version
	if p.Parts, err = s.lessonParts(p.Lang, x); err != nil {
		s.Refuse(w, r, err)
		return
	}
	s.Write(w, http.StatusOK, p)
}

// lessonParts returns the changing parts of the page: what is read aloud, and what is seen.
func (s *Pages) lessonParts(lang string, l lessonPart) (site.Fragments, error) {
	parts := site.Fragments{}
	for name, from := range map[string]string{"news": "part-lesson-news", "lesson": "part-lesson"} {
		var b bytes.Buffer
		if err := s.Templates[lang]().All.ExecuteTemplate(&b, from, l); err != nil {
			return nil, err
		}
		parts[name] = template.HTML(b.String()) // escaped by html/template
	}
	return parts, nil
}

// learnEvents sends the changes of a lesson for as long as the page is open.
func (s *Pages) learnEvents(w http.ResponseWriter, r *http.Request) {
	reader := r.URL.Query().Get("reader")
	s.lessonStream(w, r, func(l *learning.Lesson) *learning.Lesson {
		l, _ = l.At(reader)
		return l
	})
}

// boxEvents is learnEvents for what is entered by hand.
func (s *Pages) boxEvents(w http.ResponseWriter, r *http.Request) {
	s.lessonStream(w, r, func(l *learning.Lesson) *learning.Lesson { return l.ByHand() })
}

func (s *Pages) lessonStream(w http.ResponseWriter, r *http.Request, which func(*learning.Lesson) *learning.Lesson) {
	name := r.URL.Query().Get("game")
	if _, err := s.Opts.Owner.Lessons.Lesson(name); err != nil {
		http.NotFound(w, r)
		return
	}
	owns := s.Owners.Owns(session.Token(r))
	s.StreamOf(w, r, "learn", site.Source{
		Changed: func() <-chan struct{} { return s.lesson(name).Changed() },
		Parts: func(lang string) (int, site.Fragments, error) {
			p := s.lessonOf(which(s.lesson(name)), s.Speaker(lang, nil))
			p.Owns = owns
			parts, err := s.lessonParts(lang, p)
			return p.Version, parts, err
		},
	})
}

// lesson returns a lesson that was asked for before.
func (s *Pages) lesson(name string) *learning.Lesson {
	l, err := s.Opts.Owner.Lessons.Lesson(name)
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	return l
}
