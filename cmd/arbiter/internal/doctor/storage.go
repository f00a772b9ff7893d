package doctor

import (
	"errors"
	"path"
	"slices"
	"strings"
	"syscall"

	"arbiter/engine"
)

// How much room the games should have: a game takes less than a megabyte.
const (
	little = 500 << 20
	none   = 50 << 20
)

// storage examines where the games are kept.
func (x *check) storage() {
	dir := x.dir
	for dir != "/" && dir != "." && !x.machine.has(dir) {
		dir = path.Dir(dir)
	}
	kind, options := x.mount(x.dir)
	free, err := x.machine.Space(dir)
	elsewhere := engine.Say("keep the games elsewhere (--data DIR), or switch the overlay off with raspi-config")
	worn := engine.Say("restart; if it stays so, the memory card is worn out: arbiter backup FILE, and a new card; or keep the games elsewhere (--data DIR)")
	switch {
	case kind == "tmpfs" || kind == "ramfs" || kind == "overlay":
		x.fault(engine.Say("the games are kept in %s on %s, which a power cut empties", x.dir, kind), elsewhere)
	case slices.Contains(strings.Split(options, ","), "ro") || errors.Is(err, syscall.EROFS):
		x.fault(engine.Say("the games are to be kept in %s, which is read-only", x.dir), worn)
	case errors.Is(err, syscall.EIO):
		x.fault(engine.Say("the games are to be kept in %s, where nothing can be read or written", x.dir), worn)
	}
	room := engine.Say("make room, or keep the games elsewhere (--data DIR)")
	switch {
	case errors.Is(err, syscall.EROFS), errors.Is(err, syscall.EIO): // reported above
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

// mount returns the type of file system that a folder is on, and its options.
func (x *check) mount(dir string) (kind, options string) {
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
