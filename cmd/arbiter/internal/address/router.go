package address

import (
	"context"
	"net"
	"os"
	"slices"
	"strings"
	"sync"
	"time"
)

// private are the domains that routers give to the networks behind them and that nobody can buy
// (RFC 6762, appendix G; RFC 8375; ICANN's reservation of .internal): no page elsewhere has a name
// there.
var private = []string{"lan", "home", "home.arpa", "localdomain", "internal"}

// bought are such domains that belong to somebody, who could point a name at this device: a name
// there counts only if it resolves to this device alone.
var bought = []string{"fritz.box"}

const (
	// lookupLasts is how long the result of a lookup is believed.
	lookupLasts = time.Minute
	// lookupTakes is how long a lookup may take; a page waits for it.
	lookupTakes = time.Second
)

// A router knows what the router of the network calls this device: its name followed by a domain of
// the router's own.
type router struct {
	short  string // the device's own name, without a domain
	search func() []string
	lookup func(ctx context.Context, host string) ([]net.IP, error)
	mine   func() []net.IP

	mu    sync.Mutex
	known map[string]resolved
}

type resolved struct {
	here bool
	at   time.Time
}

// newRouter returns what the system knows about the router.
func newRouter(name string) *router {
	short, _, _ := strings.Cut(strings.ToLower(name), ".")
	return &router{short: short, search: func() []string { return searched("/etc/resolv.conf") }, mine: Interfaces, known: map[string]resolved{},
		lookup: func(ctx context.Context, host string) ([]net.IP, error) {
			return net.DefaultResolver.LookupIP(ctx, "ip", host+".") // with the dot no search domain is put behind it
		}}
}

// names reports whether the router calls this device by a host name.
func (r *router) names(host string) bool {
	label, domain, _ := strings.Cut(host, ".")
	switch {
	case r.short == "" || label != r.short && !numbered(label, r.short):
		return false
	case label == r.short && slices.Contains(private, domain):
		return true
	case len(label) > len(r.short)+len("-9"): // so that nobody can make it look up many names
		return false
	}
	// Anybody in the network may call a device of theirs arbiter-2.
	return slices.Contains(slices.Concat(private, bought, r.search()), domain) && r.leadsHere(host)
}

// leadsHere reports whether a name resolves to addresses of this device, and to no others.
func (r *router) leadsHere(host string) bool {
	r.mu.Lock()
	k := r.known[host]
	r.mu.Unlock()
	if time.Since(k.at) < lookupLasts {
		return k.here
	}
	ctx, cancel := context.WithTimeout(context.Background(), lookupTakes)
	defer cancel()
	ips, err := r.lookup(ctx, host)
	mine := r.mine()
	elsewhere := func(ip net.IP) bool { return !slices.ContainsFunc(mine, ip.Equal) }
	here := err == nil && len(ips) > 0 && !slices.ContainsFunc(ips, elsewhere)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.known[host] = resolved{here, time.Now()}
	return here
}

// searched returns the search domains in a resolv.conf(5), which the router names to this device.
func searched(file string) (domains []string) {
	text, err := os.ReadFile(file) // a name that is fixed in this program
	if err != nil {
		return nil
	}
	for line := range strings.Lines(string(text)) {
		if words := strings.Fields(line); len(words) > 1 && (words[0] == "search" || words[0] == "domain") {
			for _, d := range words[1:] {
				if d = strings.Trim(strings.ToLower(d), "."); d != "" {
					domains = append(domains, d)
				}
			}
		}
	}
	return domains
}
