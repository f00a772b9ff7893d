package web_test

import (
	"crypto/sha256"
	"net/http"
	"slices"
	"strings"
	"sync"

	"arbiter/engine"
	"arbiter/hw"
	"arbiter/hw/virtual"
	"arbiter/setups"
)

// cards are virtual readers with tags that are made from the words.
type cards struct {
	readers map[string]*virtual.Reader
	names   []string
	name    func(uid string, words []string) error
	mu      sync.Mutex
	words   map[hw.UID][]string
	noise   int
}

func newCards(rig setups.Rig) *cards {
	c := &cards{readers: map[string]*virtual.Reader{}, words: map[hw.UID][]string{}}
	for _, r := range rig.Readers {
		c.readers[r.Name] = virtual.New(r.Name)
		c.names = append(c.names, r.Name)
	}
	return c
}

func (c *cards) bus() hw.Bus {
	var bus hw.Bus
	for _, name := range c.names {
		bus = append(bus, c.readers[name])
	}
	return bus
}

func tag(words []string) hw.UID {
	sum := sha256.Sum256([]byte(strings.Join(words, " ")))
	u, err := hw.NewUID(sum[:7])
	if err != nil {
		panic(err)
	}
	return u
}

func (c *cards) Place(reader string, words []string) error {
	if err := c.name(tag(words).String(), words); err != nil {
		return err
	}
	c.mu.Lock()
	c.words[tag(words)] = slices.Clone(words)
	c.mu.Unlock()
	c.readers[reader].Place(tag(words))
	return nil
}

func (c *cards) Lift(reader string, words []string) error {
	c.readers[reader].Lift(tag(words))
	return nil
}

func (c *cards) Lying(reader string) (all [][]string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, u := range c.readers[reader].Lying() {
		all = append(all, c.words[u])
	}
	return all
}

func (c *cards) Disturb(percent int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.noise = percent
	for i, name := range c.names {
		r := c.readers[name]
		r.Repair()
		r.Noise(uint64(i), float64(percent)/100)
		if percent == 100 {
			r.Fail(nil)
		}
	}
}

func (c *cards) Disturbed() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.noise
}

// lay puts a card of a seat on a field's virtual reader and waits until the game
// has taken it, or has a notice about it.
func (b *browser) lay(seat, field, card string) {
	b.t.Helper()
	if status, text := b.post("/place", "seat", seat, "version", b.version(engine.Seat(seat)), "field", field, "card", card); status != http.StatusOK {
		b.t.Fatalf("place %s %s: %d %s", seat, card, status, text)
	}
}
