package games

import (
	"context"
	"math/rand/v2"
	"sync"
	"time"

	"arbiter/companion"
	"arbiter/engine"
	"arbiter/engine/bot"
)

// hintThinks is how long somebody who asks for a hint waits at most.
const hintThinks = time.Second

// Hints tell a seat what a strong player with the seat's knowledge would do. Only one is worked out
// at a time, and only once for each moment of the game.
type Hints struct {
	dice func() *rand.Rand // default Dice

	mu    sync.Mutex
	given map[engine.Seat]given
}

// given is the last hint of a seat.
type given struct {
	game    string
	version int
	best    companion.LegalCommand
}

// Hint returns a hint; false if the rules cannot name what is hidden, as when people hold the
// cards.
func (h *Hints) Hint(ctx context.Context, s companion.Snapshot) (companion.LegalCommand, bool) {
	j, ok := Judge(s.Game)
	if !ok || len(s.Legal) == 0 {
		return companion.LegalCommand{}, false
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if g := h.given[s.Seat]; g.game == s.GameID && g.version == s.Version {
		return g.best, true
	}
	dice := h.throw()
	if j.Chances(dice, bot.Seen{Seat: s.Seat, State: s.State}, 1) == nil {
		return companion.LegalCommand{}, false
	}
	limited, stop := context.WithTimeout(ctx, hintThinks)
	defer stop()
	best := Think(limited, j, dice, s, s.Legal, &bot.Kept{})
	if h.given == nil {
		h.given = map[engine.Seat]given{}
	}
	if ctx.Err() == nil {
		h.given[s.Seat] = given{s.GameID, s.Version, best}
	}
	return best, true
}

func (h *Hints) throw() *rand.Rand {
	if h.dice != nil {
		return h.dice()
	}
	return Dice()
}
