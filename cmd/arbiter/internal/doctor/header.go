package doctor

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"arbiter/cmd/arbiter/internal/device"
	"arbiter/engine"
	"arbiter/setups/wiring"
)

// header returns the device of the chip that has the pins of the rig. Its number depends on the
// kernel, so it is found by its label; if no labels are known it is the first.
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

// serial checks the serial ports of the header: the name of one on a Raspberry Pi 5, and who else
// uses them.
func (x *check) serial(n wiring.Needs) {
	if isPi5(x.model) && slices.Contains(n.Paths, serial0) {
		x.warn(engine.Say("/dev/serial0 of a Raspberry Pi 5 is the plug for debugging, not GPIO14 and GPIO15"), engine.Say("write /dev/ttyAMA0 into the rig"))
	}
	for _, p := range n.Paths {
		if len(wiring.Uart(p)) > 0 {
			x.console(p, n.Needing(p))
		}
	}
}

// console checks whether Linux has its console on a serial port of the header, or a login prompt
// there: a reader would get their characters.
func (x *check) console(port string, who []wiring.Dependent) {
	names := []string{path.Base(x.machine.device(port))}
	if link := x.machine.device(serial0); link == x.machine.device(port) || !isPi5(x.model) && !x.machine.has(serial0) {
		names = append(names, path.Base(serial0))
	}
	off := engine.Say("sudo raspi-config nonint do_serial_cons 1, and restart")
	for _, file := range x.commandLines() {
		for _, row := range x.machine.rows(file, " ") {
			for _, word := range row {
				device, _, _ := strings.Cut(strings.TrimPrefix(word, "console="), ",")
				switch {
				case !strings.HasPrefix(word, "console=") || !slices.Contains(names, device):
				case file == running:
					x.lack(engine.Say("the console of Linux is on %s until the next start, and these need it: %s", port, inWords(who)), engine.Say("restart"), who, false)
					return
				default:
					x.lack(engine.Say("%s puts the console of Linux on %s, which these need: %s", file, port, inWords(who)),
						engine.Say("take %s out of it and restart, or: %s", word, off), who, false)
					return
				}
			}
		}
	}
	for _, name := range names {
		unit := "serial-getty@" + name + ".service"
		for _, folder := range []string{"etc/systemd/system", "run/systemd/generator"} {
			if x.machine.has(folder + "/getty.target.wants/" + unit) {
				x.lack(engine.Say("a login waits on %s, which these need: %s", port, inWords(who)), engine.Say("sudo systemctl disable --now %s, or: %s", unit, off), who, false)
				return
			}
		}
	}
}

// running is the command line of the running kernel.
const running = "/proc/cmdline"

// commandLines returns the files with the kernel's command line, that of the next start first:
// config.txt may name another than the default.
func (x *check) commandLines() (files []string) {
	for _, file := range bootFiles {
		if !x.machine.has(file) {
			continue
		}
		name := "cmdline.txt"
		lines, _ := x.machine.effective(x.machine.config("/"+file), x.model)
		for _, line := range lines {
			if other, ok := strings.CutPrefix(line, "cmdline="); ok {
				name = other
			}
		}
		files = append(files, path.Join("/", path.Dir(file), name))
		break
	}
	return append(files, running)
}
