package session

import (
	"net/netip"
	"slices"
	"sync"
)

// An Admission limits how many connections or event streams are open. If there is no room, the
// oldest one that is not kept has to go: first of the same address, then of the same network, then
// of all. So nobody keeps others out by opening many, newcomers are let in, and players stay.
type Admission struct {
	most    int // in total
	network int // for each network; a household's IPv6 network is a /64
	each    int // for each address

	mu  sync.Mutex
	all []*Admitted // the oldest first
}

// mostKept is how many are kept for one address: a browser opens six connections.
const mostKept = 24

// An Admitted is one thing that is open.
type Admitted struct {
	of      *Admission
	from    netip.Addr
	network netip.Prefix
	kept    bool
	out     func() // closes it
}

// NewAdmission returns an Admission with limits for the total and for each address.
func NewAdmission(most, each int) *Admission {
	return &Admission{most: most, network: max(each, most/2), each: each}
}

// Enter makes room for one more, until Leave. It returns nil if there is no room because all are
// kept. out is called if it has to go for others.
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

// room sends away as many as needed for one more among those for which has is true; it returns
// false if all of them are kept.
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

// Keep marks it as a player's: it does not have to go for others.
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

// Leave gives its room back.
func (p *Admitted) Leave() {
	p.of.mu.Lock()
	defer p.of.mu.Unlock()
	p.of.all = slices.DeleteFunc(p.of.all, func(o *Admitted) bool { return o == p })
}

// networkOf returns the network of an address, which for IPv6 is a household's.
func networkOf(from netip.Addr) netip.Prefix {
	bits := 32
	if from.Is6() {
		bits = 64
	}
	p, _ := from.Prefix(bits) // always in range; no address counts as one network
	return p
}
