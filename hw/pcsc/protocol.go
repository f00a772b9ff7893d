package pcsc

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"syscall"
	"time"

	"arbiter/hw"
)

// This is the protocol between libpcsclite and its daemon (winscard_msg.h and eventhandler.h of
// pcsc-lite). A request is its length, a command and a body of that length, in the byte order of
// the machine; the answer is the body again, with what the daemon filled in.
const (
	cmdEstablish  = 0x01
	cmdConnect    = 0x04
	cmdDisconnect = 0x06
	cmdTransmit   = 0x09
	cmdAttribute  = 0x0F
	cmdVersion    = 0x11
	cmdWait       = 0x13 // answers with the states at once, and with a signal at the next change
	cmdStopWait   = 0x14

	major      = 4
	slots      = 16  // PCSCLITE_MAX_READERS_CONTEXTS
	nameSize   = 128 // MAX_READERNAME
	atrSize    = 33  // MAX_ATR_SIZE
	stateSize  = nameSize + 3*4 + atrSize + 3 + 2*4
	attrSize   = 264 // MAX_BUFFER_SIZE
	signalSize = 8
	pciSize    = 16 // of a SCARD_IO_REQUEST, which the daemon gives back as it is

	shared, direct = 2, 3
	anyProtocol    = 1 | 2 // T=0, T=1
	leave          = 0     // the card as it is

	attrChannel = 0x20110
)

// minors are the versions of the protocol that this package knows, the newest first: that of Debian
// 13 (pcsc-lite 2.3.3) and that of Debian 12 (1.9.9). They do not differ in anything used here, but
// a daemon accepts only its own.
var minors = []int32{5, 4}

// A Code is a result of the daemon, as pcsclite.h names them.
type Code uint32

const (
	codeSharing      Code = 0x8010000B // SCARD_E_SHARING_VIOLATION
	codeNoCard       Code = 0x8010000C // SCARD_E_NO_SMARTCARD
	codeNotTransact  Code = 0x80100016 // SCARD_E_NOT_TRANSACTED
	codeUnavailable  Code = 0x80100017 // SCARD_E_READER_UNAVAILABLE
	codeStopped      Code = 0x8010001E // SCARD_E_SERVICE_STOPPED
	codeUnknown      Code = 0x80100009 // SCARD_E_UNKNOWN_READER
	codeUnresponsive Code = 0x80100066 // SCARD_W_UNRESPONSIVE_CARD
	codeUnpowered    Code = 0x80100067 // SCARD_W_UNPOWERED_CARD
	codeReset        Code = 0x80100068 // SCARD_W_RESET_CARD
	codeRemoved      Code = 0x80100069 // SCARD_W_REMOVED_CARD
	codeSecurity     Code = 0x8010006A // SCARD_W_SECURITY_VIOLATION
)

// Error gives the number, which people can look up.
func (c Code) Error() string { return fmt.Sprintf("pcscd answers %08X", uint32(c)) }

// answer is how long the daemon may take for an answer. It waits itself until new readers are set up,
// and for a chip that hangs.
const answer = 5 * time.Second

// A conn is one connection to the daemon, which does one thing at a time.
type conn struct {
	net.Conn
	handle uint32 // of the context
	minor  int32
	free   func() bool // stops closing it with the context of its dial
}

// dial connects to the daemon, with the version that it speaks. It is closed when ctx ends.
func dial(ctx context.Context, socket string, known ...int32) (*conn, error) {
	var theirs [2]int32
	for _, minor := range known {
		c, err := open(ctx, socket)
		if err != nil {
			return nil, err
		}
		theirs, err = c.greet(minor)
		if err == nil {
			err = c.establish()
		}
		if err == nil {
			c.minor = minor
			return c, nil
		}
		c.Close()
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case hungUp(err):
			return nil, &DeniedError{AccessDaemon}
		case !errors.Is(err, codeStopped):
			return nil, err
		}
	}
	return nil, &VersionError{theirs[0], theirs[1]}
}

func open(ctx context.Context, socket string) (*conn, error) {
	try, cancel := context.WithTimeout(ctx, answer)
	defer cancel()
	to, err := new(net.Dialer).DialContext(try, "unix", socket)
	switch {
	case err == nil:
		c := &conn{Conn: to}
		c.free = context.AfterFunc(ctx, func() { to.Close() })
		return c, nil
	case errors.Is(err, syscall.ENOENT), errors.Is(err, syscall.ECONNREFUSED):
		return nil, ErrNoDaemon
	}
	return nil, err
}

// Close ends the connection, and what was connected through it.
func (c *conn) Close() error {
	c.free()
	return c.Conn.Close()
}

// hungUp reports whether the daemon has ended the connection.
func hungUp(err error) bool {
	return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE)
}

// message is a message in the making, or the rest of one that is read.
type message struct{ bytes.Buffer }

func (m *message) add(values ...uint32) *message {
	for _, v := range values {
		m.Write(binary.NativeEndian.AppendUint32(nil, v))
	}
	return m
}

// skip leaves out n bytes.
func (m *message) skip(n int) *message {
	m.Next(n)
	return m
}

func (m *message) next() uint32 { return binary.NativeEndian.Uint32(m.Next(4)) }

// name adds the name of a reader.
func (m *message) name(s string) *message {
	var b [nameSize]byte
	copy(b[:nameSize-1], s)
	m.Write(b[:])
	return m
}

