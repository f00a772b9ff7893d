package app

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"arbiter/engine"
	"arbiter/hw"
	"arbiter/hw/virtual"
	"arbiter/setups"
)

// VirtualCards are the virtual readers of a rig and what lies on them. A card is the words of its
// tag. Its methods may be called from any goroutine.
type VirtualCards struct {
	Readers []*virtual.Reader
	fields  map[slot]*virtual.Reader // readers that stand for one field of a seat

	name    func(uid string, words []string) error // makes a tag known to the table
	Playing func() string                          // id of the game in progress; "" if none

	mu    sync.Mutex
	words map[hw.UID][]string
	laid  map[laidCard]string // the game during which a card was laid
	noise int                 // as set by Disturb
}

type laidCard struct {
	reader string
	uid    hw.UID
}

type slot struct {
	seat engine.Seat
	zone string
}

// NewVirtualCards returns the virtual readers of a rig.
func NewVirtualCards(rig setups.Rig) *VirtualCards {
	c := &VirtualCards{
		fields: map[slot]*virtual.Reader{}, words: map[hw.UID][]string{}, laid: map[laidCard]string{},
		name: func(string, []string) error { return nil }, Playing: func() string { return "" },
	}
	for _, r := range rig.Readers {
		if r.Driver != "virtual" {
			continue
		}
		v := virtual.New(r.Name)
		c.Readers = append(c.Readers, v)
		if r.Seat != "" && len(r.Fields) == 1 {
			c.fields[slot{engine.Seat(r.Seat), r.Fields[0]}] = v
		}
	}
	return c
}

// bus returns the readers for hw.Watch.
func (c *VirtualCards) bus() hw.Bus {
	var bus hw.Bus
	for _, r := range c.Readers {
		bus = append(bus, r)
	}
	return bus
}

func (c *VirtualCards) reader(name string) (*virtual.Reader, error) {
	i := slices.IndexFunc(c.Readers, func(r *virtual.Reader) bool { return r.Name() == name })
	if i < 0 {
		return nil, fmt.Errorf("there is no virtual reader %q", name)
	}
	return c.Readers[i], nil
}

// Place lays a card on a reader, and names its tag if it has no name yet.
func (c *VirtualCards) Place(reader string, words []string) error {
	r, err := c.reader(reader)
	if err != nil {
		return err
	}
	uid := virtual.UID(words)
	c.mu.Lock()
	_, known := c.words[uid]
	c.mu.Unlock()
	if !known {
		if err := c.name(uid.String(), words); err != nil {
			return fmt.Errorf("card %s: %w", strings.Join(words, " "), err)
		}
	}
	game := c.Playing()
	c.mu.Lock()
	c.words[uid] = slices.Clone(words)
	c.laid[laidCard{reader, uid}] = game
	c.mu.Unlock()
	r.Place(uid)
	return nil
}

// Lift takes a card off a reader.
func (c *VirtualCards) Lift(reader string, words []string) error {
	r, err := c.reader(reader)
	if err == nil {
		r.Lift(virtual.UID(words))
	}
	return err
}

// Lying returns the cards on a reader in the order in which they were laid.
func (c *VirtualCards) Lying(reader string) [][]string {
	r, err := c.reader(reader)
	if err != nil {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	var all [][]string
	for _, uid := range r.Lying() {
		all = append(all, slices.Clone(c.words[uid]))
	}
	return all
}

// game returns the game during which a card was laid.
func (c *VirtualCards) game(reader string, words []string) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.laid[laidCard{reader, virtual.UID(words)}]
}

// seats returns the seats that have virtual fields.
func (c *VirtualCards) seats() []engine.Seat {
	var seats []engine.Seat
	for p := range c.fields {
		if !slices.Contains(seats, p.seat) {
			seats = append(seats, p.seat)
		}
	}
	return seats
}

// Tidy lays the cards of a seat on its fields as the view has them, which must be the seat's own:
// first all that must go, then all that must come. Cards laid during the game keep stay where they
// are; "" keeps none.
func (c *VirtualCards) Tidy(seat engine.Seat, v engine.View, keep string) error {
	want := map[string][][]string{}
	for p, r := range c.fields {
		if p.seat != seat {
			continue
		}
		z, _ := v.Zone(seat, p.zone)
		lying := c.Lying(r.Name())
		for _, words := range lying {
			right := slices.ContainsFunc(z.Cards, func(k engine.Card) bool { return isCard(words, seat, k) })
			if !right && (keep == "" || c.game(r.Name(), words) != keep) {
				r.Lift(virtual.UID(words))
			}
		}
		for _, k := range z.Cards {
			if k.Name != "" && !slices.ContainsFunc(lying, func(words []string) bool { return isCard(words, seat, k) }) {
				want[r.Name()] = append(want[r.Name()], []string{string(seat), string(k.Name)})
			}
		}
	}
	for reader, cards := range want {
		for _, words := range cards {
			if err := c.Place(reader, words); err != nil {
				return err
			}
		}
	}
	return nil
}

// isCard reports whether a tag with these words is on the card of the seat. Cards that several
// seats may hold do not name a seat.
func isCard(words []string, seat engine.Seat, k engine.Card) bool {
	stranger := func(w string) bool { return w != string(k.Name) && w != string(seat) }
	return k.Name != "" && slices.Contains(words, string(k.Name)) && !slices.ContainsFunc(words, stranger)
}

// Agree reports whether the tracker has seen what lies there.
func (c *VirtualCards) Agree(seen []hw.Presence) bool {
	n := 0
	for _, r := range c.Readers {
		for _, uid := range r.Lying() {
			if !slices.Contains(seen, hw.Presence{Reader: r.Name(), UID: uid}) {
				return false
			}
			n++
		}
	}
	return n == len(seen)
}
