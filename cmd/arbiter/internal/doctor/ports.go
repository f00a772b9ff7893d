package doctor

import (
	"path"
	"slices"
	"strings"

	"arbiter/cmd/arbiter/internal/device"
	"arbiter/engine"
	"arbiter/setups"
	"arbiter/setups/wiring"
)

// bootFiles are the paths of config.txt: since Debian 12, and before.
var bootFiles = []string{"boot/firmware/config.txt", "boot/config.txt"}

// Ports returns what is wrong with the ports of this computer for a rig, each with what to do.
func Ports(rig setups.Rig, pins device.Pins) []engine.Text {
	x := check{rig: rig, pins: pins, machine: ThisMachine()}
	return x.wrongPorts()
}

func (x *check) wrongPorts() (all []engine.Text) {
	x.ask, x.tell = func(engine.Text) {}, func(finding) {}
	x.computer()
	x.tell = func(f finding) {
		if f.level != healthy {
			all = append(all, engine.Say("%s; %s", f.what, f.fix))
		}
	}
	n := x.needs()
	x.ports(n)
	x.serial(n)
	x.pcscd(n)
	return all
}

// needs returns what the rig needs of this computer.
func (x *check) needs() wiring.Needs {
	n := wiring.NeedsOf(x.rig)
	if isPi5(x.model) {
		n = n.OnPi5()
	}
	return n
}

// ports compares config.txt and the devices with what the rig needs. What is missing is one fault,
// however many parts need it.
func (x *check) ports(n wiring.Needs) {
	missing, who := x.nodes(n)
	i := slices.IndexFunc(bootFiles, x.machine.has)
	var file, made string
	var unwritten, unproven []string
	if i >= 0 {
		file = "/" + bootFiles[i]
		lines, open := x.machine.effective(x.machine.config(file), x.model)
		unwritten = slices.DeleteFunc(slices.Clone(n.Boot), func(line string) bool { return hasLine(lines, line) })
		unproven = slices.DeleteFunc(slices.Clone(unwritten), func(line string) bool { return len(missing) == 0 && x.proven(n, line) })
		if len(unproven) > 0 && !open {
			unproven = append([]string{"[all]"}, unproven...)
		}
		if made = path.Join(path.Dir(file), "overlays", wiring.OverlayName(n.Own)+".dtbo"); n.Own == "" || x.machine.has(made) {
			made = ""
		}
	}
	remedy := x.remedy(n, file, made, unproven)
	switch {
	case len(missing) > 0:
		x.lack(engine.Say("there is no %s, which these need: %s", strings.Join(missing, ", "), inWords(who)), remedy, who, true)
	case len(unproven) > 0:
		x.fault(engine.Say("%s lacks lines that the rig needs", file), remedy)
	case made != "":
		x.fault(engine.Say("there is no %s", made), engine.Say("make it: %s", wiring.OverlayCommand(x.rig, n.Own)))
	case len(n.Boot) > 0 && file == "" && !x.foreign:
		x.warn(engine.Say("there is no config.txt: is this a Raspberry Pi?"), remedy)
	case len(n.Boot) > 0 && file != "" && len(unwritten) == 0:
		x.ok(engine.Say("%s has what the rig needs: %s", file, strings.Join(n.Boot, ", ")))
	}
	if x.machine.has("dev/i2c-1") && (slices.Contains(n.Pins, "GPIO2") || slices.Contains(n.Pins, "GPIO3")) {
		x.fault(engine.Say("GPIO2 and GPIO3 belong to I2C, which is on"), engine.Say("comment out dtparam=i2c_arm=on, and restart"))
	}
}

// proven reports whether the devices, all of which are there, show that a line is not needed. A
// serial port of the header exists without its lines, too, as Bluetooth's.
func (x *check) proven(n wiring.Needs, line string) bool {
	return !slices.ContainsFunc(n.Paths, func(p string) bool {
		return slices.Contains(wiring.Uart(p), line) && !isPi5(x.model) && (!x.machine.has(serial0) || x.machine.device(p) != x.machine.device(serial0))
	})
}

// serial0 is the link to the serial port at GPIO14 and GPIO15, except on a Raspberry Pi 5.
const serial0 = "/dev/serial0"

// remedy says how to enable buses: with the overlay that must be made first, "" if there is none,
// and the lines that config.txt lacks, if there is such a file.
func (x *check) remedy(n wiring.Needs, file, made string, unproven []string) engine.Text {
	lines := engine.Say("check the lines of config.txt, and restart")
	switch {
	case !x.rig.Pi():
		lines = engine.Say("switch it on, as the manual of this computer says")
	case file == "":
		lines = engine.Say("on a Raspberry Pi, /boot/firmware/config.txt needs: %s", strings.Join(n.Boot, ", "))
	case len(unproven) > 0:
		lines = engine.Say("add these lines to %s, and restart: %s", file, strings.Join(unproven, ", "))
	}
	if made != "" {
		return engine.Say("make %s: %s; then %s", made, wiring.OverlayCommand(x.rig, n.Own), lines)
	}
	return lines
}

// nodes looks for the devices of the ports. Missing adapters are reported here; the other devices
// are the computer's own, and are returned with what needs them.
func (x *check) nodes(n wiring.Needs) (missing []string, who []wiring.Dependent) {
	var there, unplugged, needs []string
	look := func(need, file string) {
		switch {
		case x.machine.has(file):
			there = append(there, file)
		case slices.Contains(n.Paths, file) && len(wiring.Uart(file)) == 0:
			unplugged = append(unplugged, file)
		default:
			missing, needs = append(missing, file), append(needs, need)
		}
	}
	for _, port := range n.Ports {
		look(port, "/dev/spidev"+strings.TrimPrefix(port, "SPI"))
	}
	for _, bus := range n.Buses {
		look(bus, "/dev/i2c-"+strings.TrimPrefix(bus, "I2C"))
	}
	if len(n.Pins) > 0 {
		x.chip = x.header()
		look("gpio", x.chip)
	}
	named := map[string]string{} // by the device
	for _, p := range n.Paths {
		look(p, p)
		if other := named[x.machine.device(p)]; other != "" {
			x.fault(engine.Say("%s and %s are the same device", other, p), engine.Say("write another one into the rig for one of them"))
		}
		named[x.machine.device(p)] = p
		if name := device.Staying(x.machine.root, p); name != "" {
			x.warn(engine.Say("%s may be another adapter after a restart, so that seats change places", p), engine.Say("write %s into the rig, or have the page /rig do it", name))
		}
	}
	if len(unplugged) > 0 {
		who := n.Needing(unplugged...)
		x.lack(engine.Say("there is no %s, which these need: %s", strings.Join(unplugged, ", "), inWords(who)),
			engine.Say("plug the adapter in, or write another name from /dev/serial/by-id or /dev/input/by-id into the rig"), who, true)
	}
	if len(there) > 0 && len(missing)+len(unplugged) == 0 {
		x.ok(engine.Say("ports: %s", strings.Join(there, ", ")))
	}
	return missing, n.Needing(needs...)
}

// configured reports whether a line of config.txt says what is needed: an overlay may be followed
// by parameters, or have more chip selects.
func configured(line, needed string) bool {
	bare, _, _ := strings.Cut(strings.ReplaceAll(line, " ", ""), ",")
	if strings.HasPrefix(needed, "dtoverlay=") && len(bare) == len(needed) && strings.HasSuffix(needed, "cs") {
		at := len(needed) - len("1cs")
		return bare[:at] == needed[:at] && bare[at] >= needed[at] && strings.HasSuffix(bare, "cs")
	}
	return bare == needed
}
