package main

import (
	"errors"
	"fmt"
	"image"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"

	"arbiter/cmd/arbiter/internal/app"
	"arbiter/cmd/arbiter/internal/device"
	"arbiter/companion"
	"arbiter/display"
	"arbiter/display/emu"
	pngpanel "arbiter/display/png"
	"arbiter/display/ssd168x"
	"arbiter/engine/enginetest/tier"
	"arbiter/setups"
)

// A wall is wires with one e-ink panel and one OLED.
type wall struct {
	ink  *emu.SSD168x
	oled *emu.SSD1306
}

func newWall(t *testing.T, model string) *wall {
	t.Helper()
	for _, m := range emu.Models() {
		if m.Name == model {
			return &wall{emu.NewSSD168x(m, quickPanel), emu.NewSSD1306(64)}
		}
	}
	t.Fatalf("no panel %s", model)
	return nil
}

func (w *wall) Port(name string) (spi.PortCloser, error) {
	if name != "SPI0.0" {
		return nil, errors.New("no such port")
	}
	return open{w.ink.Port(64)}, nil
}

func (w *wall) Bus(name string) (i2c.BusCloser, error) {
	if name != "I2C1" {
		return nil, errors.New("no such bus")
	}
	return openBus{w.oled}, nil
}

type openBus struct{ i2c.Bus }

func (openBus) Close() error { return nil }

func (w *wall) Out(name string) (gpio.PinOut, error) {
	switch name {
	case "GPIO25":
		return w.ink.DC(), nil
	case "GPIO17":
		return w.ink.Reset(), nil
	case "":
		return device.Unconnected{PinIO: gpio.INVALID}, nil
	}
	return nil, fmt.Errorf("no pin %s", name)
}

func (w *wall) In(name string) (gpio.PinIn, error) {
	if name != "GPIO24" {
		return nil, fmt.Errorf("no pin %s", name)
	}
	return w.ink.Busy(), nil
}

const wallRig = `title = "Two panels"

[[panel]]
name   = "large"
driver = "ssd168x"
model  = "%s"
port   = "SPI0.0"
dc     = "GPIO25"
reset  = "GPIO17"
busy   = "GPIO24"
calm   = true

[[panel]]
name   = "small"
driver = "ssd1306"
port   = "I2C1"
`

func enterWall(t *testing.T, model string) (*wall, *room) {
	t.Helper()
	rig := filepath.Join(t.TempDir(), "wall.toml")
	if err := os.WriteFile(rig, fmt.Appendf(nil, wallRig, model), 0o600); err != nil {
		t.Fatal(err)
	}
	w := newWall(t, model)
	return w, enterWith(t, w, t.TempDir(), rig, nil, app.Opts{})
}

// settled waits until a glass is the picture that everybody may see.
func (r *room) settled(what string, glass func() *display.Bitmap) {
	r.Helper()
	deadline := time.Now().Add(longestWait)
	for {
		want := r.pictureOf(glass().Bounds().Max)
		if glass().Equal(want) {
			break
		}
		if time.Now().After(deadline) {
			r.Fatalf("%s differs from the picture in %v", what, glass().Diff(want))
		}
		time.Sleep(100 * time.Millisecond) // bubble: the panel draws
	}
	if black := display.NewBitmap(glass().Bounds().Max); glass().Equal(black) {
		r.Errorf("%s is empty: the comparison says nothing", what)
	}
}

func (r *room) pictureOf(size image.Point) *display.Bitmap {
	s := r.see("")
	o := r.Screens[0].Opts(s.View, nil)
	for _, n := range s.Notices {
		o.Notices = append(o.Notices, o.Say(n.Text))
	}
	return display.Render(s.View, size, o)
}

