package setups

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"arbiter/engine/notation"
)

// A Rig says what is wired where, and what each reader stands for.
type Rig struct {
	Name     string   `toml:"-"` // the name of the file without its extension
	Title    string   `toml:"title"`
	Computer string   `toml:"computer,omitempty"` // "": a Raspberry Pi; "other": any other, whose pins and buses are unknown
	Muxes    []Mux    `toml:"mux,omitempty"`
	Readers  []Reader `toml:"reader,omitempty"`
	Panels   []Panel  `toml:"panel,omitempty"`
	Buttons  []Button `toml:"button,omitempty"`
}

// A Reader is a place where cards can lie. What lies there means:
//
//   - with a Seat and one field: it is in that zone of the seat;
//   - with a Seat and several fields: the reader is shared, cards are shown one
//     after the other and go to the fields from left to right;
//   - with a Seat and no fields: the seat acts on the card;
//   - with a Role and no Seat: whatever is legal and mentions the card.
//
// With a Seat and the role RoleTable, a card that the seat can do nothing with
// may be anything that is legal and mentions it: one reader for everything.
type Reader struct {
	Name    string   `toml:"name"`
	Driver  string   `toml:"driver"` // one of those that rigCheck.reader lists
	Seat    string   `toml:"seat,omitempty"`
	Fields  []string `toml:"fields,omitempty"`
	Role    string   `toml:"role,omitempty"` // "", RoleMarket, RoleAutoma or RoleTable
	Bus     string   `toml:"bus,omitempty"`  // "" or "spi"
	Port    string   `toml:"port,omitempty"` // rc522, pn532: as periph names it, such as "SPI0.0" or "I2C1", or the path of a serial port; rc522: or an address of a Mux, such as "table.7"; pcsc: "usb:" and a plug, or the name of the reader; else the path of a device
	Reset   string   `toml:"reset,omitempty"`
	Group   string   `toml:"group,omitempty"`   // readers so close together that only one field may be on at a time; "": all on the same bus
	Gain    int      `toml:"gain,omitempty"`    // of an RC522's receiver, 1 to 7; 0: the usual one
	KHz     int      `toml:"khz,omitempty"`     // of an SPI port, not behind a mux; 0: the usual one
	Baud    int      `toml:"baud,omitempty"`    // rc522, pn532, line: speed of the port; 0: 115200
	Address string   `toml:"address,omitempty"` // line: what the hub calls the reader; rc522 on I2C: "0x28" or another; empty: 0x28
}

// A Mux lets many readers share one SPI port: decoders (74HC138, 74HC154) choose
// among them by address pins.
type Mux struct {
	Name string   `toml:"name"`
	Port string   `toml:"port,omitempty"` // as periph names it, such as "SPI0.0"
	Pins []string `toml:"pins"`           // of the address, A0 first
	KHz  int      `toml:"khz,omitempty"`  // speed of the bus; 0: the usual one
}

// Addresses returns how many readers the mux can tell apart: 2 to the power of the number of pins,
// but at most the outputs of a 74HC154 and a 74HC138.
func (m Mux) Addresses() int { return min(1<<len(m.Pins), 24) }

// Mux returns the mux and the address that a reader's port names; false if it names none. The
// address is -1 if it is not a number.
func (r Rig) Mux(port string) (Mux, int, bool) {
	name, number, _ := strings.Cut(port, ".")
	for _, m := range r.Muxes {
		if m.Name == name {
			address, err := strconv.Atoi(number)
			if err != nil || strconv.Itoa(address) != number {
				address = -1
			}
			return m, address, true
		}
	}
	return Mux{}, 0, false
}

// The roles of readers that do not, or not only, belong to a seat.
const (
	RoleMarket = "market" // cards that are for sale
	RoleAutoma = "automa" // the cards of the robot
	RoleTable  = "table"  // anything
)

