package setups

import (
	"strings"
	"testing"
)

func ink(driver, more string) string {
	return "[[panel]]\nname = \"p\"\ndriver = \"" + driver + "\"\nport = \"SPI0.1\"\ndc = \"GPIO22\"\nreset = \"GPIO27\"\nbusy = \"GPIO24\"\n" + more
}

const oled = "[[panel]]\nname = \"o\"\ndriver = \"ssd1306\"\nport = \"I2C1\"\n"

// Panels have the size of their model; the answer to a mistake names its place
// and what to write.
func TestPanels(t *testing.T) {
	for name, test := range map[string]struct{ text, size, want string }{
		"1.54":           {ink("ssd168x", "model = \"1.54\"\n"), "200x200", ""},
		"2.13 v3":        {ink("ssd168x", "model = \"2.13v3\"\ncalm = true\nturned = true\ncs = \"GPIO7\"\n"), "250x122", ""},
		"2.9, size said": {ink("ssd168x", "model = \"2.9v2\"\nsize = \"296x128\"\n"), "296x128", ""},
		"v2":             {ink("waveshare2in13v2", "calm = true\n"), "250x122", ""},
		"oled":           {oled, "128x64", ""},
		"smaller oled":   {oled + "size = \"128x32\"\nturned = true\n", "128x32", ""},
		"no model":       {ink("ssd168x", ""), "", `rigs/x.toml:1:1: unknown model ""; write 1.54, 2.13v3, 2.13v4, 2.9v2 or 4.2v2`},
		"unknown model":  {ink("ssd168x", "model = \"7.5\"\n"), "", `rigs/x.toml:8:1: unknown model "7.5"; write`},
		"model of v2":    {ink("waveshare2in13v2", "model = \"2.13v4\"\n"), "", `rigs/x.toml:8:1: only the driver ssd168x has models: remove model`},
		"wrong size":     {ink("ssd168x", "model = \"2.9v2\"\nsize = \"128x296\"\n"), "", `rigs/x.toml:9:1: a 2.9v2 has 296x128 pixels: write that, or leave size out`},
		"wrong oled":     {oled + "size = \"64x48\"\n", "", `rigs/x.toml:5:1: a ssd1306 has 128x64 or 128x32 pixels`},
		"no wires":       {"[[panel]]\nname = \"p\"\ndriver = \"ssd168x\"\nmodel = \"1.54\"\nport = \"SPI0.1\"\ndc = \"a\"\nreset = \"c\"\n", "", `rigs/x.toml:1:1: panel p has no busy`},
		"no bus":         {"[[panel]]\nname = \"o\"\ndriver = \"ssd1306\"\n", "", `rigs/x.toml:1:1: panel o has no port: write where it is wired, such as port = "I2C1"`},
		"oled's pins":    {oled + "reset = \"GPIO4\"\n", "", `rigs/x.toml:5:1: panel "o" has no such pins: remove dc, cs, reset and busy`},
		"oled's dc":      {oled + "dc = \"GPIO4\"\n", "", `rigs/x.toml:5:1: panel "o" has no such pins`},
		"oled's cs":      {oled + "cs = \"GPIO4\"\n", "", `rigs/x.toml:5:1: panel "o" has no such pins`},
		"oled's busy":    {oled + "busy = \"GPIO4\"\n", "", `rigs/x.toml:5:1: panel "o" has no such pins`},
		"calm oled":      {oled + "calm = true\n", "", `rigs/x.toml:5:1: panel "o" never flashes: remove calm`},
		"turned picture": {"[[panel]]\nname = \"p\"\ndriver = \"web\"\nsize = \"400x300\"\nturned = true\n", "", `rigs/x.toml:5:1: panel "p" cannot be turned: remove turned`},
		"tiny picture":   {"[[panel]]\nname = \"p\"\ndriver = \"web\"\nsize = \"100x20\"\n", "", `rigs/x.toml:4:1: nothing can be read on 100x20 pixels: write 128x32 at least`},
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
