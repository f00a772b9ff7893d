package doctor

import (
	"context"
	"errors"
	"slices"
	"strings"

	"arbiter/cmd/arbiter/internal/device"
	"arbiter/cmd/arbiter/internal/locks"
	"arbiter/engine"
	"arbiter/hw"
	"arbiter/hw/line"
	"arbiter/setups"
	"arbiter/setups/wiring"
)

// A silence is why readers cannot be used. Those with the same reason in the same place are
// reported together.
type silence struct {
	say    func(who engine.Text, reason string) engine.Text
	reason string // "" means the ports
	place  string // what the readers share
	who    []wiring.Dependent
	ports  []string
	fix    engine.Text
	fixAll engine.Text // for several readers; zero: the same
}

// cannotOpen returns what is said of readers that cannot be opened.
func cannotOpen(who engine.Text, reason string) engine.Text {
	return engine.Say("%s: the port cannot be opened (%s)", who, reason)
}
func wrongVersion(who engine.Text, version string) engine.Text {
	return engine.Say("%s: the wrong version answers (%s)", who, version)
}
func notOfHub(who engine.Text, reason string) engine.Text {
	return engine.Say("%s: the hub answers, but not the reader (%s)", who, reason)
}
func nonsense(who engine.Text, reason string) engine.Text {
	return engine.Say("%s: the answer is nonsense (%s)", who, reason)
}
func noChip(who engine.Text, ports string) engine.Text {
	return engine.Say("%s: no chip answers at %s", who, ports)
}
func noHub(who engine.Text, ports string) engine.Text {
	return engine.Say("%s: no hub speaks at %s", who, ports)
}
func noKeys(who engine.Text, ports string) engine.Text {
	return engine.Say("%s: nothing can be read from %s", who, ports)
}

// forbidden returns what is said of ports that this user may not open.
func forbidden(who engine.Text, ports string) engine.Text {
	return engine.Say("%s: the system keeps this program from %s (EPERM)", who, ports)
}
func noRight(who engine.Text, ports string) engine.Text {
	return engine.Say("%s: this user may not open %s (EACCES)", who, ports)
}
func inUse(who engine.Text, ports string) engine.Text {
	return engine.Say("%s: another program uses %s (EBUSY)", who, ports)
}
func missing(who engine.Text, ports string) engine.Text {
	return engine.Say("%s: there is no %s (ENOENT)", who, ports)
}
func unplugged(who engine.Text, ports string) engine.Text {
	return engine.Say("%s: what was at %s has gone (ENODEV)", who, ports)
}
func failing(who engine.Text, ports string) engine.Text {
	return engine.Say("%s: the system can neither read from %s nor write to it (EIO)", who, ports)
}

// refused returns what the system says of the port of a reader, and what to do; false if it says
// nothing.
func (x *check) refused(r setups.Reader, err error) (silence, bool) {
	if r.PCSC() {
		return x.refusedByPCSCD(r, err)
	}
	group := "spi"
	switch {
	case r.Driver == "wedge":
		group = "input"
	case r.Serial():
		group = "dialout"
	case r.OnI2C():
		group = "i2c"
	}
	switch hw.ObstacleOf(err) {
	case hw.Forbidden:
		return silence{say: forbidden, fix: engine.Say("its unit has to allow the device (DeviceAllow=): sudo apt install --reinstall arbiter, then sudo systemctl restart arbiter")}, true
	case hw.NoRight:
		return silence{say: noRight, fix: engine.Say("sudo usermod -aG %s %s, then log in anew; for the service: sudo apt install --reinstall arbiter, and restart", group, x.user())}, true
	case hw.InUse:
		return silence{say: inUse, fix: engine.Say("end that one; this tells which: sudo fuser -v %s", node(r.Port))}, true
	case hw.Missing:
		if r.Serial() {
			return silence{say: missing, fix: engine.Say("plug the adapter in, or write another name from /dev/serial/by-id or /dev/input/by-id into the rig")}, true
		}
		return silence{say: missing, fix: engine.Say("check the port in the rig, and the lines of config.txt")}, true
	case hw.Unplugged:
		return silence{say: unplugged, fix: engine.Say("plug it in again; if it happens often, use a shorter cable, or a USB hub with a supply of its own")}, true
	case hw.Failing:
		if r.Serial() {
			return silence{say: failing, fix: engine.Say("plug it in again; a serial port of the header may not be there at all: check the lines of config.txt")}, true
		}
		return silence{say: failing, fix: engine.Say("restart; if it stays so, two overlays in config.txt may want the same pins")}, true
	}
	return silence{}, false
}

