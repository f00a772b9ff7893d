package setups

import (
	"maps"
	"slices"
	"strings"
)

// The drivers of panels that a rig may name.
const (
	driverPNG       = "png"
	driverWeb       = "web"
	driverWaveshare = "waveshare2in13v2"
	driverSSD168x   = "ssd168x"
	driverUC8179    = "uc8179"
	driverSSD1306   = "ssd1306"
	driverSH1106    = "sh1106"

	sizeWaveshare = "250x122"
	sizeSH1106    = "128x64"
)

// sizesSSD1306 are the sizes of the SSD1306, the usual one first.
var sizesSSD1306 = []string{"128x64", "128x32"}

// addressesOLED are the I2C addresses that an OLED may have, the usual one first (8.1.5 of the data
// sheet of the SSD1306). Boards print them shifted by the write bit, as onBoards has them.
var addressesOLED, onBoards = []string{"0x3C", "0x3D"}, []string{"0x78", "0x7A"}

// At returns the address of an OLED on its bus.
func (p Panel) At() uint16 {
	if strings.EqualFold(p.Address, addressesOLED[1]) {
		return 0x3D
	}
	return 0x3C
}

// address checks that an OLED has an allowed address that nothing else uses.
func (c *rigCheck) address(n int, p Panel) {
	same := func(a string) bool { return strings.EqualFold(a, p.Address) }
	board, at := slices.IndexFunc(onBoards, same), slices.IndexFunc(addressesOLED, same)
	switch {
	case board >= 0:
		c.fault("panel", n, "address", "%s on the board is %s on the bus: write address = %q", p.Address, addressesOLED[board], addressesOLED[board])
	case at < 0 && p.Address != "":
		c.fault("panel", n, "address", "no %s has the address %q: write %s", p.Driver, p.Address, either(addressesOLED))
	case at > 0:
		c.i2c("panel", n, p.Name, p.Port, " ("+addressesOLED[at]+")", "I2C1")
	default:
		c.i2c("panel", n, p.Name, p.Port, "", "I2C1")
	}
}

// These are the pins of a HAT of the Inky family (pimoroni/inky, inky_ssd1683.py). A Waveshare HAT
// has its reset where an Inky drives BUSY.
const (
	InkyDC    = "GPIO22"
	InkyReset = "GPIO27"
	InkyBusy  = "GPIO17"
)

// PanelModels returns the panel models that the driver ssd168x knows, and their sizes.
func PanelModels() map[string]string {
	return map[string]string{
		"1.54": "200x200", "2.13bv4": "250x122", "2.13v3": "250x122", "2.13v4": "250x122", "2.66b": "296x152", "2.7v2": "264x176",
		"2.9bv4": "296x128", "2.9v2": "296x128", "4.2bv2": "400x300", "4.2v2": "400x300", "4.26": "800x480",
	}
}

// UC8179Models returns the panel models that the driver uc8179 knows, and their sizes; the default
// is the first.
func UC8179Models() map[string]string {
	return map[string]string{"": "800x480", "7.5v2": "800x480", "7.5bv2": "800x480", "5.83v2": "648x480", "5.83bv2": "648x480"}
}

// Red reports whether a panel has red as a third color, and so only updates that flash. Its maker
// says so with a b in the name of the model.
func (p Panel) Red() bool { return strings.Contains(p.Model, "b") }

// leastWidth and leastHeight are the smallest picture worth drawing: that of the smaller SSD1306.
const leastWidth, leastHeight = 128, 32

// onlySize returns the size of a panel whose rig does not give one.
func (p Panel) onlySize() string {
	switch p.Driver {
	case driverWaveshare:
		return sizeWaveshare
	case driverUC8179:
		return UC8179Models()[p.Model]
	case driverSSD168x:
		return PanelModels()[p.Model]
	case driverSSD1306:
		return sizesSSD1306[0]
	case driverSH1106:
		return sizeSH1106
	}
	return ""
}

func (c *rigCheck) panel(n int, p Panel) {
	c.name("panel", n, p.Name)
	if !c.oneOf("panel", n, "driver", p.Driver, driverPNG, driverWeb, driverWaveshare, driverSSD168x, driverUC8179, driverSSD1306, driverSH1106) {
		return
	}
	c.spare(n, p)
	switch p.Driver {
	case driverSSD168x:
		if c.oneOf("panel", n, "model", p.Model, slices.Sorted(maps.Keys(PanelModels()))...) {
			c.size(n, p, PanelModels()[p.Model])
		}
		c.ink(n, p)
	case driverUC8179:
		if p.Model == "" || c.oneOf("panel", n, "model", p.Model, slices.Sorted(maps.Keys(UC8179Models()))[1:]...) {
			c.size(n, p, p.onlySize())
		}
		c.ink(n, p)
	case driverWaveshare:
		c.size(n, p, p.onlySize())
		c.ink(n, p)
	case driverSSD1306:
		c.size(n, p, sizesSSD1306...)
		c.address(n, p)
	case driverSH1106:
		c.size(n, p, sizeSH1106)
		c.address(n, p)
	default:
		c.picture(n, p)
	}
}

