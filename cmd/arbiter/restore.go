package main

import (
	"io"

	"arbiter/cmd/arbiter/internal/archive"
	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/cmd/arbiter/internal/i18n"
)

type restore struct {
	datadir.Dir
	i18n.Flag
	Damaged bool   `help:"Put it in place although games in it are damaged, which are named and stay as they are."`
	Replace bool   `help:"Put it in the place of the games that are there, which are kept beside it."`
	File    string `arg:"" type:"existingfile" help:"A backup."`
}

// Help returns the detailed help.
func (restore) Help() string {
	return `The backup is checked first, every game of it. Games that are in the folder already are touched only with --replace, and kept under another name then. No table may play there: stop the service first (systemctl stop arbiter).
The secrets of chance come back with the games. Those of other games stay as they are; where a game has another secret already, that is kept beside the one of the backup, as GAME.before-DAY. Who holds which seat is in no backup: in a new folder everybody takes a seat again.
Names and photos of cards come back, and cards of which the backup knows nothing keep theirs. Settings and rigs come back where the folder is that of the device, but for what they say of this computer: folders, addresses, certificates. What is replaced is kept beside, as NAME.before-DAY. A backup of an older program holds less, and takes nothing away.`
}

// Run checks the backup and puts it in place.
func (r *restore) Run(out io.Writer) error {
	say, err := r.Say(nil)
	if err != nil {
		return err
	}
	dir, err := r.Path()
	if err != nil {
		return err
	}
	return archive.Restore{Damaged: r.Damaged, Replace: r.Replace}.Run(dir, r.File, out, say)
}
