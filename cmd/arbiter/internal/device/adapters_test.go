package device

import (
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// An adapter's stable name is what it says of itself, if that tells it apart; identical adapters
// without a serial number are told apart by their ports.
func TestAdaptersHaveNamesThatStay(t *testing.T) {
	const ftdi, cheap = "usb-FTDI_FT232R_USB_UART_A50285BI-if00-port0", "usb-1a86_USB_Serial-if00-port0"
	const one, two = "platform-fd500000.pcie-pci-0000:01:00.0-usb-0:1.1:1.0-port0", "platform-fd500000.pcie-pci-0000:01:00.0-usb-0:1.2:1.0-port0"
	const again = "platform-fd500000.pcie-pci-0000:01:00.0-usbv2-0:1.1:1.0-port0"
	for _, c := range []struct {
		links string // folder/name=device
		want  string
		usb1  string
	}{
		{"", "", ""},
		{"by-id/" + ftdi + "=ttyUSB0 by-id/" + cheap + "=ttyUSB1 by-path/" + one + "=ttyUSB0 by-path/" + again + "=ttyUSB0 by-path/" + two + "=ttyUSB1",
			"by-id/" + cheap + " by-id/" + ftdi, "by-id/" + cheap},
		{"by-id/" + cheap + "=ttyUSB1 by-path/" + one + "=ttyUSB0 by-path/" + again + "=ttyUSB0 by-path/" + two + "=ttyUSB1", "by-path/" + one + " by-path/" + two, "by-path/" + two},
		{"by-path/" + one + "=ttyACM0", "by-path/" + one, ""},
	} {
		root := fstest.MapFS{}
		for _, l := range strings.Fields(c.links) {
			name, device, _ := strings.Cut(l, "=")
			root["dev/serial/"+name] = &fstest.MapFile{Data: []byte("../../" + device), Mode: fs.ModeSymlink}
		}
		var want []string
		for _, name := range strings.Fields(c.want) {
			want = append(want, "/dev/serial/"+name)
		}
		if got := Adapters(root); !slices.Equal(got, want) {
			t.Errorf("%s:\n%q, want\n%q", c.links, got, want)
		}
		if got := strings.TrimPrefix(Staying(root, "/dev/ttyUSB1"), "/dev/serial/"); got != c.usb1 {
			t.Errorf("%s: ttyUSB1 stays as %q, want %q", c.links, got, c.usb1)
		}
		for _, name := range append(want, "/dev/ttyAMA0", "/dev/ttyUSB7") {
			if got := Staying(root, name); got != "" {
				t.Errorf("%s stays as %q", name, got)
			}
		}
	}
}
