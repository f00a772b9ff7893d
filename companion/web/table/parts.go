package table

import (
	"fmt"
	"html/template"

	"arbiter/companion/web/content"
	"arbiter/companion/web/session"
)

// The parts of a page that change, besides those of package page.
var (
	lobbyParts = []string{"lobby"}
	tableParts = []string{"news", "setup", "invite", "chairs", "areas", "display", "noise", "log", "seal", "timing"}
	seatParts  = []string{"news", "sheet", "setup", "areas", "log", "timing"}
)

// shown returns for each part the content that its template sees, and nothing else.
var shown = map[string]func(content.Content) content.Content{
	"news":  func(sc content.Content) content.Content { return content.Content{News: sc.News} },
	"lobby": func(sc content.Content) content.Content { return content.Content{Lobby: sc.Lobby, Found: sc.Found} },
	"setup": func(sc content.Content) content.Content {
		return content.Content{Setup: sc.Setup, Fresh: sc.Fresh, Seat: sc.Seat}
	},
	"areas": func(sc content.Content) content.Content { return content.Content{Areas: sc.Areas, Seat: sc.Seat} },
	"log": func(sc content.Content) content.Content {
		return content.Content{Running: sc.Running, Entries: sc.Entries, Older: sc.Older}
	},
	"display": func(sc content.Content) content.Content { return content.Content{Display: sc.Display, Seat: sc.Seat} },
	"timing":  func(sc content.Content) content.Content { return content.Content{Timing: sc.Timing} },
	"noise":   func(sc content.Content) content.Content { return content.Content{Noise: sc.Noise} },
	"seal":    func(sc content.Content) content.Content { return content.Content{Seal: sc.Seal} },
	"invite": func(sc content.Content) content.Content {
		return content.Content{Invite: sc.Invite, Host: sc.Host, Coded: sc.Coded}
	},
	"chairs": func(sc content.Content) content.Content {
		return content.Content{Chairs: sc.Chairs, Inside: sc.Inside, Host: sc.Host}
	},
	"sheet": func(sc content.Content) content.Content {
		return content.Content{
			Seat: sc.Seat, Version: sc.Version, Running: sc.Running,
			Undo: sc.Undo, Concealed: sc.Concealed, Doubt: sc.Doubt, Appeals: sc.Appeals, Notices: sc.Notices, Moves: sc.Moves,
			Readers: sc.Readers,
		}
	},
}

// parts draws the changing parts for a viewer, except those that are cached.
func (s *Pages) parts(v session.Viewer, sc content.Content) (map[string]template.HTML, error) {
	parts := map[string]template.HTML{}
	draw := func(name, template string, data any) (err error) {
		if parts[name], err = s.Templates[v.Lang]().Once(template, data); err != nil {
			return fmt.Errorf("web: part %s: %w", name, err)
		}
		return nil
	}
	for _, name := range PartsOf(v) {
		if err := draw(name, "part-"+name, shown[name](sc)); err != nil {
			return nil, err
		}
	}
	for _, p := range sc.Look {
		if err := draw(p.Name, p.Name, p.Data); err != nil {
			return nil, err
		}
	}
	return parts, nil
}

// PartsOf returns the names of the parts of the viewer's page that are made from the content.
func PartsOf(v session.Viewer) []string {
	switch {
	case v.Seat != "":
		return seatParts
	case v.Page == session.PageTable:
		return tableParts
	}
	return lobbyParts
}