// spare reports keys that ask for what a panel cannot do.
func (c *rigCheck) spare(n int, p Panel) {
	ink := p.ink()
	ours := ink && p.Driver != driverWaveshare
	switch {
	case p.Model != "" && p.Driver != driverSSD168x && p.Driver != driverUC8179:
		c.fault("panel", n, "model", "only the drivers %s and %s have models: remove model", driverSSD168x, driverUC8179)
	case p.Calm && !ink:
		c.fault("panel", n, "calm", "panel %q never flashes: remove calm", p.Name)
	case p.Calm && p.Red():
		c.fault("panel", n, "calm", "a panel with red flashes at every picture: remove calm, or choose one without red")
	case p.Turned && !p.turns():
		c.fault("panel", n, "turned", "panel %q cannot be turned: remove turned", p.Name)
	case !ink && p.DC+p.CS+p.Reset+p.Busy != "":
		c.fault("panel", n, firstPin(p), "panel %q has no such pins: remove dc, cs, reset and busy", p.Name)
	case p.Power != "" && !ours:
		c.fault("panel", n, "power", "panel %q is never switched off: remove power", p.Name)
	case !ink && p.Port != "" && !p.OLED():
		c.fault("panel", n, "port", "panel %q has no wires: remove port", p.Name)
	case p.Address != "" && !p.OLED():
		c.fault("panel", n, "address", "panel %q has no address: remove address", p.Name)
	case p.File != "" && p.Driver != driverPNG:
		c.fault("panel", n, "file", "panel %q writes no file: remove file", p.Name)
	}
}

// ink reports whether a panel is e-ink.
func (p Panel) ink() bool {
	return slices.Contains([]string{driverWaveshare, driverSSD168x, driverUC8179}, p.Driver)
}

// OLED reports whether a panel is an OLED on I2C.
func (p Panel) OLED() bool { return p.Driver == driverSSD1306 || p.Driver == driverSH1106 }

// turns reports whether a panel may hang upside down.
func (p Panel) turns() bool {
	return p.ink() && p.Driver != driverWaveshare || p.OLED()
}

func firstPin(p Panel) string {
	switch {
	case p.DC != "":
		return "dc"
	case p.CS != "":
		return "cs"
	case p.Reset != "":
		return "reset"
	}
	return "busy"
}

// size checks the size of a panel that comes in only a few sizes.
func (c *rigCheck) size(n int, p Panel, sizes ...string) {
	if !slices.Contains(sizes, p.Size) {
		what := p.Driver
		if p.Model != "" {
			what = p.Model
		}
		c.fault("panel", n, "size", "a %s has %s pixels: write that, or leave size out", what, either(sizes))
	}
}

// picture checks a panel that is a file or is shown in a browser.
func (c *rigCheck) picture(n int, p Panel) {
	switch w, h, sized := pixels(p.Size); {
	case !sized:
		c.fault("panel", n, "size", "panel %q needs a size in pixels, such as size = \"400x300\"", p.Name)
	case w < leastWidth || h < leastHeight:
		c.fault("panel", n, "size", "nothing can be read on %s pixels: write %dx%d at least", p.Size, leastWidth, leastHeight)
	}
	others := c.rig.Panels[:n]
	switch i := slices.IndexFunc(others, func(o Panel) bool { return o.Driver == p.Driver && o.File == p.File }); {
	case p.Driver == driverPNG && p.File == "":
		c.fault("panel", n, "file", "panel %q needs the file it writes, such as file = \"panel.png\"", p.Name)
	case i >= 0 && p.Driver == driverPNG:
		c.fault("panel", n, "file", "panel %q writes %s already: write another file", others[i].Name, p.File)
	case i >= 0:
		c.fault("panel", n, "driver", "browsers show panel %q already: remove one of them", others[i].Name)
	}
}

// ink checks the wires of an e-ink panel.
func (c *rigCheck) ink(n int, p Panel) {
	if m, _, behind := c.rig.Mux(p.Port); behind {
		c.fault("panel", n, "port", "panel %q cannot be behind mux %q, where only readers can be: write a port, such as port = \"SPI1.0\"", p.Name, m.Name)
	} else {
		c.spi("panel", n, p.Name, p.Port, "SPI0.1")
	}
	c.pin("panel", n, "dc", p.Name, p.DC, "GPIO22")
	c.pin("panel", n, "reset", p.Name, p.Reset, "GPIO27")
	c.pin("panel", n, "busy", p.Name, p.Busy, "GPIO24")
	if p.Power != "" {
		c.pin("panel", n, "power", p.Name, p.Power, "GPIO18")
	}
	switch bus, number, _ := strings.Cut(p.Port, "."); {
	case p.CS == "":
	case c.wired[p.CS] == chipSelect(bus, number):
		c.fault("panel", n, "cs", "%s drives %s by itself: remove cs", p.Port, p.CS)
	default:
		c.pin("panel", n, "cs", p.Name, p.CS, "GPIO26")
	}
}
