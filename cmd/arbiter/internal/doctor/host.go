package doctor

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"log"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"periph.io/x/conn/v3/driver"
	"periph.io/x/conn/v3/driver/driverreg"

	"arbiter/cmd/arbiter/internal/device"
	"arbiter/engine"
	"arbiter/engine/notation"
	"arbiter/setups/wiring"
)

// A host is what the doctor needs to know of a device.
type host struct {
	root   fs.FS // its files
	uid    int   // of the user; 0 may do everything
	groups []int
	now    time.Time
	Space  func(dir string) (free uint64, err error) // in bytes; EROFS where nothing more can be written
}

func (m host) has(file string) bool {
	_, err := fs.Stat(m.root, strings.TrimPrefix(file, "/"))
	return err == nil
}

// device returns where a path leads, if it is a link.
func (m host) device(file string) string {
	target, err := fs.ReadLink(m.root, strings.TrimPrefix(file, "/"))
	switch {
	case err != nil:
		return file
	case path.IsAbs(target):
		return path.Clean(target)
	}
	return path.Join(path.Dir(file), target)
}

// rows returns the lines of a file, split at sep; nil if it cannot be read.
func (m host) rows(file, sep string) (rows [][]string) {
	text, err := fs.ReadFile(m.root, strings.TrimPrefix(file, "/"))
	if err != nil {
		return nil
	}
	for s := bufio.NewScanner(bytes.NewReader(notation.Edited(text))); s.Scan(); {
		if line := strings.TrimSpace(s.Text()); line != "" && line[0] != '#' {
			rows = append(rows, strings.Split(line, sep))
		}
	}
	return rows
}

// host examines the device itself.
func (x *check) host() {
	x.computer()
	n := x.needs()
	x.drivers(n)
	x.ports(n)
	x.serial(n)
	x.pcscd(n)
	x.groups(n)
	x.access(n)
	x.storage()
	x.clock()
	x.power()
}

// computer says which computer this is. One that is not a Raspberry Pi needs a rig that says so.
func (x *check) computer() {
	text, err := fs.ReadFile(x.machine.root, "proc/device-tree/model")
	model := strings.Trim(string(text), "\x00\n")
	x.model = model
	x.foreign = err == nil && !strings.HasPrefix(model, "Raspberry Pi")
	var known []string
	if err == nil {
		known = append(known, model)
	}
	for _, row := range x.machine.rows("etc/os-release", "=") {
		if row[0] == "PRETTY_NAME" && len(row) == 2 {
			known = append(known, strings.Trim(row[1], `"`))
		}
	}
	if rows := x.machine.rows("proc/sys/kernel/osrelease", "\n"); len(rows) > 0 {
		known = append(known, "Linux "+rows[0][0])
	}
	switch {
	case len(known) == 0:
	case x.foreign && x.rig.Pi() && len(wiring.NeedsOf(x.rig).Boot) > 0:
		x.warn(engine.Say("this is: %s", strings.Join(known, ", ")), engine.Say("the rig is for a Raspberry Pi; one for this computer has computer = \"other\" at its top"))
	default:
		x.ok(engine.Say("this is: %s", strings.Join(known, ", ")))
	}
}

// drivers says what periph has found on this computer, if the rig has ports or pins that periph
// opens.
func (x *check) drivers(n wiring.Needs) {
	p, ok := x.pins.(device.Platform)
	if !ok || len(n.Ports)+len(n.Buses)+len(n.Pins) == 0 {
		return
	}
	usual := log.Writer()
	log.SetOutput(io.Discard) // periph logs every device that it may not open; what that means is reported here
	state, err := p.Drivers()
	log.SetOutput(usual)
	if err != nil {
		x.ask(engine.Say("periph does not start: %s", oneLine(err)))
		return
	}
	var loaded []string
	for _, d := range state.Loaded {
		loaded = append(loaded, d.String())
	}
	if len(loaded) > 0 {
		x.ask(engine.Say("periph's drivers: %s", strings.Join(loaded, ", ")))
	}
	if len(state.Skipped) > 0 {
		x.ask(engine.Say("skipped: %s", reasons(state.Skipped)))
	}
	if len(state.Failed) > 0 {
		x.ask(engine.Say("failed: %s", reasons(state.Failed)))
	}
	if slices.ContainsFunc(state.Loaded, func(d driver.Impl) bool { return d.String() == throughKernel }) &&
		slices.ContainsFunc(state.Failed, func(d driverreg.DriverFailure) bool { return strings.HasPrefix(d.D.String(), "bcm283x") }) {
		x.ask(engine.Say("what failed there is not needed: pins are driven through the kernel (%s)", throughKernel))
	}
}

// throughKernel is periph's driver for pins that does not need the chip's memory.
const throughKernel = "ioctl-gpio"

// reasons lists drivers that do not work here, each with its reason.
func reasons(all []driverreg.DriverFailure) string {
	var list []string
	for _, d := range all {
		if d.Err == nil {
			list = append(list, d.D.String())
		} else {
			list = append(list, fmt.Sprintf("%s (%s)", d.D, oneLine(d.Err)))
		}
	}
	return strings.Join(list, ", ")
}

// groups checks whether the user may open the ports.
func (x *check) groups(n wiring.Needs) {
	var missing []string
	gids := map[string]int{}
	for _, row := range x.machine.rows("etc/group", ":") {
		if len(row) > 2 {
			if gid, err := strconv.Atoi(row[2]); err == nil {
				gids[row[0]] = gid
			}
		}
	}
	for _, g := range n.Groups {
		gid, known := gids[g]
		if !known || !slices.Contains(x.machine.groups, gid) {
			missing = append(missing, g)
		}
	}
	who := n.Needing(missing...)
	switch {
	case len(n.Groups) == 0 || x.machine.uid == 0:
	case len(missing) > 0:
		x.lack(engine.Say("the user is not in: %s, which these need: %s", strings.Join(missing, ", "), inWords(who)),
			engine.Say("sudo usermod -aG %s %s, then log in anew", strings.Join(missing, ","), x.user()), who, false)
	default:
		x.ok(engine.Say("the user is in: %s", strings.Join(n.Groups, ", ")))
	}
}

