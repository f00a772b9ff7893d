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

// looks are the templates, styles and scripts of the parts of all pages.
var looks = []fs.FS{page.Look, lobbypage.Look, ownerpage.Look, pastpage.Look, tablepage.Look}

// FaceOf returns a function that looks up the owner's name and picture for a card of a game.
func (s *Server) FaceOf(game string) func(engine.Term) (name, picture string) {
	if s.Opts.Owner.Faces == nil {
		return nil
	}
	return func(card engine.Term) (name, picture string) {
		f := s.Opts.Owner.Faces.Face(game, string(card))
		return f.Name, f.Address()
	}
}

// Context returns what the parts of a page are made from.
func (s *Server) Context(v session.Viewer, snap companion.Snapshot) page.Context {
	offer, _ := s.Offer(snap.Game)
	return page.Context{
		Lang: v.Lang, Snap: snap, Game: offer.Game, Say: s.SpeakerAt(v.Lang, snap),
		Host: v.Host, Guided: v.Page == session.PageGuide, Inside: v.Inside, Virtual: snap.Virtual, Screens: s.Opts.Virtually(), Lays: s.Opts.lays(v.Seat), Stamp: snap.Version, Faces: s.FaceOf(offer.Game.Name), Printed: s.Templates[v.Lang]().Cards,
	}
}

// Respond shows a page that consists of one part of package page.
func (s *Server) Respond(w http.ResponseWriter, p Document, name string, data any) error {
	html, err := s.Templates[p.Lang]().Fill(name, data)
	if err != nil {
		return err
	}
	p.Look, p.Body = true, html
	s.Write(w, http.StatusOK, p)
	return nil
}

// Play returns the parts of a seat's page. stamp is the version in its forms, and room says where
// people go at the end.
func (s *Server) Play(v session.Viewer, snap companion.Snapshot, stamp int, room page.Room) []page.Part {
	if snap.GameID == "" {
		return nil
	}
	c := s.Context(v, snap)
	c.Stamp, c.Room = stamp, room
	return page.Play(c)
}
