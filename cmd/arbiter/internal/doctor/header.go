package doctor

import (
	"fmt"
	"slices"
	"strings"

	"arbiter/cmd/arbiter/internal/device"
	"arbiter/engine"
	"arbiter/setups/wiring"
)

// header is the device of the chip that has the pins of the rig. Which number it has
// depends on the kernel, so that it is looked for by its label; where no labels are known,
// it is the first.
func (x *check) header() string {
	const first = "/dev/gpiochip0"
	h, ok := x.pins.(device.Chips)
	if !ok {
		return first
	}
	all := h.Chips()
	for _, c := range all {
		if c.Header() {
			x.ask(engine.Say("pins: %s (%s)", c.Path, c.Label))
			return c.Path
		}
	}
	if len(all) > 0 && !x.foreign && x.rig.Pi() {
		var known []string
		for _, c := range all {
			known = append(known, fmt.Sprintf("%s (%s)", c.Path, c.Label))
		}
		x.fault(engine.Say("none of the chips has the pins of the 40-pin header: %s", strings.Join(known, ", ")), engine.Say("bring the system up to date: sudo apt full-upgrade, and restart"))
	}
	return first
}

// serial0 warns of a name that is another port on a Raspberry Pi 5.
func (x *check) serial0(n wiring.Needs) {
	if !isPi5(x.model) || !slices.Contains(n.Paths, "/dev/serial0") {
		return
	}
	x.warn(engine.Say("/dev/serial0 of a Raspberry Pi 5 is the plug for debugging, not GPIO14 and GPIO15"), engine.Say("write /dev/ttyAMA0 into the rig"))
}
