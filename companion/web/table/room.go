package table

import (
	"arbiter/companion"
	"arbiter/companion/web/content"
	"arbiter/companion/web/page"
	"arbiter/companion/web/session"
	"arbiter/engine"
)

// room returns who is at the table, as far as a viewer may know it.
func (s *Pages) room(v session.Viewer, snap companion.Snapshot, sc *content.Content) page.Room {
	r := page.Room{Requests: s.Requests(v), Kept: sc.Kept, Again: sc.Again, Took: s.took(v, snap), Invite: s.Invite(sc.Inside, sc.Seat)}
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

// took returns how long the game took, once it is over.
func (s *Pages) took(v session.Viewer, snap companion.Snapshot) string {
	if !snap.View.Over {
		return ""
	}
	return s.Took(v.Lang, snap.GameID)
}
