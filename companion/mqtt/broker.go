package mqtt

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"regexp"
	"strings"
	"syscall"
	"time"

	"github.com/eclipse/paho.golang/autopaho"
	"github.com/eclipse/paho.golang/paho"

	"arbiter/engine"
)

// ValidName matches the names that a device may have at a broker.
var ValidName = regexp.MustCompile(`^[a-z0-9][a-z0-9_]{0,31}$`)

// NameOf returns the name at a broker of a computer called host.
func NameOf(host string) string {
	host, _, _ = strings.Cut(strings.ToLower(host), ".")
	name := strings.Trim(regexp.MustCompile(`[^a-z0-9]+`).ReplaceAllString(host, "_"), "_")
	if name = name[:min(len(name), 32)]; !ValidName.MatchString(name) {
		return "arbiter"
	}
	return name
}

// The usual ports.
const (
	plainPort = "1883"
	tlsPort   = "8883"
)

// hostPort returns the address with a port.
func (b Broker) hostPort() string {
	if host, port, err := net.SplitHostPort(b.Address); err == nil {
		return net.JoinHostPort(host, port)
	}
	port := plainPort
	if b.TLS {
		port = tlsPort
	}
	return net.JoinHostPort(strings.Trim(b.Address, "[]"), port)
}

// dialer returns a function that connects.
func (b Broker) dialer() (func(context.Context) (net.Conn, error), error) {
	at := b.hostPort()
	if !b.TLS {
		return func(ctx context.Context) (net.Conn, error) { return new(net.Dialer).DialContext(ctx, "tcp", at) }, nil
	}
	host, _, err := net.SplitHostPort(at)
	if err != nil {
		return nil, err
	}
	secure := &tls.Dialer{Config: &tls.Config{ServerName: host, MinVersion: tls.VersionTLS12}}
	if b.CA != "" {
		text, err := os.ReadFile(b.CA)
		if err != nil {
			return nil, &noAuthority{err}
		}
		secure.Config.RootCAs = x509.NewCertPool()
		if !secure.Config.RootCAs.AppendCertsFromPEM(text) {
			return nil, &noAuthority{fmt.Errorf("there is no certificate in %s", b.CA)}
		}
	}
	return func(ctx context.Context) (net.Conn, error) { return secure.DialContext(ctx, "tcp", at) }, nil
}

// An impatient connection breaks if the broker accepts nothing for too long: its client would wait
// for ever.
type impatient struct {
	net.Conn
	wait time.Duration
}

// Write sends bytes.
func (c *impatient) Write(b []byte) (int, error) {
	if err := c.SetWriteDeadline(time.Now().Add(c.wait)); err != nil {
		return 0, err
	}
	return c.Conn.Write(b)
}

// unconnected says that there was no connection.
type unconnected struct{ error }

// Unwrap returns why.
func (u *unconnected) Unwrap() error { return u.error }

// noAuthority says that the file with the authority cannot be used.
type noAuthority struct{ error }

// A denial is an answer of the broker.
type denial struct {
	code  byte
	topic string // that must not be published
}

// Error returns the code.
func (r *denial) Error() string { return fmt.Sprintf("the broker answers with code %d", r.code) }

// Codes of MQTT 5.
const (
	refused       = 0x80 // and above
	wrongProtocol = 0x84
	wrongPassword = 0x86
	notAuthorized = 0x87
	takenOver     = 0x8E
)

var (
	errTwin   = errors.New("another device has the same name at the broker")
	errBroken = errors.New("the connection has broken off")
	errSilent = errors.New("the broker does not answer")
)

func disconnected(code byte) error {
	if code == takenOver {
		return errTwin
	}
	return errBroken
}

// waited tells apart the two ways in which waiting for a broker ends.
func waited(err error) error {
	switch {
	case err == nil, errors.Is(err, autopaho.ConnectionDownError):
		return err
	case errors.Is(err, context.DeadlineExceeded):
		return errSilent
	case errors.Is(err, paho.ErrConnectionLost), errors.Is(err, paho.ErrNetworkErrorAfterStored):
		return errBroken
	}
	return err
}

