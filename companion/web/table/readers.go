package table

import (
	"errors"
	"slices"
	"strings"

	"arbiter/companion/web/content"
	"arbiter/engine"
)

func shows(words []string, k engine.Card) bool {
	return k.Name != "" && slices.Contains(words, string(k.Name))
}

// untidy reports whether a field's virtual reader holds other cards than the game has there.
func (s *Pages) untidy(seat engine.Seat, z engine.Zone) bool {
	off, on := s.astray(seat, z)
	return len(off)+len(on) > 0
}

// astray returns the cards to take off the reader of a zone and those to lay on it.
func (s *Pages) astray(seat engine.Seat, z engine.Zone) (off, on [][]string) {
	reader := s.Opts.Virtual(seat, z.Name)
	if reader == "" {
		return nil, nil
	}
	lying := s.Opts.Rig.Cards.Lying(reader)
	for _, words := range lying {
		if !slices.ContainsFunc(z.Cards, func(k engine.Card) bool { return shows(words, k) }) {
			off = append(off, words)
		}
	}
	for _, k := range z.Cards {
		if k.Name != "" && !slices.ContainsFunc(lying, func(w []string) bool { return shows(w, k) }) {
			on = append(on, content.CardOf(seat, string(k.Name)))
		}
	}
	return off, on
}

// straighten lays the seat's cards on its virtual readers as the game has them: first all that must
// go, then all that must come.
func (s *Pages) straighten(seat engine.Seat, v engine.View) error {
	var all []error
	place := map[string][][]string{}
	for _, z := range v.Zones {
		if z.Seat != seat {
			continue
		}
		off, on := s.astray(seat, z)
		reader := s.Opts.Virtual(seat, z.Name)
		for _, words := range off {
			all = append(all, s.Opts.Rig.Cards.Lift(reader, words))
		}
		place[reader] = on
	}
	for reader, cards := range place {
		for _, words := range cards {
			all = append(all, s.Opts.Rig.Cards.Place(reader, words))
		}
	}
	return errors.Join(all...)
}

// shared returns the shared readers on which cards lie.
func (s *Pages) shared(sc content.Content, seat engine.Seat) []content.Shared {
	var all []content.Shared
	for _, r := range s.Opts.Reachable(seat) {
		b := content.Shared{Reader: r.Name}
		for _, words := range s.Opts.Rig.Cards.Lying(r.Name) {
			b.Lying = append(b.Lying, content.LaidCard{Words: strings.Join(words, " "), Label: sc.CardLabel(words)})
		}
		if len(b.Lying) > 0 {
			all = append(all, b)
		}
	}
	return all
}
