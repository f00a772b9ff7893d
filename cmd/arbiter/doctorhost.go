package main

import (
	"bufio"
	"bytes"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"arbiter/engine"
)

// A machine is what the doctor wants to know of a device.
type machine struct {
	root   fs.FS // its files
	uid    int   // of the user; 0 may do everything
	groups []int
	now    time.Time
	space  func(dir string) (free uint64, err error) // in bytes
}

func (m machine) has(file string) bool {
	_, err := fs.Stat(m.root, strings.TrimPrefix(file, "/"))
	return err == nil
}

// rows are the lines of a file, cut at sep; none if it cannot be read.
func (m machine) rows(file, sep string) (rows [][]string) {
	text, err := fs.ReadFile(m.root, file)
	if err != nil {
		return nil
	}
	for s := bufio.NewScanner(bytes.NewReader(text)); s.Scan(); {
		if line := strings.TrimSpace(s.Text()); line != "" && line[0] != '#' {
			rows = append(rows, strings.Split(line, sep))
		}
	}
	return rows
}

// host looks at the device itself.
func (x *examination) host() {
	n := needsOf(x.rig)
	x.boot(n)
	x.nodes(n)
	x.groups(n)
	x.storage()
	x.clock()
	x.power()
}

// bootFiles are where config.txt is: since Debian 12, and before.
var bootFiles = []string{"boot/firmware/config.txt", "boot/config.txt"}

// boot compares config.txt with the lines that the rig needs.
func (x *examination) boot(n needs) {
	i := slices.IndexFunc(bootFiles, x.machine.has)
	if n.own != "" && i >= 0 {
		x.overlay(n.own, path.Dir(bootFiles[i]))
	}
	switch {
	case len(n.boot) == 0:
		return
	case i < 0:
		x.warn(engine.Say("there is no config.txt: is this a Raspberry Pi?"), engine.Say("on one, /boot/firmware/config.txt needs: %s", strings.Join(n.boot, ", ")))
		return
	}
	file, rows := "/"+bootFiles[i], x.machine.rows(bootFiles[i], "\n")
	missing := slices.DeleteFunc(slices.Clone(n.boot), func(line string) bool {
		return slices.ContainsFunc(rows, func(row []string) bool { return configured(row[0], line) })
	})
	if len(missing) == 0 {
		x.ok(engine.Say("%s has what the rig needs: %s", file, strings.Join(n.boot, ", ")))
		return
	}
	x.fault(engine.Say("%s lacks lines that the rig needs", file), engine.Say("add these, and restart: %s", strings.Join(missing, ", ")))
}

// overlay looks for the overlay of a bus with many chip selects.
func (x *examination) overlay(bus, dir string) {
	if file := path.Join(dir, "overlays", overlayName(bus)+".dtbo"); !x.machine.has(file) {
		x.fault(engine.Say("there is no %s", "/"+file), engine.Say("make it: %s", overlayCommand(x.rig, bus)))
	}
}

// configured tells whether a line of config.txt says what is needed: an overlay
// may have parameters behind it, or more chip selects.
func configured(line, needed string) bool {
	bare, _, _ := strings.Cut(strings.ReplaceAll(line, " ", ""), ",")
	if strings.HasPrefix(needed, "dtoverlay=") && len(bare) == len(needed) && strings.HasSuffix(needed, "cs") {
		at := len(needed) - len("1cs")
		return bare[:at] == needed[:at] && bare[at] >= needed[at] && strings.HasSuffix(bare, "cs")
	}
	return bare == needed
}

// nodes looks for the devices of the ports.
func (x *examination) nodes(n needs) {
	var missing, there []string
	look := func(device string) {
		if x.machine.has(device) {
			there = append(there, device)
		} else {
			missing = append(missing, device)
		}
	}
	for _, port := range n.ports {
		look("/dev/spidev" + strings.TrimPrefix(port, "SPI"))
	}
	for _, bus := range n.buses {
		look("/dev/i2c-" + strings.TrimPrefix(bus, "I2C"))
	}
	if len(n.pins) > 0 {
		look("/dev/gpiochip0")
	}
	for _, p := range n.paths {
		if x.machine.has(p) {
			there = append(there, p)
			continue
		}
		x.fault(engine.Say("there is no %s", p), engine.Say("plug the adapter in, or write another name from /dev/serial/by-id or /dev/input/by-id into the rig"))
	}
	if len(missing) > 0 {
		x.fault(engine.Say("there is no %s", strings.Join(missing, ", ")), engine.Say("check the lines of config.txt, and restart"))
	}
	if len(there) > 0 && len(missing) == 0 {
		x.ok(engine.Say("ports: %s", strings.Join(there, ", ")))
	}
	if x.machine.has("dev/i2c-1") && (slices.Contains(n.pins, "GPIO2") || slices.Contains(n.pins, "GPIO3")) {
		x.fault(engine.Say("GPIO2 and GPIO3 belong to I2C, which is on"), engine.Say("comment out dtparam=i2c_arm=on, and restart"))
	}
}