// Both panels show the game, whatever the model. Those with red are too slow for a whole table.
func TestPanelsOnWires(t *testing.T) {
	models := slices.DeleteFunc(ssd168x.Models(), ssd168x.Model.Red)
	for _, m := range models[:tier.Of(t, tier.Readers, "panels", 2, len(models), len(models))] {
		t.Run(m.String(), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				w, r := enterWall(t, m.String())
				r.settled("e-ink", w.ink.Glass)
				r.settled("OLED", w.oled.Glass)
				r.sit()
				r.settled("e-ink", w.ink.Glass)
				r.settled("OLED", w.oled.Glass)
				r.leave()
				if got, want := w.ink.Asleep(), true; got != want {
					t.Errorf("in the end the panel is asleep: %v, want %v", got, want)
				}
				if f := append(w.ink.Faults(), w.oled.Faults()...); len(f) > 0 {
					t.Errorf("against the data sheets: %s", strings.Join(f, "; "))
				}
			})
		})
	}
}

// A panel in trouble is a notice for everybody, on phones and on the other
// panel, until it works again; the game goes on meanwhile.
func TestPanelTroubleIsNoticed(t *testing.T) {
	tier.Unraced(t, "goroutines of panels meet in TestPanelsOnWires")
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w, r := enterWall(t, "2.9v2")
		r.settled("e-ink", w.ink.Glass)
		w.ink.CutBusy(true)
		r.sit()
		r.sees("panel large does not answer: check its cable; the game goes on")
		r.settled("OLED", w.oled.Glass)
		w.oled.Unplug(true)
		r.say("green plan 1 tower", "green plan 2 discover", "green plan 3 harvest", "green ready")
		r.sees("panel large does not answer: check its cable; the game goes on",
			"panel small does not answer: check its cable; the game goes on")
		w.ink.CutBusy(false)
		w.oled.Unplug(false)
		r.sees()
		r.settled("e-ink", w.ink.Glass)
		r.settled("OLED", w.oled.Glass)
	})
}

// sees waits for the notices, which each seat reads.
func (r *room) sees(want ...string) {
	r.Helper()
	r.until(fmt.Sprintf("notices %q", want), func(s companion.Snapshot) bool {
		var got []string
		for _, n := range s.Notices {
			got = append(got, n.Text.String())
		}
		return strings.Join(got, "|") == strings.Join(want, "|")
	})
}

// What people read about a panel depends on what they can do.
func TestPanelTroubleWords(t *testing.T) {
	t.Parallel()
	for err, want := range map[error]string{
		display.ErrHangs:  "panel p hangs: switch its power off and on; the game goes on",
		ssd168x.ErrSilent: "panel p does not answer: check its cable; the game goes on",
		fmt.Errorf("bus: %w", &device.PortError{Name: "port SPI0.0", Err: syscall.EACCES}): "panel p: no right to its port: the doctor says more; the game goes on",
		errors.New("no such port"): "panel p does not answer: check its cable; the game goes on",
		pngpanel.New(image.Pt(1, 1), "/nowhere/p.png").Show(t.Context(), display.NewBitmap(image.Pt(1, 1)), display.Full): "panel p cannot write its picture: check its folder and the free space; the game goes on",
	} {
		if got := device.PanelTrouble("p", err).String(); got != want {
			t.Errorf("%v: %q, want %q", err, got, want)
		}
	}
	if !device.PanelTrouble("p", nil).IsZero() {
		t.Error("a panel that works is in trouble")
	}
}

