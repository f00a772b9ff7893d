package web

import (
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
