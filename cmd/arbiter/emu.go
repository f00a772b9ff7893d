package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"arbiter/cmd/arbiter/internal/address"
	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/cmd/arbiter/internal/device"
	"arbiter/cmd/arbiter/internal/i18n"
	"arbiter/companion/words"
	ink "arbiter/display/emu"
	"arbiter/setups"
)

type emulate struct {
	Rig   string `default:"four-seats-five-fields" placeholder:"NAME|FILE" help:"What is wired where: a rig that comes with the program, or a file (${default})."`
	Bare  bool   `help:"Only emulate, and leave the serial ports to another program."`
	Ports string `placeholder:"DIR" type:"path" help:"Where the serial ports of the rig get names. Without it: a new folder, which is removed at the end."`
	Data  string `placeholder:"DIR" type:"path" help:"Where the games are kept. Without it: emu in the data folder of arbiter."`
	Addr  string `default:":8080" placeholder:"HOST:PORT" help:"Where browsers find the pages (${default})."`
	Seed  uint64 `default:"1" placeholder:"N" help:"Chance of the faults (${default})."`
	i18n.Flag

	Patience time.Duration `hidden:"" default:"30s" help:"How long wait waits for readers and notices; for tests on busy machines."`
	Refresh  time.Duration `hidden:"" help:"How long e-ink takes for everything that it does; without it, what is usual. For tests."`
}

// Help is the longer help.
func (emulate) Help() string {
	return `Everything that the rig names is emulated: boards with an RC522, decoders and panels within this program, boards with a PN532 and hubs behind pseudo-terminals. The real drivers and the whole service run on it.

Cards are laid by lines on standard input; help lists them:

  start council-of-shadows purple green
  lay purple discover field-1
  wait
  fault purple-1 lost-request 3
  unplug purple-2

With --bare nothing but the serial ports is there, for another program such as nfc-list; DIR/rig.toml is the rig for an arbiter serve or arbiter doctor of its own.`
}

// Run emulates until there are no more lines, or until it is interrupted.
func (m *emulate) Run(ctx context.Context, out io.Writer, in io.Reader) error {
	return (*emulateOpts)(m).run(ctx, out, in)
}

// emulateOpts is what emulate was asked for.
type emulateOpts struct {
	Rig   string
	Bare  bool
	Ports string
	Data  string
	Addr  string
	Seed  uint64
	i18n.Flag

	Patience time.Duration
	Refresh  time.Duration
}

// run emulates until there are no more lines, or until it is interrupted.
func (m *emulateOpts) run(ctx context.Context, out io.Writer, in io.Reader) (err error) {
	rig, err := setups.LoadRig(m.Rig)
	if err != nil {
		return err
	}
	dir, remove, err := m.folder()
	if err != nil {
		return err
	}
	top, err := newTabletopWith(rig, dir, m.Seed, ink.Opts{Full: m.Refresh, Partial: m.Refresh, Other: m.Refresh})
	if err != nil {
		return errors.Join(err, remove())
	}
	defer func() { err = errors.Join(err, top.close(), remove()) }()
	catalogue, err := words.Load(setups.Words())
	if err != nil {
		return err
	}
	o := &operator{
		top: top, out: &calm{out: out}, lang: m.Lang, words: catalogue,
		names: map[string][]string{}, cards: map[string]*laidCard{}, broken: map[string][]string{}, patience: m.Patience,
	}
	for _, p := range top.ports() {
		fmt.Fprintf(o.out, "serial port %s\n", p)
	}
	if m.Bare {
		return m.bare(ctx, o, dir, in)
	}
	return m.serve(ctx, o, in)
}

// folder is where the ports get names, and what removes it at the end.
func (m *emulateOpts) folder() (dir string, remove func() error, err error) {
	if m.Ports != "" {
		return m.Ports, func() error { return nil }, os.MkdirAll(m.Ports, 0o755)
	}
	dir, err = os.MkdirTemp("", "arbiter-emu-")
	return dir, func() error { return os.RemoveAll(dir) }, err
}

