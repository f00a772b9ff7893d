package past

import (
	"arbiter/companion/web/content"
	"arbiter/engine"
)

// opened returns the seal of a past game, with its secret if the game is over.
func (s *Pages) opened(g *replay, say func(engine.Text) string) (*content.Sealed, error) {
	x := s.Sealed(g.ID, g.setup.Sealed, say)
	if x == nil || !g.over() || s.Opts.Dealing.Seals == nil {
		return x, nil
	}
	var err error
	if x.Opening, err = s.Opts.Dealing.Seals.Opened(g.ID); err != nil {
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
