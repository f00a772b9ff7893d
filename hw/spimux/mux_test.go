package spimux_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"periph.io/x/conn/v3"
	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"

	"arbiter/hw/emu/mfrc522"
	"arbiter/hw/emu/picc"
	emu "arbiter/hw/emu/spimux"
	"arbiter/hw/spimux"
)

func TestMuxRefuses(t *testing.T) {
	bus := emu.New("SPI0.0", 3, emu.Eight)
	m, err := spimux.Open(bus.Port(), bus.Pins(), spimux.Opts{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := m.Port(5)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := p.String(), "SPI0.0.5"; got != want {
		t.Errorf("the port is called %s, want %s", got, want)
	}
	connect := func(f physic.Frequency, mode spi.Mode, bits int) error {
		_, err := p.Connect(f, mode, bits)
		return err
	}
	_, twice := m.Port(5)
	_, above := m.Port(8)
	_, below := m.Port(-1)
	_, pins := spimux.Open(bus.Port(), make([]gpio.PinOut, 6), spimux.Opts{})
	for _, c := range []struct {
		err  error
		want string
	}{
		{twice, "SPI0.0: address 5 is in use"},
		{above, "SPI0.0: no address 8 with 3 address pins, only 0 to 7"},
		{below, "SPI0.0: no address -1 with 3 address pins, only 0 to 7"},
		{pins, "SPI0.0: 6 address pins, there can be 5"},
		{connect(physic.MegaHertz, spi.Mode0, 8), "SPI0.0.5: the whole bus runs at 2MHz, one chip cannot have 1MHz"},
		{connect(10*physic.MegaHertz, spi.Mode1, 8), "SPI0.0.5: cannot do Mode1 with 8 bits"},
		{connect(10*physic.MegaHertz, spi.Mode0, 8), ""},
		{connect(10*physic.MegaHertz, spi.Mode0, 8), "SPI0.0.5: connected twice"},
	} {
		got := ""
		if c.err != nil {
			got = c.err.Error()
		}
		if got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

func TestMuxCloses(t *testing.T) {
	bus := emu.New("SPI0.0", 3, emu.Eight)
	bus.Attach(5, mfrc522.New("chip", picc.NewField(1)))
	m, err := spimux.Open(bus.Port(), bus.Pins(), spimux.Opts{})
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		p, err := m.Port(5)
		if err != nil {
			t.Fatal(err)
		}
		c, err := p.Connect(2*physic.MegaHertz, spi.Mode0, 8)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := fmt.Sprint(c, " ", c.Duplex()), fmt.Sprint("SPI0.0.5 ", conn.Full); got != want {
			t.Errorf("connection %s, want %s", got, want)
		}
		version := []byte{0, 0}
		if err := c.TxPackets([]spi.Packet{{W: []byte{0x37<<1 | 0x80, 0}, R: version}}); err != nil || version[1] != mfrc522.Version2 {
			t.Errorf("version % X, %v", version, err)
		}
		if err := c.TxPackets([]spi.Packet{{W: []byte{0, 0}, KeepCS: true}}); err == nil {
			t.Error("a chip select that is kept was accepted")
		}
		if err := errors.Join(p.Close(), p.Close()); err != nil {
			t.Error(err)
		}
		if err := c.Tx([]byte{0, 0}, nil); err == nil {
			t.Error("a closed port went on")
		}
	}
	if err := errors.Join(m.Close(), m.Close()); err != nil {
		t.Error(err)
	}
	if _, err := m.Port(0); err == nil {
		t.Error("a closed mux gave out a port")
	}
}

// stubborn is a port that cannot be set up, or hangs in the kernel.
type stubborn struct {
	spi.PortCloser
	limit, connect error
	hang           chan struct{}
}

func (s stubborn) LimitSpeed(physic.Frequency) error { return s.limit }

func (s stubborn) Connect(physic.Frequency, spi.Mode, int) (spi.Conn, error) {
	return stuckConn{hang: s.hang}, s.connect
}

func (s stubborn) String() string { return "SPI0.0" }

type stuckConn struct {
	spi.Conn
	hang chan struct{}
}

func (s stuckConn) Tx(w, r []byte) error {
	<-s.hang
	return nil
}

func TestPortInTrouble(t *testing.T) {
	slow, busy := errors.New("too slow"), errors.New("busy")
	for _, s := range []stubborn{{limit: slow}, {connect: busy}} {
		if _, err := spimux.Open(s, nil, spimux.Opts{}); !errors.Is(err, slow) && !errors.Is(err, busy) {
			t.Errorf("a port that cannot be set up: %v", err)
		}
	}
}

// A transaction that hangs in the kernel blocks nobody for ever.
func TestBusThatHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := stubborn{hang: make(chan struct{})}
		m, err := spimux.Open(s, nil, spimux.Opts{})
		if err != nil {
			t.Fatal(err)
		}
		p, err := m.Port(0)
		if err != nil {
			t.Fatal(err)
		}
		c, err := p.Connect(10*physic.MegaHertz, spi.Mode0, 8)
		if err != nil {
			t.Fatal(err)
		}
		first := make(chan error)
		go func() { first <- c.Tx(nil, nil) }()
		synctest.Wait()
		begin := time.Now()
		if err := c.Tx(nil, nil); err == nil || !strings.Contains(err.Error(), "the bus has been busy for 250ms") {
			t.Errorf("second transaction: %v", err)
		}
		if got, want := time.Since(begin), spimux.DefaultWait; got != want {
			t.Errorf("it waited %v, want %v", got, want)
		}
		close(s.hang)
		if err := errors.Join(<-first, c.Tx(nil, nil)); err != nil {
			t.Error("the bus is well again:", err)
		}
	})
}