// An account is the user who has to open the devices.
type account struct {
	name   string
	uid    int
	groups []int
}

// serviceUser is the user of the packaged service.
const serviceUser = "arbiter"

// account returns the account of the service if root asks, else of the user who asks.
func (x *check) account() account {
	a := account{x.user(), x.machine.uid, x.machine.groups}
	if a.uid != 0 {
		return a
	}
	for _, row := range x.machine.rows("etc/passwd", ":") {
		if len(row) < 4 || row[0] != serviceUser {
			continue
		}
		uid, errUID := strconv.Atoi(row[2])
		gid, errGID := strconv.Atoi(row[3])
		if errUID == nil && errGID == nil {
			a = account{serviceUser, uid, []int{gid}}
		}
	}
	var given []string
	for _, row := range x.machine.rows("lib/systemd/system/arbiter.service", "\n") {
		if list, ok := strings.CutPrefix(row[0], "SupplementaryGroups="); ok {
			given = strings.Fields(list)
		}
	}
	for _, row := range x.machine.rows("etc/group", ":") {
		if len(row) < 3 {
			continue
		}
		member := len(row) > 3 && slices.Contains(strings.Split(row[3], ","), a.name)
		if gid, err := strconv.Atoi(row[2]); err == nil && (member || slices.Contains(given, row[0])) {
			a.groups = append(a.groups, gid)
		}
	}
	return a
}

// may reports whether the mode of a file lets an account open it, and returns the file's group.
func (a account) may(info fs.FileInfo, want fs.FileMode) (ok bool, gid int) {
	stat, known := info.Sys().(*syscall.Stat_t)
	if !known || a.uid == 0 {
		return true, 0
	}
	mode := info.Mode().Perm()
	switch {
	case int(stat.Uid) == a.uid:
		mode >>= 6
	case slices.Contains(a.groups, int(stat.Gid)):
		mode >>= 3
	}
	return mode&want == want, int(stat.Gid)
}

// access checks whether the account may open the devices that are there. A missing group was
// reported before.
func (x *check) access(n wiring.Needs) {
	files := map[string]string{} // what the rig calls them
	for _, name := range slices.Concat(n.Ports, n.Buses, n.Paths) {
		files[node(name)] = name
	}
	if len(n.Pins) > 0 {
		files[x.chip] = "gpio"
	}
	a := x.account()
	var shut, needs []string
	rootsOwn := false
	for _, file := range slices.Sorted(maps.Keys(files)) {
		want := fs.FileMode(0o6)
		if strings.HasPrefix(x.machine.device(file), "/dev/input/") {
			want = 0o4
		}
		info, err := fs.Stat(x.machine.root, strings.TrimPrefix(file, "/"))
		if err != nil {
			continue // reported before
		}
		if ok, gid := a.may(info, want); !ok && slices.ContainsFunc(n.Needing(files[file]), func(d wiring.Dependent) bool { return !x.lacks(d.Kind, d.Name) }) {
			shut, needs, rootsOwn = append(shut, file), append(needs, files[file]), rootsOwn || gid == 0
		}
	}
	fix := engine.Say("put it into the group of the file: sudo usermod -aG GROUP %s, and restart", a.name)
	if rootsOwn {
		fix = engine.Say("no rule of udev gives it to a group: sudo apt install --reinstall arbiter brings one; then restart")
	}
	if len(shut) > 0 {
		who := n.Needing(needs...)
		x.lack(engine.Say("user %s may not open %s, which these need: %s", a.name, strings.Join(shut, ", "), inWords(who)), fix, who, false)
	}
}

// user returns the user's name.
func (x *check) user() string {
	for _, row := range x.machine.rows("etc/passwd", ":") {
		if len(row) > 2 && row[2] == strconv.Itoa(x.machine.uid) {
			return row[0]
		}
	}
	return strconv.Itoa(x.machine.uid)
}

// earliest is when this program was written: a clock that shows less is wrong.
var earliest = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// clock checks whether the clock has been set. Games are kept in order in any case.
func (x *check) clock() {
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

// throttled is where the firmware of a Raspberry Pi reports, as a hexadecimal number, that its
// power supply is (bit 0) or was (bit 16) too weak.
const throttled = "sys/devices/platform/soc*/soc*:firmware/get_throttled"

// power checks the power supply, if the device reports it.
func (x *check) power() {
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

// inWords lists parts of a rig, kind by kind.
func inWords(who []wiring.Dependent) (all engine.Text) {
	add := func(kind string, one, many func(names string) engine.Text) {
		var names []string
		for _, d := range who {
			if d.Kind == kind {
				names = append(names, d.Name)
			}
		}
		switch len(names) {
		case 0:
		case 1:
			all = all.With(one(names[0]))
		default:
			all = all.With(many(strings.Join(names, ", ")))
		}
	}
	add("reader", func(name string) engine.Text { return engine.Say("reader %s", name) }, func(names string) engine.Text { return engine.Say("readers %s", names) })
	add("panel", func(name string) engine.Text { return engine.Say("panel %s", name) }, func(names string) engine.Text { return engine.Say("panels %s", names) })
	add("button", func(name string) engine.Text { return engine.Say("button %s", name) }, func(names string) engine.Text { return engine.Say("buttons %s", names) })
	return all
}