// node returns the device of a port.
func node(port string) string {
	switch {
	case strings.HasPrefix(port, "SPI"):
		return "/dev/spidev" + strings.TrimPrefix(port, "SPI")
	case strings.HasPrefix(port, "I2C"):
		return "/dev/i2c-" + strings.TrimPrefix(port, "I2C")
	}
	return port
}

// pinTrouble describes a pin that somebody else has or that does not exist, and what to do; false
// if an error is about neither.
func pinTrouble(err error) (what, fix engine.Text, ok bool) {
	taken, none := (*device.TakenPin)(nil), device.NoPin("")
	switch {
	case errors.As(err, &none):
		return engine.Say("this computer has no pin %s", string(none)), engine.Say("write another one into the rig: a Raspberry Pi has GPIO0 to GPIO27"), true
	case !errors.As(err, &taken):
		return engine.Text{}, engine.Text{}, false
	case taken.Holder == "":
		what = engine.Say("pin %s is in use by another program", taken.Pin)
	default:
		what = engine.Say("pin %s is in use by %q", taken.Pin, taken.Holder)
	}
	return what, engine.Say("end that program, take its overlay out of config.txt, or use another pin in the rig"), true
}

// unopened notes that the port of a reader cannot be opened.
func (x *check) unopened(r setups.Reader, err error) {
	if held := (*locks.Held)(nil); errors.As(err, &held) {
		taken := func(who engine.Text, _ string) engine.Text {
			return engine.Say("%s: in use by %s", who, inFull(held.Holder))
		}
		x.note(r, silence{say: taken, reason: held.Holder.String(), fix: stop(held)})
		return
	}
	if what, fix, ok := pinTrouble(err); ok {
		x.note(r, silence{say: func(who engine.Text, _ string) engine.Text { return engine.Say("%s: %s", who, what) }, reason: what.String(), fix: fix})
		return
	}
	if s, ok := x.refused(r, err); ok {
		x.note(r, s)
		return
	}
	x.note(r, silence{say: cannotOpen, reason: oneLine(err), fix: engine.Say("check the port in the rig, the lines of config.txt, and the groups of the user")})
}

