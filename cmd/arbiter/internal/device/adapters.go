package device

import (
	"io/fs"
	"path"
	"slices"
	"strings"
)

// The folders in which udev names serial adapters at USB: by what they say of themselves,
// and by the plug that they are in.
const (
	byID   = "dev/serial/by-id"
	byPath = "dev/serial/by-path"
)

// Adapters are the serial adapters that are plugged in, each by a name that stays: what it
// says of itself, but where two say the same, which then have one name between them, the
// plugs that they are in.
func Adapters(root fs.FS) []string {
	ids, plugs := links(root, byID), links(root, byPath)
	names := ids
	for device := range plugs {
		if ids[device] == "" {
			names = plugs
		}
	}
	var all []string
	for _, name := range names {
		all = append(all, "/"+name)
	}
	slices.Sort(all)
	return all
}

// Staying is the name that stays of the adapter that a name leads to now; "" where the
// name stays itself, or where no adapter has it.
func Staying(root fs.FS, name string) string {
	if !strings.HasPrefix(name, "/dev/ttyUSB") && !strings.HasPrefix(name, "/dev/ttyACM") {
		return ""
	}
	for _, adapter := range Adapters(root) {
		if target(root, strings.TrimPrefix(adapter, "/")) == name[1:] {
			return adapter
		}
	}
	return ""
}

// links are the names in a folder by the devices that they lead to; of several names of one
// device the first counts.
func links(root fs.FS, folder string) map[string]string {
	names := map[string]string{}
	entries, _ := fs.ReadDir(root, folder) // without the folder nothing is plugged in
	for _, e := range entries {
		file := path.Join(folder, e.Name())
		if device := target(root, file); device != "" && names[device] == "" {
			names[device] = file
		}
	}
	return names
}

// target is where a link leads; "" if it is none.
func target(root fs.FS, link string) string {
	to, err := fs.ReadLink(root, link)
	switch {
	case err != nil:
		return ""
	case path.IsAbs(to):
		return path.Clean(to)[1:]
	}
	return path.Join(path.Dir(link), to)
}
