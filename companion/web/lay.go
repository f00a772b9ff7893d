package web

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"arbiter/companion"
	"arbiter/companion/web/page"
	"arbiter/engine"
)

// lay plays a line of notation that lays a card of the seat on a field, or takes it
// back: seat, line, version. Where the field has a virtual reader the card is moved
// there, and the reader tells the game.
func (s *Server) lay(w http.ResponseWriter, r *http.Request) (outcome, error) {
	seat, _, err := s.asked(r)
	if err != nil {
		return outcome{}, err
	}
	o, mine, err := s.moved(r.Context(), seat, r.PostFormValue("line"))
	if mine || err != nil {
		return o, err
	}
	return s.do(w, r)
}

// moved moves the card on the virtual reader of its field, if it has one.
func (s *Server) moved(ctx context.Context, seat engine.Seat, line string) (o outcome, mine bool, err error) {
	if s.opts.Readers == nil {
		return outcome{}, false, nil
	}
	snap, err := s.table.Snapshot(ctx, seat)
	i := slices.IndexFunc(snap.Legal, func(c companion.LegalCommand) bool { return c.Line == line })
	if err != nil || i < 0 || !page.Lays(snap.View, seat, snap.Legal[i]) {
		return outcome{}, false, err
	}
	words := strings.Fields(line)
	for _, z := range snap.View.Zones {
		reader := s.opts.virtual(seat, z.Name)
		if z.Seat != seat || reader == "" || !slices.Contains(words, z.Name) {
			continue
		}
		if err := s.plugged(); err != nil {
			return outcome{}, true, err
		}
		for _, k := range words {
			lies := slices.ContainsFunc(z.Cards, func(c engine.Card) bool { return string(c.Name) == k })
			if !lies && !has(snap.View, seat, k) {
				continue
			}
			o, err = s.noticed(ctx, snap, func() error {
				if lies {
					return s.opts.Readers.Lift(reader, cardOf(seat, k))
				}
				return s.laid(seat, reader, cardOf(seat, k))
			})
			return o, true, err
		}
	}
	return outcome{}, false, nil
}
