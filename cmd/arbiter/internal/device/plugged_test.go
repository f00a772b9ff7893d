package device

import (
	"fmt"
	"slices"
	"testing"

	"arbiter/hw/pcsc"
	"arbiter/setups"
)

// A rig follows its readers to other USB ports, but only those that it misses.
func TestMovedReaders(t *testing.T) {
	t.Parallel()
	at := func(plug string) pcsc.Found { return pcsc.Found{Name: "ACR122U", Plug: plug} }
	for name, c := range map[string]struct {
		ports []string
		found []pcsc.Found
		want  []string // nil: nothing has moved
	}{
		"all where they were":   {[]string{"usb:1-1", "usb:1-2"}, []pcsc.Found{at("1-1"), at("1-2"), at("1-3")}, nil},
		"one moved":             {[]string{"usb:1-1", "usb:1-2"}, []pcsc.Found{at("1-3"), at("1-2")}, []string{"usb:1-3", "usb:1-2"}},
		"one moved, one away":   {[]string{"usb:1-1", "usb:1-2"}, []pcsc.Found{at("1-3")}, []string{"usb:1-3", "usb:1-2"}},
		"one away":              {[]string{"usb:1-1", "usb:1-2"}, []pcsc.Found{at("1-2")}, nil},
		"named by what it is":   {[]string{"ACR122U", "usb:1-2"}, []pcsc.Found{at("1-1")}, nil},
		"a serial port is away": {[]string{"/dev/ttyUSB0"}, []pcsc.Found{at("1-1")}, nil},
		"no plug is known":      {[]string{"usb:1-1"}, []pcsc.Found{{Name: "ACR122U"}}, nil},
	} {
		var rig setups.Rig
		for _, p := range c.ports {
			driver := "pcsc"
			if p[0] == '/' {
				driver = "pn532"
			}
			rig.Readers = append(rig.Readers, setups.Reader{Driver: driver, Port: p})
		}
		was := fmt.Sprint(rig)
		got, moved := Moved(rig, c.found)
		var ports []string
		for _, r := range got.Readers {
			ports = append(ports, r.Port)
		}
		if want := c.want; moved != (want != nil) || moved && !slices.Equal(ports, want) || fmt.Sprint(rig) != was {
			t.Errorf("%s: %q, %t, want %q", name, ports, moved, want)
		}
	}
}
