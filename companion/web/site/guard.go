package site

import (
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"

	"arbiter/companion/faces"
	"arbiter/companion/plays"
	"arbiter/companion/record"
	"arbiter/companion/taglist"
	"arbiter/companion/web/session"
	"arbiter/engine/contain"
)

// largestBody is the limit for the body of most requests: a form with the names of four players is
// far smaller.
const largestBody = 16 << 10

// policy has no exceptions: only files of ours run.
const policy = "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"

// Guard rejects what no page of ours sends: foreign host names for this device (DNS rebinding),
// requests that another site makes a browser send, and large bodies.
func (s *Server) Guard(next http.Handler) http.Handler {
	cross := http.NewCrossOriginProtection()
	next = cross.Handler(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin") // with no-referrer, the Origin of forms would be null
		h.Set("Cache-Control", "no-store")      // a page holds what only one seat may know
		switch {
		case !s.Opts.Network.Host(hostName(r.Host)):
			s.misnamed(w, r)
			return
		case strings.HasSuffix(r.URL.Path, "/events") && foreign(cross, r):
			http.Error(w, "events are for our own pages", http.StatusForbidden)
			return
		}
		s.arrived(session.Token(r))
		if s.Seats.Known(session.Token(r)) {
			session.KeepConn(r.Context())
			if r.Method == http.MethodPost {
				s.Browsers.Touch(session.Token(r), s.Opts.Program.Now())
			}
		}
		r.Body = &bounded{http.MaxBytesReader(w, r.Body, s.largest(r)), r.Body}
		s.contained(next, w, r)
	})
}

// contained answers with an error page if the handler panics, or aborts an answer that has begun.
func (s *Server) contained(next http.Handler, w http.ResponseWriter, r *http.Request) {
	begun := &beginning{ResponseWriter: w}
	defer func() {
		switch x := recover(); {
		case x == nil:
		case x == http.ErrAbortHandler:
			panic(x)
		case begun.yet:
			contain.Report(s.Logger, contain.Recovered(x), "a page", "path", r.Pattern)
			panic(http.ErrAbortHandler) // so that nobody takes it for complete
		default:
			s.Refuse(w, r, contain.Recovered(x))
		}
	}()
	next.ServeHTTP(begun, r)
}

// A beginning records whether an answer has begun.
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

// Unwrap is used by http.ResponseController.
func (b *beginning) Unwrap() http.ResponseWriter { return b.ResponseWriter }

// A bounded body has a largest size.
type bounded struct {
	io.ReadCloser
	all io.Reader
}

// mostDrained is how much of a refused body is read and thrown away: a browser shows no answer
// before it has sent everything.
const mostDrained = 64 << 20

// drain reads what is left of a body.
func drain(r *http.Request) {
	if b, ok := r.Body.(*bounded); ok {
		_, _ = io.CopyN(io.Discard, b.all, mostDrained) // on an error, the browser may not show the answer
	}
}

// foreign reports whether another site made the browser send this request, whatever the method:
// even a GET of an event stream takes resources while it is open.
func foreign(cross *http.CrossOriginProtection, r *http.Request) bool {
	changing := r.WithContext(r.Context())
	changing.Method = http.MethodPost
	return cross.Check(changing) != nil
}

// largeBodies are the limits of what only the owner sends, such as records and backups.
var largeBodies = map[string]int64{"/games/import": max(record.MostBytes, plays.MostBytes), "/games/plays": 1 << 20, "/settings/restore": 2 << 30, "/cards": faces.MostBytes, "/tags": taglist.MostBytes}

// largest returns how many bytes the body of a request may have.
func (s *Server) largest(r *http.Request) int64 {
	file := strings.HasPrefix(r.Header.Get("Content-Type"), "multipart/form-data")
	most, large := largeBodies[r.URL.Path]
	if large && file && s.Owners.Owns(session.Token(r)) {
		return largestBody + most
	}
	return largestBody
}

// hostName returns the name in a Host header in lower case, without port, brackets and trailing
// dot.
func hostName(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
	return strings.ToLower(strings.TrimSuffix(host, "."))
}

// LocalHost reports whether a host name can only mean a device on the local network: localhost, and
// loopback, private and link-local addresses. A name under .local does not count: anybody on the
// network can point it at any address.
func LocalHost(host string) bool {
	if host == "localhost" {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && (ip.IsLoopback() || ip.IsPrivate() || ip.IsLinkLocalUnicast())
}
