package web

import (
	"net/netip"
	"slices"
	"sync"
)

// A crowd is what is open at one time: connections or event streams. Where there is no
// room the oldest one goes that is not kept: first of the same address, then of the same
// network, then of all. So nobody keeps others out by opening many, whoever comes is let
// in, and who plays stays.
type crowd struct {
	most    int // in total
	network int // of one network: of IPv6 a household has 64 bits
	each    int // of one address

	mu  sync.Mutex
	all []*admitted // the oldest first
}

// mostKept is how much of one address is kept: a browser opens six connections.
const mostKept = 24

// admitted is one thing that is open.
type admitted struct {
	of      *crowd
	from    netip.Addr
	network netip.Prefix
	kept    bool
	out     func() // closes it
}

func newCrowd(most, each int) *crowd {
	return &crowd{most: most, network: max(each, most/2), each: each}
}

// enter makes room for one more, which leave gives back. It is nil if there is none: all
// that could go is kept. Out is called when it has to go for others.
func (c *crowd) enter(from netip.Addr, out func()) *admitted {
	p := &admitted{of: c, from: from, network: networkOf(from), kept: from.IsLoopback(), out: out}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, scope := range []struct {
		most int
		has  func(*admitted) bool
	}{
		{c.each, func(o *admitted) bool { return o.from == from }},
		{c.network, func(o *admitted) bool { return o.network == p.network }},
		{c.most, func(*admitted) bool { return true }},
	} {
		if !c.room(scope.most, scope.has) {
			return nil
		}
	}
	c.all = append(c.all, p)
	return p
}

// room shows out as many as needed for one more among those that has tells; it is false
// if they are all kept.
func (c *crowd) room(most int, has func(*admitted) bool) bool {
	n := 0
	for _, o := range c.all {
		if has(o) {
			n++
		}
	}
	for ; n >= most; n-- {
		i := slices.IndexFunc(c.all, func(o *admitted) bool { return has(o) && !o.kept })
		if i < 0 {
			return false
		}
		go c.all[i].out()
		c.all = slices.Delete(c.all, i, i+1)
	}
	return true
}

// keep says that somebody who plays is behind it: it does not go for others.
func (p *admitted) keep() {
	p.of.mu.Lock()
	defer p.of.mu.Unlock()
	n := 0
	for _, o := range p.of.all {
		if o.kept && o.from == p.from {
			n++
		}
	}
	p.kept = p.kept || n < mostKept
}

// leave makes room.
func (p *admitted) leave() {
	p.of.mu.Lock()
	defer p.of.mu.Unlock()
	p.of.all = slices.DeleteFunc(p.of.all, func(o *admitted) bool { return o == p })
}

// networkOf is the network of an address: of IPv6 a household has a whole one.
func networkOf(from netip.Addr) netip.Prefix {
	bits := 32
	if from.Is6() {
		bits = 64
	}
	p, _ := from.Prefix(bits) // in range, or of no address, which is one network
	return p
}
