package enginetest

import (
	"fmt"
	"maps"
	"slices"

	"arbiter/engine"
)

// A cardboard is a model of what lies on the table, as far as a reader may know it. It is built
// from a view, and follows moves as a person would who has only these instructions.
type cardboard struct {
	numbers map[string]int        // markers, heaps, and cards without a name by their spots
	cards   map[string][]faceCard // with a name, by their spots; on fields from bottom to top
	secret  map[string]bool       // spots where the reader knows no name
	held    map[string]string     // another seat's fields, with its hand: what lies face down there may be in it
	own     engine.Seat
}

// A faceCard is a card or a piece that lies somewhere.
type faceCard struct {
	name engine.Term
	down bool
}

func spot(seat engine.Seat, name string) string { return fmt.Sprint(seat, " ", name) }

// newCardboard models the view of reader. The other view shows which spots the reader does not know
// in one of the two.
func newCardboard(reader engine.Seat, v, other engine.View) *cardboard {
	b := &cardboard{map[string]int{}, map[string][]faceCard{}, map[string]bool{}, map[string]string{}, reader}
	for _, t := range v.Tracks {
		b.count("track ", t, v.Seats)
	}
	for _, t := range v.Pieces {
		b.count("heap ", t, v.Seats)
	}
	for _, w := range []engine.View{v, other} {
		for _, z := range w.Zones {
			b.secret[spot(z.Seat, z.Name)] = b.secret[spot(z.Seat, z.Name)] || z.Name == engine.Hand && slices.ContainsFunc(z.Cards, nameless)
		}
	}
	for _, z := range slices.Concat(v.Zones, v.Lying) {
		at := spot(z.Seat, z.Name)
		if z.Covert && z.Seat != reader {
			b.held[at] = spot(z.Seat, engine.Hand)
		}
		for _, c := range z.Cards {
			b.lay(at, c.Name, c.Down)
		}
	}
	for _, p := range v.Piles {
		if slices.ContainsFunc(other.Piles, func(o engine.Pile) bool { return o.Seat == p.Seat && o.Name == p.Name }) {
			b.secret[spot(p.Seat, p.Name)] = true
			b.numbers[spot(p.Seat, p.Name)] = p.Number
		}
	}
	return b
}

func nameless(c engine.Card) bool { return c.Name == "" }

func (b *cardboard) count(kind string, t engine.Track, seats []engine.Place) {
	for i, p := range seats {
		if !t.Derived {
			b.numbers[kind+spot(p.Seat, t.Name)] = t.At[i]
		}
	}
}

func (b *cardboard) lay(at string, name engine.Term, down bool) {
	if name == "" || b.secret[at] {
		b.numbers[at]++
		return
	}
	b.cards[at] = append(b.cards[at], faceCard{name, down})
}

// follow carries out a move. The error says why that is impossible.
func (b *cardboard) follow(m engine.Move) error {
	from, to := spot(m.From.Seat, m.From.Name), spot(m.To.Seat, m.To.Name)
	switch m.Kind {
	case engine.Marker:
		return b.set("track "+spot(m.Seat, m.Track.Name), m)
	case engine.Heap:
		return b.set("heap "+spot(m.Seat, m.Track.Name), m)
	case engine.Turn:
		return b.turn(from, m)
	}
	if b.held[to] != "" && m.Card == "" {
		return b.turn(from, m) // nobody else sees where a seat's face-down cards go
	}
	for range m.Number {
		if err := b.take(from, m); err != nil {
			return err
		}
		if m.To.Name != "" {
			b.lay(to, m.Card, m.Down && !b.secret[to])
		}
	}
	return nil
}

func (b *cardboard) set(what string, m engine.Move) error {
	if b.numbers[what] != m.Was {
		return fmt.Errorf("%s is at %d", what, b.numbers[what])
	}
	b.numbers[what] = m.Is
	return nil
}

// take takes the top matching card from a spot.
func (b *cardboard) take(at string, m engine.Move) error {
	switch {
	case m.From.Name == "":
		return nil
	case m.Card == "" || b.secret[at]:
		b.numbers[at]--
		return nil
	}
	for i, c := range slices.Backward(b.cards[at]) {
		if c.name == m.Card {
			b.cards[at] = slices.Delete(slices.Clone(b.cards[at]), i, i+1)
			return nil
		}
	}
	return fmt.Errorf("%s does not lie on %s", m.Card, at)
}

// turn turns cards over; a move without a name means the top face-up ones, which only their owner
// knows from then on.
func (b *cardboard) turn(at string, m engine.Move) error {
	cards := slices.Clone(b.cards[at])
	left := m.Number
	for i, c := range slices.Backward(cards) {
		if left == 0 || c.down || m.Card != "" && m.Card != c.name {
			continue
		}
		left--
		cards[i].down = true
		if m.From.Seat != b.own {
			cards = slices.Delete(cards, i, i+1)
			if hand := b.held[at]; hand != "" {
				b.lay(hand, c.name, false)
			} else {
				b.numbers[at]++
			}
		}
	}
	if left > 0 {
		return fmt.Errorf("%d cards to be turned do not lie open on %s", left, at)
	}
	b.cards[at] = cards
	return nil
}

// differs describes the first difference between two tables; "" if there is none. Order matters on
// fields, where cards lie on top of each other.
func (b *cardboard) differs(o *cardboard, stacked map[string]bool) string {
	b.forget(o)
	for _, what := range keys(b.numbers, o.numbers) {
		if b.numbers[what] != o.numbers[what] {
			return fmt.Sprintf("%s: %d, not %d", what, b.numbers[what], o.numbers[what])
		}
	}
	for _, at := range keys(b.cards, o.cards) {
		is, want := slices.Clone(b.cards[at]), slices.Clone(o.cards[at])
		if !stacked[at] {
			slices.SortFunc(is, byName)
			slices.SortFunc(want, byName)
		}
		if !slices.Equal(is, want) {
			return fmt.Sprintf("%s: %v, not %v", at, is, want)
		}
	}
	return ""
}

// forget removes the names of face-down cards that have none on the other table: what a seat has
// not shown to anybody need not be stated.
func (b *cardboard) forget(o *cardboard) {
	for at, cards := range b.cards {
		b.cards[at] = slices.DeleteFunc(slices.Clone(cards), func(c faceCard) bool {
			unknown := c.down && b.numbers[at] < o.numbers[at] && !slices.Contains(o.cards[at], c)
			if unknown {
				b.numbers[at]++
			}
			return unknown
		})
	}
}

func byName(a, b faceCard) int {
	if a.name != b.name {
		return map[bool]int{true: -1, false: 1}[a.name < b.name]
	}
	return map[bool]int{true: 1}[a.down && !b.down] - map[bool]int{true: 1}[b.down && !a.down]
}

func keys[V any](a, b map[string]V) []string {
	all := slices.AppendSeq(slices.Collect(maps.Keys(a)), maps.Keys(b))
	slices.Sort(all)
	return slices.Compact(all)
}
