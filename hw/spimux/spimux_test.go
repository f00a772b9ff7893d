package spimux_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"periph.io/x/conn/v3"
	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"

	"arbiter/hw"
	"arbiter/hw/emu/mfrc522"
	"arbiter/hw/emu/picc"
	emu "arbiter/hw/emu/spimux"
	"arbiter/hw/rc522"
	"arbiter/hw/spimux"
)

// everyone scans each reader once and compares what lies there.
func (tb *table) everyone(want func(i int) string) {
	tb.Helper()
	i := 0
	for _, b := range tb.buses {
		for _, r := range b {
			uids, err := r.Scan(tb.Context())
			if got := fmt.Sprint(uids, err); got != want(i) {
				tb.Errorf("%s: %s, want %s", r.Name(), got, want(i))
			}
			i++
		}
	}
}

// Each of 24 readers sees its own card and no other's.
func TestEveryReaderHasItsCard(t *testing.T) {
	tb := lay(t, 24, 4, instant, quick, false)
	tb.everyone(func(int) string { return "[] <nil>" })
	tb.occupy()
	tb.everyone(func(i int) string { return fmt.Sprintf("[%X] <nil>", tb.tags[i].UID()) })
	if got, want := tb.bus.Speed(), 2*physic.MegaHertz; got != want {
		t.Errorf("the bus runs at %v, want %v", got, want)
	}
	tb.healthy()
}

// All readers at once, each on a goroutine of its own: what they say does not mix.
func TestReadersAtOnce(t *testing.T) {
	tb := lay(t, 24, 24, instant, quick, false)
	tb.occupy()
	var all sync.WaitGroup
	for i, b := range tb.buses {
		all.Go(func() {
			for range 50 {
				uids, err := b[0].Scan(t.Context())
				if got, want := fmt.Sprint(uids, err), fmt.Sprintf("[%X] <nil>", tb.tags[i].UID()); got != want {
					t.Errorf("%s: %s, want %s", b[0].Name(), got, want)
				}
			}
		})
	}
	all.Wait()
	tb.healthy()
}

// TestNeighborsWithoutAir is the control of the groups: readers of a group that
// do not know of each other jam each other, and the emulated air tells.
func TestNeighborsWithoutAir(t *testing.T) {
	for alone, want := range map[bool]int{false: 1, true: 5} {
		synctest.Test(t, func(t *testing.T) {
			tb := lay(t, 5, 1, real, rc522.Opts{}, alone)
			tb.occupy()
			seen := 0
			var all sync.WaitGroup
			var mu sync.Mutex
			for _, r := range tb.buses[0] {
				all.Go(func() {
					for range 4 {
						uids, _ := r.Scan(t.Context())
						mu.Lock()
						seen += len(uids)
						mu.Unlock()
					}
				})
			}
			all.Wait()
			if got := tb.airs[0].Most(); got != want {
				t.Errorf("alone %v: %d fields on at once, want %d", alone, got, want)
			}
			if whole := seen == 20; whole == alone {
				t.Errorf("alone %v: %d cards seen in 20 scans", alone, seen)
			}
		})
	}
}

// Two cards are laid and one is moved, through Watch, while one board is
// unplugged.
func TestWatchOverGroups(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := lay(t, 20, 4, real, rc522.Opts{}, false)
		tb.chips[7].Unplug(0xFF)
		w, stop := tb.watch(hw.Opts{}, hw.Pace{})
		var got []string
		collect := func(d time.Duration) {
			for end := time.After(d); ; {
				select {
				case c := <-w.Changes():
					c.Err = nil
					got = append(got, c.String())
				case <-end:
					return
				}
			}
		}
		tb.fields[3].Place(tb.tags[3])
		tb.fields[19].Place(tb.tags[19])
		collect(3 * time.Second)
		tb.fields[3].Lift(tb.tags[3])
		tb.fields[12].Place(tb.tags[3])
		collect(3 * time.Second)
		tb.chips[7].Plug()
		collect(5 * time.Second)
		stop()
		slices.Sort(got)
		want := []string{
			"slot-03: arrived 04A2241B5C6D83", "slot-03: left 04A2241B5C6D83", "slot-07: reader down", "slot-07: reader up",
			"slot-12: arrived 04A2241B5C6D83", "slot-19: arrived 04A2241B5C6D93",
		}
		if !slices.Equal(got, want) {
			t.Errorf("heard %q, want %q", got, want)
		}
		tb.healthy()
	})
}

// A wire that fails makes errors or no answer, never a card that does not lie
// there; and when it is whole again everything is well.
func TestFaultsOfTheWires(t *testing.T) {
	tb := lay(t, 20, 4, instant, quick, false)
	tb.occupy()
	own := func(i int) string { return fmt.Sprintf("[%X] <nil>", tb.tags[i].UID()) }
	for _, c := range []struct {
		name     string
		do, undo func()
		harmed   func(i int) bool
	}{
		{"a board holds MISO low", func() { tb.bus.HoldMISO(5, 0) }, func() { tb.bus.Release(5) }, func(i int) bool { return i != 5 }},
		{"a board holds some bits of MISO", func() { tb.bus.HoldMISO(5, 0x6F) }, func() { tb.bus.Release(5) }, func(i int) bool { return i != 5 }},
		{"the address pins fail", func() { tb.bus.FailPins(errors.New("no pin")) }, func() { tb.bus.FailPins(nil) }, func(int) bool { return true }},
		{"nobody is attached", func() { tb.bus.Attach(9, nil) }, func() { tb.bus.Attach(9, tb.chips[9]) }, func(i int) bool { return i == 9 }},
	} {
		c.do()
		for i := range tb.chips {
			uids, err := tb.reader(i).Scan(t.Context())
			switch {
			case c.harmed(i) && (err == nil || len(uids) > 0):
				t.Errorf("%s: %s saw %v", c.name, name(i), uids)
			case !c.harmed(i) && fmt.Sprint(uids, err) != own(i):
				t.Errorf("%s: %s, which is well, says %v, %v", c.name, name(i), uids, err)
			}
		}
		c.undo()
		tb.everyone(own)
	}
}

func (tb *table) reader(i int) hw.Reader { return slices.Concat(tb.buses...)[i] }

// TestStuckAddress: a pin that does not move lets a reader speak with its
// neighbor's chip. No software can see that; the doctor has people lay a card.
func TestStuckAddress(t *testing.T) {
	tb := lay(t, 4, 4, instant, quick, false)
	tb.occupy()
	tb.bus.StickPin(0, false)
	tb.everyone(func(i int) string { return fmt.Sprintf("[%X] <nil>", tb.tags[i&^1].UID()) })
	tb.bus.FreePin(0)
	if err := tb.bus.Pins()[0].Out(gpio.High); err != nil { // as left by the last reader
		t.Fatal(err)
	}
	tb.everyone(func(i int) string { return fmt.Sprintf("[%X] <nil>", tb.tags[i].UID()) })
}

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

// A transaction that hangs in the kernel stops nobody for ever.
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

func TestEnterAirInTime(t *testing.T) {
	tb := lay(t, 2, 1, instant, quick, false)
	a := hw.NewAir()
	if err := a.Enter(t.Context()); err != nil {
		t.Fatal(err)
	}
	port, err := tb.mux.Port(7)
	if err != nil {
		t.Fatal(err)
	}
	r, err := rc522.Open("late", port, nil, rc522.Opts{Air: a})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	if _, err := r.Scan(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a scan while a neighbor radiates: %v", err)
	}
	a.Leave()
}
