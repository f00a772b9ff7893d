package web

import (
	"fmt"
	"net/http"
	"slices"

	"arbiter/companion"
	"arbiter/companion/seal"
	"arbiter/engine"
)

// A nextGame game is how chance is fixed for the next one, on the first page: the hash
// is shown before anybody adds a word.
type nextGame struct {
	Short, Hash string
	Game        string
	Words       []said      // by the seats of the game
	Seats       []seatBadge // that may add one
}

// nextGame is nil if chance is not sealed.
func (s *Server) nextGame(o companion.GameOffer, say func(engine.Text) string) *nextGame {
	if s.opts.Seals == nil {
		return nil
	}
	hash, words := s.opts.Seals.Next()
	c := &nextGame{Short: seal.Short(hash), Hash: hash, Game: o.Game.Name}
	for _, seat := range o.Seats {
		name := say(engine.Say("%s", seat))
		c.Seats = append(c.Seats, seatBadge{Seat: string(seat), Name: name})
		if words[seat] != "" {
			c.Words = append(c.Words, said{name, words[seat]})
		}
	}
	return c
}

// word adds a word of a seat to the chance of the next game, or exchanges it: game,
// seat, word, and seal, the hash that its page has shown. Who may start a game may add one;
// all see it, so none is exchanged unseen.
func (s *Server) word(_ http.ResponseWriter, r *http.Request) (outcome, error) {
	offer, ok := s.offer(r.PostFormValue("game"))
	seat := engine.Seat(r.PostFormValue("seat"))
	if !ok || s.opts.Seals == nil || !slices.Contains(offer.Seats, seat) {
		return outcome{}, fmt.Errorf("%w: no such seat before a game", errMalformed)
	}
	snap, err := s.table.Snapshot(r.Context(), "")
	if err == nil && snap.GameID != "" && !snap.View.Over {
		err = engine.Refuse("another game is still running; finish it first")
	}
	if err == nil {
		err = s.opts.Seals.Say(r.PostFormValue("seal"), seat, companion.PlayerName(r.PostFormValue("word")))
	}
	return outcome{Go: "/new?game=" + offer.Game.Name}, err
}
