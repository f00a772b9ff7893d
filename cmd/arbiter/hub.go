package main

import (
	"cmp"
	"fmt"
	"io"

	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/cmd/arbiter/internal/i18n"
	"arbiter/companion/outbox"
)

type hubCommand struct {
	Join   hubJoin   `cmd:"" help:"Join the hub of a club: without a ticket, tell the key that the hub has to sign."`
	Share  hubShare  `cmd:"" help:"Choose what the hub is told from now on."`
	Status hubStatus `cmd:"" help:"Tell to which hub this device belongs, and what that is told."`
	Leave  hubLeave  `cmd:"" help:"Belong to no hub any more, and forget the key."`
}

type hubJoin struct {
	datadir.Dir
	i18n.Flag
	URL    string `arg:"" help:"The address of the hub, such as tls://hub.example.org:4222."`
	Ticket string `arg:"" optional:"" help:"What whoever runs the hub answers to the key."`
}

// Help returns the detailed help.
func (hubJoin) Help() string {
	return `Nothing is told yet: arbiter hub share says what shall be. The key lies in the data folder, in a file that its user alone can read, and in no backup.`
}

// Run keeps the hub, which a running service notices.
func (j *hubJoin) Run(out io.Writer) error {
	return tellHub(out, j.Dir, j.Flag, func(f datadir.HubFile) (outbox.Hub, error) { return f.Join(j.URL, j.Ticket) })
}

type hubShare struct {
	datadir.Dir
	i18n.Flag
	Level string `arg:"" enum:"nothing,results,records,live" help:"nothing, results (who has won), records (the whole game once it is over) or live (what a spectator sees of a running game, too)."`
}

// Help returns the detailed help.
func (hubShare) Help() string {
	return `Only games that end from now on are told, and only once they have left the table. Each level has what those before it have. A player is called by the color of the seat unless that seat agrees to the name; what is held back for other programs (--api-delay) is held back for the hub.`
}

// Run keeps the level.
func (s *hubShare) Run(out io.Writer) error {
	level := outbox.Level(s.Level)
	if s.Level == "nothing" {
		level = outbox.Nothing
	}
	return tellHub(out, s.Dir, s.Flag, func(f datadir.HubFile) (outbox.Hub, error) { return f.Share(level) })
}

type hubStatus struct {
	datadir.Dir
	i18n.Flag
}

// Run tells it.
func (s *hubStatus) Run(out io.Writer) error {
	return tellHub(out, s.Dir, s.Flag, datadir.HubFile.Read)
}

type hubLeave struct {
	datadir.Dir
	i18n.Flag
}

// Run forgets the hub.
func (l *hubLeave) Run(out io.Writer) error {
	return tellHub(out, l.Dir, l.Flag, func(f datadir.HubFile) (outbox.Hub, error) { return outbox.Hub{}, f.Leave() })
}

// tellHub does something with the hub and tells how it is then.
func tellHub(out io.Writer, in datadir.Dir, lang i18n.Flag, do func(datadir.HubFile) (outbox.Hub, error)) error {
	dir, err := in.Path()
	if err != nil {
		return err
	}
	say, wrong := lang.Say(nil)
	h, err := do(datadir.HubFile(dir))
	if err := cmp.Or(err, wrong); err != nil {
		return err
	}
	_, err = fmt.Fprintln(out, say(h.Told()))
	return err
}
