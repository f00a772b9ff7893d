package machine

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"
)

// A USB adapter has a PN532, another a hub: /dev/ttyGS0 and 1 are the device's side, by-id is what
// the computer sees.
const (
	adapter = "/dev/serial/by-id/usb-Far_Reader_0001-if00"
	usb     = `modprobe dummy_hcd num=2; modprobe libcomposite
mountpoint -q /sys/kernel/config || mount -t configfs none /sys/kernel/config
g=/sys/kernel/config/usb_gadget/far
`
	hub         = "/dev/serial/by-id/usb-Far_Reader_0001-if02"
	makeAdapter = usb + `mkdir -p $g/strings/0x409 $g/configs/c.1 $g/functions/acm.0 $g/functions/acm.1
echo 0x1d6b >$g/idVendor; echo 0x0104 >$g/idProduct
echo 0001 >$g/strings/0x409/serialnumber; echo Far >$g/strings/0x409/manufacturer; echo Reader >$g/strings/0x409/product
ln -s $g/functions/acm.0 $g/functions/acm.1 $g/configs/c.1/`
	plugAdapter = usb + `echo dummy_udc.0 >$g/UDC`
	pullAdapter = usb + `echo >$g/UDC`

	// twin is one of two identical adapters, and its port.
	twin     = usb + "i=%d; g=/sys/kernel/config/usb_gadget/twin$i\n"
	makeTwin = twin + `mkdir -p $g/strings/0x409 $g/configs/c.1 $g/functions/acm.0
echo 0x1d6b >$g/idVendor; echo 0x0105 >$g/idProduct
echo Far >$g/strings/0x409/manufacturer; echo Twin >$g/strings/0x409/product
ln -s $g/functions/acm.0 $g/configs/c.1/`
	plugTwin = `echo dummy_udc.$i >$g/UDC`
	pullTwin = `echo >$g/UDC`
)

// What a Raspberry Pi has at its header: a GPIO chip with its lines' names, SPI0 with two
// chip selects, I2C1. It prints the folder in which the kernel shows its simulated pins.
const makeHeader = `mountpoint -q /sys/kernel/config || { modprobe configfs; mount -t configfs none /sys/kernel/config; }
modprobe pins; modprobe spidev; modprobe i2c-dev; modprobe wires
c=/sys/kernel/config/gpio-sim/header
mkdir -p $c/bank
echo pinctrl-bcm2711 >$c/bank/label; echo 28 >$c/bank/num_lines
mkdir $c/bank/line{0..27}
for n in {0..27}; do echo GPIO$n >$c/bank/line$n/name; done
echo 1 >$c/live
pins=/sys/devices/platform/$(cat $c/dev_name)/$(cat $c/bank/chip_name)
echo $pins`

const lateRig = `computer = "other"
[[reader]]
name = "purple"
driver = "pn532"
seat = "purple"
fields = ["1", "2", "3", "4", "5"]
role = "table"
port = "` + adapter + `"
[[reader]]
name = "green"
driver = "rc522"
seat = "green"
fields = ["1", "2", "3", "4", "5"]
role = "table"
port = "SPI0.0"
reset = "GPIO25"
`

const resetPin = "gpioinfo gpiochip0 | grep -w GPIO25" // and who holds it

const health = "curl -sS --max-time 20 http://127.0.0.1/healthz"

// use makes the service use a rig, like an owner with an editor.
func (m *machine) use(rig string) {
	m.Helper()
	m.sh("cat >/etc/arbiter/rigs/far.toml <<'RIG'\n" + rig + "RIG\n" +
		`sed -i 's/^rig = .*/rig = "far"/' /etc/arbiter/arbiter.toml; systemctl reset-failed arbiter; systemctl restart arbiter`)
}

