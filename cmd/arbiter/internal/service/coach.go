package service

import (
	"context"
	"fmt"

	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/cmd/arbiter/internal/games"
	"arbiter/companion/coach"
	"arbiter/engine/contain"
)

// newCoach returns a queue that judges past games while nobody plays.
func newCoach(e *Service) *coach.Queue {
	return &coach.Queue{
		Store: datadir.ReportsIn(e.Dir), Judges: games.Judge,
		Busy: func() bool {
			snap, err := e.App.Table.Snapshot(context.Background(), "")
			return err != nil || snap.GameID != "" && !snap.View.Over
		},
		Load: func(id string) (coach.Game, error) {
			saved, err := e.DB.DB.Saved(id)
			if err != nil {
				return coach.Game{}, err
			}
			rules, ok := games.Rules(saved.Setup.Game)
			if !ok {
				return coach.Game{}, fmt.Errorf("no rules of %s", saved.Setup.Game)
			}
			return coach.Game{Rules: rules, Setup: saved.Setup, Entries: saved.Entries}, nil
		},
	}
}

// unjudged logs why the coach says nothing of a game.
func (e *Service) unjudged(id string, err error) {
	contain.Report(e.Logger, err, "the coach", "game", id)
	e.Logger.Warn("the coach cannot judge a game", "game", id, "err", err)
}
