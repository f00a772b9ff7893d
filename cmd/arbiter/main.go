// Command arbiter is the referee at a table: it watches readers, applies the
// rules, keeps the log and shows the game on panels and phones.
//
// It is the one place that names the games, opens hardware and wires the parts together. It has no
// rules and draws nothing; see package companion for the running table.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"syscall"

	"github.com/alecthomas/kong"

	"arbiter/cmd/arbiter/internal/device"
	"arbiter/cmd/arbiter/internal/home"
	"arbiter/cmd/arbiter/internal/i18n"
	"arbiter/engine"
	"arbiter/engine/contain"
)

func main() {
	if err := device.WithoutMemory(); err != nil {
		fmt.Fprintln(os.Stderr, "arbiter:", err)
	}
	if err := device.KeepStdin(); err != nil {
		fmt.Fprintln(os.Stderr, "arbiter:", err)
	}
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// ending are the signals that end the program. Closing the terminal does, too, unless the program
// was started to survive that (nohup).
func ending() []os.Signal {
	all := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		all = append(all, syscall.SIGHUP)
	}
	return all
}

// run runs one command line and returns the exit code.
func run(args []string, out, errs io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), ending()...)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	p, left := program{}, -1
	settings, wrong := home.Load()
	words := usageOf(args, settings)
	parser, err := kong.New(&p, append(words.options(),
		kong.Name("arbiter"),
		kong.Writers(out, errs),
		kong.Exit(func(code int) { left = code }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 100}),
		kong.BindTo(ctx, (*context.Context)(nil)),
		kong.BindTo(out, (*io.Writer)(nil)),
		kong.BindTo(os.Stdin, (*io.Reader)(nil)),
	)...)
	if err != nil {
		fmt.Fprintln(errs, "arbiter:", err)
		return exitFailed
	}
	command, err := parser.Parse(plain(args))
	switch {
	case left >= 0: // help was printed
		return left
	case err != nil:
		fmt.Fprintln(errs, "arbiter:", words.mistake(err))
		return exitUsage
	case wrong != nil && setBy(command.Selected()):
		err = wrong
	default:
		err = contain.Run(func() error { return command.Run() })
	}
	if p := contain.Of(err); p != nil && !errors.As(err, new(interface{ Told() engine.Text })) {
		err = i18n.Wrap(err, "a fault in the program: %s", engine.Term(p.Where()))
	}
	if err != nil {
		fmt.Fprintln(errs, "arbiter:", i18n.Failure(err, words.say))
	}
	return exitCode(err)
}

// plain accepts -update with a single dash, as Go's own tools have it.
func plain(args []string) []string {
	list := slices.Clone(args)
	for i, a := range list {
		if a == "-update" {
			list[i] = "--update"
		}
	}
	return list
}
