package web

import (
	"net/http"
	"slices"

	"arbiter/companion"
	"arbiter/companion/web/page"
	"arbiter/engine"
)

// context is what the parts of a page are made of.
func (s *Server) context(v viewer, snap companion.Snapshot) page.Context {
	offer, _ := s.offer(snap.Game)
	return page.Context{
		Lang: v.lang, Snap: snap, Game: offer.Game, Say: s.speaker(v.lang, snap.Labels),
		Host: v.host, Guided: v.page == pageGuide, Inside: v.inside, Virtual: snap.Virtual, Screens: s.opts.virtually(), Lays: s.opts.lays(v.seat), Stamp: snap.Version, Faces: s.faceOf(offer.Game.Name),
	}
}

// contextOf is a moment of a past game.
func (s *Server) contextOf(v viewer, g *replay, snap companion.Snapshot) page.Context {
	return page.Context{Lang: v.lang, Snap: snap, Game: g.rules, Say: s.speaker(v.lang, g.Labels), Virtual: true, Faces: s.faceOf(g.rules.Name)}
}

// respond shows a page that is one part of package page.
func (s *Server) respond(w http.ResponseWriter, p document, name string, data any) error {
	html, err := s.pages[p.lang].fill(name, data)
	if err != nil {
		return err
	}
	p.Look, p.Body = true, html
	s.write(w, http.StatusOK, p)
	return nil
}

// play are the parts of the page of a seat; stamp is the version in its forms, and room
// where people go on at the end.
func (s *Server) play(v viewer, snap companion.Snapshot, stamp int, room page.Room) []page.Part {
	if snap.GameID == "" {
		return nil
	}
	c := s.context(v, snap)
	c.Stamp, c.Room = stamp, room
	return page.Play(c)
}

// lays reports whether a seat lays its cards on the screen: no field of its own has a
// real reader.
func (o Opts) lays(seat engine.Seat) bool {
	return !slices.ContainsFunc(o.Rig.Readers, func(r Reader) bool { return !r.Virtual && r.Seat == seat && len(r.Fields) > 0 })
}
