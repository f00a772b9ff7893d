package setups

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

const aMux = "[[mux]]\nname = \"m\"\nport = \"SPI0.0\"\npins = [\"GPIO5\", \"GPIO6\"]\n"

func behind(name, port string) string {
	return strings.Replace(rc522(name, "GPIO25"), "SPI0.0", port, 1)
}

// Each rig has one mistake; the first has none and is the control.
func TestMuxMistakes(t *testing.T) {
	for name, test := range map[string]struct{ text, want string }{
		"no mistake":        {aMux + behind("a", "m.0") + behind("b", "m.3"), ""},
		"address of two":    {aMux + behind("a", "m.1") + behind("b", "m.1"), `rigs/x.toml:15:1: m.1 is used by reader a already: give reader b another port`},
		"address too high":  {aMux + behind("a", "m.4"), `rigs/x.toml:9:1: mux "m" has 2 address pins: write port = "m.0" to "m.3"`},
		"address no number": {aMux + behind("a", "m.x"), `rigs/x.toml:9:1: mux "m" has 2 address pins`},
		"address written 1": {aMux + behind("a", "m.01"), `rigs/x.toml:9:1: mux "m" has 2 address pins`},
		"no address":        {aMux + behind("a", "m"), `rigs/x.toml:9:1: mux "m" has 2 address pins`},
		"port of two":       {aMux + behind("a", "SPI0.0"), `rigs/x.toml:9:1: SPI0.0 is used by mux m already: give reader a another port`},
		"pin twice":         {strings.Replace(aMux, "GPIO6", "GPIO5", 1), `rigs/x.toml:4:1: GPIO5 is used by mux m already: give mux m another pin`},
		"pin of a reset":    {aMux + strings.Replace(behind("a", "m.0"), "GPIO25", "GPIO6", 1), `rigs/x.toml:10:1: GPIO6 is used by mux m already: give reader a (reset) another pin`},
		"pin of a button":   {aMux + "[[button]]\nname = \"undo\"\npin = \"GPIO6\"\n", `rigs/x.toml:7:1: GPIO6 is used by mux m already: give button undo another pin`},
		"data line":         {strings.Replace(aMux, "GPIO6", "GPIO9", 1), `rigs/x.toml:4:1: GPIO9 is used by SPI0 (data lines) already`},
		"data line, later":  {"[[mux]]\nname = \"m\"\nport = \"SPI2.0\"\npins = [\"GPIO10\"]\n" + rc522("a", "GPIO25"), `rigs/x.toml:4:1: GPIO10 is used by SPI0 (data lines) already: give mux m another pin`},
		"no pins":           {"[[mux]]\nname = \"m\"\nport = \"SPI0.0\"\n", `rigs/x.toml:1:1: mux "m" needs one to five address pins`},
		"empty pin":         {strings.Replace(aMux, "GPIO6", "", 1), `rigs/x.toml:4:1: mux m has no pin`},
		"six pins":          {strings.Replace(aMux, "\"GPIO5\", ", "\"GPIO12\", \"GPIO13\", \"GPIO16\", \"GPIO17\", \"GPIO5\", ", 1), `rigs/x.toml:4:1: mux "m" needs one to five address pins`},
		"no port":           {strings.Replace(aMux, "port = \"SPI0.0\"\n", "", 1), `rigs/x.toml:1:1: mux m has no port`},
		"no name":           {strings.Replace(aMux, "\"m\"", "\"\"", 1), `rigs/x.toml:2:1: a mux needs a name of one word`},
		"named like a port": {strings.Replace(aMux, "\"m\"", "\"spi0\"", 1), `rigs/x.toml:2:1: mux "spi0" is named like a port of the device: rename it`},
		"two of a name":     {aMux + "[[mux]]\nname = \"m\"\nport = \"SPI1.0\"\npins = [\"GPIO12\"]\n", `rigs/x.toml:6:1: there are two muxes named "m": rename one`},
		"too fast":          {aMux + "khz = 20000\n", `rigs/x.toml:5:1: a bus runs at 100 to 10000 kHz`},
		"reader too fast":   {rc522("a", "GPIO25") + "khz = 10001\n", `rigs/x.toml:7:1: a bus runs at 100 to 10000 kHz: write that, or leave khz out`},
		"reader too slow":   {rc522("a", "GPIO25") + "khz = 99\n", `rigs/x.toml:7:1: a bus runs at 100 to 10000 kHz`},
		"reader backwards":  {rc522("a", "GPIO25") + "  khz = -1\n", `rigs/x.toml:7:3: a bus runs at 100 to 10000 kHz`},
		"reader's speed":    {rc522("a", "GPIO25") + "khz = 10000\n", ""},
		"speed behind mux":  {aMux + behind("a", "m.0") + "khz = 2000\n", `rigs/x.toml:11:1: reader "a" is as fast as mux "m": write khz there`},
		"virtual speed":     {aReader + "khz = 2000\n", `rigs/x.toml:5:1: reader "a" is no board on SPI: remove khz`},
		"serial speed":      {reader("a", "pn532", "/dev/ttyUSB0", "khz = 2000"), `rigs/x.toml:6:1: reader "a" is no board on SPI: remove khz`},
		"group":             {aMux + behind("a", "m.0") + "group = \"two words\"\n", `rigs/x.toml:11:1: group "two words" must be one word`},
		"gain":              {aMux + behind("a", "m.0") + "gain = 8\n", `rigs/x.toml:11:1: gain 8 is none: write 1 (weak) to 7 (strong), or leave it out`},
		"virtual group":     {aReader + "group = \"a\"\n", `rigs/x.toml:5:1: reader "a" is virtual and has no antenna: remove group and gain`},
		"no such mux":       {aMux + behind("a", "tabel.3"), `rigs/x.toml:9:1: there is no mux "tabel": write "m.3"`},
		"no mux at all":     {behind("a", "table.3"), `rigs/x.toml:5:1: there is no mux "table": write a port, such as port = "SPI0.0", or add a [[mux]] of that name`},
		"which mux":         {aMux + strings.NewReplacer(`"m"`, `"n"`, "SPI0", "SPI1", "GPIO5", "GPIO12", "GPIO6", "GPIO13").Replace(aMux) + behind("a", "o.1"), `rigs/x.toml:13:1: there is no mux "o": write "m.1" or "n.1"`},
		"mux behind a mux":  {aMux + strings.NewReplacer(`"m"`, `"n"`, "SPI0.0", "m.0", "GPIO5", "GPIO12", "GPIO6", "GPIO13").Replace(aMux), `rigs/x.toml:7:1: m.0 is no port of SPI: write bus and chip select, such as port = "SPI0.0"`},
		"mux on a tty":      {strings.Replace(aMux, "SPI0.0", "/dev/ttyUSB0", 1), `rigs/x.toml:3:1: /dev/ttyUSB0 is no port of SPI`},
		"no such pin":       {strings.Replace(aMux, "GPIO6", "GPIO60", 1), `rigs/x.toml:4:1: a Raspberry Pi has no pin "GPIO60"`},
		"pin that selects":  {strings.Replace(aMux, "GPIO6", "GPIO8", 1), `rigs/x.toml:4:1: GPIO8 is used by SPI0 (chip select 0) already: give mux m another pin`},
		"panel's lines":     {"[[mux]]\nname = \"m\"\nport = \"SPI0.0\"\npins = [\"GPIO20\"]\n[[panel]]\nname = \"p\"\ndriver = \"waveshare2in13v2\"\nport = \"SPI1.0\"\ndc = \"GPIO22\"\nreset = \"GPIO27\"\nbusy = \"GPIO24\"\n", `rigs/x.toml:4:1: GPIO20 is used by SPI1 (data lines) already: give mux m another pin`},
	} {
		_, err := readRig("rigs/x.toml", "x", []byte(test.text))
		switch {
		case test.want == "" && err != nil:
			t.Errorf("%s: %v", name, err)
		case test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "\n")):
			t.Errorf("%s:\n got %v\nwant %s", name, err, test.want)
		}
	}
}

// Every reader of the table for four has an address and a field, and its neighbors belong to the
// same seat.
func TestFourSeatsFiveFields(t *testing.T) {
	r, err := LoadRig("four-seats-five-fields")
	if err != nil {
		t.Fatal(err)
	}
	var addresses []int
	for _, x := range r.Readers {
		m, address, ok := r.Mux(x.Port)
		if !ok || m.Name != "table" {
			t.Errorf("%s is not behind the mux: %s", x.Name, x.Port)
		}
		addresses = append(addresses, address)
		if got, want := fmt.Sprintf("%s-%s in %s", x.Seat, x.Fields[0], x.Group), x.Name+" in "+x.Seat; got != want {
			t.Errorf("%s stands for %s", x.Name, got)
		}
	}
	if slices.Sort(addresses); len(slices.Compact(addresses)) != 20 || addresses[0] != 0 || addresses[19] != 19 {
		t.Errorf("addresses %v", addresses)
	}
	if got, want := r.Muxes[0].Addresses(), 24; got != want {
		t.Errorf("%d addresses, want %d", got, want)
	}
	if _, _, ok := r.Mux("SPI0.0"); ok {
		t.Error("SPI0.0 is taken for a mux")
	}
}
