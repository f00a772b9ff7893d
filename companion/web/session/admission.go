package session

import (
	"net/netip"
	"slices"
	"sync"
)

// An Admission limits what is open at one time: connections or event streams. Where there is no
// room the oldest one goes that is not kept: first of the same address, then of the same
// network, then of all. So nobody keeps others out by opening many, whoever comes is let
// in, and who plays stays.
type Admission struct {
	most    int // in total
	network int // of one network: of IPv6 a household has 64 bits
	each    int // of one address

	mu  sync.Mutex
	all []*Admitted // the oldest first
}

// mostKept is how much of one address is kept: a browser opens six connections.
const mostKept = 24

// Admitted is one thing that is open.
type Admitted struct {
	of      *Admission
	from    netip.Addr
	network netip.Prefix
	kept    bool
	out     func() // closes it
}

// NewAdmission lets so many in, in total and of each address.
func NewAdmission(most, each int) *Admission {
	return &Admission{most: most, network: max(each, most/2), each: each}
}

// Enter makes room for one more, which leave gives back. It is nil if there is none: all
// that could go is kept. Out is called when it has to go for others.
func (a *Admission) Enter(from netip.Addr, out func()) *Admitted {
	p := &Admitted{of: a, from: from, network: networkOf(from), kept: from.IsLoopback(), out: out}
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, scope := range []struct {
		most int
		has  func(*Admitted) bool
	}{
		{a.each, func(o *Admitted) bool { return o.from == from }},
		{a.network, func(o *Admitted) bool { return o.network == p.network }},
		{a.most, func(*Admitted) bool { return true }},
	} {
		if !a.room(scope.most, scope.has) {
			return nil
		}
	}
	a.all = append(a.all, p)
	return p
}

// room shows out as many as needed for one more among those for which has is true; it
// is false if they are all kept.
func (a *Admission) room(most int, has func(*Admitted) bool) bool {
	n := 0
	for _, o := range a.all {
		if has(o) {
			n++
		}
	}
	for ; n >= most; n-- {
		i := slices.IndexFunc(a.all, func(o *Admitted) bool { return has(o) && !o.kept })
		if i < 0 {
			return false
		}
		go a.all[i].out()
		a.all = slices.Delete(a.all, i, i+1)
	}
	return true
}

// Keep says that somebody who plays is behind it: it does not go for others.
func (p *Admitted) Keep() {
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

// Leave makes room.
func (p *Admitted) Leave() {
	p.of.mu.Lock()
	defer p.of.mu.Unlock()
	p.of.all = slices.DeleteFunc(p.of.all, func(o *Admitted) bool { return o == p })
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
