package authority

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

var now = time.Date(2026, time.November, 21, 20, 0, 0, 0, time.UTC)

func open(t *testing.T, dir string) *Authority {
	t.Helper()
	a, err := Open(dir, "club", now)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// verify judges a leaf like a browser that trusts the authority.
func (a *Authority) verify(leaf *tls.Certificate, host string, at time.Time) error {
	roots := x509.NewCertPool()
	roots.AddCert(a.cert)
	_, err := leaf.Leaf.Verify(x509.VerifyOptions{DNSName: host, Roots: roots, CurrentTime: at})
	return err
}

// Certificates for the device's own names and addresses are trusted.
func TestLeafsForLocalHosts(t *testing.T) {
	a := open(t, t.TempDir())
	hosts := []string{"arbiter.local", "localhost", "127.0.0.1", "192.168.1.20", "10.0.0.3", "172.16.4.4", "169.254.7.7", "::1", "fd00::7", "fe80::1"}
	d := &Device{Authority: a, Hosts: func() []string { return append(hosts, "bank.example", "8.8.8.8", "2001:db8::1") }, Now: func() time.Time { return now }}
	leaf, err := d.Certificate(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, host := range hosts {
		if err := a.verify(leaf, host, now); err != nil {
			t.Errorf("%s: %v", host, err)
		}
	}
	for _, host := range []string{"other.local", "bank.example", "8.8.8.8", "192.168.1.21"} {
		if a.verify(leaf, host, now) == nil {
			t.Errorf("%s: a leaf for other hosts is taken", host)
		}
	}
	if got, want := leaf.Leaf.NotAfter.Sub(leaf.Leaf.NotBefore), 397*24*time.Hour; got != want {
		t.Errorf("the leaf lives %v, want %v", got, want)
	}
}

// A stolen authority is of no use for anything else: what it signs for the rest of the world is
// refused. The same hosts pass with an authority without constraints, so it is the constraints that
// refuse them.
func TestNoLeafsForTheWorld(t *testing.T) {
	bound, free := open(t, t.TempDir()), open(t, t.TempDir())
	free.cert.PermittedDNSDomains, free.cert.PermittedIPRanges = nil, nil
	for _, host := range []string{"bank.example", "local.example", "notlocal", "8.8.8.8", "2001:db8::1", "172.32.0.1"} {
		for _, a := range []*Authority{bound, free} {
			leaf, err := a.sign([]string{host}, now)
			if err != nil {
				t.Fatal(err)
			}
			err = a.verify(leaf, host, now)
			invalid := x509.CertificateInvalidError{}
			if refused := errors.As(err, &invalid) && invalid.Reason == x509.CANotAuthorizedForThisName; refused != (a == bound) {
				t.Errorf("%s: bound %v: %v", host, a == bound, err)
			}
			if Allows(host) {
				t.Errorf("%s counts as in the house", host)
			}
		}
	}
}

// The same authority is read back; its file is for its owner alone.
func TestAuthorityIsKept(t *testing.T) {
	dir := t.TempDir()
	first := open(t, dir)
	path := filepath.Join(dir, file)
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	if again := open(t, dir); !bytes.Equal(first.Certificate(), again.Certificate()) || first.Fingerprint() != again.Fingerprint() {
		t.Error("another authority came back")
	}
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != 1 {
		t.Errorf("%d files were left, want one", len(files))
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := info.Mode().Perm(), os.FileMode(0o600); got != want {
		t.Errorf("mode %o, want %o", got, want)
	}
	secret, err := first.key.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(first.Certificate(), secret) {
		t.Error("the certificate tells the key")
	}
	if got, want := len(first.Fingerprint()), 32*3-1; got != want {
		t.Errorf("the fingerprint has %d letters, want %d: %s", got, want, first.Fingerprint())
	}
}

// A leaf is replaced when an address changes, before it expires, and if it was dated by a wrong
// clock; otherwise it is kept.
func TestLeafsAreRenewed(t *testing.T) {
	clock, hosts := now, []string{"arbiter.local", "192.168.1.20"}
	d := &Device{Authority: open(t, t.TempDir()), Hosts: func() []string { return hosts }, Now: func() time.Time { return clock }}
	var last *tls.Certificate
	for _, c := range []struct {
		what    string
		change  func()
		renewed bool
	}{
		{"the first", func() {}, true},
		{"a month later", func() { clock = clock.Add(30 * 24 * time.Hour) }, false},
		{"the same hosts in another order", func() { hosts = []string{"192.168.1.20", "arbiter.local"} }, false},
		{"another address", func() { hosts = []string{"arbiter.local", "192.168.1.77"} }, true},
		{"13 months later", func() { clock = clock.Add(395 * 24 * time.Hour) }, true},
		{"the clock is set back by two years", func() { clock = now }, true},
	} {
		c.change()
		leaf, err := d.Certificate(nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := leaf != last; got != c.renewed {
			t.Errorf("%s: renewed %v, want %v", c.what, got, c.renewed)
		}
		for _, host := range hosts {
			if err := d.Authority.verify(leaf, host, clock); err != nil {
				t.Errorf("%s: %s: %v", c.what, host, err)
			}
		}
		last = leaf
	}
}

// If the clock is in 1970, the authority made then is valid once the clock is right.
func TestAuthorityOfAWrongClock(t *testing.T) {
	dir := t.TempDir()
	if _, err := Open(dir, "club", time.Unix(0, 0)); err != nil {
		t.Fatal(err)
	}
	a := open(t, dir)
	leaf, err := a.sign([]string{"arbiter.local"}, now)
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range []time.Time{now, now.AddDate(1, 0, 0)} {
		if err := a.verify(leaf, "arbiter.local", at); err != nil {
			t.Errorf("at %v: %v", at, err)
		}
	}
}

// A file without an authority, or with an expired one, is named together with what to do.
func TestBrokenAuthority(t *testing.T) {
	for name, want := range map[string]string{"": "no key with its certificate", "x": "no key with its certificate", "late": "it has ended on 2036-"} {
		dir, at := t.TempDir(), now
		path := filepath.Join(dir, file)
		if name == "late" {
			open(t, dir)
			at = now.AddDate(11, 0, 0)
		} else if err := os.WriteFile(path, []byte(name), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := Open(dir, "club", at)
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), "delete the file") {
			t.Errorf("%q: %v, want %q, the file and what to do", name, err, want)
		}
	}
}
