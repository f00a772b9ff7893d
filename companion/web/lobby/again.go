package lobby

import (
	"context"
	"net/http"
	"sync"

	"arbiter/companion"
	"arbiter/companion/web/session"
	"arbiter/companion/web/site"
	"arbiter/engine"
)

// A beginning is how the game on the table was started from a page, so that the same seats can play
// again. It is lost at a restart.
type beginning struct {
	mu   sync.Mutex
	id   string
	game companion.NewGame
}

// of returns how a game was started; false if that is not known.
func (p *beginning) of(id string) (companion.NewGame, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.game, id != "" && p.id == id
}

// launch starts a game and remembers how.
func (s *Pages) launch(ctx context.Context, g companion.NewGame) (companion.Answer, error) {
	a, err := s.Table.Start(ctx, g)
	if err != nil {
		return a, err
	}
	snap, err := s.Table.Snapshot(ctx, "")
	s.began.mu.Lock()
	defer s.began.mu.Unlock()
	s.began.id, s.began.game = snap.GameID, g
	return a, err
}

// again starts another game like the one that is over. Players keep their seats, and the start
// order is drawn anew.
func (s *Pages) again(r *http.Request, o companion.GameOffer) (site.Outcome, error) {
	snap, err := s.Table.Snapshot(r.Context(), "")
	if err != nil {
		return site.Outcome{}, err
	}
	g, known := s.began.of(snap.GameID)
	switch {
	case !known || g.Game != o.Game.Name:
		return site.Outcome{}, engine.Refuse("nobody knows any more how that game was begun; choose on the start page")
	case !snap.View.Over:
		return site.Outcome{}, engine.Refuse("another game is still running; finish it first")
	}
	g.Clock = snap.Clock.Settings
	return s.lets(r, o, g)
}

// Repeats returns the game that the viewer may start again with the seats of the one that is over;
// "" if there is none.
func (s *Pages) Repeats(v session.Viewer, snap companion.Snapshot) string {
	g, known := s.began.of(snap.GameID)
	if !known || !snap.View.Over || s.Opts.Coded() && !v.Inside {
		return ""
	}
	return g.Game
}
