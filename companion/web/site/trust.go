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

// Trust configures HTTPS beside HTTP and how browsers come to trust it. Over HTTPS pages can be
// installed, keep the screen on and read tags; everything else works over HTTP as well.
type Trust struct {
	Port        int    // port of HTTPS; 0: none
	Name        string // the name in the certificate; "": whatever the browser calls this device
	Authority   []byte // the certificate to be trusted, in DER; nil if browsers trust it already
	Fingerprint string // SHA-256 of Authority, as devices display it
}

// A trusting is the page that shows how to trust the device.
type trusting struct {
	QR          template.HTML // brings other phones to this page
	At          string        // the address to type; "" if unknown
	Signed      bool          // by an authority that has to be trusted first
	Fingerprint string
	Secure      string // the start page over HTTPS
	Seats       []held // seats that the browser may take along
}

// A held seat is a seat of the browser that looks at the page.
type held struct{ Name, Title string }

func (s *Server) trusted(mux *Routes) {
	if s.Opts.Network.Trust.Port == 0 {
		return
	}
	mux.HandleFunc("GET /ca", s.trustPage)
	if s.Opts.Network.Trust.Authority != nil {
		mux.HandleFunc("GET /ca/arbiter.crt", s.authority)
	}
}

// authority serves the certificate that others have to trust; its key is not in it.
func (s *Server) authority(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/x-x509-ca-cert")
	w.Write(s.Opts.Network.Trust.Authority)
}

func (s *Server) trustPage(w http.ResponseWriter, r *http.Request) {
	p := Document{Viewer: s.Viewer(r, ""), Kind: "trust", Look: true, Path: "/ca"}
	t := s.Opts.Network.Trust
	p.Trusting = trusting{Signed: t.Authority != nil, Fingerprint: t.Fingerprint, Secure: t.address(r.Host)}
	if r.TLS == nil {
		say := s.Speaker(p.Lang, nil)
		for _, seat := range strings.Fields(p.Held) {
			p.Trusting.Seats = append(p.Trusting.Seats, held{seat, say(engine.Say("Take along %s", engine.Term(seat)))})
		}
	}
	if at := s.Opts.Network.Address(); at != "" {
		p.Trusting.QR, p.Trusting.At = Code(at+"/ca"), content.Plain(at)+"/ca"
	}
	s.Write(w, http.StatusOK, p)
}

// Address returns the address of a page over HTTPS, for a request over HTTP; "" if there is none.
func (t Trust) Address(r *http.Request, path string) string {
	if t.Port == 0 || r.TLS != nil {
		return ""
	}
	return strings.TrimSuffix(t.address(r.Host), "/") + path
}

// Shown returns the address in the QR codes of a page, without a trailing slash. It is HTTPS if the
// page itself is and browsers trust it as it is. A phone that does not know the device's own
// authority would first show a warning; plain HTTP has all pages, among them /ca.
func (s *Server) Shown(r *http.Request) string {
	t, at := s.Opts.Network.Trust, s.Opts.Network.Address()
	switch {
	case r.TLS != nil && (t.Authority == nil || at == ""):
		return strings.TrimSuffix(t.address(r.Host), "/")
	case at == "":
		return "http://" + r.Host
	}
	return at
}

// address returns the start page over HTTPS, given the Host header of a request.
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