// Whatever is plugged in, switched on or released after the service has started works without a
// restart, and until then the owner reads what is wrong.
func TestWhatComesLateWorks(t *testing.T) {
	t.Parallel()
	m := boot(t)
	backup := taughtTags(t, "testdata/pair.toml", plan{"", "day-12", "left"})
	m.until(health, "table: ok")
	m.use(lateRig)
	m.until(health, "reader purple: does not answer")
	started := m.sh("systemctl show -p MainPID --value arbiter")

	t.Run("a serial reader whose driver is loaded later", func(t *testing.T) {
		m := m.in(t)
		if drivers := m.sh("cat /proc/devices"); strings.Contains(drivers, "ttyACM") {
			t.Fatal("the driver is there already, so this shows nothing")
		}
		m.sh(makeAdapter)
		m.do(order{Do: "serial", At: "/dev/ttyGS0", Text: adapter})
		m.sh(plugAdapter)
		took, _ := m.until(health, "reader purple: ok")
		t.Logf("found after %v", took.Round(100*time.Millisecond))
	})
	t.Run("the same, plugged in again", func(t *testing.T) {
		m := m.in(t)
		m.sh(pullAdapter)
		m.until(health, "reader purple: does not answer")
		m.sh(plugAdapter)
		took, _ := m.until(health, "reader purple: ok")
		t.Logf("found after %v", took.Round(100*time.Millisecond))
	})
	t.Run("plugged in after a while, as another ttyACM", func(t *testing.T) {
		m := m.in(t)
		t.Cleanup(func() { m.says("systemctl stop 'holder*'") })
		for _, away := range []string{"9", "9.7"} { // by then the pauses between tries are long
			was := m.sh("readlink -f " + adapter)
			m.sh("systemd-run -q --unit holder" + away + " bash -c 'trap \"\" HUP; exec sleep infinity <" + strings.TrimSpace(was) + "'")
			m.until("readlink /proc/$(systemctl show -p MainPID --value holder"+away+")/fd/0", was) // which keeps its number in use
			m.sh(pullAdapter)
			m.until(health, "reader purple: does not answer")
			took := m.takes("sleep "+away, plugAdapter, "purple")
			if is := m.sh("readlink -f " + adapter); is == was {
				t.Errorf("the reader is %s again, so this shows less", is)
			}
			if took > atMost {
				t.Errorf("found after %v, want %v at most", took, atMost)
			}
			t.Logf("found after %v", took.Round(10*time.Millisecond))
		}
	})
	var pins string
	t.Run("SPI and GPIO", func(t *testing.T) {
		m := m.in(t)
		pins = strings.TrimSpace(m.sh(makeHeader))
		m.do(order{Do: "chips", At: pins})
		took, _ := m.until(health, "reader green: ok")
		t.Logf("found after %v", took.Round(100*time.Millisecond))
	})
	t.Run("none of it took a restart", func(t *testing.T) {
		if now := m.in(t).sh("systemctl show -p MainPID --value arbiter"); now != started {
			t.Errorf("the service is process %s, was %s", now, started)
		}
	})
	t.Run("what the service's user may open", func(t *testing.T) {
		m := m.in(t)
		for _, device := range []string{"/dev/gpiochip0", "/dev/spidev0.0", "/dev/i2c-1"} {
			if said := m.says("runuser -u arbiter -- test -w " + device + " && echo may"); !strings.Contains(said, "may") {
				t.Errorf("arbiter may not use %s: %s", device, m.says("ls -l "+device))
			}
		}
	})
	t.Run("a bus that fails", func(t *testing.T) {
		m := m.in(t)
		t.Cleanup(func() { m.do(order{Do: "fail", Text: "0"}) }) // later parts need the bus
		m.do(order{Do: "fail", Text: "5"})                       // EIO
		m.until(health, "reader green: does not answer")
		m.until("journalctl -u arbiter --no-pager -o cat | tail -20", "(EIO)")
		m.do(order{Do: "fail", Text: "0"})
		m.until(health, "reader green: ok")
	})
	t.Run("a pin that another program has", func(t *testing.T) {
		m := m.in(t)
		t.Cleanup(func() { m.says("systemctl stop holder") })
		m.sh("systemctl stop arbiter; systemd-run -q --unit holder gpioset --mode=signal gpiochip0 25=1")
		m.until("gpioinfo gpiochip0", `"gpioset"`)
		m.sh("systemctl start arbiter")
		m.until("journalctl -u arbiter --no-pager -o cat | tail -20", "gpioset")
		m.until(health, "reader green: does not answer") // it has tried more than once, in vain
		m.sh("systemctl stop holder")
		m.until(health, "reader green: ok")
		m.until(resetPin, `"arbiter`)
	})
	t.Run("a chip with two names", func(t *testing.T) {
		m := m.in(t)
		t.Cleanup(func() { m.sh("rm /dev/gpiochip4") })
		m.sh("ln -sf gpiochip0 /dev/gpiochip4; systemctl restart arbiter")
		m.until(resetPin, `"arbiter`)
		m.until(health, "reader green: ok")
		if first := m.sh("readlink /proc/$(systemctl show -p MainPID --value arbiter)/fd/0"); strings.TrimSpace(first) != "/dev/null" {
			t.Errorf("standard input of the service is %s", first)
		}
	})
	t.Run("a wedge by a name of one's own", func(t *testing.T) {
		m := m.in(t)
		m.plugKeyboard()
		m.use(fmt.Sprintf("computer = \"other\"\n[[reader]]\nname = \"red\"\ndriver = \"wedge\"\nseat = \"red\"\nfields = [\"1\", \"2\", \"3\"]\nport = %q\n", "/dev/input/counter"))
		m.until("ls -l /proc/$(systemctl show -p MainPID --value arbiter)/fd", "/dev/input/event")
		m.until(health, "reader red: ok")
	})
	t.Run("two equal adapters", func(t *testing.T) {
		m := m.in(t)
		m.sh(pullAdapter)
		m.twins(backup)
	})
}