// unanswered notes why a reader does not answer as it should.
func (x *check) unanswered(p answeringReader, err error) {
	if hw.ObstacleOf(err) != hw.NoObstacle {
		x.unopened(p.Reader, err)
		return
	}
	s := silence{reason: detail(err), place: p.Port}
	if p.SPIBoard() {
		s.place = x.busOf(p.Reader)
	}
	switch {
	case errors.Is(err, hw.ErrForeign) && p.SPIBoard():
		s.say, s.fix = wrongVersion, engine.Say("if more than one board answers so, one of them holds MISO: give each a tri-state buffer (74LVC1G125); else it is no MFRC522")
	case errors.Is(err, hw.ErrForeign):
		s.say, s.fix = wrongVersion, engine.Say("use a board with a PN532")
		if p.Driver == "rc522" {
			s.fix = engine.Say("use a board with an RC522")
		}
	case errors.Is(err, line.ErrUnknown), errors.Is(err, line.ErrBroken):
		s.say, s.fix, s.place = notOfHub, engine.Say("check its address in the rig, and its wires at the hub"), p.Name
	case errors.Is(err, hw.ErrIO):
		s.say, s.fix = nonsense, disturbed(p)
	case p.Driver == "rc522" && p.OnI2C():
		s.say, s.fix, s.reason = noChip, engine.Say("sudo i2cdetect -y 1 shows the address of its board: write that into the rig; check SDA, SCL, 3.3 V and ground"), ""
	case p.Driver == "rc522" && p.Serial():
		s.say, s.fix, s.reason = noChip, engine.Say("its board must speak UART: the trace to EA is cut, SDA is at TX of the adapter and MISO at RX; check its supply; no other program may use the port"), ""
	case p.Driver == "rc522":
		s.say, s.fix, s.reason = noChip, engine.Say("check its 3.3 V, ground, chip select, SCK, MOSI, MISO and RST"), ""
		s.fixAll = engine.Say("check what they share: 3.3 V, ground, SCK, MOSI, MISO, RST and a decoder; a board that holds MISO silences the others: give each a tri-state buffer (74LVC1G125)")
	case p.OnBus() && p.OnI2C():
		s.say, s.fix, s.reason = noChip, engine.Say("set its switches to I2C, then take its power away and give it back; check SDA, SCL, 3.3 V and ground"), ""
	case p.OnBus():
		s.say, s.fix, s.reason = noChip, engine.Say("set its switches to SPI, then take its power away and give it back; check SCK, MOSI, MISO, SS, 3.3 V and ground"), ""
	case p.Driver == "pn532":
		s.say, s.fix, s.reason = noChip, engine.Say("set its switches to HSU, cross TX and RX, check its supply; no other program may use the port"), ""
	case p.PCSC():
		s.say, s.fix = ofPCSCD, engine.Say("pull its plug and plug it in again; then: sudo systemctl restart pcscd")
	case p.Driver == "line":
		x.mute[p.Port] = true // do not wait for its other readers
		s.say, s.fix, s.reason = noHub, engine.Say("check its cable and its program (hw/line/README.md); no other program may use the port"), ""
	default:
		s.say, s.fix, s.reason = noKeys, engine.Say("check its cable and the groups of the user; no other program may use the port"), ""
	}
	x.note(p.Reader, s)
}

// note records why a reader cannot be used, unless it lacks something that was reported.
func (x *check) note(r setups.Reader, s silence) {
	if x.lacks("reader", r.Name) {
		return
	}
	i := slices.IndexFunc(x.silent, func(o *silence) bool {
		return o.reason == s.reason && o.place == s.place && o.say(engine.Text{}, "").Format == s.say(engine.Text{}, "").Format
	})
	if i < 0 {
		i, x.silent = len(x.silent), append(x.silent, &s)
	}
	same := x.silent[i]
	same.who = append(same.who, wiring.Dependent{Kind: "reader", Name: r.Name})
	if !slices.Contains(same.ports, r.Port) {
		same.ports = append(same.ports, r.Port)
	}
}

// tellSilent says why readers cannot be used.
func (x *check) tellSilent(ctx context.Context) {
	for _, s := range x.silent {
		if ctx.Err() != nil {
			return
		}
		reason, fix := s.reason, s.fix
		if reason == "" {
			reason = strings.Join(s.ports, ", ")
		}
		if len(s.who) > 1 && !s.fixAll.IsZero() {
			fix = s.fixAll
		}
		x.fault(s.say(inWords(s.who), reason), fix)
	}
}

// busOf returns the bus that an RC522 is on, also behind a mux.
func (x *check) busOf(r setups.Reader) string {
	port := r.Port
	if m, _, behind := x.rig.Mux(port); behind {
		port = m.Port
	}
	bus, _, _ := strings.Cut(port, ".")
	return bus
}

// detail returns the end of an error's text: the finding says the rest.
func detail(err error) string {
	all := strings.Split(oneLine(err), ": ")
	return all[len(all)-1]
}

func oneLine(err error) string { return strings.ReplaceAll(err.Error(), "\n", ", ") }

// disturbed says what to do if some of what a reader says gets lost.
func disturbed(p answeringReader) engine.Text {
	if p.OnBus() || p.Driver == "rc522" && p.OnI2C() {
		return engine.Say("use shorter wires, and a slower bus")
	}
	if p.PCSC() {
		return engine.Say("lay one card flat on its middle; use a shorter cable, or a USB hub with a supply of its own")
	}
	if !p.SPIBoard() {
		return engine.Say("use a shorter cable, or a USB hub with a supply of its own")
	}
	return engine.Say("use shorter wires, a lower khz in the rig, 100 nF at each board, a buffer in each MISO")
}
