package device

import (
	"io/fs"
	"path"
	"slices"
	"strings"
)

// The folders in which udev names USB serial adapters: by what they say of themselves, and by the
// port that they are plugged into.
const (
	byID   = "dev/serial/by-id"
	byPath = "dev/serial/by-path"
)

// Adapters returns stable names of the serial adapters that are plugged in: what each says of
// itself or, where several say the same, the port that it is plugged into.
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

// Staying returns the stable name of the adapter that a name now leads to; "" if the name is stable
// itself or no adapter has it.
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

// links returns the names in a folder by the devices that they lead to. If a device has several
// names the first counts.
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

// target returns where a link leads; "" if it is not a link.
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
