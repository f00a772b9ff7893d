package device

import (
	"slices"
	"strconv"
	"strings"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/host/v3/gpioioctl"
)

// A Chip is a gpiochip of Linux.
type Chip struct{ Path, Label string }

// headers are the labels of the chips behind the 40-pin header: of the Raspberry Pi 5, the 4, and
// earlier ones.
var headers = []string{"pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835"}

// Header reports whether a chip drives the 40-pin header of a Raspberry Pi.
func (c Chip) Header() bool { return slices.Contains(headers, c.Label) }

// Chips are Pins that know which chips their pins are on.
type Chips interface{ Chips() []Chip }

// Chips returns the chips of this device; nil if periph does not start.
func (b Host) Chips() (all []Chip) {
	if b.init() != nil {
		return nil
	}
	periph.Lock()
	defer periph.Unlock()
	for _, c := range gpioioctl.Chips {
		all = append(all, Chip{c.Path(), c.Label()})
	}
	return all
}

// rp1Pin returns a pin of the Raspberry Pi 5 header by its number, since its name depends on the
// kernel and periph's own pins only know the memory of older chips. It returns nil on other
// devices.
func rp1Pin(name string) gpio.PinIO {
	number, err := strconv.Atoi(strings.TrimPrefix(name, "GPIO"))
	if err != nil || !strings.HasPrefix(name, "GPIO") {
		return nil
	}
	periph.Lock()
	defer periph.Unlock()
	for _, c := range gpioioctl.Chips {
		if c.Label() == headers[0] && number < c.LineCount() {
			return c.ByNumber(number)
		}
	}
	return nil
}
