package web

import (
	"bytes"
	"html/template"
	"net/http"

	"arbiter/companion"
	"arbiter/companion/web/page"
)

// context is what the parts of a page are made of.
func (s *Server) context(v viewer, snap companion.Snapshot) page.Context {
	offer, _ := s.offer(snap.Game)
	return page.Context{
		Lang: v.lang, Snap: snap, Game: offer.Game, Say: s.speaker(v.lang, snap.Labels),
		Host: v.host, Inside: v.inside, Virtual: snap.Virtual,
	}
}

// contextOf is a moment of a past game.
func (s *Server) contextOf(v viewer, g *replay, snap companion.Snapshot) page.Context {
	return page.Context{Lang: v.lang, Snap: snap, Game: g.rules, Say: s.speaker(v.lang, g.Labels), Virtual: true}
}

// respond shows a page that is one part of package page.
func (s *Server) respond(w http.ResponseWriter, p document, name string, data any) error {
	var b bytes.Buffer
	if err := s.pages[p.lang].all.ExecuteTemplate(&b, name, data); err != nil {
		return err
	}
	p.Look, p.Body = true, template.HTML(b.String()) // #nosec G203 -- what html/template has escaped
	s.write(w, http.StatusOK, p)
	return nil
}
