package past

import (
	"arbiter/companion"
	"arbiter/companion/web/page"
	"arbiter/companion/web/session"
)

// contextOf returns the Context of a moment of a past game.
func (s *Pages) contextOf(v session.Viewer, g *replay, snap companion.Snapshot) page.Context {
	return page.Context{Lang: v.Lang, Snap: snap, Game: g.rules, Say: s.SpeakerAt(v.Lang, snap), Virtual: true, Faces: s.FaceOf(g.rules.Name)}
}
