package site

import (
	"io/fs"
	"net/http"

	"arbiter/companion"
	"arbiter/companion/web/page"
	"arbiter/companion/web/page/lobbypage"
	"arbiter/companion/web/page/ownerpage"
	"arbiter/companion/web/page/pastpage"
	"arbiter/companion/web/page/tablepage"
	"arbiter/companion/web/session"
	"arbiter/engine"
)

// looks are what the parts of all pages are drawn with.
var looks = []fs.FS{page.Look, lobbypage.Look, ownerpage.Look, pastpage.Look, tablepage.Look}

// FaceOf tells parts of pages what the owner has given to the cards of a game.
func (s *Server) FaceOf(game string) func(engine.Term) (name, picture string) {
	if s.Opts.Faces == nil {
		return nil
	}
	return func(card engine.Term) (name, picture string) {
		f := s.Opts.Faces.Face(game, string(card))
		return f.Name, f.Address()
	}
}

// Context is what the parts of a page are made of.
func (s *Server) Context(v session.Viewer, snap companion.Snapshot) page.Context {
	offer, _ := s.Offer(snap.Game)
	return page.Context{
		Lang: v.Lang, Snap: snap, Game: offer.Game, Say: s.SpeakerAt(v.Lang, snap),
		Host: v.Host, Guided: v.Page == session.PageGuide, Inside: v.Inside, Virtual: snap.Virtual, Screens: s.Opts.Virtually(), Lays: s.Opts.lays(v.Seat), Stamp: snap.Version, Faces: s.FaceOf(offer.Game.Name), Printed: s.Templates[v.Lang]().Cards,
	}
}

// Respond shows a page that is one part of package page.
func (s *Server) Respond(w http.ResponseWriter, p Document, name string, data any) error {
	html, err := s.Templates[p.Lang]().Fill(name, data)
	if err != nil {
		return err
	}
	p.Look, p.Body = true, html
	s.Write(w, http.StatusOK, p)
	return nil
}

// Play are the parts of the page of a seat; stamp is the version in its forms, and room
// where people go on at the end.
func (s *Server) Play(v session.Viewer, snap companion.Snapshot, stamp int, room page.Room) []page.Part {
	if snap.GameID == "" {
		return nil
	}
	c := s.Context(v, snap)
	c.Stamp, c.Room = stamp, room
	return page.Play(c)
}
