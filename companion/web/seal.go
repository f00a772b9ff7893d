package web

import (
	"arbiter/companion/seal"
	"arbiter/engine"
)

// Seals tells how chance was sealed before a game. Its methods may be called by any
// goroutine.
type Seals interface {
	// Hash is what was shown before the game: a SHA-256 in hexadecimal digits; "" if
	// nothing was sealed.
	Hash(game string) string
	// Opened shows the secret of a game that is over, and what came of it; the zero
	// Opening of any other game.
	Opened(game string) (Opening, error)
}

// An Opening is a secret, as a line of words, with the draws that were worked out
// again by it.
type Opening struct {
	Secret string
	Draws  int // those that follow from the secret
	Told   int // what people told of cards of their own
	Differ int // what Arbiter drew otherwise
}

// A sealed game is its seal on a page.
type sealed struct {
	Short, Hash string
	Opening
	Verdict string // "" while the game goes on
}

// sealed is what everybody may know of the seal of a game; nil if it has none.
func (s *Server) sealed(game string) *sealed {
	if s.opts.Seals == nil || game == "" {
		return nil
	}
	hash := s.opts.Seals.Hash(game)
	if hash == "" {
		return nil
	}
	return &sealed{Short: seal.Short(hash), Hash: hash}
}

// opened is the seal of a past game, with its secret if the game is over.
func (s *Server) opened(g *reel, say func(engine.Text) string) (*sealed, error) {
	x := s.sealed(g.ID)
	if x == nil || !g.over() {
		return x, nil
	}
	var err error
	if x.Opening, err = s.opts.Seals.Opened(g.ID); err != nil || x.Secret == "" {
		return x, err
	}
	switch {
	case x.Differ > 0:
		x.Verdict = say(engine.Say("Draws that do not follow from the secret: %d. Something was altered, or the rules have changed since.", x.Differ))
	case x.Draws == 0:
		x.Verdict = say(engine.Say("Arbiter has drawn nothing in this game: who shuffles cards has nothing to seal."))
	default:
		x.Verdict = say(engine.Say("Draws that follow from the secret: %d. Told by people: %d.", x.Draws, x.Told))
	}
	return x, nil
}
