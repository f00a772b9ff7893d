package authority

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"fmt"
	"net"
	"slices"
	"sync"
	"time"
)

// ahead is how long before its end a leaf certificate is renewed.
const ahead = 30 * 24 * time.Hour

// A Device has names and addresses that may change, and presents a leaf certificate for its present
// ones. Keys of leaves are only in memory.
type Device struct {
	Authority *Authority
	Hosts     func() []string // names in lower case, and addresses; those that Allows refuses are left out
	Now       func() time.Time

	mu    sync.Mutex
	leaf  *tls.Certificate
	hosts []string
}

// Certificate is for tls.Config.GetCertificate: it returns a leaf certificate that fits the
// device's present names and addresses.
func (d *Device) Certificate(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	hosts := slices.DeleteFunc(slices.Sorted(slices.Values(d.Hosts())), func(h string) bool { return !Allows(h) })
	hosts = slices.Compact(hosts)
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.leaf != nil && slices.Equal(hosts, d.hosts) && fits(d.leaf.Leaf, d.Now()) {
		return d.leaf, nil
	}
	leaf, err := d.Authority.sign(hosts, d.Now())
	if err != nil {
		return nil, fmt.Errorf("authority: %w", err)
	}
	d.leaf, d.hosts = leaf, hosts
	return leaf, nil
}

// fits reports whether a leaf certificate is valid now and for a while. It may be dated in the
// future, if the clock was wrong.
func fits(leaf *x509.Certificate, now time.Time) bool {
	return !now.Before(leaf.NotBefore) && now.Before(leaf.NotAfter.Add(-ahead))
}

// sign creates a leaf certificate, without checking the hosts.
func (a *Authority) sign(hosts []string, now time.Time) (*tls.Certificate, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	now = latest(now, born)
	template := &x509.Certificate{
		SerialNumber: serial(), Subject: pkix.Name{Organization: []string{"Arbiter"}},
		NotBefore: latest(now.Add(-early), a.cert.NotBefore), NotAfter: earliest(now.Add(leafs-early), a.cert.NotAfter),
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	for _, h := range hosts {
		if ip := net.ParseIP(h); ip != nil {
			template.IPAddresses = append(template.IPAddresses, ip)
		} else {
			template.DNSNames = append(template.DNSNames, h)
		}
	}
	der, err := x509.CreateCertificate(rand.Reader, template, a.cert, key.Public(), a.key)
	if err != nil {
		return nil, err
	}
	leaf, err := x509.ParseCertificate(der)
	return &tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key, Leaf: leaf}, err
}

func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

func earliest(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}
