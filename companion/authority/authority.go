// Package authority issues certificates for a device at home: it has an authority of its own, kept
// in a file, which signs leaf certificates for the names and addresses that the device has at the
// moment.
//
// The authority is limited to the local network: it may sign names under .local, localhost, and
// loopback, private and link-local addresses, and its own certificate says so. Trusting it does not
// mean trusting it for a bank. Its key never leaves the file and the process. The package serves
// nothing and knows no game.
package authority

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"time"
)

const (
	file   = "authority.pem"
	life   = 10 * 365 * 24 * time.Hour
	leafs  = 397 * 24 * time.Hour // browsers refuse longer ones
	early  = 24 * time.Hour       // backdated, for phones whose clock is slow
	domain = "local"
)

// born is the earliest date of an authority. A device whose clock has no battery starts in the
// past, and its certificates would expire before the clock is right.
var born = time.Date(2026, time.November, 1, 0, 0, 0, 0, time.UTC)

// ranges are the addresses of devices on the local network.
var ranges = []string{"127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "::1/128", "fc00::/7", "fe80::/10"}

// An Authority signs certificates. Its methods may be called from any goroutine.
type Authority struct {
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
}

// Open returns the authority kept in a folder, and creates it if there is none. name tells it from
// those of other devices.
func Open(dir, name string, now time.Time) (*Authority, error) {
	path := filepath.Join(dir, file)
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return found(path, name, now)
	}
	if err != nil {
		return nil, fmt.Errorf("authority: %w", err)
	}
	a, err := parse(text)
	if err == nil && now.After(a.cert.NotAfter) {
		err = fmt.Errorf("it has ended on %s", a.cert.NotAfter.Format(time.DateOnly))
	}
	if err != nil {
		return nil, fmt.Errorf("authority: %s: %w; delete the file, and a new authority is made, which every phone has to trust anew", path, err)
	}
	return a, os.Chmod(path, 0o600)
}

// found creates an authority and stores it.
func found(path, name string, now time.Time) (*Authority, error) {
	now = latest(now, born)
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("authority: %w", err)
	}
	who := pkix.Name{CommonName: "Arbiter " + name, Organization: []string{"Arbiter"}, SerialNumber: strings.ToLower(rand.Text()[:6])}
	template := &x509.Certificate{
		SerialNumber: serial(), Subject: who, NotBefore: now.Add(-early), NotAfter: now.Add(life),
		IsCA: true, BasicConstraintsValid: true, MaxPathLenZero: true, KeyUsage: x509.KeyUsageCertSign,
		ExtKeyUsage:                 []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
		PermittedDNSDomainsCritical: true, PermittedDNSDomains: []string{domain, "localhost"}, PermittedIPRanges: networks(),
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		return nil, fmt.Errorf("authority: %w", err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return nil, fmt.Errorf("authority: %w", err)
	}
	var b bytes.Buffer
	err = errors.Join(pem.Encode(&b, &pem.Block{Type: "PRIVATE KEY", Bytes: secret}), pem.Encode(&b, &pem.Block{Type: "CERTIFICATE", Bytes: der}))
	if err == nil {
		err = keep(path, b.Bytes())
	}
	if err != nil {
		return nil, fmt.Errorf("authority: %w", err)
	}
	return parse(b.Bytes())
}

// keep writes a file atomically, readable by its owner only.
func keep(path string, text []byte) error {
	dir := filepath.Dir(path)
	f, err := os.CreateTemp(dir, file+".*") // mode 0600
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	err = errors.Join(err, f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

func parse(text []byte) (*Authority, error) {
	a := &Authority{}
	for block, rest := pem.Decode(text); block != nil; block, rest = pem.Decode(rest) {
		switch block.Type {
		case "PRIVATE KEY":
			key, err := x509.ParsePKCS8PrivateKey(block.Bytes)
			if err != nil {
				return nil, err
			}
			a.key, _ = key.(*ecdsa.PrivateKey)
		case "CERTIFICATE":
			cert, err := x509.ParseCertificate(block.Bytes)
			if err != nil {
				return nil, err
			}
			a.cert = cert
		}
	}
	if a.key == nil || a.cert == nil || !a.key.PublicKey.Equal(a.cert.PublicKey) {
		return nil, errors.New("there is no key with its certificate in it")
	}
	return a, nil
}

// Certificate returns the certificate that others have to trust, in DER.
func (a *Authority) Certificate() []byte { return bytes.Clone(a.cert.Raw) }

// Fingerprint returns the SHA-256 of the certificate as devices show it: "AB CD ...".
func (a *Authority) Fingerprint() string {
	return fmt.Sprintf("% X", sha256.Sum256(a.cert.Raw))
}

// Allows reports whether the authority may sign for a host: a name in lower case, or an address.
func Allows(host string) bool {
	if host == "localhost" || strings.HasSuffix(host, "."+domain) {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && (ip.IsLoopback() || ip.IsPrivate() || ip.IsLinkLocalUnicast())
}

func networks() (all []*net.IPNet) {
	for _, r := range ranges {
		_, network, err := net.ParseCIDR(r)
		if err != nil {
			panic(err) // the list is fixed
		}
		all = append(all, network)
	}
	return all
}

func serial() *big.Int {
	n, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 120))
	if err != nil {
		panic(err) // crypto/rand never fails
	}
	return n
}
