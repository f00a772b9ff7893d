package main

import (
	"fmt"
	"net"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"arbiter/companion/web"
)

// urls lists the addresses under which browsers find the pages at addr.
func urls(addr net.Addr) []string {
	tcp, ok := addr.(*net.TCPAddr)
	if !ok {
		return []string{"http://" + addr.String() + "/"}
	}
	if !tcp.IP.IsUnspecified() {
		return []string{fmt.Sprintf("http://%s/", tcp)}
	}
	list := []string{fmt.Sprintf("http://localhost:%d/ on this device", tcp.Port)}
	for _, ip := range interfaces() {
		if !ip.IsLoopback() && ip.To4() != nil {
			list = append(list, fmt.Sprintf("http://%s:%d/ for phones in the same network", ip, tcp.Port))
		}
	}
	return list
}

// How long the addresses of this device count as known.
const addressLasts = 15 * time.Second

// remembered asks for an address that may change no more often than is needed;
// nil if there is nobody to ask.
func remembered(ask func() string) func() string {
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

// interfaces lists the addresses of this device.
func interfaces() []net.IP {
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

// ours returns whether a browser may call this device by a name: what can only
// be meant for the house, its own name, its own addresses.
func ours() func(host string) bool {
	name, err := os.Hostname()
	if err != nil {
		name = ""
	}
	name, _, _ = strings.Cut(strings.ToLower(name), ".")
	return func(host string) bool {
		if web.LocalHost(host) || name != "" && host == name {
			return true
		}
		ip := net.ParseIP(host)
		return ip != nil && slices.ContainsFunc(interfaces(), ip.Equal)
	}
}
