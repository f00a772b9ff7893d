// Command arbiter is the referee at a table: it watches readers, applies the
// rules, keeps the log and shows the game on panels and phones.
//
// It is the one place that names the games, opens hardware and wires the parts
// together. It holds no rules and draws nothing; see package companion for the
// running table.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"

	"arbiter/companion/gamelog"
)

type program struct {
	Serve   serve          `cmd:"" default:"withargs" help:"Referee a table: readers, panels and pages for phones. This is what arbiter does without a command."`
	Demo    demoCommand    `cmd:"" help:"Play a complete game by itself, through virtual readers, with a log and a panel picture."`
	Doctor  doctorCommand  `cmd:"" help:"Examine this device: ports, readers, panel, buttons, storage, clock; say what is wrong and what to do."`
	Wiring  wiringCommand  `cmd:"" help:"Draw what a rig wires where, or list it."`
	Emu     emulate        `cmd:"" help:"Referee a table whose readers, tags, panel and buttons are emulated, faults included."`
	Script  script         `cmd:"" help:"Play scripts and compare the answers."`
	Setup   setup          `cmd:"" help:"List how the cardboard is set up, step by step."`
	Games   gamesCommand   `cmd:"" help:"Look at the games in the log."`
	Backup  backup         `cmd:"" help:"Copy all games into one file, with what they need to go on elsewhere."`
	Restore restore        `cmd:"" help:"Put a backup in the place of the games."`
	Box     box            `cmd:"" help:"Look at what is known of the printed values, teach Arbiter your cards, share what it has learned."`
	Owner   owner          `cmd:"" help:"Tell the owner's code, by which browsers become the owner's."`
	Support supportCommand `cmd:"" help:"Write a file for whoever helps you: builds, sizes, what the doctor finds; no names, no cards, no tokens."`
	Version version        `cmd:"" help:"Say which build this is."`
}

// The exit codes besides 0.
const (
	exitFailed = 1 // the command could not do it, or something differs
	exitUsage  = 2 // the command line is wrong
	exitRuined = 3 // the file of games is damaged: a person has to do something
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// farewells are the signals that end the program: a terminal that is closed, too, unless
// it was started to survive that (nohup).
func farewells() []os.Signal {
	all := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		all = append(all, syscall.SIGHUP)
	}
	return all
}

// run runs one command line and returns the exit code.
func run(args []string, out, errs io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), farewells()...)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	var p program
	left := -1
	parser, err := kong.New(&p,
		kong.Name("arbiter"),
		kong.Description("Arbiter is the referee at a board game table."),
		kong.Writers(out, errs),
		kong.Exit(func(code int) { left = code }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 100}),
		kong.BindTo(ctx, (*context.Context)(nil)),
		kong.BindTo(out, (*io.Writer)(nil)),
		kong.BindTo(os.Stdin, (*io.Reader)(nil)),
	)
	if err != nil {
		fmt.Fprintln(errs, "arbiter:", err)
		return exitFailed
	}
	command, err := parser.Parse(plain(args))
	switch {
	case left >= 0: // help was asked for and given
		return left
	case err != nil:
		fmt.Fprintf(errs, "arbiter: %v; arbiter --help lists what there is\n", err)
		return exitUsage
	}
	if err := command.Run(); err != nil {
		fmt.Fprintln(errs, "arbiter:", err)
		if gamelog.Damaged(err) {
			return exitRuined
		}
		return exitFailed
	}
	return 0
}

// plain lets -update be written as Go's own tools write it.
func plain(args []string) []string {
	list := make([]string, len(args))
	for i, a := range args {
		if a == "-update" {
			a = "--update"
		}
		list[i] = a
	}
	return list
}
