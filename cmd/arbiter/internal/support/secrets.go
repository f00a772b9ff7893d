package support

import (
	"os"
	"path/filepath"
	"strings"

	"arbiter/cmd/arbiter/internal/datadir"
)

// SecretsIn lists what never goes into a bundle, whatever wrote it there: names of
// players, numbers and words of tags, marks of seats, the name of the home folder.
func SecretsIn(f datadir.Dir, dir string) (all []string) {
	keep := func(s string) {
		if len(s) > 2 {
			all = append(all, s)
		}
	}
	if home, err := os.UserHomeDir(); err == nil && filepath.Dir(home) != home {
		keep(home)
	}
	if code, err := datadir.OwnerFile(dir).Read(); err == nil {
		keep(code)
	}
	if marks, err := datadir.OwnersFile(dir).Owners(); err == nil {
		for _, m := range marks {
			keep(m)
		}
	}
	if marks, err := datadir.SeatFile(dir).Seats(); err == nil {
		for _, m := range marks {
			for mark := range strings.FieldsSeq(m) {
				keep(mark)
			}
		}
	}
	db, err := f.Look()
	if err != nil {
		return all
	}
	defer db.Close()
	if tags, err := db.Tags(); err == nil {
		for uid := range tags {
			keep(uid)
		}
	}
	list, _ := db.Games() // those that are sound, whatever others are
	for _, g := range list {
		for _, name := range g.Labels {
			keep(name)
		}
		keep(g.Note)
	}
	return all
}
