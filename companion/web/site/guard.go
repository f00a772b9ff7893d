package site

import (
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"

	"arbiter/companion/faces"
	"arbiter/companion/record"
	"arbiter/companion/web/session"
	"arbiter/engine/contain"
)

// The largest body of a request, besides records that are taken in: a form with
// the names of four players is far smaller.
const largestBody = 16 << 10

// The policy has no exceptions: what is not a file of ours does not run.
const policy = "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"

// Guard keeps out what no page of ours sends: foreign names of this device (a
// page elsewhere that rebinds its name to our address), requests that another
// site makes a browser send, and large bodies.
func (s *Server) Guard(next http.Handler) http.Handler {
	cross := http.NewCrossOriginProtection()
	next = cross.Handler(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin") // no-referrer would turn the Origin of forms to null
		h.Set("Cache-Control", "no-store")      // a page holds what a seat alone may know
		switch {
		case !s.Opts.Host(hostName(r.Host)):
			http.Error(w, "this device does not go by that name; open it by its address, or let it be called so: --names (ARBITER_NAMES)", http.StatusMisdirectedRequest)
			return
		case strings.HasSuffix(r.URL.Path, "/events") && foreign(cross, r):
			http.Error(w, "events are for our own pages", http.StatusForbidden)
			return
		}
		s.arrived(session.Token(r))
		if s.Seats.Known(session.Token(r)) {
			session.KeepConn(r.Context())
			if r.Method == http.MethodPost {
				s.Browsers.Touch(session.Token(r), s.Opts.Now())
			}
		}
		r.Body = &bounded{http.MaxBytesReader(w, r.Body, s.largest(r)), r.Body}
		s.contained(next, w, r)
	})
}

// contained answers a request whose handler panics with a page that says so, or breaks off
// what has begun.
func (s *Server) contained(next http.Handler, w http.ResponseWriter, r *http.Request) {
	begun := &beginning{ResponseWriter: w}
	defer func() {
		switch x := recover(); {
		case x == nil:
		case x == http.ErrAbortHandler:
			panic(x)
		case begun.yet:
			contain.Report(s.Logger, contain.Recovered(x), "a page", "path", r.Pattern)
			panic(http.ErrAbortHandler) // so that nobody takes it for whole
		default:
			s.Refuse(w, r, contain.Recovered(x))
		}
	}()
	next.ServeHTTP(begun, r)
}

// A beginning notes whether an answer has begun.
type beginning struct {
	http.ResponseWriter
	yet bool
}

// WriteHeader begins the answer.
func (b *beginning) WriteHeader(status int) {
	b.yet = true
	b.ResponseWriter.WriteHeader(status)
}

// Write begins the answer.
func (b *beginning) Write(p []byte) (int, error) {
	b.yet = true
	return b.ResponseWriter.Write(p)
}

// Unwrap lets http.ResponseController through.
func (b *beginning) Unwrap() http.ResponseWriter { return b.ResponseWriter }

// A bounded body has a largest size.
type bounded struct {
	io.ReadCloser
	all io.Reader
}

// mostDrained is how much of a refused body is read and thrown away: a browser shows no
// answer before it has sent all.
const mostDrained = 64 << 20

// drain reads what is left of a body.
func drain(r *http.Request) {
	if b, ok := r.Body.(*bounded); ok {
		_, _ = io.CopyN(io.Discard, b.all, mostDrained) // at worst the browser shows no answer
	}
}

// foreign reports whether another site makes the browser ask, by any method: a
// stream of events takes room for as long as it is open.
func foreign(cross *http.CrossOriginProtection, r *http.Request) bool {
	changing := r.WithContext(r.Context())
	changing.Method = http.MethodPost
	return cross.Check(changing) != nil
}

// largeBodies are those that only the owner sends: records, backups.
var largeBodies = map[string]int64{"/games/import": record.MostBytes, "/settings/restore": 2 << 30, "/cards": faces.MostBytes}

// largest is how many bytes the body of a request may have.
func (s *Server) largest(r *http.Request) int64 {
	file := strings.HasPrefix(r.Header.Get("Content-Type"), "multipart/form-data")
	most, large := largeBodies[r.URL.Path]
	if large && file && s.Owners.Owns(session.Token(r)) {
		return largestBody + most
	}
	return largestBody
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

// LocalHost reports whether a name can only be meant for a device in the house:
// localhost, and loopback, private and link-local addresses. A name under .local
// is no such name: whoever is in the network can give it to any address.
func LocalHost(host string) bool {
	if host == "localhost" {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && (ip.IsLoopback() || ip.IsPrivate() || ip.IsLinkLocalUnicast())
}