// bare leaves the ports to others.
func (m *emulateOpts) bare(ctx context.Context, o *operator, dir string, in io.Reader) error {
	if len(o.top.ports()) == 0 {
		return fmt.Errorf("rig %s has no serial port that another program could open; leave out --bare, or choose a rig with pn532 or line readers", o.top.rig.Name)
	}
	file := filepath.Join(dir, "rig.toml")
	text, err := o.top.rig.TOML()
	if err != nil {
		return err
	}
	if err := os.WriteFile(file, text, 0o644); err != nil {
		return err
	}
	fmt.Fprintf(o.out, "rig %s\n", file)
	return o.listen(ctx, in)
}

// serve runs the whole service on the emulated table.
func (m *emulateOpts) serve(ctx context.Context, o *operator, in io.Reader) (err error) {
	s := serveOpts{Rig: m.Rig, Addr: m.Addr, Flag: m.Flag}
	if s.Data = m.Data; s.Data == "" {
		usual, err := datadir.Dir{}.Path()
		if err != nil {
			return err
		}
		s.Data = filepath.Join(usual, "emu")
	}
	listener, err := s.listen()
	if err != nil {
		return err
	}
	db, err := datadir.Create(s.Data)
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if o.names, err = db.Tags(); err != nil {
		return errors.Join(err, listener.Close())
	}
	e := &evening{
		rig: inBrowser(o.top.rig), db: db, dir: s.Data, lang: m.Lang, wires: o.top,
		tempo:  tempo{settle: time.Millisecond}, // nothing lay there before
		logger: slog.New(slog.NewTextHandler(o.out, &slog.HandlerOptions{Level: slog.LevelWarn})),
		join:   device.JoinAt(listener.Addr()),
	}
	if err := e.open(); err != nil {
		return errors.Join(err, listener.Close())
	}
	o.house = e.house
	for _, url := range address.URLs(listener.Addr()) {
		fmt.Fprintf(o.out, "%s\n", url)
	}
	fmt.Fprintf(o.out, "%s%s.\n%s%s\n", codeIs, e.server.Invitation().Code, ownerIs, address.OwnerLink(listener.Addr(), e.code))
	fmt.Fprintln(o.out, "help lists what can be done to this table.")
	return o.host(ctx, e, listener, in)
}

// host runs an evening for as long as there are lines.
func (o *operator) host(ctx context.Context, e *evening, listener net.Listener, in io.Reader) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	ended := make(chan error, 1)
	go func() { ended <- e.run(ctx, listener) }()
	telling := make(chan error, 1)
	go func() { telling <- o.report(ctx) }()
	err := o.listen(ctx, in)
	_ = o.until(ctx, "not everything was printed", func() bool { return o.reported(ctx) }) // it ends all the same
	stop()
	return errors.Join(err, <-ended, <-telling)
}

// errLines says that not all lines could be done.
var errLines = errors.New("not every line could be done")

// listen does what lines say until there are no more or ctx ends. A line that
// cannot be done is told, and the next one is read.
func (o *operator) listen(ctx context.Context, in io.Reader) error {
	lines := make(chan string)
	go func() { // ends with the program if nobody types any more
		defer close(lines)
		for s := bufio.NewScanner(in); s.Scan(); {
			select {
			case lines <- s.Text():
			case <-ctx.Done():
				return
			}
		}
	}()
	var failed error
	for {
		select {
		case <-ctx.Done():
			return failed
		case text, ok := <-lines:
			if !ok || strings.TrimSpace(text) == "quit" {
				return failed
			}
			if err := o.obey(ctx, text); err != nil && ctx.Err() == nil {
				fmt.Fprintf(o.out, "%s: %v\n", strings.TrimSpace(text), err)
				failed = errLines
			}
		}
	}
}

// calm is an output that several goroutines write to, line by line.
type calm struct {
	mu  sync.Mutex
	out io.Writer
}

// Write writes what was given in one piece.
func (c *calm) Write(b []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.out.Write(b)
}
