package wiring

import (
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"arbiter/engine"
	"arbiter/setups"
)

var redraw = flag.Bool("redraw", false, "write the drawings and tables of the shipped rigs anew")

// rigFolder is where the rigs that come with the program are.
var rigFolder = filepath.Join("..", "rigs")

// wiredRigs returns the shipped rigs that have wires.
func wiredRigs(t *testing.T) (rigs []setups.Rig) {
	t.Helper()
	for _, name := range setups.Rigs() {
		rig, err := setups.LoadRig(name)
		if err != nil {
			t.Fatal(err)
		}
		if len(english.diagramOf(rig).parts) > 0 {
			rigs = append(rigs, rig)
		}
	}
	return rigs
}

// committed compares a committed file with what the program makes.
func committed(t *testing.T, file, want string) {
	t.Helper()
	file = filepath.Join(rigFolder, file)
	if *redraw {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(file)
	if err != nil || string(got) != want {
		t.Errorf("%s is not what the program makes (%v): go test ./setups/wiring -run TestDrawings -redraw", file, err)
	}
}

// The shipped drawings and tables match the rigs.
func TestDrawings(t *testing.T) {
	t.Parallel()
	guide := "# How each rig is wired\n\nMade by `arbiter wiring RIG` and `arbiter wiring --table RIG`; README.md has what holds for all.\n"
	var files []string
	for _, rig := range wiredRigs(t) {
		p := english.diagramOf(rig)
		committed(t, rig.Name+".svg", p.SVG())
		files = append(files, filepath.Join(rigFolder, rig.Name+".svg"))
		guide += fmt.Sprintf("\n## %s: %s\n\n![%s](%s.svg)\n\n%s", rig.Name, p.title, rig.Name, rig.Name, p.Tables())
	}
	committed(t, "WIRING.md", guide)
	there, err := filepath.Glob(filepath.Join(rigFolder, "*.svg"))
	slices.Sort(files)
	if err != nil || !slices.Equal(there, files) {
		t.Errorf("drawings %q, %v; want %q", there, err, files)
	}
}

// A drawing is valid XML, and names every reader, panel pin, address pin and button of its rig.
func TestDrawingsAreComplete(t *testing.T) {
	t.Parallel()
	for _, rig := range wiredRigs(t) {
		p := english.diagramOf(rig)
		for _, text := range []string{p.SVG(), p.Tables()} {
			var want []string
			for _, r := range rig.Readers {
				want = append(want, r.Name, r.Reset)
			}
			for _, m := range rig.Muxes {
				want = append(want, m.Pins...)
			}
			for _, x := range rig.Panels {
				want = append(want, x.DC, x.CS, x.Reset, x.Busy)
			}
			for _, b := range rig.Buttons {
				want = append(want, b.Pin, b.Name)
			}
			for _, w := range want {
				if !strings.Contains(text, w) {
					t.Errorf("rig %s: no word of %s", rig.Name, w)
				}
			}
		}
		d := xml.NewDecoder(strings.NewReader(p.SVG()))
		for {
			if _, err := d.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("rig %s: %v", rig.Name, err)
			}
		}
	}
}

// clashes returns the pins of the header that two different wires need.
func clashes(p Diagram) (list []string) {
	has := map[int]string{}
	for _, x := range p.parts {
		for _, n := range x.pins {
			w := n.wire
			if w.kind == power || w.kind == ground || w.pin == 0 {
				continue
			}
			who := string(w.kind)
			if other := has[w.pin]; other != "" && other != who {
				list = append(list, fmt.Sprintf("pin %d: %s and %s", w.pin, other, who))
			}
			has[w.pin] = who
		}
	}
	return list
}

func TestNoPinHasTwoWires(t *testing.T) {
	t.Parallel()
	for _, rig := range wiredRigs(t) {
		if got := clashes(english.diagramOf(rig)); len(got) > 0 {
			t.Errorf("rig %s: %q", rig.Name, got)
		}
	}
	wrong := setups.Rig{Readers: []setups.Reader{{Name: "a", Driver: "rc522", Port: "SPI0.0", Reset: "GPIO25"}}, Buttons: []setups.Button{{Name: "next", Pin: "GPIO8"}}}
	if got := clashes(english.diagramOf(wrong)); len(got) != 1 {
		t.Errorf("control: a button at the chip select: %q", got)
	}
}

// Each GPIO has its own pin of the header, and all other pins are supply or ground.
func TestHeader(t *testing.T) {
	t.Parallel()
	has := map[int]string{}
	for gpio, n := range header {
		if has[n] != "" {
			t.Errorf("pin %d is %s and %s", n, has[n], gpio)
		}
		has[n] = gpio
	}
	for n, rail := range rails {
		if has[n] != "" {
			t.Errorf("pin %d is %s and %s", n, has[n], rail)
		}
		has[n] = rail
	}
	if got, want := len(has), 40; got != want {
		t.Errorf("%d pins, want %d", got, want)
	}
}