// send sends a command, with what follows its body.
func (c *conn) send(command uint32, body *message, more []byte) error {
	if err := c.SetDeadline(time.Now().Add(answer)); err != nil {
		return err
	}
	var m message
	m.add(uint32(body.Len()), command)
	m.Write(body.Bytes())
	m.Write(more)
	_, err := c.Write(m.Bytes())
	return err
}

// receive reads n bytes.
func (c *conn) receive(n int) (*message, error) {
	if err := c.SetDeadline(time.Now().Add(answer)); err != nil {
		return nil, err
	}
	b := make([]byte, n)
	if _, err := io.ReadFull(c, b); err != nil {
		return nil, late(err)
	}
	m := &message{}
	m.Write(b)
	return m, nil
}

// late says who has not answered.
func late(err error) error {
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return fmt.Errorf("pcscd does not answer within %v", answer)
	}
	return err
}

// call sends a command, and returns the answer, which ends with its result.
func (c *conn) call(command uint32, body *message) (*message, error) {
	return c.callWith(command, body, nil)
}

func (c *conn) callWith(command uint32, body *message, more []byte) (*message, error) {
	size := body.Len()
	if err := c.send(command, body, more); err != nil {
		return nil, late(err)
	}
	m, err := c.receive(size)
	if err != nil {
		return nil, err
	}
	if code := Code(binary.NativeEndian.Uint32(m.Bytes()[size-4:])); code != 0 {
		return m, code
	}
	return m, nil
}

// greet asks for a version of the protocol, and returns the version of the daemon.
func (c *conn) greet(minor int32) (theirs [2]int32, err error) {
	m, err := c.call(cmdVersion, new(message).add(major, uint32(minor), 0))
	if m != nil {
		theirs = [2]int32{int32(m.next()), int32(m.next())}
	}
	return theirs, err
}

func (c *conn) establish() error {
	m, err := c.call(cmdEstablish, new(message).add(2, 0, 0)) // the scope of the system
	if err == nil {
		c.handle = m.skip(4).next()
	}
	return err
}

// A state is what the daemon knows of one reader.
type state struct {
	name   string
	events uint32 // cards laid and taken; it starts again after 65535
	bits   uint32
	atr    []byte
}

// The bits of a state.
const (
	stateUnknown = 1 << iota // the reader does not answer the daemon
	stateAbsent
	statePresent
)

// wait asks to be told of the next change, and returns the current states.
func (c *conn) wait() (all []state, err error) {
	if err := c.send(cmdWait, new(message), nil); err != nil {
		return nil, late(err)
	}
	m, err := c.receive(slots * stateSize)
	if err != nil {
		return nil, err
	}
	for range slots {
		name, _, _ := bytes.Cut(m.Next(nameSize), []byte{0})
		s := state{name: string(name), events: m.next(), bits: m.next()}
		m.skip(4)
		atr := bytes.Clone(m.Next(atrSize))
		s.atr = atr[:min(m.skip(3).next(), atrSize)]
		m.skip(4)
		if s.name != "" {
			all = append(all, s)
		}
	}
	return all, nil
}

// changed waits until something has changed, or for the time of a pulse, after which the daemon has
// to show that it is alive.
func (c *conn) changed(pulse time.Duration) error {
	if err := c.SetDeadline(time.Now().Add(pulse)); err != nil {
		return err
	}
	var b [signalSize]byte
	n, err := io.ReadFull(c, b[:])
	if err == nil || !errors.Is(err, os.ErrDeadlineExceeded) {
		return err
	}
	// A signal comes in any case: that of a change, or the answer to this.
	if err := c.send(cmdStopWait, new(message), nil); err != nil {
		return late(err)
	}
	_, err = c.receive(signalSize - n)
	return err
}

// connect connects to a reader.
func (c *conn) connect(reader string, mode, protocols uint32) (card, protocol uint32, err error) {
	m, err := c.call(cmdConnect, new(message).add(c.handle).name(reader).add(mode, protocols, 0, 0, 0))
	switch {
	case hungUp(err), errors.Is(err, codeSecurity):
		return 0, 0, &DeniedError{AccessCard}
	case err != nil:
		return 0, 0, err
	}
	m.skip(4 + nameSize + 8)
	return m.next(), m.next(), nil
}

// disconnect leaves a card as it is.
func (c *conn) disconnect(card uint32) error {
	_, err := c.call(cmdDisconnect, new(message).add(card, leave, 0))
	return err
}

// longest is how long an answer of a card may be here: data, and two bytes of status.
const longest = 256 + 2

// transmit sends a command to a card, or to the reader about it.
func (c *conn) transmit(card, protocol uint32, command ...byte) ([]byte, error) {
	m, err := c.callWith(cmdTransmit, new(message).add(card, protocol, pciSize, uint32(len(command)), protocol, pciSize, longest, 0), command)
	if err != nil {
		return nil, err
	}
	n := m.skip(6 * 4).next()
	if n > longest || n < 2 {
		return nil, fmt.Errorf("%w: an answer of %d bytes", hw.ErrIO, n)
	}
	data, err := c.receive(int(n))
	if err != nil {
		return nil, err
	}
	return data.Bytes(), nil
}

// attribute returns an attribute of a reader that is a number.
func (c *conn) attribute(card, id uint32) (uint32, error) {
	body := new(message).add(card, id)
	body.Write(make([]byte, attrSize))
	m, err := c.call(cmdAttribute, body.add(attrSize, 0))
	if err != nil {
		return 0, err
	}
	v := m.skip(8).next()
	if n := m.skip(attrSize - 4).next(); n != 4 {
		return 0, fmt.Errorf("%w: an attribute of %d bytes", hw.ErrIO, n)
	}
	return v, nil
}
