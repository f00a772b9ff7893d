package companion

import (
	"fmt"
	"maps"
	"slices"

	"arbiter/engine"
)

// When somebody else sits down at a seat, what it alone knew is covered: the cards that lie face
// down were not meant for the newcomer. What others know of too, such as which cards are in the
// hand, stays with the seat, which could not play on without it.

// conceal covers what the seat alone knows up to now.
func (t *Table) conceal(seat engine.Seat) error {
	g := t.game
	if g == nil || !slices.Contains(g.people, seat) || g.session.Version() == 0 {
		return nil
	}
	concealed := maps.Clone(g.concealed)
	if concealed == nil {
		concealed = map[engine.Seat]int{}
	}
	concealed[seat] = g.session.Version()
	err := t.opts.Store.Conceal(g.id, concealed)
	g.concealed = concealed
	g.logs[seat] = g.logOf(seat)
	g.look()
	delete(g.moves, seat)
	g.forget(seat)
	t.publish()
	if err != nil {
		return fmt.Errorf("game %s: %w", g.id, err)
	}
	return nil
}

// knows returns what a seat knows of the game; "" is a spectator.
func (g *game) knows(eye engine.Seat) *engine.Knowledge {
	return g.session.Knows(engine.Knower{Seat: eye, Covered: g.concealed[eye]})
}

// seen returns the state as a seat knows it.
func (g *game) seen(eye engine.Seat) engine.State { return g.knows(eye).State() }

// conceals reports whether something lies face down in front of the seat that it does not know.
func (g *game) conceals(eye engine.Seat) bool {
	return g.concealed[eye] > 0 && !slices.Equal(lying(g.seen(eye), eye), lying(g.session.Seen(eye), eye))
}

// lying returns the cards of a seat with their places, sorted.
func lying(s engine.State, seat engine.Seat) (all []string) {
	for _, z := range s.View().Zones {
		if z.Seat == seat {
			for _, k := range z.Cards {
				all = append(all, z.Name+" "+string(k.Name))
			}
		}
	}
	slices.Sort(all)
	return all
}

// secretly reports whether a command does nothing that anybody else hears of.
func secretly(s engine.State, c engine.Command) bool {
	events, err := s.Decide(c)
	return err == nil && len(events) > 0 && !slices.ContainsFunc(events, func(e engine.Event) bool { return engine.SeenBy("", e) != nil })
}

func concealing() error {
	return engine.Refuse("cards lie face down here from before; take them back first, without looking")
}

// anew takes back what lies face down in front of a seat that does not know it.
func (t *Table) anew(seat engine.Seat) (Answer, error) {
	g := t.game
	switch {
	case g == nil:
		return Answer{}, engine.Refuse("no game is running")
	case !g.conceals(seat):
		return Answer{Version: g.session.Version()}, nil
	case g.divergence != nil:
		return Answer{}, undecided()
	case t.readers.Lies(seat):
		return Answer{}, engine.Refuse("take the cards off the readers first, without looking")
	}
	for c := g.unknown(seat); c != nil; c = g.unknown(seat) {
		if _, err := t.play(c); err != nil {
			return Answer{}, err
		}
	}
	t.refresh()
	return Answer{Version: g.session.Version()}, nil
}

// unknown returns a command that takes back a card which the seat does not know, or nil.
func (g *game) unknown(seat engine.Seat) engine.Command {
	state, known := g.session.State(), g.seen(seat)
	for _, c := range engine.BySeat(seat, state.Legal()) {
		if !secretly(state, c) {
			continue
		}
		events, _ := state.Decide(c) // Legal allows it
		if _, err := known.Decide(c); err != nil && held(engine.Fold(state, events...), seat) > held(state, seat) {
			return c
		}
	}
	return nil
}

// held returns how many cards a seat has in hand.
func held(s engine.State, seat engine.Seat) int {
	hand, _ := s.View().Zone(seat, engine.Hand)
	return len(hand.Cards)
}
