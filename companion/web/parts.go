package web

import (
	"bytes"
	"fmt"
	"html/template"

	"arbiter/companion/web/session"
)

// The parts of a page that change while one looks at it, besides those of package page.
var (
	lobbyParts = []string{"lobby"}
	tableParts = []string{"news", "setup", "invite", "chairs", "areas", "display", "noise", "log", "seal"}
	seatParts  = []string{"news", "sheet", "setup", "areas", "log"}
)

// parts renders the changing parts for a viewer.
func (s *Server) parts(v viewer, sc scene) (map[string]template.HTML, error) {
	return s.besides(nil, v, sc)
}

// besides renders those that are not there already.
func (s *Server) besides(there map[string]template.HTML, v viewer, sc scene) (map[string]template.HTML, error) {
	parts := map[string]template.HTML{}
	draw := func(name, template string, data any) error {
		html, ok := there[name]
		if !ok {
			var err error
			if html, err = s.fill(v, template, data); err != nil {
				return fmt.Errorf("web: part %s: %w", name, err)
			}
		}
		parts[name] = html
		return nil
	}
	for _, name := range v.parts() {
		if err := draw(name, "part-"+name, sc); err != nil {
			return nil, err
		}
	}
	for _, p := range sc.look {
		if err := draw(p.Name, p.Name, p.Data); err != nil {
			return nil, err
		}
	}
	return parts, nil
}

// parts names those of the viewer's page that are made of the scene.
func (v viewer) parts() []string {
	switch {
	case v.seat != "":
		return seatParts
	case v.page == pageTable:
		return tableParts
	}
	return lobbyParts
}

// watches reports whether the viewer looks at the game, not at who takes which seat.
func (v viewer) watches() bool { return v.seat != session.Host || v.page == pageTable }

// fill fills a template in.
func (s *Server) fill(v viewer, name string, data any) (template.HTML, error) {
	var b bytes.Buffer
	err := s.pages[v.lang].all.ExecuteTemplate(&b, name, data)
	return template.HTML(b.String()), err // what html/template has escaped
}
