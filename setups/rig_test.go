package setups

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestShippedRigs(t *testing.T) {
	want := map[string][3]int{ // readers, panels, buttons
		"four-seats-one-reader-each":      {4, 1, 6},
		"four-council-seats":              {4, 1, 6},
		"four-spell-books":                {4, 1, 6},
		"four-seats-five-fields":          {20, 1, 6},
		"four-seats-three-fields-decoded": {12, 1, 6},
		"two-seats-five-fields":           {10, 1, 4},
		"two-seats-hubs":                  {10, 1, 4},
		"two-seats-pcsc":                  {2, 1, 4},
		"two-seats-pn532":                 {2, 1, 4},
		"two-seats-pn532-header":          {2, 1, 2},
		"four-seats-three-fields":         {12, 1, 0},
		"solo-one-reader":                 {1, 1, 4},
		"hat-2.13-four-pn532":             {4, 1, 6},
		"hat-2.13-four-rc522":             {4, 1, 6},
		"hat-2.13-one-rc522":              {1, 1, 4},
		"hat-2.13-twelve-rc522":           {12, 1, 6},
		"hat-4.2-four-pn532":              {4, 1, 6},
		"hat-4.2-four-rc522":              {4, 1, 6},
		"hat-4.2-one-rc522":               {1, 1, 4},
		"hat-4.2-twelve-rc522":            {12, 1, 6},
		"hat-4.26-four-pn532":             {4, 1, 6},
		"hat-4.26-four-rc522":             {4, 1, 6},
		"hat-4.26-one-rc522":              {1, 1, 4},
		"hat-4.26-twelve-rc522":           {12, 1, 6},
		"hat-7.5-four-pn532":              {4, 1, 6},
		"hat-7.5-four-rc522":              {4, 1, 6},
		"hat-7.5-one-rc522":               {1, 1, 4},
		"hat-7.5-twelve-rc522":            {12, 1, 6},
		"screen":                          {0, 1, 0},
		"virtual":                         {26, 1, 0},
		"virtual-casting":                 {4, 1, 0},
		"virtual-council":                 {4, 1, 0},
	}
	got := map[string][3]int{}
	for _, name := range Rigs() {
		r, err := LoadRig(name)
		if err != nil {
			t.Error(err)
		}
		if r.Name != name || r.Title == "" {
			t.Errorf("rig %s: name %q, title %q", name, r.Name, r.Title)
		}
		got[name] = [3]int{len(r.Readers), len(r.Panels), len(r.Buttons)}
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("-want +got\n%s", d)
	}
}

func TestRigIsReadCompletely(t *testing.T) {
	r, err := LoadRig("solo-one-reader")
	if err != nil {
		t.Fatal(err)
	}
	want := Reader{Name: "table", Driver: "rc522", Seat: "purple", Fields: []string{"1", "2", "3", "4", "5"}, Role: RoleTable, Port: "SPI0.0", Reset: "GPIO25"}
	if d := cmp.Diff(want, r.Readers[0]); d != "" {
		t.Errorf("reader: -want +got\n%s", d)
	}
	if d := cmp.Diff(Button{Name: "confirm", Pin: "GPIO5"}, r.Buttons[0]); d != "" {
		t.Errorf("button: -want +got\n%s", d)
	}
	if w, h := r.Panels[0].Pixels(); w != 800 || h != 480 {
		t.Errorf("panel: %dx%d, want 800x480", w, h)
	}
}

func TestRigFromAFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "kitchen.toml")
	if err := os.WriteFile(path, []byte("title = \"Kitchen\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	r, err := LoadRig(path)
	if err != nil || r.Name != "kitchen" || r.Title != "Kitchen" {
		t.Errorf("%+v, %v; want the kitchen", r, err)
	}
	_, err = LoadRig("attic")
	if want := `there is no rig "attic"; there is four-council-seats, four-seats-five-fields, four-seats-one-reader-each, four-seats-three-fields, four-seats-three-fields-decoded, four-spell-books, hat-2.13-four-pn532, hat-2.13-four-rc522, hat-2.13-one-rc522, hat-2.13-twelve-rc522, hat-4.2-four-pn532, hat-4.2-four-rc522, hat-4.2-one-rc522, hat-4.2-twelve-rc522, hat-4.26-four-pn532, hat-4.26-four-rc522, hat-4.26-one-rc522, hat-4.26-twelve-rc522, hat-7.5-four-pn532, hat-7.5-four-rc522, hat-7.5-one-rc522, hat-7.5-twelve-rc522, screen, solo-one-reader, two-seats-five-fields, two-seats-hubs, two-seats-pcsc, two-seats-pn532, two-seats-pn532-header, virtual, virtual-casting or virtual-council`; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("LoadRig(attic) = %v, want %q", err, want)
	}
	_, err = LoadRig("./attic.toml")
	if err == nil || !strings.Contains(err.Error(), "or one of four-council-seats") {
		t.Errorf("LoadRig(./attic.toml) = %v, want the list", err)
	}
}

const aReader = "[[reader]]\nname = \"a\"\ndriver = \"virtual\"\nseat = \"red\"\n"

