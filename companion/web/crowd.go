package web

import (
	"net/netip"
	"sync"
)

// A crowd counts what is open at one time, in total and for each address, so
// that no single one takes all the room.
type crowd struct {
	most, each int

	mu   sync.Mutex
	all  int
	from map[netip.Prefix]int
}

func newCrowd(most, each int) *crowd {
	return &crowd{most: most, each: each, from: map[netip.Prefix]int{}}
}

// enter makes room for one more, which leave gives back. Not ok: there is none.
func (c *crowd) enter(from netip.Prefix) (leave func(), ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.all >= c.most || c.from[from] >= c.each {
		return nil, false
	}
	c.all++
	c.from[from]++
	return sync.OnceFunc(func() { c.exit(from) }), true
}

func (c *crowd) exit(from netip.Prefix) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.all--
	if c.from[from]--; c.from[from] == 0 {
		delete(c.from, from)
	}
}
