package setups

import (
	"fmt"
	"strings"
	"testing"
)

func ink(driver, more string) string {
	return "[[panel]]\nname = \"p\"\ndriver = \"" + driver + "\"\nport = \"SPI0.1\"\ndc = \"GPIO22\"\nreset = \"GPIO27\"\nbusy = \"GPIO24\"\n" + more
}

// picture returns five lines for a panel without wires.
func picture(name, driver, file string) string {
	return fmt.Sprintf("[[panel]]\nname = %q\ndriver = %q\nsize = \"400x300\"\nfile = %q\n", name, driver, file)
}

const oled = "[[panel]]\nname = \"o\"\ndriver = \"ssd1306\"\nport = \"I2C1\"\n"

// Panels have the size of their model; the error for a mistake names its place and what to write.
func TestPanels(t *testing.T) {
	for name, test := range map[string]struct{ text, size, want string }{
		"1.54":           {ink("ssd168x", "model = \"1.54\"\n"), "200x200", ""},
		"2.13 v3":        {ink("ssd168x", "model = \"2.13v3\"\ncalm = true\nturned = true\ncs = \"GPIO26\"\n"), "250x122", ""},
		"2.9, size said": {ink("ssd168x", "model = \"2.9v2\"\nsize = \"296x128\"\n"), "296x128", ""},
		"v2":             {ink("waveshare2in13v2", "calm = true\n"), "250x122", ""},
		"with red":       {ink("ssd168x", "model = \"2.66b\"\nturned = true\n"), "296x152", ""},
		"calm with red":  {ink("ssd168x", "model = \"2.9bv4\"\ncalm = true\n"), "", `rigs/x.toml:9:1: a panel with red flashes at every picture: remove calm, or choose one without red`},
		"4.26":           {ink("ssd168x", "model = \"4.26\"\npower = \"GPIO18\"\n"), "800x480", ""},
		"7.5 v2":         {ink("uc8179", "power = \"GPIO18\"\ncalm = true\nturned = true\n"), "800x480", ""},
		"5.83":           {ink("uc8179", "model = \"5.83v2\"\ncalm = true\n"), "648x480", ""},
		"7.5 with red":   {ink("uc8179", "model = \"7.5bv2\"\n"), "800x480", ""},
		"red and calm":   {ink("uc8179", "model = \"5.83bv2\"\ncalm = true\n"), "", `rigs/x.toml:9:1: a panel with red flashes at every picture`},
		"7.5 of old":     {ink("uc8179", "model = \"7.5v1\"\n"), "", `rigs/x.toml:8:1: unknown model "7.5v1"; write 5.83bv2, 5.83v2, 7.5bv2 or 7.5v2`},
		"7.5, wrong":     {ink("uc8179", "size = \"640x384\"\n"), "", `rigs/x.toml:8:1: a uc8179 has 800x480 pixels: write that, or leave size out`},
		"power is DC":    {ink("uc8179", "power = \"GPIO22\"\n"), "", `rigs/x.toml:8:1: GPIO22 is used by panel p already: give panel p another pin`},
		"power of v2":    {ink("waveshare2in13v2", "power = \"GPIO18\"\n"), "", `rigs/x.toml:8:1: panel "p" is never switched off: remove power`},
		"power of oled":  {oled + "power = \"GPIO18\"\n", "", `rigs/x.toml:5:1: panel "o" is never switched off: remove power`},
		"no such power":  {ink("uc8179", "power = \"PWR\"\n"), "", `rigs/x.toml:8:1: a Raspberry Pi has no pin "PWR"`},
		"oled":           {oled, "128x64", ""},
		"smaller oled":   {oled + "size = \"128x32\"\nturned = true\n", "128x32", ""},
		"other address":  {oled + "address = \"0x3d\"\n", "128x64", ""},
		"two oleds":      {oled + strings.Replace(oled, `"o"`, `"p"`, 1) + "address = \"0x3D\"\n", "128x64", ""},
		"two in one":     {oled + "address = \"0x3D\"\n" + strings.Replace(oled, `"o"`, `"p"`, 1) + "address = \"0x3D\"\n", "", `rigs/x.toml:9:1: I2C1 (0x3D) is used by panel o already: give panel p another port`},
		"on the board":   {oled + "address = \"0x7A\"\n", "", `rigs/x.toml:5:1: 0x7A on the board is 0x3D on the bus: write address = "0x3D"`},
		"no address":     {oled + "address = \"60\"\n", "", `rigs/x.toml:5:1: no ssd1306 has the address "60": write 0x3C or 0x3D`},
		"ink's address":  {ink("uc8179", "address = \"0x3C\"\n"), "", `rigs/x.toml:8:1: panel "p" has no address: remove address`},
		"no model":       {ink("ssd168x", ""), "", `rigs/x.toml:1:1: unknown model ""; write 1.54, `},
		"unknown model":  {ink("ssd168x", "model = \"7.5\"\n"), "", `rigs/x.toml:8:1: unknown model "7.5"; write`},
		"model of v2":    {ink("waveshare2in13v2", "model = \"2.13v4\"\n"), "", `rigs/x.toml:8:1: only the drivers ssd168x and uc8179 have models: remove model`},
		"wrong size":     {ink("ssd168x", "model = \"2.9v2\"\nsize = \"128x296\"\n"), "", `rigs/x.toml:9:1: a 2.9v2 has 296x128 pixels: write that, or leave size out`},
		"larger oled":    {strings.Replace(oled, "ssd1306", "sh1106", 1) + "address = \"0x3D\"\nturned = true\n", "128x64", ""},
		"flat sh1106":    {strings.Replace(oled, "ssd1306", "sh1106", 1) + "size = \"128x32\"\n", "", `rigs/x.toml:5:1: a sh1106 has 128x64 pixels`},
		"sh1106 at 60":   {strings.Replace(oled, "ssd1306", "sh1106", 1) + "address = \"60\"\n", "", `rigs/x.toml:5:1: no sh1106 has the address "60": write 0x3C or 0x3D`},
		"wrong oled":     {oled + "size = \"64x48\"\n", "", `rigs/x.toml:5:1: a ssd1306 has 128x64 or 128x32 pixels`},
		"no wires":       {"[[panel]]\nname = \"p\"\ndriver = \"ssd168x\"\nmodel = \"1.54\"\nport = \"SPI0.1\"\ndc = \"GPIO22\"\nreset = \"GPIO27\"\n", "", `rigs/x.toml:1:1: panel p has no busy`},
		"no bus":         {"[[panel]]\nname = \"o\"\ndriver = \"ssd1306\"\n", "", `rigs/x.toml:1:1: panel o has no port: write where it is wired, such as port = "I2C1"`},
		"oled's pins":    {oled + "reset = \"GPIO4\"\n", "", `rigs/x.toml:5:1: panel "o" has no such pins: remove dc, cs, reset and busy`},
		"oled's dc":      {oled + "dc = \"GPIO4\"\n", "", `rigs/x.toml:5:1: panel "o" has no such pins`},
		"oled's cs":      {oled + "cs = \"GPIO4\"\n", "", `rigs/x.toml:5:1: panel "o" has no such pins`},
		"oled's busy":    {oled + "busy = \"GPIO4\"\n", "", `rigs/x.toml:5:1: panel "o" has no such pins`},
		"calm oled":      {oled + "calm = true\n", "", `rigs/x.toml:5:1: panel "o" never flashes: remove calm`},
		"turned picture": {"[[panel]]\nname = \"p\"\ndriver = \"web\"\nsize = \"400x300\"\nturned = true\n", "", `rigs/x.toml:5:1: panel "p" cannot be turned: remove turned`},
		"tiny picture":   {"[[panel]]\nname = \"p\"\ndriver = \"web\"\nsize = \"100x20\"\n", "", `rigs/x.toml:4:1: nothing can be read on 100x20 pixels: write 128x32 at least`},
		"SPI of an oled": {strings.Replace(oled, "I2C1", "SPI0.1", 1), "", `rigs/x.toml:4:1: SPI0.1 is no bus of I2C: write one, such as port = "I2C1"`},
		"path of an I2C": {strings.Replace(oled, "I2C1", "/dev/i2c-1", 1), "", `rigs/x.toml:4:1: /dev/i2c-1 is written I2C1`},
		"lower I2C":      {strings.Replace(oled, "I2C1", "i2c1", 1), "", `rigs/x.toml:4:1: i2c1 is written I2C1`},
		"I2C of e-ink":   {strings.Replace(ink("waveshare2in13v2", ""), "SPI0.1", "I2C1", 1), "", `rigs/x.toml:4:1: I2C1 is no port of SPI: write bus and chip select, such as port = "SPI0.1"`},
		"ink at SPI7":    {strings.Replace(ink("waveshare2in13v2", ""), "SPI0.1", "SPI7.1", 1), "", `rigs/x.toml:4:1: a Raspberry Pi has no port SPI7.1`},
		"behind a mux":   {aMux + strings.Replace(ink("waveshare2in13v2", ""), "SPI0.1", "m.1", 1), "", `rigs/x.toml:8:1: panel "p" cannot be behind mux "m", where only readers can be: write a port, such as port = "SPI1.0"`},
		"no such dc":     {strings.Replace(ink("waveshare2in13v2", ""), "GPIO22", "GPIO220", 1), "", `rigs/x.toml:5:1: a Raspberry Pi has no pin "GPIO220"`},
		"lower reset":    {strings.Replace(ink("waveshare2in13v2", ""), "GPIO27", "gpio27", 1), "", `rigs/x.toml:6:1: gpio27 is written GPIO27`},
		"busy selects":   {strings.Replace(ink("waveshare2in13v2", ""), "GPIO24", "GPIO8", 1), "", `rigs/x.toml:7:1: GPIO8 is used by SPI0 (chip select 0) already: give panel p another pin`},
		"its own select": {ink("waveshare2in13v2", "cs = \"GPIO7\"\n"), "", `rigs/x.toml:8:1: SPI0.1 drives GPIO7 by itself: remove cs`},
		"busy on I2C":    {oled + strings.Replace(ink("waveshare2in13v2", ""), "GPIO24", "GPIO3", 1), "", `rigs/x.toml:11:1: GPIO3 is used by I2C1 (data lines) already: give panel p another pin`},
		"a file of none": {"[[panel]]\nname = \"p\"\ndriver = \"web\"\nsize = \"400x300\"\nfile = \"p.png\"\n", "", `rigs/x.toml:5:1: panel "p" writes no file: remove file`},
		"file of two":    {picture("p", "png", "p.png") + picture("q", "png", "p.png"), "", `rigs/x.toml:10:1: panel "p" writes p.png already: write another file`},
		"two files":      {picture("p", "png", "p.png") + picture("q", "png", "q.png"), "400x300", ""},
		"two in browser": {picture("p", "web", "") + picture("q", "web", ""), "", `rigs/x.toml:8:1: browsers show panel "p" already: remove one of them`},
		"SPI at GPIO10":  {strings.Replace(ink("ssd168x", "model = \"1.54\"\n"), "GPIO22", "GPIO10", 1), "", `rigs/x.toml:5:1: GPIO10 is used by SPI0`},
	} {
		r, err := readRig("rigs/x.toml", "x", []byte(test.text))
		switch {
		case test.want == "" && err != nil:
			t.Errorf("%s: %v", name, err)
		case test.want == "" && r.Panels[0].Size != test.size:
			t.Errorf("%s: size %s, want %s", name, r.Panels[0].Size, test.size)
		case test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "\n")):
			t.Errorf("%s:\n got %v\nwant %s", name, err, test.want)
		}
	}
}
