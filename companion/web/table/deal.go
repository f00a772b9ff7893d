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

// Chance: where the game lets the Table draw cards or deal them to a seat, and there is no
// cardboard to draw from, the program draws. Nobody chooses the cards, and only the seat that they
// are dealt to reads them here.

// Draws reports whether a command is chance, see commands.Draws.
func Draws(c companion.LegalCommand) bool { return commands.Draws(c) }

// mostDealt is how many cards one request deals at most.
const mostDealt = 200

// deal draws what the Table owes: one card or, with all, until the game waits for no more of the
// kind. Fields of the form: seat, version, all, and what is drawn: deck (a line with {}) or line
// (the seat that gets it).
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

// draw plays one of the commands by Opts.Chance. They come from what a viewer knows, without the
// hands: if the true state refuses a card because it is in a hand, the next one is drawn, so every
// card left in the deck is equally likely.
func (s *Pages) draw(ctx context.Context, deck []companion.LegalCommand, version int) (site.Outcome, error) {
	var err error = engine.Refuse("the game has moved on meanwhile; look again")
	for len(deck) > 0 {
		n := s.Opts.Dealing.Chance(len(deck))
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
