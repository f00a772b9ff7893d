package address

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

// The names that routers give to a device named arbiter count, unless a name leads elsewhere.
func TestNamesOfRouters(t *testing.T) {
	here, there := net.ParseIP("192.168.178.45"), net.ParseIP("203.0.113.7")
	zone := map[string][]net.IP{
		"arbiter.fritz.box": {here}, "arbiter-2.fritz.box": {here, there}, "arbiter-3.fritz.box": {there}, "arbiter-2.lan": {here}, "arbiter-3.lan": {there},
		"arbiter.club.example": {here}, "arbiter.elsewhere.example": {here},
	}
	asked := 0
	r := &router{short: "arbiter", known: map[string]resolved{}, search: func() []string { return []string{"club.example"} },
		mine: func() []net.IP { return []net.IP{net.ParseIP("127.0.0.1"), here} },
		lookup: func(_ context.Context, host string) ([]net.IP, error) {
			asked++
			if ips := zone[host]; ips != nil {
				return ips, nil
			}
			return nil, errors.New("no such host")
		}}
	for host, want := range map[string]bool{
		"arbiter.lan": true, "arbiter.home": true, "arbiter.home.arpa": true, "arbiter.localdomain": true, "arbiter.internal": true, "arbiter-2.lan": true, "arbiter-3.lan": false, "arbiter-4.lan": false,
		"arbiter.fritz.box":         true,
		"arbiter-2.fritz.box":       false, // also leads elsewhere
		"arbiter-3.fritz.box":       false,
		"arbiter-4.fritz.box":       false, // leads nowhere
		"arbiter.club.example":      true,  // the network's own domain
		"arbiter.elsewhere.example": false, // a page that points its own name here
		"evil.lan":                  false,
		"evil.fritz.box":            false,
		"arbiter.evil.lan":          false,
		"arbiter":                   false, // which is the device's own name, not the router's
		"arbiter.":                  false,
		".lan":                      false,
		"arbiter-x.lan":             false,
	} {
		if got := r.names(host); got != want {
			t.Errorf("%q: %v, want %v", host, got, want)
		}
	}
	before := asked
	if !r.names("arbiter.fritz.box") || asked != before {
		t.Error("a name that was just looked up is looked up again")
	}
	if nameless := (&router{}); nameless.names(".lan") {
		t.Error("a device without a name has one")
	}
}

// A router that does not answer delays nobody for long, and a name may lead elsewhere later.
func TestARouterThatDoesNotAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		silent, here := true, net.ParseIP("10.0.0.5")
		r := &router{short: "arbiter", known: map[string]resolved{}, search: func() []string { return nil }, mine: func() []net.IP { return []net.IP{here} },
			lookup: func(ctx context.Context, _ string) ([]net.IP, error) {
				if silent {
					<-ctx.Done()
					return nil, ctx.Err()
				}
				return []net.IP{here}, nil
			}}
		begin := time.Now()
		if r.names("arbiter.fritz.box") || time.Since(begin) != lookupTakes {
			t.Errorf("it took %v", time.Since(begin))
		}
		silent = false
		if r.names("arbiter.fritz.box") {
			t.Error("it is asked again at once")
		}
		time.Sleep(lookupLasts + 1) // of the virtual clock
		if !r.names("arbiter.fritz.box") {
			t.Error("it is not asked again")
		}
		for i := range 100 {
			r.names(fmt.Sprintf("arbiter-%d.fritz.box", i))
		}
		if len(r.known) > 11 {
			t.Errorf("%d names were looked up", len(r.known))
		}
	})
}

func TestSearchDomains(t *testing.T) {
	file := filepath.Join(t.TempDir(), "resolv.conf")
	if err := os.WriteFile(file, []byte("# by the router\nnameserver 10.0.0.1\nsearch Club.Example. fritz.box\ndomain lan\nsearch\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, want := searched(file), []string{"club.example", "fritz.box", "lan"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if got := searched(file + "x"); got != nil {
		t.Errorf("of no file %q", got)
	}
}
