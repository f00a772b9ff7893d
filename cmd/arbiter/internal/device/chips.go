package device

import (
	"slices"
	"strconv"
	"strings"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/host/v3/gpioioctl"
)

// A Chip has pins: a gpiochip of Linux.
type Chip struct{ Path, Label string }

// headers are the labels of the chips that have the pins of the 40-pin header: of the
// Raspberry Pi 5, of 4, and of those before.
var headers = []string{"pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835"}

// Header tells whether a chip has the pins of the 40-pin header of a Raspberry Pi.
func (c Chip) Header() bool { return slices.Contains(headers, c.Label) }

// Chips are wires that know what chips their pins are on.
type Chips interface{ Chips() []Chip }

// Chips lists those of this device; none if periph does not start.
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

// rp1Pin is a pin of the header of a Raspberry Pi 5, by its number: its name depends on
// the kernel, and periph's own pins know the memory of older chips alone. It is nil
// elsewhere.
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