// atMost is how long a reader that is plugged in again may take.
const atMost = 4 * time.Second

// takes returns how long a reader needs, by the machine's own clock, to work again after it is
// plugged in.
func (m *machine) takes(before, plug, reader string) time.Duration {
	m.Helper()
	said := m.sh(before + "\nbegin=$(date +%s%N)\n" + plug + "\nuntil " + health + " | grep -q 'reader " + reader + ": ok'; do sleep 0.1; done; echo $(($(date +%s%N) - begin))")
	took, err := strconv.ParseInt(strings.TrimSpace(said), 10, 64)
	if err != nil {
		m.Fatalf("%q is no time: %v", said, err)
	}
	return time.Duration(took)
}

// Two identical adapters without serial numbers keep the names of their ports in whatever order
// they are plugged in, and each card on them arrives once.
func (m *machine) twins(backup string) {
	m.Helper()
	const rig, card = "testdata/pair.toml", "day-12"
	m.put(rig, "/tmp/pair.toml")
	m.do(order{Do: "rig", At: "/tmp/pair.toml"})
	names := map[string]string{}
	for i, reader := range []string{"left", "right"} {
		m.sh(fmt.Sprintf(makeTwin, i))
		names[reader] = "/dev/arbiter/reader-platform-dummy_hcd_" + strconv.Itoa(i) + "-usb-0_1_1_0"
		inner := strings.TrimSpace(m.sh(fmt.Sprintf(twin+"echo /dev/ttyGS$(cat $g/functions/acm.0/port_num)", i)))
		m.do(order{Do: "serial", At: inner, Text: names[reader]})
	}
	plug, pull := func(i int) string { return fmt.Sprintf(twin+plugTwin, i) }, func(i int) string { return fmt.Sprintf(twin+pullTwin, i) }
	m.sh(plug(0) + "\n" + plug(1))
	m.begin(backup, rig, "left", "right")
	table := m.table()
	table.owns()
	table.post("start", "game=high-council&seat=white&seat=red&seat=yellow&seat=blue")
	entries := func() (n int) {
		n, _ = strconv.Atoi(listed.FindStringSubmatch(table.run("games", "list"))[1]) // digits
		return n
	}
	want := entries()
	becomes := func(more int) {
		m.Helper()
		want += more
		for end := time.Now().Add(patience); entries() < want; time.Sleep(time.Second) { // the machine is outside this process
			if time.Now().After(end) {
				m.Fatalf("the game has %d entries, want %d", entries(), want)
			}
		}
		if n := entries(); n > want {
			m.Fatalf("the game has %d entries, want %d", n, want)
		}
	}
	table.say("lay " + card + " left")
	becomes(1)
	was := m.sh("readlink -f " + names["left"])
	m.sh(pull(0) + "\n" + pull(1))
	m.until(health, "reader left: does not answer")
	m.until(health, "reader right: does not answer")
	m.sh(plug(1))
	m.until(health, "reader right: ok")
	m.sh(plug(0))
	m.until(health, "reader left: ok")
	if is := m.sh("readlink -f " + names["left"]); is == was {
		m.Errorf("the left reader is %s again, so this shows less", is)
	}
	table.say("fault left silence")
	m.until(health, "reader left: does not answer")
	if said := m.sh(health); !strings.Contains(said, "reader right: ok") {
		m.Errorf("the left reader hears nothing, but\n%s", said)
	}
	table.say("mend left")
	m.until(health, "reader left: ok")
	table.say("lift " + card)
	becomes(1) // nothing came while it lay there

	m.sh(pull(0))
	m.until(health, "reader left: does not answer")
	table.say("lay " + card + " left")
	if took := m.takes("", plug(0), "left"); took > atMost {
		m.Errorf("found after %v, want %v at most", took, atMost)
	}
	becomes(1)
	table.say("lift " + card)
	becomes(1)
}

// plugKeyboard plugs in a reader that types, which a rule of the owner's calls /dev/input/counter.
func (m *machine) plugKeyboard() {
	m.Helper()
	m.sh(`echo 'SUBSYSTEM=="input", KERNEL=="event*", ATTRS{name}=="Far RFID reader", SYMLINK+="input/counter"' >/etc/udev/rules.d/90-own.rules; udevadm control --reload`)
	m.do(order{Do: "keyboard", At: "/dev/input/counter"})
	m.until("ls -l /dev/input/counter", "event")
}

// in is the same machine, for one part of a test.
func (m *machine) in(t *testing.T) *machine { return &machine{t, m.qemu, m.line, m.folder} }
