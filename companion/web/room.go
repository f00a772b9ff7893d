package web

import (
	"strings"

	"arbiter/companion"
	"arbiter/companion/web/page"
	"arbiter/engine"
)

// room is who is at the table, as far as a viewer may know it.
func (s *Server) room(v viewer, snap companion.Snapshot, sc *scene) page.Room {
	r := page.Room{Requests: s.requests(v), Kept: sc.Kept, Again: sc.Again, Invite: s.invite(sc.Inside, sc.Seat)}
	if sc.Sums.Path != "" {
		r.Sums = sc.Sums.Path + "?" + string(sc.Sums.Query)
	}
	for _, c := range sc.Chairs {
		if !c.Taken {
			r.Free = append(r.Free, engine.Seat(c.Seat))
		}
	}
	for _, n := range snap.Notices {
		r.Notices = append(r.Notices, n.Text)
	}
	return r
}

// addTable adds the parts of the page of everybody, and what is said of them aloud:
// the one sentence that stands at its head.
func (sc *scene) addTable(c page.Context, r page.Room) {
	c.Room = r
	sc.look = page.Table(c)
	if c.Virtual || !c.Host {
		sc.Setup = nil // it is for who puts cardboard on the table
	}
	sc.News = nil
	if said := page.NewHeadline(c).Sentence(); said != "" && sc.Running {
		sc.News = []string{strings.TrimSpace(said)}
	}
}
