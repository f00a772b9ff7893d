package web

import (
	"arbiter/companion/seal"
	"arbiter/engine"
)

// Seals tells how chance was sealed before a game. Its methods may be called by any
// goroutine.
type Seals interface {
	// Hash is what was shown before a game whose log does not tell it: a SHA-256 in
	// hexadecimal digits; "" if nothing was sealed.
	Hash(game string) string
	// Opened shows the secret of a game that is over, and what came of it; the zero
	// Opening of any other game.
	Opened(game string) (Opening, error)
	// Secret is that of a game that is over and was fixed like that; "" if there is none.
	Secret(game string, how engine.Sealed) string
	// Next is the hash that is fixed for the next game, and what seats have added.
	Next() (hash string, said map[engine.Seat]string)
	// Say adds a word of a seat to the next game, in place of its last one; "" takes it
	// back. The error is an engine.Refusal if another hash is fixed by now.
	Say(hash string, seat engine.Seat, word string) error
}

// An Opening is a secret, as a line of words, with the draws that were worked out
// again by it.
type Opening struct {
	Secret string
	Draws  int         // those that follow from the secret
	Told   int         // what people told of cards of their own
	Differ int         // what Arbiter drew otherwise
	Lost   engine.Text // why there is no secret although the game was sealed
}

// A sealed game is its seal on a page.
type sealed struct {
	Short, Hash string
	Words       []said
	Opening
	Verdict string // "" while the game goes on
}

// What is said is the word that a seat has added.
type said struct{ Who, Word string }

// sealed is what everybody may know of the seal of a game; nil if it has none.
func (s *Server) sealed(game string, how engine.Sealed, say func(engine.Text) string) *sealed {
	if how.Hash == "" && s.opts.Seals != nil && game != "" {
		how.Hash = s.opts.Seals.Hash(game)
	}
	if how.Hash == "" {
		return nil
	}
	x := &sealed{Short: seal.Short(how.Hash), Hash: how.Hash}
	for _, w := range how.Words {
		x.Words = append(x.Words, said{say(engine.Say("%s", w.Seat)), w.Text})
	}
	return x
}

// opened is the seal of a past game, with its secret if the game is over.
func (s *Server) opened(g *replay, say func(engine.Text) string) (*sealed, error) {
	x := s.sealed(g.ID, g.setup.Sealed, say)
	if x == nil || !g.over() || s.opts.Seals == nil {
		return x, nil
	}
	var err error
	if x.Opening, err = s.opts.Seals.Opened(g.ID); err != nil {
		return x, err
	}
	switch {
	case !x.Lost.IsZero():
		x.Verdict = say(x.Lost)
	case x.Secret == "":
	case x.Differ > 0:
		x.Verdict = say(engine.Say("Draws that do not follow from the secret: %d. Something was altered, or the rules have changed since.", x.Differ))
	case x.Draws == 0:
		x.Verdict = say(engine.Say("Arbiter has drawn nothing in this game: who shuffles cards has nothing to seal."))
	default:
		x.Verdict = say(engine.Say("Draws that follow from the secret: %d. Told by people: %d.", x.Draws, x.Told))
	}
	return x, nil
}
