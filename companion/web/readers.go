package web

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"arbiter/engine"
)

// virtual returns the virtual reader that stands for a field, "" if there is
// none.
func (o Opts) virtual(seat engine.Seat, zone string) string {
	if o.Readers == nil {
		return ""
	}
	for _, r := range o.Rig.Readers {
		if r.Virtual && r.Seat == seat && len(r.Fields) == 1 && r.Fields[0] == zone {
			return r.Name
		}
	}
	return ""
}

// reachable returns the virtual readers on which the seat may show cards: those
// of nobody, and its own that stand for no single field.
func (o Opts) reachable(seat engine.Seat) []Reader {
	if o.Readers == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(o.Rig.Readers), func(r Reader) bool {
		return !r.Virtual || r.Seat != seat && r.Seat != "" || len(r.Fields) == 1
	})
}

// cardOf is what the tag on a seat's card says.
func cardOf(seat engine.Seat, name string) []string { return []string{string(seat), name} }

func shows(words []string, k engine.Card) bool {
	return k.Name != "" && slices.Contains(words, string(k.Name))
}

func (sc *scene) cardLabel(words []string) string {
	if len(words) == 0 {
		return ""
	}
	return sc.term(engine.Term(words[len(words)-1]))
}

// untidy reports whether a field's virtual reader holds other cards than the game
// has there.
func (s *Server) untidy(seat engine.Seat, z engine.Zone) bool {
	off, on := s.astray(seat, z)
	return len(off)+len(on) > 0
}

// astray returns the cards to take off the reader of a zone and those to lay on.
func (s *Server) astray(seat engine.Seat, z engine.Zone) (off, on [][]string) {
	reader := s.opts.virtual(seat, z.Name)
	if reader == "" {
		return nil, nil
	}
	lying := s.opts.Readers.Lying(reader)
	for _, words := range lying {
		if !slices.ContainsFunc(z.Cards, func(k engine.Card) bool { return shows(words, k) }) {
			off = append(off, words)
		}
	}
	for _, k := range z.Cards {
		if k.Name != "" && !slices.ContainsFunc(lying, func(w []string) bool { return shows(w, k) }) {
			on = append(on, cardOf(seat, string(k.Name)))
		}
	}
	return off, on
}

// straighten lays the seat's cards on its virtual readers as the game has them:
// all that must go first, then all that must come.
func (s *Server) straighten(seat engine.Seat, v engine.View) error {
	var all []error
	place := map[string][][]string{}
	for _, z := range v.Zones {
		if z.Seat != seat {
			continue
		}
		off, on := s.astray(seat, z)
		reader := s.opts.virtual(seat, z.Name)
		for _, words := range off {
			all = append(all, s.opts.Readers.Lift(reader, words))
		}
		place[reader] = on
	}
	for reader, cards := range place {
		for _, words := range cards {
			all = append(all, s.opts.Readers.Place(reader, words))
		}
	}
	return errors.Join(all...)
}

// shared shows the readers that stand for no field, as far as cards lie there.
func (s *Server) shared(sc scene, seat engine.Seat) []shared {
	var all []shared
	for _, r := range s.opts.reachable(seat) {
		b := shared{Reader: r.Name}
		for _, words := range s.opts.Readers.Lying(r.Name) {
			b.Lying = append(b.Lying, laidCard{strings.Join(words, " "), sc.cardLabel(words)})
		}
		if len(b.Lying) > 0 {
			all = append(all, b)
		}
	}
	return all
}

// reader returns the reader if the seat may use it.
func (o Opts) reader(name string, seat engine.Seat) (Reader, error) {
	for _, r := range o.Rig.Readers {
		if r.Name == name && r.Virtual && o.Readers != nil && (r.Seat == "" || r.Seat == seat) {
			return r, nil
		}
	}
	return Reader{}, fmt.Errorf("%w: no such reader", errMalformed)
}
