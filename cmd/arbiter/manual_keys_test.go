package main

import (
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"arbiter/setups"
)

// The manual pages of the files name every key that the files may have, and the settings
// that the package brings show each of them.
func TestManualOfFiles(t *testing.T) {
	t.Parallel()
	at := filepath.Join("..", "..", "setups", "debian")
	settings := keysOf(reflect.TypeFor[setups.Settings]())
	for _, c := range []struct {
		file string
		keys []string
	}{
		{"arbiter.toml.5", settings},
		{"arbiter-rig.5", keysOf(reflect.TypeFor[setups.Rig]())},
	} {
		page := strings.ReplaceAll(read(t, filepath.Join(at, c.file)), `\-`, "-")
		if missing := unwrittenIn(page, c.keys); len(missing) > 0 {
			t.Errorf("%s does not name %q", c.file, missing)
		}
		if missing := unwrittenIn(page, []string{"abacus", c.keys[0]}); !slices.Equal(missing, []string{"abacus"}) {
			t.Errorf("control: of %s %q are missing", c.file, missing)
		}
	}
	template := read(t, filepath.Join(at, "arbiter.toml"))
	for _, k := range settings {
		if !strings.Contains(template, "\n"+k+" = ") && !strings.Contains(template, "\n#"+k+" = ") {
			t.Errorf("arbiter.toml does not show %s", k)
		}
	}
}

// keysOf are the keys that TOML has for a type, and for those of its lists.
func keysOf(of reflect.Type) (keys []string) {
	for f := range of.Fields() {
		name, _, _ := strings.Cut(f.Tag.Get("toml"), ",")
		inner := f.Type
		if inner.Kind() == reflect.Slice {
			inner = inner.Elem()
		}
		switch {
		case name == "-":
		case inner.Kind() == reflect.Struct:
			keys = append(keys, keysOf(inner)...)
		default:
			keys = append(keys, name)
		}
	}
	return keys
}

// unwrittenIn lists the keys that no line of a manual page has in bold.
func unwrittenIn(page string, keys []string) (missing []string) {
	for _, k := range keys {
		if !slices.ContainsFunc(strings.Split(page, "\n"), func(line string) bool {
			return (strings.HasPrefix(line, ".B ") || strings.HasPrefix(line, ".BR ")) && slices.Contains(strings.Fields(line), k)
		}) {
			missing = append(missing, k)
		}
	}
	return missing
}