// What a rig names and the device does not have is an error that names it.
func TestWiresThatAreNotThere(t *testing.T) {
	t.Parallel()
	w := newWall(t, "1.54")
	ink := setups.Panel{Driver: "ssd168x", Model: "1.54", Port: "SPI0.0", DC: "GPIO25", Reset: "GPIO17", Busy: "GPIO24"}
	port, pin, model := ink, ink, ink
	port.Port, pin.Busy, model.Model = "SPI9.0", "GPIO99", "9.9"
	for want, p := range map[string]setups.Panel{
		"no such port": port, "no pin GPIO99": pin, `no panel "9.9"`: model,
		"no such bus": {Driver: "ssd1306", Port: "I2C9", Size: "128x64"}, "no module has": {Driver: "ssd1306", Port: "I2C1", Size: "64x48"},
	} {
		if _, err := device.WiredPanels[p.Driver](w, p); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
	oled := setups.Panel{Driver: "ssd1306", Port: "I2C1", Size: "128x64"}
	if _, err := device.OpenOLED(&device.Muxes{Pins: w}, oled); err != nil {
		t.Errorf("behind decoders for the readers: %v", err)
	}
	if _, err := device.OpenOLED(newDevice(), setups.Panel{Port: "I2C1", Size: "128x64"}); err == nil || !strings.Contains(err.Error(), "no bus I2C1") {
		t.Errorf("a device without I2C: %v", err)
	}
}

// A withInky is wires with the memory of an Inky's HAT on the bus of the header.
type withInky struct {
	*wall
	variant byte
	driven  bool
}

func (w *withInky) Bus(string) (i2c.BusCloser, error) { return openBus{inkyMemory{w.variant}}, nil }

func (w *withInky) Out(name string) (gpio.PinOut, error) {
	w.driven = w.driven || name != ""
	return w.wall.Out(name)
}

type inkyMemory struct{ variant byte }

func (inkyMemory) String() string                  { return "memory" }
func (inkyMemory) SetSpeed(physic.Frequency) error { return nil }
func (m inkyMemory) Tx(_ uint16, _, r []byte) error {
	copy(r, []byte{0x90, 1, 0x2C, 1, 2, 12, m.variant})
	return nil
}

// Where the HAT is an Inky, no pin is driven as if it were another one.
func TestInkyIsNotDrivenAsAnother(t *testing.T) {
	t.Parallel()
	other := setups.Panel{Driver: "ssd168x", Model: "4.2bv2", Port: "SPI0.0", DC: "GPIO25", Reset: "GPIO17", Busy: "GPIO24"}
	own := other
	own.DC, own.Reset, own.Busy = setups.InkyDC, setups.InkyReset, setups.InkyBusy
	for _, tc := range []struct {
		panel   setups.Panel
		variant byte
		want    string
	}{
		{other, 18, "an Inky wHAT (SSD1683) is plugged in, whose pins are not those of the rig"},
		{other, 22, "an Inky Impression 7.3 is plugged in, which Arbiter cannot drive"},
		{own, 24, "an Inky wHAT (JD79668) is plugged in, which Arbiter cannot drive"},
		{own, 18, "no pin GPIO22"}, // of this wall: it is driven
		{other, 0, ""},             // the control: another memory
	} {
		w := &withInky{wall: newWall(t, "4.2bv2"), variant: tc.variant}
		_, err := device.WiredPanels[tc.panel.Driver](w, tc.panel)
		said := ""
		if err != nil {
			said = err.Error()
		}
		strange := new(*device.InkyError)
		if !strings.Contains(said, tc.want) || (tc.want == "") != (err == nil) || w.driven == errors.As(err, strange) {
			t.Errorf("%+v at variant %d: driven %t, %v", tc.panel, tc.variant, w.driven, err)
		}
		if *strange != nil && device.PanelTrouble("p", err).String() != "panel p: "+(*strange).Text().String()+"; the game goes on" {
			t.Errorf("the notice: %s", device.PanelTrouble("p", err))
		}
	}
}

// Phones join where they can reach the device.
func TestJoinAt(t *testing.T) {
	t.Parallel()
	ip := netip.MustParseAddr
	for want, all := range map[string][]netip.Addr{
		"http://192.168.0.7:8080/":   {ip("127.0.0.1"), ip("fe80::1"), ip("169.254.3.4"), ip("192.168.0.7"), ip("10.0.0.1")},
		"http://[2001:db8::7]:8080/": {ip("2001:db8::7")},
		"":                           {ip("127.0.0.1"), ip("::1"), {}},
	} {
		if got := device.JoinAmong(all, 8080); got != want {
			t.Errorf("%v: %q, want %q", all, got, want)
		}
	}
	if got, want := device.JoinAt(&net.TCPAddr{IP: net.ParseIP("192.168.0.9"), Port: 80})(), "http://192.168.0.9:80/"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := device.JoinAt(&net.UnixAddr{})(), ""; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
