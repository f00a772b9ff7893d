package web

import (
	"bytes"
	"context"
	"html/template"
	"net/http"
	"net/url"
	"time"

	"arbiter/companion/learning"
	"arbiter/companion/web/session"
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
	p := document{viewer: s.viewer(r, ""), Kind: "learn", Path: "/learn?game=" + url.QueryEscape(l.Game().Name)}
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
func (s *Server) lessonParts(lang string, l lessonPart) (map[string]template.HTML, error) {
	parts := map[string]template.HTML{}
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
	l, err := s.opts.Lessons.Lesson(name)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	ctx, end := context.WithCancel(r.Context())
	defer end()
	here := s.streams.Enter(session.AddressOf(r.RemoteAddr), end)
	if here == nil {
		http.Error(w, "too many pages are open", http.StatusServiceUnavailable)
		return
	}
	defer here.Leave()
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("X-Accel-Buffering", "no")
	st := stream{Server: s, viewer: s.viewer(r, ""), w: w, control: http.NewResponseController(w)}
	if err := st.follow(ctx, name, l); err != nil {
		s.logger.Debug("event stream ends", "page", "learn", "err", err)
	}
}

// follow sends the lesson when it has changed, and when a game begins or ends. Each
// beat tells the school that somebody still looks.
func (st *stream) follow(ctx context.Context, name string, l *learning.Lesson) error {
	if err := st.begin(); err != nil {
		return err
	}
	shots, err := st.table.Watch(ctx, "")
	if err != nil {
		return err
	}
	beat := time.NewTicker(st.opts.Heartbeat)
	defer beat.Stop()
	for {
		changed := l.Changed()
		if err := st.sendLesson(l); err != nil {
			return err
		}
		select {
		case <-changed:
		case _, ok := <-shots:
			if !ok {
				return nil
			}
		case <-beat.C:
			if l, err = st.opts.Lessons.Lesson(name); err != nil {
				return err
			}
			if err := st.send([]byte(": still here\n\n")); err != nil {
				return err
			}
		case <-st.closing:
			return nil
		case <-ctx.Done():
			return nil
		}
	}
}

// sendLesson sends the parts of a lesson that differ from what the browser has.
func (st *stream) sendLesson(l *learning.Lesson) error {
	p := st.lessonOf(l, st.speaker(st.lang, nil))
	parts, err := st.lessonParts(st.lang, p)
	if err != nil {
		return err
	}
	now := newUpdate(st.have, p.Version, parts)
	if now == st.have {
		return nil
	}
	event := now.from(st.have)
	st.have = now
	return st.send(event)
}