// words says for people what is wrong with a broker, and what to do about it.
func (b Broker) words(err error) (wrong, fix engine.Text) {
	host, port, _ := net.SplitHostPort(b.hostPort())
	if wrong, fix = b.certificateWords(err, host); !wrong.IsZero() {
		return wrong, fix
	}
	var (
		unknown *net.DNSError
		barred  *autopaho.ConnackError
		answer  *denial
		timeout net.Error
		before  *unconnected
	)
	switch {
	case errors.Is(err, errTwin):
		return engine.Say("Another device calls itself %s at this broker, and the two throw each other out.", b.Name),
			engine.Say("Give one of the two another name.")
	case errors.Is(err, errBroken):
		return engine.Say("The connection to the broker has broken off."), engine.Say("It is made again by itself; if that lasts, look whether the broker runs.")
	case errors.Is(err, errSilent):
		return engine.Say("The broker does not answer any more."), engine.Say("As soon as it answers, it is told what is on the table. If that lasts, start the broker anew.")
	case errors.As(err, &unknown) && !unknown.IsTimeout:
		return engine.Say("Nobody here knows the name %s.", host),
			engine.Say("Look for a slip, or write the broker's number instead, such as 192.168.1.5. A name that ends in .local needs the package libnss-mdns on this device.")
	case errors.Is(err, syscall.ECONNREFUSED):
		return engine.Say("%s is there, but no broker answers at port %s.", host, port),
			engine.Say("Start the broker, in Home Assistant the add-on Mosquitto, or correct the port: usually 1883, with TLS 8883. A Mosquitto without a line “listener 1883” answers its own computer alone.")
	case errors.Is(err, syscall.EPERM):
		return engine.Say("The service may not reach %s: it is outside the home network.", host),
			engine.Say("If that is what you want: sudo systemctl edit arbiter, [Service], IPAddressAllow= with the broker's number.")
	case errors.As(err, &barred):
		return b.denialWords(barred.ReasonCode)
	case errors.As(err, &answer) && answer.topic != "" && answer.code == notAuthorized:
		return engine.Say("The broker does not let this user write to %s.", answer.topic), engine.Say("Allow it in the broker's access list: arbiter/# and homeassistant/device/#.")
	case errors.As(err, &answer):
		return b.denialWords(answer.code)
	case hungUp(err):
		return engine.Say("The broker hangs up without a word."), engine.Say("It may want TLS at this port, or not know MQTT 5: a Mosquitto knows it from 1.6 on.")
	case errors.Is(err, context.DeadlineExceeded) && !errors.As(err, &before):
		return engine.Say("Something answers at port %s of %s, but no broker speaks.", port, host),
			engine.Say("Look whether it is the broker's port: usually 1883, with TLS 8883. If it is, start the broker anew.")
	case errors.As(err, &timeout) && timeout.Timeout(), errors.Is(err, context.DeadlineExceeded), errors.Is(err, syscall.EHOSTUNREACH), errors.Is(err, syscall.ENETUNREACH):
		return engine.Say("Nobody answers at %s.", host), engine.Say("Is the broker switched on, and in the same network? Is its address right? A firewall keeps silent, too.")
	}
	return engine.Say("The broker cannot be told: %s.", err.Error()), engine.Say("Look at what the broker's own log says.")
}

// hungUp reports whether a broker has ended a connection without an answer.
func hungUp(err error) bool {
	return errors.Is(err, io.EOF) || errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE)
}

// denialWords says why a broker lets nobody in.
func (b Broker) denialWords(code byte) (wrong, fix engine.Text) {
	switch {
	case (code == wrongPassword || code == notAuthorized) && b.User == "":
		return engine.Say("The broker wants a user and a password."), engine.Say("In Home Assistant those of any of its users do, best of one that is made for this device.")
	case code == wrongPassword || code == notAuthorized:
		return engine.Say("The broker does not take this user and this password."), engine.Say("Type both again. In Home Assistant they are those of one of its users, elsewhere those of the broker's own list.")
	case code == wrongProtocol:
		return engine.Say("The broker does not know MQTT 5."), engine.Say("Take a newer one: a Mosquitto knows it from 1.6 on.")
	}
	return engine.Say("The broker refuses, with code %d.", int(code)), engine.Say("Look at what the broker's own log says.")
}

// certificateWords says what is wrong with TLS; nothing if it is something else.
func (b Broker) certificateWords(err error, host string) (wrong, fix engine.Text) {
	var (
		other   x509.HostnameError
		unknown x509.UnknownAuthorityError
		invalid x509.CertificateInvalidError
		plain   tls.RecordHeaderError
		alert   tls.AlertError
		file    *noAuthority
	)
	switch {
	case errors.As(err, &file):
		return engine.Say("The file with the authority cannot be used: %s.", file.Error()), engine.Say("It has to be a certificate as PEM that the user arbiter may read.")
	case errors.As(err, &other):
		return engine.Say("The broker's certificate is for another name: %s.", strings.Join(namesOf(other.Certificate), ", ")),
			engine.Say("Write that name as the address, or have a certificate made for %s.", host)
	case errors.As(err, &unknown):
		return engine.Say("This device does not know who has signed the broker's certificate."), engine.Say("Name the file with that authority below. If there is none, it is the certificate itself.")
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired && time.Now().Before(invalid.Cert.NotBefore):
		return engine.Say("The broker's certificate holds only from %s on.", invalid.Cert.NotBefore.Format(time.DateOnly)),
			engine.Say("Look at the clock of this device: it says %s.", time.Now().Format(time.DateOnly))
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		return engine.Say("The broker's certificate has ended on %s.", invalid.Cert.NotAfter.Format(time.DateOnly)),
			engine.Say("Have it renewed. The clock of this device says %s.", time.Now().Format(time.DateOnly))
	case errors.As(err, &invalid):
		return engine.Say("The broker's certificate cannot be used: %s.", invalid.Error()), engine.Say("Have another one made.")
	case errors.As(err, &plain), b.TLS && errors.As(err, new(*unconnected)) && hungUp(err):
		return engine.Say("The broker does not speak TLS at this port."), engine.Say("Take its port for TLS, usually 8883, or switch TLS off.")
	case errors.As(err, &alert):
		return engine.Say("The broker ends TLS: %s.", alert.Error()), engine.Say("If it wants a certificate of this device, let it do without: Arbiter shows a user and a password.")
	}
	return engine.Text{}, engine.Text{}
}

// namesOf returns for whom a certificate is.
func namesOf(c *x509.Certificate) []string {
	names := append([]string(nil), c.DNSNames...)
	for _, ip := range c.IPAddresses {
		names = append(names, ip.String())
	}
	if len(names) == 0 {
		names = []string{c.Subject.CommonName}
	}
	return names
}