// A Panel is a screen that everybody at the table sees.
type Panel struct {
	Name    string `toml:"name"`
	Driver  string `toml:"driver"`            // "png", "web", "waveshare2in13v2", "ssd168x", "uc8179", "ssd1306" or "sh1106"
	Model   string `toml:"model,omitempty"`   // ssd168x: one of PanelModels; uc8179: one of UC8179Models
	Size    string `toml:"size,omitempty"`    // width x height in pixels, such as "250x122"; panels that have one size need none
	File    string `toml:"file,omitempty"`    // png: the picture that is written
	Port    string `toml:"port,omitempty"`    // as periph names it, such as "SPI0.1" or "I2C1"
	Address string `toml:"address,omitempty"` // ssd1306, sh1106: "0x3C" or "0x3D"; empty: 0x3C
	DC      string `toml:"dc,omitempty"`
	CS      string `toml:"cs,omitempty"` // empty: the port drives it
	Reset   string `toml:"reset,omitempty"`
	Busy    string `toml:"busy,omitempty"`
	Power   string `toml:"power,omitempty"`  // ssd168x, uc8179: the pin of a HAT that switches the panel's supply; empty: it is always on
	Turned  bool   `toml:"turned,omitempty"` // ssd168x, uc8179, ssd1306, sh1106: hangs upside down
	Calm    bool   `toml:"calm,omitempty"`   // e-ink: flashes as rarely as possible, at the price of ghosting
}

// A Button is pressed by a person: at a seat, or at the table if Seat is empty.
type Button struct {
	Name string `toml:"name"`          // "confirm", "back", "undo" or "next"
	Pin  string `toml:"pin,omitempty"` // "" for a button that only the browser has
	Seat string `toml:"seat,omitempty"`
}

// WithPanels returns the rig with all panels calm or turned upside down, as far as they can be.
func (r Rig) WithPanels(calm, turned bool) Rig {
	r.Panels = slices.Clone(r.Panels)
	for i, p := range r.Panels {
		r.Panels[i].Calm = p.Calm || calm && p.ink() && !p.Red()
		r.Panels[i].Turned = p.Turned || turned && p.turns()
	}
	return r
}

// Pixels returns the size of the panel, which was checked when the rig was read.
func (p Panel) Pixels() (width, height int) {
	width, height, _ = pixels(p.Size)
	return width, height
}

func pixels(size string) (width, height int, ok bool) {
	n, err := fmt.Sscanf(size, "%dx%d", &width, &height)
	ok = err == nil && n == 2 && width > 0 && height > 0 && size == fmt.Sprintf("%dx%d", width, height)
	return width, height, ok
}

// Rigs lists the rigs that come with the program.
func Rigs() []string { return names(files, "rigs", ".toml") }

// LoadRig reads a rig that comes with the program, or a file if the name has a
// slash or ends in .toml. The error names every mistake with its place.
func LoadRig(nameOrFile string) (Rig, error) { return LoadRigFrom("", nameOrFile) }

// LoadRigFrom is LoadRig with a folder whose rigs come first; "" is none.
func LoadRigFrom(folder, nameOrFile string) (Rig, error) {
	own := filepath.Join(folder, nameOrFile+".toml")
	if _, err := os.Stat(own); err == nil && folder != "" && filepath.IsLocal(nameOrFile) {
		nameOrFile = own
	}
	if !strings.ContainsAny(nameOrFile, `/\`) && !strings.HasSuffix(nameOrFile, ".toml") {
		text, file, err := open(files, "rig", "rigs", nameOrFile, ".toml")
		if err != nil {
			if folder != "" {
				return Rig{}, fmt.Errorf("%w, or put one into %s, or give the path of a file", err, folder)
			}
			return Rig{}, fmt.Errorf("%w, or give the path of a file", err)
		}
		return readRig(file, nameOrFile, text)
	}
	text, err := ReadFile(nameOrFile)
	if err != nil {
		return Rig{}, fmt.Errorf("rig: %w; give the path of a file, or one of %s", err, either(Rigs()))
	}
	return readRig(nameOrFile, strings.TrimSuffix(filepath.Base(nameOrFile), ".toml"), text)
}

// ReadRig reads the text of a rig. The error names every mistake with its place.
func ReadRig(name string, text []byte) (Rig, error) { return readRig(name+".toml", name, text) }

func readRig(file, name string, text []byte) (Rig, error) {
	text = notation.Edited(text)
	r := Rig{Name: name}
	if err := decode(file, text, &r); err != nil {
		return Rig{}, err
	}
	for i, p := range r.Panels {
		if p.Size == "" {
			r.Panels[i].Size = p.onlySize()
		}
	}
	if err := checkRig(file, text, r); err != nil {
		return Rig{}, err
	}
	return r, nil
}

// TOML returns the rig as a file, which LoadRig reads.
func (r Rig) TOML() ([]byte, error) { return toml.Marshal(r) }