// A rig draws the sum of its parts: twenty boards at 26 mA and a panel at 8.
func TestBudget(t *testing.T) {
	t.Parallel()
	for name, want := range map[string][2]int{"four-seats-five-fields": {528, 0}, "two-seats-pn532": {8, 300}, "two-seats-pn532-header": {308, 0}, "solo-one-reader": {34, 0}} {
		rig, err := setups.LoadRig(name)
		if err != nil {
			t.Fatal(err)
		}
		low, high := budget(rig)
		if got := [2]int{low, high}; got != want {
			t.Errorf("%s draws %d mA, want %d", name, got, want)
		}
	}
	if _, err := Draw(setups.Rig{Name: "virtual"}, engine.Text.String); err == nil {
		t.Error("the wires of a rig without any were drawn")
	}
	three := english.decoders(setups.Rig{}, setups.Mux{Name: "m", Port: "SPI0.0", Pins: []string{"GPIO5", "GPIO6", "GPIO12"}})
	if got := english.outputOf(setups.Mux{Pins: []string{"a", "b", "c"}}, 7); len(three) != 1 || three[0].title != "74HC138" || got != "Y7, pin 7" {
		t.Errorf("%v, %s", three, got)
	}
}

// Twelve chip selects on one bus: its own two and ten free pins, on which the drawing, the table
// and the overlay agree.
func TestOverlay(t *testing.T) {
	t.Parallel()
	rig, err := setups.LoadRig("four-seats-three-fields")
	if err != nil {
		t.Fatal(err)
	}
	text, err := Overlay(rig)
	if err != nil {
		t.Fatal(err)
	}
	if want := "brcm,pins = <8 7 4 5 6 12 13 16 17 23 26 14>;"; !strings.Contains(text, want) {
		t.Errorf("%s\nwant %s", text, want)
	}
	if got, want := strings.Count(text, "<&gpio "), 12; got != want {
		t.Errorf("%d chip selects, want %d", got, want)
	}
	if got, want := strings.Count(text, "compatible = \"spidev\""), 10; got != want {
		t.Errorf("%d devices, want %d: the standard device tree has two", got, want)
	}
	for port, pin := range selectPins(rig) {
		if !strings.Contains(english.diagramOf(rig).Tables(), fmt.Sprintf("| %s | %d |", pin, header[pin])) {
			t.Errorf("%s is at %s, which the table does not say", port, pin)
		}
	}
	if _, err := Overlay(setups.Rig{}); err == nil {
		t.Error("an overlay for a rig that needs none")
	}
	for i := range 9 {
		rig.Readers = append(rig.Readers, setups.Reader{Name: fmt.Sprint("more-", i), Driver: "rc522", Port: fmt.Sprint("SPI0.", 12+i), Reset: "GPIO25"})
	}
	if _, err := Overlay(rig); err == nil || !strings.Contains(err.Error(), "leaves no pin for the chip select of SPI0.13") {
		t.Errorf("more chip selects than pins: %v", err)
	}
}

// If dtc is installed, it accepts the overlay.
func TestOverlayCompiles(t *testing.T) {
	t.Parallel()
	dtc, err := exec.LookPath("dtc")
	if err != nil {
		t.Skip("there is no dtc")
	}
	rig, err := setups.LoadRig("four-seats-three-fields")
	if err != nil {
		t.Fatal(err)
	}
	text, err := Overlay(rig)
	if err != nil {
		t.Fatal(err)
	}
	compile := func(source string) error {
		c := exec.CommandContext(t.Context(), dtc, "-@", "-I", "dts", "-O", "dtb", "-o", filepath.Join(t.TempDir(), "o.dtbo"), "-")
		c.Stdin = strings.NewReader(source)
		out, err := c.CombinedOutput()
		if err != nil {
			return fmt.Errorf("%w: %s", err, out)
		}
		return nil
	}
	if err := compile(text); err != nil {
		t.Error(err)
	}
	if compile(strings.Replace(text, "};", "}", 1)) == nil {
		t.Error("control: dtc accepts nonsense")
	}
}

// The name of a USB adapter fits on its part, and its end, which tells it from others, can be read.
func TestLongNamesOfAdapters(t *testing.T) {
	t.Parallel()
	for port, want := range map[string]string{
		"/dev/ttyUSB0": "/dev/ttyUSB0",
		"/dev/serial/by-id/usb-FTDI_FT232R_USB_UART_A50285BI-if00-port0":                  "…RT_A50285BI-if00-port0",
		"/dev/serial/by-path/platform-fd500000.pcie-pci-0000:01:00.0-usb-0:1.2:1.0-port0": "….0-usb-0:1.2:1.0-port0",
	} {
		if got := shortened(port); got != want {
			t.Errorf("%s is written %s, want %s", port, got, want)
		}
	}
}
