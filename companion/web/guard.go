package web

import (
	"net"
	"net/http"
	"net/netip"
	"strings"

	"arbiter/companion/record"
)

// The largest body of a request, besides records that are taken in: a form with
// the names of four players is far smaller.
const largestBody = 16 << 10

// guard keeps out what no page of ours sends: foreign names of this device (a
// page elsewhere that rebinds its name to our address), requests that another
// site makes a browser send, and large bodies.
func (s *Server) guard(next http.Handler) http.Handler {
	next = http.NewCrossOriginProtection().Handler(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin") // no-referrer would turn the Origin of forms to null
		h.Set("Cache-Control", "no-store")      // a page holds what a seat alone may know
		if !s.opts.Host(hostName(r.Host)) {
			http.Error(w, "this device does not go by that name", http.StatusMisdirectedRequest)
			return
		}
		largest := int64(largestBody)
		if r.URL.Path == "/games/import" {
			largest += record.MostBytes
		}
		r.Body = http.MaxBytesReader(w, r.Body, largest)
		next.ServeHTTP(w, r)
	})
}

// hostName is the name in a Host header: without port, brackets and trailing
// dot, in lower case.
func hostName(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
	return strings.ToLower(strings.TrimSuffix(host, "."))
}

// LocalHost tells whether a name can only be meant for a device in the house:
// localhost, names under .local, and loopback, private and link-local addresses.
func LocalHost(host string) bool {
	if host == "localhost" || strings.HasSuffix(host, ".local") && len(host) > len(".local") {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && (ip.IsLoopback() || ip.IsPrivate() || ip.IsLinkLocalUnicast())
}
