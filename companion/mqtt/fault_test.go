package mqtt

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"arbiter/companion/companiontest/mosquitto"
	"arbiter/companion/words"
	"arbiter/setups"
)

// These are the sentences about a broker that lets nobody in, from a real broker if there is one.
func TestFaultsInWords(t *testing.T) {
	t.Parallel()
	mosquitto.Needs(t)
	dir := t.TempDir()
	passwords := filepath.Join(dir, "passwords")
	check(t, os.WriteFile(passwords, nil, 0o600))
	check(t, exec.Command("mosquitto_passwd", "-b", passwords, "arbiter", "right").Run())
	access := filepath.Join(dir, "access")
	check(t, os.WriteFile(access, []byte("user arbiter\ntopic read #\n"), 0o600))
	ca, key := authority(t, dir)
	certificate := func(name string, from, to time.Time) string {
		return fmt.Sprintf("allow_anonymous true\ncertfile %s\nkeyfile %s", signed(t, dir, ca, key, name, from, to), filepath.Join(dir, name+".key"))
	}
	now := time.Now()
	locked, barred := mosquitto.Start(t, "password_file "+passwords), mosquitto.Start(t, "password_file "+passwords, "acl_file "+access)
	open := mosquitto.Start(t)
	right, elsewhere := mosquitto.Start(t, certificate("127.0.0.1", now.Add(-time.Hour), now.Add(time.Hour))), mosquitto.Start(t, certificate("homeassistant.local", now.Add(-time.Hour), now.Add(time.Hour)))
	old, early := mosquitto.Start(t, certificate("127.0.0.2", now.Add(-48*time.Hour), now.Add(-24*time.Hour))), mosquitto.Start(t, certificate("127.0.0.3", now.Add(24*time.Hour), now.Add(48*time.Hour)))
	mute, err := net.Listen("tcp", "127.0.0.1:0")
	check(t, err)
	t.Cleanup(func() { mute.Close() })
	file := filepath.Join(dir, "ca.pem")
	for _, c := range []struct {
		name  string
		b     Broker
		wrong string // its beginning; "" is none
	}{
		{"the right password", Broker{Address: locked.Address, User: "arbiter", Password: "right"}, ""},
		{"wrong password", Broker{Address: locked.Address, User: "arbiter", Password: "wrong"}, "The broker does not take this user and this password."},
		{"no password", Broker{Address: locked.Address}, "The broker wants a user and a password."},
		{"a user who may not write", Broker{Address: barred.Address, User: "arbiter", Password: "right"}, "The broker does not let this user write to homeassistant/device/arbiter/config."},
		{"nobody there", Broker{Address: mosquitto.Free(t)}, "127.0.0.1 is there, but no broker answers at port "},
		{"silence", Broker{Address: mute.Addr().String()}, "Something answers at port "},
		{"TLS", Broker{Address: right.Address, TLS: true, CA: file}, ""},
		{"TLS with another name", Broker{Address: elsewhere.Address, TLS: true, CA: file}, "The broker's certificate is for another name: homeassistant.local."},
		{"TLS of somebody unknown", Broker{Address: right.Address, TLS: true}, "This device does not know who has signed the broker's certificate."},
		{"TLS that has ended", Broker{Address: old.Address, TLS: true, CA: file}, "The broker's certificate has ended on " + now.Add(-24*time.Hour).UTC().Format(time.DateOnly)},
		{"TLS that is not yet", Broker{Address: early.Address, TLS: true, CA: file}, "The broker's certificate holds only from " + now.Add(24*time.Hour).UTC().Format(time.DateOnly)},
		{"TLS at a port without", Broker{Address: open.Address, TLS: true, CA: file}, "The broker does not speak TLS at this port."},
		{"no TLS at a port with", Broker{Address: right.Address}, "The broker hangs up without a word."},
		{"no file", Broker{Address: right.Address, TLS: true, CA: file + "x"}, "The file with the authority cannot be used: "},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			d := client(t, c.b, func(o *Opts) {
				if c.name == "silence" {
					o.Wait = 100 * time.Millisecond
				}
			})
			d.Tell(shown(3, 40))
			s := d.outcome(t)
			if got := s.Wrong.String(); c.wrong == "" && got != "" || !strings.HasPrefix(got, c.wrong) || (got == "") != (s.Fix.String() == "") {
				t.Errorf("people read %q, %q, want %q", got, s.Fix, c.wrong)
			}
			d.stop()
			if c.b.Password != "" && strings.Contains(d.log.String(), c.b.Password) {
				t.Errorf("the password is in the log: %s", d.log)
			}
		})
	}
}

