package companion

import (
	"slices"

	"arbiter/engine"
)

// Whoever is out of the game looks on with what the seat knows: the game waits for that
// seat no more, and nobody asks it to agree. If nobody who sits there is left, because
// bots play on, all of them look after the table.

// stay notes who is still in the game.
func (g *game) stay() {
	var out []engine.Seat
	for _, p := range engine.Plain(g.session.Seen("")).Seats {
		if p.Out {
			out = append(out, p.Seat)
		}
	}
	if g.acting = besides(g.people, out); len(g.acting) == 0 {
		g.acting = g.people
	}
}

// left reports whether a person sits there who is out of the game.
func (g *game) left(a viewer) bool {
	return !a.bot && slices.Contains(g.people, a.seat) && !slices.Contains(g.acting, a.seat)
}

func leftTheGame(seat engine.Seat) error {
	return engine.Refuse("%s is out of the game and only watches", seat)
}
