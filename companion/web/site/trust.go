package site

import (
	"fmt"
	"html/template"
	"net"
	"net/http"
	"strconv"
	"strings"

	"arbiter/companion/web/content"
	"arbiter/engine"
)

// Trust is what makes browsers trust a device that serves HTTPS beside HTTP. Over
// HTTPS pages can be installed, keep the screen on and read tags; all else they do
// over HTTP as well.
type Trust struct {
	Port        int    // of HTTPS; 0: there is none
	Name        string // that the certificate is for; "": whatever the browser calls this device
	Authority   []byte // the certificate to be trusted, in DER; nil if browsers trust it as it is
	Fingerprint string // SHA-256 of Authority, as devices show it
}

// A trusting is the page that shows how.
type trusting struct {
	QR          template.HTML // leads other phones to this page
	At          string        // the address to type; "" if it is not known
	Signed      bool          // by an authority that has to be trusted first
	Fingerprint string
	Secure      string // where the start page is over HTTPS
	Seats       []held // that the browser may take there
}

// A held seat is one of the browser that looks at the page.
type held struct{ Name, Title string }

func (s *Server) trusted(mux *Routes) {
	if s.Opts.Trust.Port == 0 {
		return
	}
	mux.HandleFunc("GET /ca", s.trustPage)
	if s.Opts.Trust.Authority != nil {
		mux.HandleFunc("GET /ca/arbiter.crt", s.authority)
	}
}

// authority hands out what others have to trust. The key is not in it.
func (s *Server) authority(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/x-x509-ca-cert")
	w.Write(s.Opts.Trust.Authority)
}

func (s *Server) trustPage(w http.ResponseWriter, r *http.Request) {
	p := Document{Viewer: s.Viewer(r, ""), Kind: "trust", Look: true, Path: "/ca"}
	t := s.Opts.Trust
	p.Trusting = trusting{Signed: t.Authority != nil, Fingerprint: t.Fingerprint, Secure: t.address(r.Host)}
	if r.TLS == nil {
		say := s.Speaker(p.Lang, nil)
		for _, seat := range strings.Fields(p.Held) {
			p.Trusting.Seats = append(p.Trusting.Seats, held{seat, say(engine.Say("Take along %s", engine.Term(seat)))})
		}
	}
	if at := s.Opts.Address(); at != "" {
		p.Trusting.QR, p.Trusting.At = Code(at+"/ca"), content.Plain(at)+"/ca"
	}
	s.Write(w, http.StatusOK, p)
}

// Address is a page over HTTPS for who asks over plain HTTP; "" if there is none, or this is it.
func (t Trust) Address(r *http.Request, path string) string {
	if t.Port == 0 || r.TLS != nil {
		return ""
	}
	return strings.TrimSuffix(t.address(r.Host), "/") + path
}

// Shown is where a QR code on a page leads, without a slash at the end: to HTTPS as the page
// itself, where browsers trust that as it is. An authority of the device's own the phone that
// reads the code need not know, and would be shown a warning first: plain HTTP has all pages,
// and /ca among them.
func (s *Server) Shown(r *http.Request) string {
	t, at := s.Opts.Trust, s.Opts.Address()
	switch {
	case r.TLS != nil && (t.Authority == nil || at == ""):
		return strings.TrimSuffix(t.address(r.Host), "/")
	case at == "":
		return "http://" + r.Host
	}
	return at
}

// address is the start page over HTTPS for who called this device by a Host
// header.
func (t Trust) address(host string) string {
	name := t.Name
	if name == "" {
		name = hostName(host)
	}
	if t.Port == 443 {
		if ip := net.ParseIP(name); ip != nil && ip.To4() == nil {
			name = fmt.Sprintf("[%s]", name)
		}
		return "https://" + name + "/"
	}
	return "https://" + net.JoinHostPort(name, strconv.Itoa(t.Port)) + "/"
}
