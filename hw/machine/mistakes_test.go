package machine

import (
	"fmt"
	"strings"
	"testing"
)

// These are rigs for a Raspberry Pi, each with one reader: on SPI, on the serial port of the
// header, on USB.
const (
	spiRig = `[[reader]]
name = "purple"
driver = "rc522"
seat = "purple"
fields = ["1", "2", "3", "4", "5"]
role = "table"
port = "SPI0.0"
reset = "%s"
`
	serialRig = `[[reader]]
name = "green"
driver = "pn532"
seat = "green"
fields = ["1", "2", "3", "4", "5"]
role = "table"
port = "%s"
`
)

// A mistake is one that owners make, with the doctor's first finding.
type mistake struct {
	name       string
	rig        string // "": the previous one
	make, mend string // commands
	as         string // who asks the doctor; "": root, as with sudo
	want       string
}

// Typical mistakes of owners are made in the machine, and the doctor says in three languages what
// is wrong and what to do.
func TestMistakesOfOwners(t *testing.T) {
	t.Parallel()
	m := boot(t, emptyDisk(t, "games", "900M"))
	m.until(health, "table: ok")
	m.sh(`useradd --create-home pi; mkdir -p /boot/firmware /run/systemd/timesync; touch /run/systemd/timesync/synchronized
systemctl stop arbiter; mount -o errors=remount-ro /dev/vdb /var/lib/arbiter; chown arbiter:arbiter /var/lib/arbiter; chmod 700 /var/lib/arbiter`)
	var (
		onSPI  = fmt.Sprintf(spiRig, "GPIO25")
		wiring = func(t *testing.T) {
			m := m.in(t)
			m.do(order{Do: "chips", At: strings.TrimSpace(m.sh(makeHeader + "; echo dtparam=spi=on >/boot/firmware/config.txt"))})
		}
	)
	for i, x := range []mistake{
		{name: "SPI off", rig: onSPI, make: "echo '# nothing' >/boot/firmware/config.txt", want: "there is no /dev/spidev0.0"},
		{name: "console on the UART", rig: fmt.Sprintf(serialRig, "/dev/ttyS0"), make: "echo enable_uart=1 >/boot/firmware/config.txt; cp /proc/cmdline /boot/firmware/cmdline.txt", mend: "rm /boot/firmware/cmdline.txt",
			want: "puts the console of Linux on /dev/ttyS0"},
		{name: "plug out", rig: fmt.Sprintf(serialRig, adapter), want: "there is no " + adapter},
		{name: "wrong group", rig: onSPI, make: "systemctl stop arbiter", as: "pi", want: "the user is not in: gpio, spi"},
		{name: "no rule", rig: onSPI, make: "systemctl stop arbiter; chgrp root /dev/spidev0.0 /dev/gpiochip0; systemctl start arbiter", mend: "chgrp spi /dev/spidev0.0; chgrp gpio /dev/gpiochip0", want: "user arbiter may not open /dev/gpiochip0, /dev/spidev0.0"},
		{name: "wrong pin", rig: fmt.Sprintf(spiRig, "GPIO28"), want: `a Raspberry Pi has no pin "GPIO28": write GPIO0 to GPIO27`},
		{name: "wrong pin of another computer", rig: "computer = \"other\"\n" + fmt.Sprintf(spiRig, "GPIO28"), want: "reader purple: this computer has no pin GPIO28"},
		{name: "wire out", rig: onSPI, make: "SAY unplug purple", mend: "SAY plug purple", want: "no chip answers at SPI0.0"},
		{name: "port taken", rig: onSPI, make: "systemctl stop arbiter; systemd-run -q --unit holder gpioset --mode=signal gpiochip0 25=1; sleep 1; systemctl start arbiter", mend: "systemctl stop holder", want: `pin GPIO25 is in use by "gpioset"`},
		{name: "two services", rig: onSPI, make: "systemctl stop arbiter; systemd-run -q --unit second --uid arbiter --gid arbiter -p SupplementaryGroups='spi gpio' arbiter serve --rig far --addr 127.0.0.1:0 --data /tmp/other; sleep 5; systemctl start arbiter", mend: "systemctl stop second", want: "in use by"},
		{name: "clock wrong", rig: onSPI, make: "date +%s >/tmp/now; date -s @86400", mend: "date -s @$(cat /tmp/now)", want: "the clock says 1970-01-02, which is wrong"},
		{name: "disk full", rig: onSPI, make: "cd /var/lib/arbiter; fallocate -l $(($(df --output=avail -B1 . | tail -1) - 1000000)) photos", mend: "rm /var/lib/arbiter/photos", want: "0 MB are free in /var/lib/arbiter"},
		{name: "card broken", rig: onSPI, make: "echo broken >/sys/fs/ext4/vdb/trigger_fs_error", want: "if it stays so, the memory card is worn out"},
	} {
		if i == 3 { // from here on SPI and GPIO are there
			wiring(t)
		}
		t.Run(x.name, func(t *testing.T) {
			m := m.in(t)
			run := func(commands string) {
				t.Helper()
				if line, ok := strings.CutPrefix(commands, "SAY "); ok {
					m.do(order{Do: "say", Text: line})
				} else if commands != "" {
					m.sh(commands)
				}
			}
			m.use(x.rig)
			m.until(health, "table: ok")
			run(x.make)
			ask := func(lang string) string {
				who := ""
				if x.as != "" {
					who = "runuser -u " + x.as + " -- "
				}
				return who + "arbiter doctor --rig far --lang " + lang
			}
			_, said := m.until(ask("en"), x.want)
			t.Logf("en:\n%s\nde:\n%s\nes:\n%s", said, m.says(ask("de")), m.says(ask("es")))
			run(x.mend)
		})
	}
}
