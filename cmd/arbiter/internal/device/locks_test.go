package device_test

import (
	"errors"
	"testing"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/gpio/gpioreg"
	"periph.io/x/conn/v3/spi"
	"periph.io/x/conn/v3/spi/spireg"

	"arbiter/cmd/arbiter/internal/device"
	"arbiter/cmd/arbiter/internal/locks"
)

// wires are a port with nothing at its end.
type wires struct{ spi.PortCloser }

func (wires) Close() error { return nil }

// A pin has a name and nothing else.
type pin struct{ gpio.PinIO }

func (pin) Name() string { return "GPIO997" }
func (pin) Number() int  { return 997 }

// A pin belongs to the program that opened it; so does a port until it is closed.
func TestPortsAndPinsAreLocked(t *testing.T) {
	must(t, spireg.Register("SPI97.0", nil, -1, func() (spi.PortCloser, error) { return wires{}, nil }))
	defer spireg.Unregister("SPI97.0")
	must(t, gpioreg.Register(pin{gpio.INVALID}))
	defer gpioreg.Unregister("GPIO997")
	dir := t.TempDir()
	ours, theirs := device.Host{Locks: locks.In(dir)}, device.Host{Locks: locks.In(dir)}
	port, err := ours.Port("SPI97.0")
	must(t, err)
	if _, err := theirs.Port("SPI97.0"); !held(err) {
		t.Errorf("another program opens the port: %v", err)
	}
	must(t, port.Close())
	again, err := theirs.Port("SPI97.0")
	must(t, err)
	must(t, again.Close())
	for range 2 { // a reset pin that readers share
		_, err = ours.Out("GPIO997")
		must(t, err)
	}
	if _, err := theirs.In("GPIO997"); !held(err) {
		t.Errorf("another program reads the pin: %v", err)
	}
	if _, err := theirs.Out(""); err != nil {
		t.Errorf("a pin without a wire: %v", err)
	}
	if _, err := (device.Host{}).In("GPIO997"); err != nil {
		t.Errorf("a device without locks: %v", err)
	}
}

func held(err error) bool { return errors.As(err, new(*locks.Held)) }

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
