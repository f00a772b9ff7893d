package app

import (
	"context"

	"arbiter/engine"
)

// Tidy lays the virtual cards as the game has them; bots lay none.
func (h *App) Tidy(ctx context.Context) error {
	for _, seat := range h.Cards.seats() {
		shot, err := h.Table.Snapshot(ctx, seat)
		if err != nil {
			return err
		}
		if shot.Bots[seat] != "" {
			shot.View = engine.View{}
		}
		if err := h.Cards.Tidy(seat, shot.View, ""); err != nil {
			return err
		}
	}
	return nil
}

// sweep lifts virtual cards that were laid during another game than this one.
func (h *App) sweep(game string) error {
	for _, seat := range h.Cards.seats() {
		if err := h.Cards.Tidy(seat, engine.View{}, game); err != nil {
			return err
		}
	}
	return nil
}

// Housekeep lays the cards of the game that was resumed, since nobody can have moved virtual cards
// while the program was off, and clears the readers when another game begins or one is over. Cards
// of a game that was broken off and can go on stay until another begins, since a reader that misses
// them late would take them back. When it hears of a new game, cards may have been laid for that
// already; they stay, and it lays none itself: a card laid late would ask for something.
func (h *App) Housekeep(ctx context.Context) error {
	shots, err := h.Table.Watch(ctx, "")
	if ctx.Err() != nil {
		return nil // ctx was done at the start
	}
	if err != nil {
		return err
	}
	game, known := "", h.resumed
	for s := range shots {
		var err error
		switch {
		case s.Ended.Open():
			known = s.Ended.ID
			continue
		case s.GameID == game:
		case s.GameID == known:
			err = h.Tidy(ctx)
		default:
			err = h.sweep(s.GameID)
		}
		if err != nil && ctx.Err() == nil {
			h.Opts.Logger.Warn("virtual cards", "err", err)
		}
		game = s.GameID
	}
	return nil
}
