package site

import (
	"context"
	"slices"

	"arbiter/companion"
	"arbiter/companion/seal"
	"arbiter/companion/web/content"
	"arbiter/companion/web/page"
	"arbiter/companion/web/session"
	"arbiter/engine"
)

// What the game says about its things and commands, for tables without cardboard.

// about returns a function that asks the game about a thing, as the viewer of a snapshot knows it.
func (s *Server) about(sc *content.Content, snap companion.Snapshot) func(any) string {
	offer, ok := s.Offer(snap.Game)
	if !ok || offer.Game.Describe == nil || snap.State == nil {
		return nil
	}
	return func(x any) string { return sc.Say(offer.Game.Describe(snap.State, x)) }
}

// Empty reports whether no game is on the table.
func (s *Server) Empty(ctx context.Context) bool {
	snap, err := s.Table.Snapshot(ctx, "")
	return err == nil && snap.GameID == ""
}

// Sits reports whether the seat is in the game.
func Sits(snap companion.Snapshot, seat engine.Seat) bool {
	for _, p := range snap.View.Seats {
		if p.Seat == seat && !p.Robot && snap.Bots[seat] == "" {
			return true
		}
	}
	return false
}

// Sealed returns what everybody may know of the seal of a game; nil if it has none.
func (s *Server) Sealed(game string, how engine.Sealed, say func(engine.Text) string) *content.Sealed {
	if how.Hash == "" && s.Opts.Dealing.Seals != nil && game != "" {
		how.Hash = s.Opts.Dealing.Seals.Hash(game)
	}
	if how.Hash == "" {
		return nil
	}
	x := &content.Sealed{Short: seal.Short(how.Hash), Hash: how.Hash}
	for _, w := range how.Words {
		x.Words = append(x.Words, content.Said{Who: say(engine.Say("%s", w.Seat)), Word: w.Text})
	}
	return x
}

// Passages returns a function that returns the address of the rules of a game that a source means.
func (s *Server) Passages(game string) func(engine.Text) string {
	offer, _ := s.Offer(game)
	return page.Passages(offer.Game)
}

// Content returns what the game itself tells a viewer.
func (s *Server) Content(v session.Viewer, snap companion.Snapshot) content.Content {
	sc := content.Content{Seat: string(v.Seat), Version: snap.Version, Running: snap.GameID != "", Say: s.SpeakerAt(v.Lang, snap), Passage: s.Passages(snap.Game)}
	if !sc.Running {
		return sc
	}
	sc.Bots, sc.About = snap.Bots, s.about(&sc, snap)
	sc.Moves = sc.Texts(snap.Moves)
	sc.Ask(v, snap)
	sc.Doubt = sc.Divergence(snap)
	sc.Setup, sc.Fresh = s.Checklist(sc.Say, snap), !content.Begun(snap)
	if sc.Seat != "" {
		for i := range sc.Setup {
			sc.Setup[i].Picture = "" // a seat's page is small; /setup has them
		}
	}
	sc.Areas, sc.Concealed = sc.Regions(snap.View), snap.Conceals
	sc.Seal = s.Sealed(snap.GameID, snap.Sealed, sc.Say)
	if v.Seat == "" {
		sc.Display = sc.Piles(snap.View, engine.Table)
	} else {
		sc.Me = sc.Badge(snap.View, v.Seat)
	}
	return sc
}

// Speaker returns a translator that calls seats by the names of their players.
func (s *Server) Speaker(lang string, labels map[engine.Seat]string) func(engine.Text) string {
	return s.Opts.Words.With(lang, func(seat engine.Seat) string { return labels[seat] })
}

// SpeakerAt is Speaker for a table that may have its own names for things.
func (s *Server) SpeakerAt(lang string, snap companion.Snapshot) func(engine.Text) string {
	return s.speakerAt(lang, snap, func(seat engine.Seat) string { return snap.Labels[seat] })
}

// Abroad reports whether people elsewhere are told of the table.
func (s *Server) Abroad() bool {
	return s.Opts.API.On || s.Opts.Owner.Hub != nil && s.Opts.Owner.Hub.Status().Table != "" || s.Opts.Owner.Broker != nil && s.Opts.Owner.Broker.Status().Address != ""
}

// SpeakerAbroad is SpeakerAt for readers who are not at the table: players who agreed are called by
// name, others by their color.
func (s *Server) SpeakerAbroad(lang string, snap companion.Snapshot) (say func(engine.Text) string, named func(engine.Seat) bool) {
	named = func(seat engine.Seat) bool { return snap.Labels[seat] != "" && s.Names.Agrees(snap.GameID, seat) }
	return s.speakerAt(lang, snap, func(seat engine.Seat) string {
		if named(seat) {
			return snap.Labels[seat]
		}
		return ""
	}), named
}

func (s *Server) speakerAt(lang string, snap companion.Snapshot, names func(engine.Seat) string) func(engine.Text) string {
	var own func(engine.Term) string
	if s.Opts.Owner.Faces != nil {
		own = func(t engine.Term) string { return s.Opts.Owner.Faces.Face(snap.Game, string(t)).Name }
	}
	return s.Opts.Words.At(lang, names, snap.View.Called(own))
}

func (s *Server) Offer(game string) (companion.GameOffer, bool) {
	offers := s.Table.Offers()
	i := slices.IndexFunc(offers, func(o companion.GameOffer) bool { return o.Game.Name == game })
	if i < 0 {
		return companion.GameOffer{}, false
	}
	return offers[i], true
}
