package table

import (
	"context"
	"errors"
	"net/http"
	"slices"

	"arbiter/companion"
	"arbiter/companion/web/commands"
	"arbiter/companion/web/site"
	"arbiter/engine"
)

// Chance: where the game lets the Table draw cards or give them to a seat, the
// program draws them, if there is no cardboard that they lie on. Nobody chooses
// them, and nobody but the seat that is dealt them reads them here.

// Draws reports whether a command is chance, as commands.Draws does.
func Draws(c companion.LegalCommand) bool { return commands.Draws(c) }

// The most cards that one request deals.
const mostDealt = 200

// deal draws what the Table owes, one or with all everything, until the game
// waits for nothing of the kind: seat, version, all, and what is drawn: deck (a
// line with {}) or line (the seat that gets it).
func (s *Pages) deal(_ http.ResponseWriter, r *http.Request) (site.Outcome, error) {
	_, version, err := s.asked(r)
	if err != nil {
		return site.Outcome{}, err
	}
	to, line, all := engine.Seat(r.PostFormValue("line")), r.PostFormValue("deck"), r.PostFormValue("all") != ""
	d := site.Outcome{Version: version}
	for range mostDealt {
		snap, err := s.Table.Snapshot(r.Context(), engine.Table)
		if err != nil {
			return d, err
		}
		deck := slices.DeleteFunc(slices.Clone(snap.Legal), func(c companion.LegalCommand) bool {
			meant := all || commands.Among(c, line) || to != "" && commands.Dealt(snap.View, c) == to
			return !commands.Draws(c) || !meant
		})
		if len(deck) == 0 && d.Version != version {
			return d, nil
		}
		if d, err = s.draws(r.Context(), deck, d.Version); err != nil || !all {
			return d, err
		}
	}
	return d, nil
}

// byTable lets the table draw one of the commands.
func (s *Pages) byTable(ctx context.Context, deck []companion.LegalCommand, version int) (site.Outcome, error) {
	var lines []string
	for _, c := range deck {
		lines = append(lines, c.Line)
	}
	a, err := s.Table.Draw(ctx, lines, version)
	if err != nil {
		return site.Outcome{Version: version}, err
	}
	return site.Outcome{Version: a.Version}, nil
}

// draw plays one of the commands by Opts.Chance. The viewer who finds them does not
// know the hands: what the true state refuses is in one of them, so the next is
// drawn, and every card that is left in the deck is equally likely.
func (s *Pages) draw(ctx context.Context, deck []companion.LegalCommand, version int) (site.Outcome, error) {
	var err error = engine.Refuse("the game has moved on meanwhile; look again")
	for len(deck) > 0 {
		n := s.Opts.Chance(len(deck))
		var a companion.Answer
		a, err = s.Table.Do(ctx, companion.Request{Seat: engine.Table, Line: deck[n].Line, Version: version})
		if err == nil {
			return site.Outcome{Version: a.Version}, nil
		}
		if refusal := (engine.Refusal{}); !errors.As(err, &refusal) {
			break
		}
		deck = slices.Delete(deck, n, n+1)
	}
	return site.Outcome{Version: version}, err
}