// These are faults that a broker on this computer cannot produce.
func TestFaultsOfTheNetwork(t *testing.T) {
	for _, c := range []struct {
		err  error
		want string
	}{
		{&net.DNSError{IsNotFound: true}, "Nobody here knows the name home.lan."},
		{syscall.EHOSTUNREACH, "Nobody answers at home.lan."},
		{os.ErrDeadlineExceeded, "Nobody answers at home.lan."},
		{syscall.EPERM, "The service may not reach home.lan: it is outside the home network."},
		{fmt.Errorf("odd"), "The broker cannot be told: dial: odd."},
	} {
		if got, fix := (Broker{Address: "home.lan"}).words(&unconnected{&net.OpError{Op: "dial", Err: c.err}}); got.String() != c.want || fix.IsZero() {
			t.Errorf("%v: people read %q, %q", c.err, got, fix)
		}
	}
}

// The sentences about the five most common faults are as in the README, in three languages.
func TestFaultsInThreeLanguages(t *testing.T) {
	catalogue, err := words.Load(setups.Words())
	check(t, err)
	for _, lang := range []string{"en", "de", "es"} {
		say := catalogue.In(lang)
		for _, err := range []error{&unconnected{syscall.ECONNREFUSED}, errTwin, &denial{code: notAuthorized}, x509.HostnameError{Certificate: &x509.Certificate{DNSNames: []string{"other.lan"}}}, &unconnected{&net.DNSError{IsNotFound: true}}} {
			wrong, fix := Broker{Address: "home.lan", User: "arbiter", Name: "table_7"}.words(err)
			if lang != "en" && (say(wrong) == wrong.String() || say(fix) == fix.String()) {
				t.Errorf("%s: %q, %q is not translated", lang, wrong, fix)
			}
			t.Logf("%s: %s %s", lang, say(wrong), say(fix))
		}
	}
}

// authority makes one in a folder.
func authority(t *testing.T, dir string) (*x509.Certificate, *ecdsa.PrivateKey) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	check(t, err)
	c := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "Home"}, NotBefore: time.Now().Add(-1000 * time.Hour), NotAfter: time.Now().Add(1000 * time.Hour), IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign}
	der, err := x509.CreateCertificate(rand.Reader, c, c, key.Public(), key)
	check(t, err)
	write(t, filepath.Join(dir, "ca.pem"), "CERTIFICATE", der)
	return c, key
}

// signed makes a certificate for a name, and returns its file.
func signed(t *testing.T, dir string, ca *x509.Certificate, by *ecdsa.PrivateKey, name string, from, to time.Time) string {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	check(t, err)
	c := &x509.Certificate{SerialNumber: big.NewInt(time.Now().UnixNano()), NotBefore: from, NotAfter: to, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}}
	if ip := net.ParseIP(name); ip != nil {
		c.IPAddresses = []net.IP{ip, net.ParseIP("127.0.0.1")}
	} else {
		c.DNSNames = []string{name}
	}
	der, err := x509.CreateCertificate(rand.Reader, c, ca, key.Public(), by)
	check(t, err)
	private, err := x509.MarshalPKCS8PrivateKey(key)
	check(t, err)
	write(t, filepath.Join(dir, name+".key"), "PRIVATE KEY", private)
	write(t, filepath.Join(dir, name+".pem"), "CERTIFICATE", der)
	return filepath.Join(dir, name+".pem")
}

func write(t *testing.T, file, kind string, der []byte) {
	t.Helper()
	check(t, os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}), 0o600))
}
