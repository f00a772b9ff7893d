package emulator

import (
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/spi"

	"arbiter/cmd/arbiter/internal/device"
	"arbiter/hw/emu/cable"
	"arbiter/hw/emu/line"
	"arbiter/hw/emu/mfrc522"
	"arbiter/hw/emu/picc"
	"arbiter/hw/emu/pn532"
	"arbiter/hw/emu/spimux"
	"arbiter/hw/emu/wedge"
	"arbiter/setups"
)

func (t *Emulator) addReader(r *setups.Reader, dir string, seed uint64) error {
	switch r.Driver {
	case "rc522":
		switch {
		case r.OnI2C():
			t.addI2CBoard(*r, seed)
			return nil
		case r.Serial():
			return t.addSerialBoard(r, dir, seed)
		}
		return t.addRC522(*r, seed)
	case "pn532":
		if r.OnBus() {
			t.addBoard(*r, seed)
			return nil
		}
		r.Port = t.portIn(dir, r.Port)
		s := adapterSlot{antenna: t.antenna(*r, seed)}
		s.chip = pn532.New(s.field, seed)
		s.connect = t.connect(s.chip, r.Port)
		t.Slots[r.Name] = s
		return s.Plug()
	case "line":
		wired := r.Port
		r.Port = t.portIn(dir, r.Port)
		return t.addHub(*r, wired, seed)
	case "wedge":
		k := wedge.New()
		t.Slots[r.Name], t.typing[r.Port] = keySlot{k}, k
		return nil
	case "pcsc":
		return t.addPCSC(*r)
	case "virtual":
		return nil
	}
	return fmt.Errorf("reader %s: driver %s cannot be emulated", r.Name, r.Driver)
}

// portIn returns what a port is called here: in a folder, "/dev/ttyUSB0" is dev-ttyUSB0.
func (t *Emulator) portIn(dir, port string) string {
	if dir == "" {
		t.sockets[port] = cmp.Or(t.sockets[port], new(cable.Socket))
		return port
	}
	return filepath.Join(dir, strings.ReplaceAll(strings.Trim(port, "/"), "/", "-"))
}

// A Pluggable is an emulated reader with a cable.
type Pluggable interface {
	Plug(path string) error
	Connect(cable.Line)
}

// connect returns how to plug a reader in at a port.
func (t *Emulator) connect(p Pluggable, port string) func() error {
	if s := t.sockets[port]; s != nil {
		return func() error { p.Connect(s.Plug()); return nil }
	}
	return func() error { return p.Plug(port) }
}

// Serial returns how to open a port that is a socket.
func (t *Emulator) Serial(port string) func() (io.ReadWriteCloser, error) {
	if s := t.lines[port]; s != nil {
		return func() (io.ReadWriteCloser, error) { return s.Open(0) }
	}
	if s := t.sockets[port]; s != nil {
		return s.Open
	}
	return nil
}

func (t *Emulator) antenna(r setups.Reader, seed uint64) antenna {
	field := picc.NewField(seed)
	near := device.Neighborhood(r)
	if t.airs[near] == nil {
		t.airs[near] = &picc.Neighborhood{}
	}
	field.Share(t.airs[near])
	field.Watch(func() { t.diary.note(r.Name) })
	return antenna{field}
}

// addRC522 puts a chip at an output of a mux, or alone at its port.
func (t *Emulator) addRC522(r setups.Reader, seed uint64) error {
	m, output, decoded := t.Rig.Mux(r.Port)
	bus := t.Buses[m.Port]
	if !decoded {
		bus, output = spimux.New(r.Port, 0, alone), 0
		t.Buses[r.Port] = bus
	}
	s := chipSlot{t.antenna(r, seed), nil, bus, output}
	s.chip = mfrc522.New(r.Name, s.field)
	bus.Attach(output, s.chip)
	t.Slots[r.Name] = s
	t.outs[r.Reset] = device.Unconnected{PinIO: gpio.INVALID}
	return nil
}

// addI2CBoard puts an RC522 on its I2C bus.
func (t *Emulator) addI2CBoard(r setups.Reader, seed uint64) {
	s := t.chipBeside(r, seed)
	t.chips[r.Port] = append(t.chips[r.Port], s.chip.OnI2C(r.At()))
	t.Slots[r.Name] = s
}

// addSerialBoard puts an RC522 on its serial port.
func (t *Emulator) addSerialBoard(r *setups.Reader, dir string, seed uint64) error {
	s := t.chipBeside(*r, seed)
	line := s.chip.OnSerial()
	t.Slots[r.Name] = lineSlot{s, line, line.Plug}
	if dir == "" {
		t.lines[r.Port] = line
		return nil
	}
	r.Port = t.portIn(dir, r.Port)
	plug := func() error { return line.PlugAt(r.Port) }
	t.Slots[r.Name] = lineSlot{s, line, plug}
	return plug()
}

// chipBeside returns a slot with an RC522 that is not on SPI.
func (t *Emulator) chipBeside(r setups.Reader, seed uint64) chipSlot {
	s := chipSlot{t.antenna(r, seed), nil, nil, 0}
	s.chip = mfrc522.New(r.Name, s.field)
	t.outs[r.Reset] = device.Unconnected{PinIO: gpio.INVALID}
	return s
}

// addBoard puts a PN532 on its I2C bus, or alone at its SPI port.
func (t *Emulator) addBoard(r setups.Reader, seed uint64) {
	s := boardSlot{adapterSlot: adapterSlot{antenna: t.antenna(r, seed)}}
	s.chip = pn532.New(s.field, seed)
	if r.OnI2C() {
		b := s.chip.OnI2C()
		s.board, t.chips[r.Port] = b, append(t.chips[r.Port], b)
	} else {
		b := s.chip.OnSPI()
		s.board, t.PanelPorts[r.Port] = b, func() spi.Port { return b }
	}
	t.Slots[r.Name] = s
}

// alone selects the one chip of a port.
func alone(cs bool, _ uint) []int {
	if cs {
		return nil
	}
	return []int{0}
}

// addHub adds a reader to the hub at its port, which the rig calls wired. Hubs are plugged in with
// their first reader, and know all of them.
func (t *Emulator) addHub(r setups.Reader, wired string, seed uint64) error {
	h := t.hubs[r.Port]
	if h == nil {
		var addresses []string
		for _, o := range t.Rig.Readers {
			if o.Driver == "line" && (o.Port == r.Port || o.Port == wired) {
				addresses = append(addresses, o.Address)
			}
		}
		h = line.New(seed, line.Opts{Sums: true}, addresses...)
	}
	s := HubSlot{h, r.Address, t.connect(h, r.Port)}
	t.Slots[r.Name] = s
	if t.hubs[r.Port] != nil {
		return nil
	}
	t.hubs[r.Port] = h
	return s.Plug()
}
