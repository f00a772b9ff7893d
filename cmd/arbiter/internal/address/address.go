// Package address knows the names and addresses by which people reach this device.
package address

import (
	"fmt"
	"net"
	"net/netip"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"arbiter/companion/web"
)

// URLs returns the addresses at which browsers find the pages served at addr.
func URLs(addr net.Addr) []string {
	tcp, ok := addr.(*net.TCPAddr)
	if !ok {
		return []string{"http://" + addr.String() + "/"}
	}
	if !tcp.IP.IsUnspecified() {
		return []string{fmt.Sprintf("http://%s/", tcp)}
	}
	list := []string{fmt.Sprintf("http://localhost:%d/ on this device", tcp.Port)}
	for _, a := range inOrder(interfaceAddresses(linksOfLinux)) {
		whose := "for phones in the same network"
		if a.near == remote {
			whose = "for those in the same VPN"
		}
		list = append(list, fmt.Sprintf("http://%s/ %s", netip.AddrPortFrom(a.ip, uint16(tcp.Port)), whose))
	}
	return list
}

// Local returns the address at which browsers on this device find the pages served at addr.
func Local(addr net.Addr) string {
	at, _, _ := strings.Cut(URLs(addr)[0], " ")
	return at
}

// OwnerLink returns the link with which the owner opens the pages at addr from the terminal.
func OwnerLink(addr net.Addr, code string) string {
	return strings.TrimSuffix(Local(addr), "/") + OwnerPath + code
}

// addressLasts is how long the addresses of this device are cached.
const addressLasts = 15 * time.Second

// Remembered caches the result of ask, an address that may change; nil if ask is nil.
func Remembered(ask func() string) func() string {
	if ask == nil {
		return nil
	}
	var mu sync.Mutex
	var known string
	var since time.Time
	return func() string {
		mu.Lock()
		defer mu.Unlock()
		if time.Since(since) > addressLasts {
			known, since = strings.TrimSuffix(ask(), "/"), time.Now()
		}
		return known
	}
}

// Interfaces returns all addresses of this device.
func Interfaces() []net.IP {
	var list []net.IP
	addrs, err := net.InterfaceAddrs()
	if err != nil {
		return nil
	}
	for _, a := range addrs {
		if n, ok := a.(*net.IPNet); ok {
			list = append(list, n.IP)
		}
	}
	return list
}

// Ours returns a function that reports whether a browser may call this device by a host name: local
// names and addresses, the device's own addresses, its own name, with or without .local, what a
// router calls it, the names in more, and with tailnet also those of a tailnet.
func Ours(more []string, tailnet bool) func(host string) bool {
	name, err := os.Hostname()
	if err != nil {
		name = ""
	}
	named, behind := GoesBy(name, more), newRouter(name)
	return func(host string) bool {
		if web.LocalHost(host) || named(host) || tailnet && InTailnet(host) {
			return true
		}
		if ip := net.ParseIP(host); ip != nil {
			return slices.ContainsFunc(Interfaces(), ip.Equal)
		}
		return behind.names(host)
	}
}

// ofTailnets are the addresses that Tailscale and Headscale assign (RFC 6598); their IPv6 addresses
// are private ones.
var ofTailnets = netip.MustParsePrefix("100.64.0.0/10")

// InTailnet reports whether a name or an address can only mean a device in a tailnet.
func InTailnet(host string) bool {
	if name, ok := strings.CutSuffix(host, ".ts.net"); ok {
		return name != ""
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ofTailnets.Contains(ip.Unmap())
}

// GoesBy returns a function that reports whether a device goes by a host name. mDNS calls the
// second arbiter in a network arbiter-2.
func GoesBy(name string, more []string) func(host string) bool {
	all := []string{}
	for _, n := range more {
		all = append(all, strings.TrimSuffix(strings.ToLower(n), "."))
	}
	short, _, _ := strings.Cut(strings.ToLower(name), ".")
	return func(host string) bool {
		if slices.Contains(all, host) {
			return true
		}
		if short == "" {
			return false
		}
		label, local := strings.CutSuffix(host, ".local")
		return host == short || host == strings.ToLower(name) || local && (label == short || numbered(label, short))
	}
}

// numbered reports whether a label is short with a number, such as arbiter-2.
func numbered(label, short string) bool {
	number, ok := strings.CutPrefix(label, short+"-")
	return ok && number != "" && strings.Trim(number, "0123456789") == ""
}

const (
	OwnerPath = "/o/"
)
