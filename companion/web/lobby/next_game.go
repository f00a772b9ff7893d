package lobby

import (
	"fmt"
	"net/http"
	"slices"

	"arbiter/companion"
	"arbiter/companion/seal"
	"arbiter/companion/web/content"
	"arbiter/companion/web/site"
	"arbiter/engine"
)

// A nextGame is how chance is sealed for the next game, on the first page: the hash is shown before
// anybody adds a word.
type nextGame struct {
	Short, Hash string
	Game        string
	Words       []content.Said      // by the seats of the game
	Seats       []content.SeatBadge // seats that may add one
}

// nextGame returns nil if chance is not sealed.
func (s *Pages) nextGame(o companion.GameOffer, say func(engine.Text) string) *nextGame {
	if s.Opts.Dealing.Seals == nil {
		return nil
	}
	hash, words := s.Opts.Dealing.Seals.Next()
	c := &nextGame{Short: seal.Short(hash), Hash: hash, Game: o.Game.Name}
	for _, seat := range o.Seats {
		name := say(engine.Say("%s", seat))
		c.Seats = append(c.Seats, content.SeatBadge{Seat: string(seat), Name: name})
		if words[seat] != "" {
			c.Words = append(c.Words, content.Said{Who: name, Word: words[seat]})
		}
	}
	return c
}

// word adds or replaces a seat's word in the chance of the next game. Fields of the form: game,
// seat, word, and seal, the hash that the page has shown. Anybody who may start a game may do that;
// all see it, so nobody replaces a word unseen.
func (s *Pages) word(_ http.ResponseWriter, r *http.Request) (site.Outcome, error) {
	offer, ok := s.Offer(r.PostFormValue("game"))
	seat := engine.Seat(r.PostFormValue("seat"))
	if !ok || s.Opts.Dealing.Seals == nil || !slices.Contains(offer.Seats, seat) {
		return site.Outcome{}, fmt.Errorf("%w: no such seat before a game", site.ErrMalformed)
	}
	snap, err := s.Table.Snapshot(r.Context(), "")
	if err == nil && snap.GameID != "" && !snap.View.Over {
		err = engine.Refuse("another game is still running; finish it first")
	}
	if err == nil {
		err = s.Opts.Dealing.Seals.Say(r.PostFormValue("seal"), seat, companion.PlayerName(r.PostFormValue("word")))
	}
	return site.Outcome{Go: "/new?game=" + offer.Game.Name}, err
}