// Each rig has one mistake; the error names its place and what to do. The reader above is the
// control: alone it is valid.
func TestRigMistakes(t *testing.T) {
	for name, test := range map[string]struct{ text, want string }{
		"no mistake":        {aReader, ""},
		"unknown key":       {"[[reader]]\nname = \"a\"\nnfc = 1\n", `rigs/x.toml:3:1: unknown key "nfc"; write name, driver, seat, fields, role, bus, port, reset, group, gain, khz, baud or address`},
		"unknown top key":   {"titel = \"x\"\n", `rigs/x.toml:1:1: unknown key "titel"; write title, computer, mux, reader, panel or button`},
		"wrong type":        {"title = 4\n", `rigs/x.toml:1:9: `},
		"no TOML":           {"title = \"x\n", `rigs/x.toml:1:`},
		"two of a name":     {aReader + "\n" + aReader, `rigs/x.toml:7:1: there are two readers named "a": rename one`},
		"no name":           {"[[reader]]\ndriver = \"virtual\"\nseat = \"red\"\n", `rigs/x.toml:1:1: a reader needs a name of one word`},
		"unknown driver":    {"[[reader]]\nname = \"a\"\nseat = \"red\"\n  driver = \"pn544\"\n", `rigs/x.toml:4:3: unknown driver "pn544"; write virtual, rc522, pn532, line, wedge or pcsc`},
		"field of two":      {aReader + "fields = [\"1\", \"2\"]\n[[reader]]\nname = \"b\"\ndriver = \"virtual\"\nseat = \"red\"\nfields = [\"2\"]\n", `rigs/x.toml:10:1: field "2" of red belongs to reader "a" already: give it to one of them`},
		"field twice":       {aReader + "fields = [\"1\", \"1\"]\n", `rigs/x.toml:5:1: reader "a" names field "1" twice: remove one`},
		"field of nobody":   {"[[reader]]\nname = \"a\"\ndriver = \"virtual\"\nrole = \"market\"\nfields = [\"1\"]\n", `rigs/x.toml:5:1: reader "a" has fields of nobody: give it a seat`},
		"no meaning":        {"[[reader]]\nname = \"a\"\ndriver = \"virtual\"\n", `rigs/x.toml:2:1: reader "a" means nothing: give it a seat or a role`},
		"unknown role":      {"[[reader]]\nname = \"a\"\ndriver = \"virtual\"\nrole = \"shop\"\n", `rigs/x.toml:4:1: unknown role "shop"; write market, automa or table`},
		"seat and role":     {aReader + "role = \"market\"\n", `rigs/x.toml:5:1: reader "a" is a seat's and the market: remove one, or write role = "table"`},
		"virtual wires":     {aReader + "port = \"SPI0.0\"\n", `rigs/x.toml:5:1: reader "a" is virtual and has no wires`},
		"rc522, no port":    {"[[reader]]\nname = \"a\"\ndriver = \"rc522\"\nseat = \"red\"\nreset = \"GPIO25\"\n", `rigs/x.toml:1:1: reader a has no port: write where it is wired, such as port = "SPI0.0"`},
		"rc522, no reset":   {"[[reader]]\nname = \"a\"\ndriver = \"rc522\"\nseat = \"red\"\nport = \"SPI0.0\"\n", `rigs/x.toml:1:1: reader a has no reset: write where it is wired, such as reset = "GPIO25"`},
		"rc522, i2c":        {"[[reader]]\nname = \"a\"\ndriver = \"rc522\"\nseat = \"red\"\nport = \"SPI0.0\"\nreset = \"GPIO25\"\nbus = \"i2c\"\n", `rigs/x.toml:7:1: unknown bus "i2c"`},
		"port of two":       {rc522("a", "GPIO25") + rc522("b", "GPIO25"), `rigs/x.toml:11:1: SPI0.0 is used by reader a already: give reader b another port`},
		"pin of two":        {rc522("a", "GPIO25") + "[[button]]\nname = \"undo\"\npin = \"GPIO25\"\n", `rigs/x.toml:9:1: GPIO25 is used by reader a (reset) already: give button undo another pin`},
		"panel driver":      {"[[panel]]\nname = \"p\"\ndriver = \"crt\"\n", `rigs/x.toml:3:1: unknown driver "crt"; write png, web, waveshare2in13v2, ssd168x, uc8179, ssd1306 or sh1106`},
		"panel size":        {"[[panel]]\nname = \"p\"\ndriver = \"web\"\nsize = \"400\"\n", `rigs/x.toml:4:1: panel "p" needs a size in pixels`},
		"panel of nothing":  {"[[panel]]\nname = \"p\"\ndriver = \"web\"\nsize = \"0x3\"\n", `rigs/x.toml:4:1: panel "p" needs a size in pixels`},
		"panel file":        {"[[panel]]\nname = \"p\"\ndriver = \"png\"\nsize = \"400x300\"\n", `rigs/x.toml:1:1: panel "p" needs the file it writes`},
		"web panel's wires": {"[[panel]]\nname = \"p\"\ndriver = \"web\"\nsize = \"400x300\"\nport = \"SPI0.1\"\n", `rigs/x.toml:5:1: panel "p" has no wires`},
		"waveshare size":    {"[[panel]]\nname = \"p\"\ndriver = \"waveshare2in13v2\"\nsize = \"4x3\"\nport = \"SPI0.1\"\ndc = \"GPIO22\"\nreset = \"GPIO27\"\nbusy = \"GPIO24\"\n", `rigs/x.toml:4:1: a waveshare2in13v2 has 250x122 pixels`},
		"waveshare wires":   {"[[panel]]\nname = \"p\"\ndriver = \"waveshare2in13v2\"\nport = \"SPI0.1\"\ndc = \"GPIO22\"\nreset = \"GPIO27\"\n", `rigs/x.toml:1:1: panel p has no busy`},
		"unknown button":    {"[[button]]\nname = \"help\"\n", `rigs/x.toml:2:1: unknown name "help"; write confirm, back, undo or next`},
		"button twice":      {"[[button]]\nname = \"undo\"\n[[button]]\nname = \"undo\"\n", `rigs/x.toml:4:1: "undo" is there twice for the same seat`},
		"a seat of no game": {strings.Replace(aReader, "red", "pruple", 1), `rigs/x.toml:4:1: no game has a seat "pruple": write blue, frill, frost, green, haze, kit, lucky, nuzzle, purple, red, talon, white or yellow`},
		"seat of a button":  {"[[button]]\nname = \"undo\"\n  seat = \"Red\"\n", `rigs/x.toml:3:3: no game has a seat "Red": write blue, frill, frost, green, haze, kit, lucky, nuzzle, purple`},
		"a sixth field":     {aReader + "fields = [\"6\"]\n", `rigs/x.toml:5:1: no game has a field "6" of red: write 1, 2, 3, 4, 5 or play`},
		"another's field":   {strings.Replace(aReader, "red", "white", 1) + "fields = [\"1\"]\n", `rigs/x.toml:5:1: no game has a field "1" of white: write play`},
		"no such bus":       {at("SPI7.0"), `rigs/x.toml:5:1: a Raspberry Pi has no port SPI7.0: its buses are SPI0 to SPI6, and their chip selects 0 to 23; or computer = "other" at the top of the rig, if it is for another computer`},
		"no such select":    {at("SPI0.24"), `rigs/x.toml:5:1: a Raspberry Pi has no port SPI0.24: `},
		"last bus":          {at("SPI6.23"), ""},
		"bus elsewhere":     {other + at("SPI7.31"), ""},
		"path of a port":    {at("/dev/spidev0.0"), `rigs/x.toml:5:1: /dev/spidev0.0 is written SPI0.0`},
		"lower port":        {at("spi0.1"), `rigs/x.toml:5:1: spi0.1 is written SPI0.1`},
		"bus alone":         {at("SPI1"), `rigs/x.toml:5:1: SPI1 is written SPI1.0`},
		"port with zeros":   {at("SPI0.00"), `rigs/x.toml:5:1: SPI0.00 is no port of SPI: write bus and chip select, such as port = "SPI0.0"`},
		"I2C for an RC522":  {other + at("I2C1"), ""},
		"its device":        {at("/dev/i2c-1"), `rigs/x.toml:5:1: /dev/i2c-1 is written I2C1`},
		"its address":       {at("I2C1") + "address = \"0x50\"\n", `rigs/x.toml:7:1: no RC522 has the address "0x50": write 0x28, or another up to 0x3F; i2cdetect -y 1 lists what answers`},
		"one of I2C itself": {at("I2C1") + "address = \"0x02\"\n", `rigs/x.toml:7:1: no RC522 has the address "0x02"`},
		"two RC522 on I2C":  {at("I2C1") + strings.Replace(at("I2C1"), `"a"`, `"b"`, 1), `I2C1 (0x28) is used by reader a already: give reader b another port`},
		"two addresses":     {at("I2C1") + strings.Replace(at("I2C1"), `"a"`, `"b"`, 1) + "address = \"0x2c\"\n", ""},
		"beside a PN532":    {at("I2C1") + "address = \"0x24\"\n" + reader("b", "pn532", "I2C1"), `I2C1 (PN532) is used by reader a already`},
		"beside an OLED":    {at("I2C1") + "address = \"0x3C\"\n[[panel]]\nname = \"p\"\ndriver = \"ssd1306\"\nsize = \"128x64\"\nport = \"I2C1\"\n", `I2C1 is used by reader a already`},
		"baud of I2C":       {at("I2C1") + "baud = 9600\n", `rigs/x.toml:7:1: reader "a" has no serial port: remove baud`},
		"khz of I2C":        {at("I2C1") + "khz = 100\n", `rigs/x.toml:5:1: reader "a" is not on SPI: remove bus and khz`},
		"rc522 on a tty":    {at("/dev/ttyUSB0"), ""},
		"no reset there":    {reader("a", "rc522", "/dev/ttyUSB0"), ""},
		"no speed there":    {at("/dev/ttyUSB0") + "baud = 115201\n", `rigs/x.toml:7:1: 115201 baud is no speed of a serial port`},
		"an address there":  {at("/dev/ttyUSB0") + "address = \"0x28\"\n", `rigs/x.toml:7:1: reader "a" is on no hub: remove address`},
		"a gain there":      {at("/dev/ttyUSB0") + "gain = 8\n", `rigs/x.toml:7:1: gain 8 is none`},
		"keys of an RC522":  {at("/dev/input/event0"), `rigs/x.toml:5:1: /dev/input/event0 is no serial port`},
		"no such pin":       {rc522("a", "GPIO99"), `rigs/x.toml:6:1: a Raspberry Pi has no pin "GPIO99": write GPIO0 to GPIO27, the number of the GPIO and not of its place on the header; or computer = "other" at the top of the rig, if it is for another computer`},
		"place of a pin":    {rc522("a", "P1_22"), `rigs/x.toml:6:1: a Raspberry Pi has no pin "P1_22": `},
		"number of a pin":   {rc522("a", "25"), `rigs/x.toml:6:1: a Raspberry Pi has no pin "25": `},
		"pin with zeros":    {rc522("a", "GPIO05"), `rigs/x.toml:6:1: a Raspberry Pi has no pin "GPIO05": `},
		"pin elsewhere":     {other + rc522("a", "PA6"), ""},
		"lower pin":         {rc522("a", "gpio25"), `rigs/x.toml:6:1: gpio25 is written GPIO25`},
		"pin of a button":   {"[[button]]\nname = \"undo\"\npin = \"GPIO28\"\n", `rigs/x.toml:3:1: a Raspberry Pi has no pin "GPIO28": `},
		"reset selects":     {rc522("a", "GPIO8"), `rigs/x.toml:6:1: GPIO8 is used by SPI0 (chip select 0) already: give reader a (reset) another pin`},
		"reset, other one":  {rc522("a", "GPIO7"), `rigs/x.toml:6:1: GPIO7 is used by SPI0 (chip select 1) already: give reader a (reset) another pin`},
		"reset on SPI1":     {strings.Replace(at("SPI1.1"), "GPIO25", "GPIO17", 1), `rigs/x.toml:6:1: GPIO17 is used by SPI1 (chip select 1) already: give reader a (reset) another pin`},
		"third of SPI1":     {strings.Replace(at("SPI1.1"), "GPIO25", "GPIO16", 1), ""}, // the overlay takes as many as are used
		"select elsewhere":  {other + rc522("a", "GPIO8"), ""},
		"clock as a button": {rc522("a", "GPIO25") + "[[button]]\nname = \"undo\"\npin = \"GPIO11\"\n", `rigs/x.toml:9:1: GPIO11 is used by SPI0 (data lines) already: give button undo another pin`},
		"button of a UART":  {reader("a", "pn532", "/dev/ttyAMA0") + "[[button]]\nname = \"undo\"\npin = \"GPIO15\"\n", `rigs/x.toml:9:1: GPIO15 is used by /dev/ttyAMA0 already: give button undo another pin`},
		"unknown computer":  {"\ncomputer = \"banana\"\n", `rigs/x.toml:2:1: unknown computer "banana"; write other`},
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

// other begins a rig for a computer other than a Raspberry Pi.
const other = "computer = \"other\"\n"

// at returns reader a at a port.
func at(port string) string { return strings.Replace(rc522("a", "GPIO25"), "SPI0.0", port, 1) }

func rc522(name, reset string) string {
	return "[[reader]]\nname = \"" + name + "\"\ndriver = \"rc522\"\nseat = \"red\"\nport = \"SPI0.0\"\nreset = \"" + reset + "\"\n"
}

func FuzzRig(f *testing.F) {
	for _, name := range Rigs() {
		text, err := files.ReadFile("rigs/" + name + ".toml")
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		r, err := readRig("x.toml", "x", text)
		if err == nil {
			for _, x := range r.Readers {
				if m, address, ok := r.Mux(x.Port); ok && (address < 0 || address >= m.Addresses()) {
					t.Errorf("reader %q at %s was accepted", x.Name, x.Port)
				}
			}
			for _, p := range r.Panels {
				if w, h := p.Pixels(); w <= 0 || h <= 0 {
					t.Errorf("panel %q of %dx%d was accepted", p.Name, w, h)
				}
			}
		}
	})
}
