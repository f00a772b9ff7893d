package games

import (
	"context"
	"errors"
	"slices"

	"arbiter/companion"
	"arbiter/engine"
	"arbiter/engine/bot"
	"arbiter/engine/notation"
)

// Answer makes a bot that a window asks give one answer, or let it pass by giving the command that
// ends the window. A bot repeats an answer that was taken back.
func Answer(ctx context.Context, way companion.Bot, b bot.Bot, r bot.Dice, s companion.Snapshot) error {
	if !s.Window.Asks(s.Seat) || s.Window.Said {
		return nil
	}
	pass := companion.LegalCommand{Command: s.Window.Close}
	choices := append(slices.Clone(s.Legal), pass)
	var c companion.LegalCommand
	if i := slices.IndexFunc(choices, func(c companion.LegalCommand) bool { return notation.Format(c.Command) == s.Again }); i >= 0 {
		c = choices[i]
	} else {
		c = Choose(b, r, s, choices)
	}
	var err error
	if c.Line == "" {
		_, err = way.Pass(ctx, s.Window.Number)
	} else {
		_, err = way.Do(ctx, c.Line, s.Version)
	}
	if errors.As(err, &engine.Refusal{}) {
		return nil // the window has ended meanwhile
	}
	return err
}
