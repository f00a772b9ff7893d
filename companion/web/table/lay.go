package table

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"arbiter/companion"
	"arbiter/companion/web/content"
	"arbiter/companion/web/page"
	"arbiter/companion/web/site"
	"arbiter/engine"
)

// lay plays a line of notation that lays one of the seat's cards on a field or takes it back. If
// the field has a virtual reader, the card is moved there, and the reader tells the game. Fields of
// the form: seat, line, version.
func (s *Pages) lay(w http.ResponseWriter, r *http.Request) (site.Outcome, error) {
	seat, _, err := s.asked(r)
	if err != nil {
		return site.Outcome{}, err
	}
	o, mine, err := s.moved(r.Context(), seat, r.PostFormValue("line"))
	if mine || err != nil {
		return o, err
	}
	return s.do(w, r)
}

// moved moves the card on the virtual reader of its field, if it has one.
func (s *Pages) moved(ctx context.Context, seat engine.Seat, line string) (o site.Outcome, mine bool, err error) {
	if s.Opts.Rig.Cards == nil {
		return site.Outcome{}, false, nil
	}
	snap, err := s.Table.Snapshot(ctx, seat)
	i := slices.IndexFunc(snap.Legal, func(c companion.LegalCommand) bool { return c.Line == line })
	if err != nil || i < 0 || !page.Lays(snap.View, seat, snap.Legal[i]) {
		return site.Outcome{}, false, err
	}
	words := strings.Fields(line)
	for _, z := range snap.View.Zones {
		reader := s.Opts.Virtual(seat, z.Name)
		if z.Seat != seat || reader == "" || !slices.Contains(words, z.Name) {
			continue
		}
		if err := s.plugged(); err != nil {
			return site.Outcome{}, true, err
		}
		for _, k := range words {
			lies := slices.ContainsFunc(z.Cards, func(c engine.Card) bool { return string(c.Name) == k })
			if !lies && !has(snap.View, seat, k) {
				continue
			}
			o, err = s.noticed(ctx, snap, func() error {
				if lies {
					return s.Opts.Rig.Cards.Lift(reader, content.CardOf(seat, k))
				}
				return s.laid(seat, reader, content.CardOf(seat, k))
			})
			return o, true, err
		}
	}
	return site.Outcome{}, false, nil
}
