package support

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/companion/gamelog"
)

// SecretsIn returns what must never be in a bundle, wherever it comes from: names of players, UIDs
// and words of tags, marks of seats, the name of the home folder.
func SecretsIn(db *gamelog.DB, dir string) []string {
	all := append(marksIn(dir), namesIn(db)...)
	if home, err := os.UserHomeDir(); err == nil && filepath.Dir(home) != home {
		all = append(all, home)
	}
	return slices.DeleteFunc(all, func(s string) bool { return len(s) <= 2 })
}

// marksIn returns the owner's code, what other programs are known by, and the marks of the owner and of seats, as far as they can be
// read.
func marksIn(dir string) (all []string) {
	if code, err := datadir.OwnerFile(dir).Read(); err == nil {
		all = append(all, code)
	}
	if token, err := datadir.TokenFile(dir).Read(); err == nil {
		all = append(all, token)
	}
	if password, err := datadir.PasswordFile(dir).Read(); err == nil {
		all = append(all, password)
	}
	if h, err := datadir.HubFile(dir).Read(); err == nil {
		all = append(all, h.Seed, h.Ticket)
	}
	if marks, err := datadir.OwnersFile(dir).Owners(); err == nil {
		all = append(all, marks...)
	}
	if marks, err := datadir.SeatFile(dir).Seats(); err == nil {
		for _, m := range marks {
			all = append(all, strings.Fields(m)...)
		}
	}
	return all
}

// namesIn returns the tags, the players and the notes of games, as far as they can be read.
func namesIn(db *gamelog.DB) (all []string) {
	if db == nil {
		return nil
	}
	if tags, err := db.Tags(); err == nil {
		all = slices.Collect(maps.Keys(tags))
	}
	list, _ := db.Games() // the sound ones, whatever the others are
	for _, g := range list {
		all = append(slices.AppendSeq(all, maps.Values(g.Labels)), g.Note)
	}
	return all
}
