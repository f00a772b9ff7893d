package web

import (
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

// shown are what each of them is drawn of: its template sees nothing else of the scene.
var shown = map[string]func(scene) scene{
	"news":    func(sc scene) scene { return scene{News: sc.News} },
	"lobby":   func(sc scene) scene { return scene{Lobby: sc.Lobby} },
	"setup":   func(sc scene) scene { return scene{Setup: sc.Setup, Fresh: sc.Fresh, Seat: sc.Seat} },
	"areas":   func(sc scene) scene { return scene{Areas: sc.Areas, Seat: sc.Seat} },
	"log":     func(sc scene) scene { return scene{Running: sc.Running, Entries: sc.Entries, Older: sc.Older} },
	"display": func(sc scene) scene { return scene{Display: sc.Display, Seat: sc.Seat} },
	"noise":   func(sc scene) scene { return scene{Noise: sc.Noise} },
	"seal":    func(sc scene) scene { return scene{Seal: sc.Seal} },
	"invite":  func(sc scene) scene { return scene{Invite: sc.Invite, Host: sc.Host, Coded: sc.Coded} },
	"chairs":  func(sc scene) scene { return scene{Chairs: sc.Chairs, Inside: sc.Inside, Host: sc.Host} },
	"sheet": func(sc scene) scene {
		return scene{
			Seat: sc.Seat, Version: sc.Version, Running: sc.Running,
			Undo: sc.Undo, Veiled: sc.Veiled, Doubt: sc.Doubt, Appeals: sc.Appeals, Notices: sc.Notices, Moves: sc.Moves,
			Readers: sc.Readers,
		}
	},
}

// parts draws the changing parts for a viewer, as far as they are not drawn already.
func (s *Server) parts(v viewer, sc scene) (map[string]template.HTML, error) {
	parts := map[string]template.HTML{}
	draw := func(name, template string, data any) (err error) {
		if parts[name], err = s.pages[v.lang].once(template, data); err != nil {
			return fmt.Errorf("web: part %s: %w", name, err)
		}
		return nil
	}
	for _, name := range v.parts() {
		if err := draw(name, "part-"+name, shown[name](sc)); err != nil {
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
