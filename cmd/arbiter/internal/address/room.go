package address

import (
	"cmp"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
)

// A nearness is how likely phones in the room reach an address of a network interface.
type nearness int

const (
	plugged nearness = iota // a network card, Wi-Fi, or what stands on one, such as a bridge of an access point
	other                   // as in a container, where nobody can tell
	remote                  // a tunnel: who is in the same VPN or tailnet
	inside                  // a bridge of containers or virtual machines; nobody outside of this computer
)

// An interfaceAddress is one of an interface.
type interfaceAddress struct {
	ip   netip.Addr
	near nearness
	main bool // of the interface by which this device reaches others
}

// InRoom returns the addresses by which phones may reach this device, the likeliest first: those of
// physical networks, IPv4 before IPv6, and last those of tunnels. What only this computer reaches,
// such as a bridge of containers, is left out.
func InRoom() (all []netip.Addr) {
	for _, a := range inOrder(interfaceAddresses(linksOfLinux)) {
		all = append(all, a.ip)
	}
	return all
}

const linksOfLinux = "/sys/class/net"

func inOrder(all []interfaceAddress) []interfaceAddress {
	all = slices.DeleteFunc(all, func(a interfaceAddress) bool { return a.near == inside })
	slices.SortStableFunc(all, func(a, b interfaceAddress) int {
		return cmp.Or(cmp.Compare(a.near, b.near), first(a.ip.Is4(), b.ip.Is4()), first(a.main, b.main), first(a.ip.IsPrivate(), b.ip.IsPrivate()))
	})
	return all
}

// first orders addresses with a property before those without.
func first(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}

// interfaceAddresses returns the addresses that can be typed into a browser elsewhere: a link-local
// one of IPv6 needs a zone, which a URL cannot have. The folder is that of Linux; elsewhere there
// is none.
func interfaceAddresses(folder string) (all []interfaceAddress) {
	links, err := net.Interfaces()
	if err != nil {
		return nil
	}
	from := mainAddress()
	for _, link := range links {
		if link.Flags&net.FlagUp == 0 || link.Flags&net.FlagLoopback != 0 {
			continue
		}
		addrs, err := link.Addrs()
		if err != nil {
			continue
		}
		near := nearnessOf(folder, link)
		for _, a := range addrs {
			n, ok := a.(*net.IPNet)
			if !ok {
				continue
			}
			ip, ok := netip.AddrFromSlice(n.IP)
			if ip = ip.Unmap(); !ok || ip.IsLinkLocalUnicast() || ip.IsLoopback() {
				continue
			}
			x := interfaceAddress{ip: ip, near: near, main: ip == from}
			if InTailnet(ip.String()) {
				x.near = remote
			}
			all = append(all, x)
		}
	}
	return all
}

func nearnessOf(folder string, link net.Interface) nearness {
	switch {
	case link.Flags&net.FlagPointToPoint != 0:
		return remote
	case onCard(folder, link.Name, 4):
		return plugged
	case exists(folder, link.Name, "bridge"):
		return inside
	}
	return other
}

// onCard reports whether an interface is a network card, or stands on one: a bridge, a bond, a
// VLAN. deep limits how far it follows them.
func onCard(folder, name string, deep int) bool {
	if exists(folder, name, "device") {
		return true
	}
	lower, _ := filepath.Glob(filepath.Join(folder, name, "lower_*"))
	return deep > 0 && slices.ContainsFunc(lower, func(path string) bool {
		return onCard(folder, filepath.Base(path)[len("lower_"):], deep-1)
	})
}

func exists(path ...string) bool {
	_, err := os.Stat(filepath.Join(path...))
	return err == nil
}

// mainAddress returns the address from which this device would call others; the zero one if it has
// no way to them. Nothing is sent: the address is one of those for documentation (RFC 5737).
func mainAddress() netip.Addr {
	c, err := net.Dial("udp", "192.0.2.1:9")
	if err != nil {
		return netip.Addr{}
	}
	defer c.Close()
	return c.LocalAddr().(*net.UDPAddr).AddrPort().Addr().Unmap()
}
