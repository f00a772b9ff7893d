package service

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"

	"arbiter/cmd/arbiter/internal/address"
	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/companion/authority"
	"arbiter/companion/web"
	"arbiter/companion/web/session"
	"arbiter/setups"
)

// A secureServer is the HTTPS listener, and what makes browsers trust it.
type secureServer struct {
	net.Listener
	config *tls.Config
	trust  web.Trust
	named  func(host string) bool // whether the certificate is for a host name that is not local
}

// openSecure opens the HTTPS listener; nil if HTTPS is not wanted.
func (s *Opts) openSecure(dir string) (*secureServer, error) {
	own := s.Cert != "" || s.Key != ""
	switch {
	case !own && !s.TLS:
		return nil, nil
	case own && (s.Cert == "" || s.Key == ""):
		return nil, errors.New("--cert and --key go together: the certificate and its key, both in PEM")
	}
	v := &secureServer{config: &tls.Config{MinVersion: tls.VersionTLS12, NextProtos: []string{"h2", "http/1.1"}}, named: func(string) bool { return false }}
	furnish := v.sign
	if own {
		furnish = func(string) error { return v.load(s.Cert, s.Key) }
	}
	if err := furnish(dir); err != nil {
		return nil, err
	}
	listener, err := listenAt(s.TLSAddr, "--tls-addr", ":8444")
	if err != nil {
		return nil, err
	}
	v.Listener = listener
	if tcp, ok := listener.Addr().(*net.TCPAddr); ok {
		v.trust.Port = tcp.Port
	}
	return v, nil
}

// Close closes the port, if there is one.
func (v *secureServer) Close() error {
	if v == nil {
		return nil
	}
	return v.Listener.Close()
}

// sign gets a certificate for this device from the authority in the data directory.
func (v *secureServer) sign(dir string) error {
	name, err := os.Hostname()
	if err != nil {
		name = "arbiter"
	}
	name, _, _ = strings.Cut(strings.ToLower(name), ".")
	if err := datadir.Make(dir); err != nil {
		return datadir.Unmade(dir, err)
	}
	a, err := authority.Open(dir, name, time.Now())
	if err != nil {
		return err
	}
	device := &authority.Device{Authority: a, Now: time.Now, Hosts: func() []string {
		hosts := []string{"localhost", name + ".local"}
		for _, ip := range address.Interfaces() {
			hosts = append(hosts, ip.String())
		}
		return hosts
	}}
	v.config.GetCertificate = device.Certificate
	v.trust.Authority, v.trust.Fingerprint = a.Certificate(), a.Fingerprint()
	return nil
}

// load reads the owner's certificate, and again whenever its file changes.
func (v *secureServer) load(cert, key string) error {
	p := &keyPair{cert: cert, key: key}
	first, err := p.current(nil)
	if err != nil {
		return err
	}
	if time.Now().After(first.Leaf.NotAfter) {
		return fmt.Errorf("--cert %s has ended on %s; have it renewed", cert, first.Leaf.NotAfter.Format(time.DateOnly))
	}
	if len(first.Leaf.DNSNames) > 0 {
		v.trust.Name = first.Leaf.DNSNames[0]
	}
	v.config.GetCertificate = p.current
	v.named = func(host string) bool {
		now, err := p.current(nil)
		return err == nil && now.Leaf.VerifyHostname(host) == nil
	}
	return nil
}

// A keyPair is a certificate file and its key file.
type keyPair struct {
	cert, key string

	mu    sync.Mutex
	since time.Time // modification time of the file that was read
	last  *tls.Certificate
}

func readKeyPair(cert, key string) (tls.Certificate, error) {
	public, err := setups.ReadFile(cert)
	if err != nil {
		return tls.Certificate{}, err
	}
	private, err := setups.ReadFile(key)
	if err != nil {
		return tls.Certificate{}, err
	}
	return tls.X509KeyPair(public, private)
}

// current returns the certificate in the files. While they cannot be read, because they are being
// replaced, it returns the last one.
func (p *keyPair) current(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	info, err := os.Stat(p.cert)
	if err == nil && (p.last == nil || !info.ModTime().Equal(p.since)) {
		var c tls.Certificate
		if c, err = readKeyPair(p.cert, p.key); err == nil {
			c.Leaf, err = x509.ParseCertificate(c.Certificate[0])
		}
		if err == nil {
			p.last, p.since = &c, info.ModTime()
		}
	}
	if p.last == nil {
		return nil, fmt.Errorf("--cert %s, --key %s: %w", p.cert, p.key, err)
	}
	return p.last, nil
}

// serve serves browsers until the server is shut down.
func (v *secureServer) serve(pages *http.Server, logger *slog.Logger) {
	err := pages.Serve(tls.NewListener(session.Limit(v.Listener), v.config))
	if !errors.Is(err, http.ErrServerClosed) {
		logger.Error("HTTPS is not served any more; HTTP is", "err", err)
	}
}

// shut shuts a server down within the time that ctx leaves.
func shut(ctx context.Context, pages *http.Server) error {
	err := pages.Shutdown(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		return pages.Close()
	}
	return err
}