// groups looks whether the user may open the ports.
func (x *examination) groups(n needs) {
	var missing []string
	gids := map[string]int{}
	for _, row := range x.machine.rows("etc/group", ":") {
		if len(row) > 2 {
			if gid, err := strconv.Atoi(row[2]); err == nil {
				gids[row[0]] = gid
			}
		}
	}
	for _, g := range n.groups {
		gid, known := gids[g]
		if !known || !slices.Contains(x.machine.groups, gid) {
			missing = append(missing, g)
		}
	}
	switch {
	case len(n.groups) == 0 || x.machine.uid == 0:
	case len(missing) > 0:
		x.fault(engine.Say("the user is not in: %s", strings.Join(missing, ", ")), engine.Say("sudo usermod -aG %s %s, then log in anew", strings.Join(missing, ","), x.user()))
	default:
		x.ok(engine.Say("the user is in: %s", strings.Join(n.groups, ", ")))
	}
}

// user is the user's name.
func (x *examination) user() string {
	for _, row := range x.machine.rows("etc/passwd", ":") {
		if len(row) > 2 && row[2] == strconv.Itoa(x.machine.uid) {
			return row[0]
		}
	}
	return strconv.Itoa(x.machine.uid)
}

// How much room the games should have: a game takes less than a megabyte.
const (
	little = 500 << 20
	none   = 50 << 20
)

// storage looks at where the games are kept.
func (x *examination) storage() {
	dir := x.dir
	for dir != "/" && dir != "." && !x.machine.has(dir) {
		dir = path.Dir(dir)
	}
	kind, options := x.mount(x.dir)
	elsewhere := engine.Say("keep the games elsewhere (--data DIR), or switch the overlay off with raspi-config")
	switch {
	case kind == "tmpfs" || kind == "ramfs" || kind == "overlay":
		x.fault(engine.Say("the games are kept in %s on %s, which a power cut empties", x.dir, kind), elsewhere)
	case slices.Contains(strings.Split(options, ","), "ro"):
		x.fault(engine.Say("the games are to be kept in %s, which is read-only", x.dir), elsewhere)
	}
	room := engine.Say("make room, or keep the games elsewhere (--data DIR)")
	switch free, err := x.machine.space(dir); {
	case err != nil:
		x.warn(engine.Say("how much room there is in %s is not known", x.dir), room)
	case free < none:
		x.fault(engine.Say("%d MB are free in %s", int(free>>20), x.dir), room)
	case free < little:
		x.warn(engine.Say("%d MB are free in %s", int(free>>20), x.dir), room)
	default:
		x.ok(engine.Say("%d MB are free in %s", int(free>>20), x.dir))
	}
}

// mount is the kind of file system that a folder is on, and its options.
func (x *examination) mount(dir string) (kind, options string) {
	best := ""
	for _, row := range x.machine.rows("proc/self/mounts", " ") {
		if len(row) < 4 {
			continue
		}
		at := strings.ReplaceAll(row[1], `\040`, " ")
		within := dir == at || strings.HasPrefix(dir, strings.TrimSuffix(at, "/")+"/")
		if within && len(at) >= len(best) {
			best, kind, options = at, row[2], row[3]
		}
	}
	return kind, options
}

// earliest is when this program was written: no clock is right that says less.
var earliest = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// clock looks whether somebody has set the clock. Games are kept in order all
// the same.
func (x *examination) clock() {
	fix := engine.Say("connect it to a network once, or set it: sudo date -s \"YYYY-MM-DD HH:MM\"")
	date := x.machine.now.Format(time.DateOnly)
	switch {
	case x.machine.now.Before(earliest):
		x.warn(engine.Say("the clock says %s, which is wrong; games will bear that date", date), fix)
	case !x.machine.has("run/systemd/timesync/synchronized") && !x.machine.has("dev/rtc0"):
		x.warn(engine.Say("the clock says %s, and nothing says that it was set", date), fix)
	default:
		x.ok(engine.Say("the clock says %s", date))
	}
}

// throttled is where the firmware of a Raspberry Pi says, as a hexadecimal
// number, that its supply is (bit 0) or was (bit 16) too weak.
const throttled = "sys/devices/platform/soc*/soc*:firmware/get_throttled"

// power looks at the supply, where the device knows of it.
func (x *examination) power() {
	files, err := fs.Glob(x.machine.root, throttled)
	if err != nil || len(files) == 0 {
		return
	}
	rows := x.machine.rows(files[0], "\n")
	if len(rows) == 0 {
		return
	}
	bits, err := strconv.ParseUint(strings.TrimPrefix(rows[0][0], "0x"), 16, 32)
	fix := engine.Say("use the supply that belongs to the Raspberry Pi, and a supply of their own for more than two boards")
	switch {
	case err != nil:
	case bits&1 != 0:
		x.fault(engine.Say("the supply is too weak"), fix)
	case bits&(1<<16) != 0:
		x.warn(engine.Say("the supply was too weak since the start"), fix)
	default:
		x.ok(engine.Say("the supply is strong enough"))
	}
}
