package setups

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// reader returns a [[reader]] of at least five lines.
func reader(name, driver, port string, more ...string) string {
	return fmt.Sprintf("[[reader]]\nname = %q\ndriver = %q\nport = %q\nseat = \"red\"\n%s\n", name, driver, port, strings.Join(more, "\n"))
}

func TestSerialReaders(t *testing.T) {
	text := reader("a", "pn532", "/dev/ttyUSB0", `fields = ["1"]`, `group = "red"`) +
		reader("b", "line", "/dev/ttyACM0", `fields = ["2"]`, `address = "1"`, `baud = 9600`) +
		reader("c", "line", "/dev/ttyACM0", `fields = ["3"]`, `address = "left-2_B"`, `baud = 9600`) +
		reader("d", "wedge", "/dev/input/by-id/usb-x-event-kbd", `fields = ["4", "5"]`)
	r, err := readRig("rigs/x.toml", "x", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	want := []Reader{
		{Name: "a", Driver: "pn532", Port: "/dev/ttyUSB0", Seat: "red", Fields: []string{"1"}, Group: "red"},
		{Name: "b", Driver: "line", Port: "/dev/ttyACM0", Seat: "red", Fields: []string{"2"}, Address: "1", Baud: 9600},
		{Name: "c", Driver: "line", Port: "/dev/ttyACM0", Seat: "red", Fields: []string{"3"}, Address: "left-2_B", Baud: 9600},
		{Name: "d", Driver: "wedge", Port: "/dev/input/by-id/usb-x-event-kbd", Seat: "red", Fields: []string{"4", "5"}},
	}
	if d := cmp.Diff(want, r.Readers); d != "" {
		t.Errorf("-want +got\n%s", d)
	}
}

// Readers of pcscd are named by their USB port or by their own name.
func TestReadersOfPCSC(t *testing.T) {
	text := reader("a", "pcsc", "usb:1-1.3", `fields = ["1"]`) + reader("b", "pcsc", "usb:2-1", `fields = ["2"]`) + reader("c", "pcsc", "ACS ACR122U PICC Interface", `fields = ["3"]`)
	r, err := readRig("rigs/x.toml", "x", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	for i, x := range r.Readers {
		if !x.PCSC() || x.Serial() || x.OnBus() {
			t.Errorf("reader %d: %+v", i, x)
		}
	}
	for name, test := range map[string]struct{ text, want string }{
		"no port":         {reader("a", "pcsc", ""), `rigs/x.toml:4:1: reader a has no port: write where it is wired, such as port = "usb:1-1.3"`},
		"the order":       {reader("a", "pcsc", "ACS ACR122U PICC Interface 01 00"), `rigs/x.toml:4:1: ACS ACR122U PICC Interface 01 00 ends with numbers that say which was plugged in first: write "ACS ACR122U PICC Interface", or the plug, such as port = "usb:1-1.3"`},
		"no plug":         {reader("a", "pcsc", "usb:1"), `rigs/x.toml:4:1: usb:1 is no plug: write bus and plug, such as port = "usb:1-1.3"`},
		"another plug":    {reader("a", "pcsc", "usb:1-1.3:1.0"), `rigs/x.toml:4:1: usb:1-1.3:1.0 is no plug`},
		"an adapter":      {reader("a", "pcsc", "/dev/ttyUSB0"), `rigs/x.toml:4:1: /dev/ttyUSB0 is no reader of pcscd: write its plug or its name`},
		"one for two":     {reader("a", "pcsc", "usb:1-1") + reader("b", "pcsc", "usb:1-1"), `rigs/x.toml:10:1: usb:1-1 is used by reader a already: give reader b another port`},
		"a group":         {reader("a", "pcsc", "usb:1-1", `group = "red"`), `rigs/x.toml:6:1: reader "a" looks after its field itself: remove group`},
		"a baud":          {reader("a", "pcsc", "usb:1-1", `baud = 9600`), `rigs/x.toml:6:1: reader "a" has no serial port: remove baud and address`},
		"a speed":         {reader("a", "pcsc", "usb:1-1", `khz = 100`), `rigs/x.toml:6:1: reader "a" is no board on SPI: remove khz`},
		"a reset":         {reader("a", "pcsc", "usb:1-1", `reset = "GPIO25"`), `rigs/x.toml:6:1: reader "a" is no board on SPI: remove bus, reset and gain`},
		"plug as a PN532": {reader("a", "pn532", "usb:1-1.3"), `rigs/x.toml:4:1: port "usb:1-1.3" is no device`},
	} {
		if _, err := readRig("rigs/x.toml", "x", []byte(test.text)); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s:\n got %v\nwant %s", name, err, test.want)
		}
	}
}

// Each rig has one mistake; the error names its place and what to do.
func TestSerialMistakes(t *testing.T) {
	hub := reader("b", "line", "/dev/ttyACM0", `address = "1"`) // lines 1 to 6
	for name, test := range map[string]struct{ text, want string }{
		"no port":            {reader("a", "pn532", ""), `rigs/x.toml:4:1: reader a has no port: write where it is wired, such as port = "/dev/ttyUSB0"`},
		"an SPI port":        {reader("a", "line", "SPI0.0"), `rigs/x.toml:4:1: port "SPI0.0" is no device: write its path, such as "/dev/ttyUSB0"`},
		"no event device":    {reader("a", "wedge", "event0"), `rigs/x.toml:4:1: port "event0" is no device: write its path, such as "/dev/input/event0"`},
		"keys of a PN532":    {reader("a", "pn532", "/dev/input/event0"), `rigs/x.toml:4:1: /dev/input/event0 is no serial port: write one, such as port = "/dev/ttyUSB0", or driver = "wedge" for a reader that types`},
		"SPI of a hub":       {reader("a", "line", "/dev/spidev0.0"), `rigs/x.toml:4:1: /dev/spidev0.0 is no serial port: write one, such as port = "/dev/ttyUSB0"`},
		"I2C of a hub":       {reader("a", "line", "/dev/i2c-1"), `rigs/x.toml:4:1: /dev/i2c-1 is no serial port`},
		"SPI by its device":  {reader("a", "pn532", "/dev/spidev0.0"), `rigs/x.toml:4:1: /dev/spidev0.0 is written SPI0.0`},
		"I2C by its device":  {reader("a", "pn532", "/dev/i2c-1"), `rigs/x.toml:4:1: /dev/i2c-1 is written I2C1`},
		"I2C in small":       {reader("a", "pn532", "i2c1"), `rigs/x.toml:4:1: i2c1 is written I2C1`},
		"two on one I2C":     {reader("a", "pn532", "I2C1") + "\n" + reader("b", "pn532", "I2C1"), `I2C1 (PN532) is used by reader a already: give reader b another port`},
		"two on one SPI":     {reader("a", "pn532", "SPI0.0") + "\n" + reader("b", "rc522", "SPI0.0", `reset = "GPIO25"`), `SPI0.0 is used by reader a already: give reader b another port`},
		"baud on a bus":      {reader("a", "pn532", "I2C1", `baud = 9600`), `rigs/x.toml:6:1: reader "a" has no serial port: remove baud and address`},
		"reset on a bus":     {reader("a", "pn532", "SPI0.0", `reset = "GPIO25"`), `rigs/x.toml:6:1: reader "a" is a PN532: remove bus, reset and gain`},
		"speed of I2C":       {reader("a", "pn532", "I2C1", `khz = 100`), `rigs/x.toml:6:1: reader "a" is on I2C, whose speed is set in config.txt: remove khz`},
		"speed of SPI":       {reader("a", "pn532", "SPI0.0", `khz = 20000`), `rigs/x.toml:6:1: a bus runs at 100 to 10000 kHz`},
		"no bus":             {reader("a", "pn532", "I2Cx"), `rigs/x.toml:4:1: I2Cx is no bus of I2C: write one, such as port = "I2C1"`},
		"words on a bus":     {reader("a", "pn532", "I2C1", `group = "my readers"`), `rigs/x.toml:6:1: group "my readers" must be one word`},
		"tty of a wedge":     {reader("a", "wedge", "/dev/ttyUSB0"), `rigs/x.toml:4:1: nothing types at /dev/ttyUSB0: write the path of an event device, such as port = "/dev/input/event0"`},
		"mice of a wedge":    {reader("a", "wedge", "/dev/input/mice"), `rigs/x.toml:4:1: nothing types at /dev/input/mice`},
		"joystick, no wedge": {reader("a", "wedge", "/dev/input/js0"), `rigs/x.toml:4:1: nothing types at /dev/input/js0`},
		"mouse of a wedge":   {reader("a", "wedge", "/dev/input/mouse0"), `rigs/x.toml:4:1: nothing types at /dev/input/mouse0`},
		"raw wedge":          {reader("a", "wedge", "/dev/hidraw0"), `rigs/x.toml:4:1: nothing types at /dev/hidraw0`},
		"a path by detours":  {reader("a", "pn532", "/dev//ttyUSB0"), `rigs/x.toml:4:1: /dev//ttyUSB0 is written /dev/ttyUSB0`},
		"a reset":            {reader("a", "pn532", "/dev/ttyUSB0", `reset = "GPIO25"`), `rigs/x.toml:6:1: reader "a" is no board on SPI: remove bus, reset and gain`},
		"a bus":              {reader("a", "line", "/dev/ttyUSB0", `address = "1"`, `bus = "spi"`), `rigs/x.toml:7:1: reader "a" is no board on SPI`},
		"a gain":             {reader("a", "wedge", "/dev/input/event0", `gain = 3`), `rigs/x.toml:6:1: reader "a" is no board on SPI`},
		"a group of words":   {reader("a", "pn532", "/dev/ttyUSB0", `group = "my readers"`), `rigs/x.toml:6:1: group "my readers" must be one word`},
		"no speed":           {reader("a", "pn532", "/dev/ttyUSB0", `baud = 115201`), `rigs/x.toml:6:1: 115201 baud is no speed of a serial port: write 115200 or another usual one, or leave it out`},
		"port of two":        {reader("a", "pn532", "/dev/ttyACM0") + "\n" + hub, `rigs/x.toml:11:1: /dev/ttyACM0 is used by reader a already: give reader b another port`},
		"hub, then a PN532":  {hub + reader("a", "pn532", "/dev/ttyACM0"), `rigs/x.toml:10:1: /dev/ttyACM0 is used by reader b (hub) already: give reader a another port`},
		"no address":         {reader("a", "line", "/dev/ttyACM0"), `rigs/x.toml:1:1: address "" is none: write what the hub calls the reader, such as address = "1"`},
		"two words":          {reader("a", "line", "/dev/ttyACM0", `address = "1 a"`), `rigs/x.toml:6:1: address "1 a" is none`},
		"a word of the hub":  {reader("a", "line", "/dev/ttyACM0", `address = "beat"`), `rigs/x.toml:6:1: address "beat" is none`},
		"a long address":     {reader("a", "line", "/dev/ttyACM0", `address = "a-name-with-21-letters"`), `rigs/x.toml:6:1: address "a-name-with-21-letters" is none`},
		"address of two":     {hub + reader("a", "line", "/dev/ttyACM0", `address = "1"`), `rigs/x.toml:12:1: address "1" of the hub belongs to reader "b" already: give one of them another`},
		"two speeds":         {hub + reader("a", "line", "/dev/ttyACM0", `address = "2"`, `baud = 9600`), `rigs/x.toml:13:1: reader "b" is on the same hub: write the same baud for both`},
		"group of a hub":     {reader("a", "line", "/dev/ttyACM0", `address = "1"`, `group = "red"`), `rigs/x.toml:7:1: reader "a" is on a hub, which looks after its fields itself: remove group`},
		"address of a PN532": {reader("a", "pn532", "/dev/ttyUSB0", `address = "1"`), `rigs/x.toml:6:1: reader "a" is on no hub: remove address`},
		"address of a wedge": {reader("a", "wedge", "/dev/input/event0", `address = "1"`), `rigs/x.toml:6:1: reader "a" is on no hub: remove address`},
		"speed of a wedge":   {reader("a", "wedge", "/dev/input/event0", `baud = 9600`), `rigs/x.toml:4:1: reader "a" is like a keyboard: remove baud and group`},
		"a wedge as a field": {reader("a", "wedge", "/dev/input/event0", `fields = ["1"]`), `rigs/x.toml:6:1: reader "a" sees cards come and not go, so it cannot be one field: write several, or none`},
		"wedge of two":       {reader("a", "wedge", "/dev/input/event0") + reader("b", "wedge", "/dev/input/event0"), `rigs/x.toml:10:1: /dev/input/event0 is used by reader a already: give reader b another port`},
		"speed of an RC522":  {rc522("a", "GPIO25") + "baud = 9600\n", `rigs/x.toml:7:1: reader "a" has no serial port: remove baud and address`},
		"speed of a virtual": {aReader + "baud = 9600\n", `rigs/x.toml:5:1: reader "a" has no serial port: remove baud and address`},
	} {
		_, err := readRig("rigs/x.toml", "x", []byte(test.text))
		if err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s:\n got %v\nwant %s", name, err, test.want)
		}
	}
}

// A reader that acts as a keyboard may have any name that a udev rule of its owner gives it.
func TestAnyNameOfAKeyboard(t *testing.T) {
	for _, port := range []string{"/dev/input/cards", "/dev/cards", "/dev/input/by-id/usb-x-kbd", "/dev/arbiter/cards"} {
		rig, err := readRig("rigs/x.toml", "x", []byte(reader("a", "wedge", port, `fields = ["1", "2"]`)))
		if err != nil || rig.Readers[0].Port != port {
			t.Errorf("%s: %v", port, err)
		}
	}
}
