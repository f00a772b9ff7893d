package emulator

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"time"

	"arbiter/cmd/arbiter/internal/address"
	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/cmd/arbiter/internal/device"
	"arbiter/cmd/arbiter/internal/home"
	"arbiter/cmd/arbiter/internal/i18n"
	"arbiter/cmd/arbiter/internal/service"
	ink "arbiter/display/emu"
)

// Opts has the flags of the command emulate.
type Opts struct {
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

// Run emulates until there are no more lines, or until it is interrupted.
func (m *Opts) Run(ctx context.Context, out io.Writer, in io.Reader, help service.Helpers) (err error) {
	rig, err := home.LoadRig(m.Rig)
	if err != nil {
		return err
	}
	dir, remove, err := m.folder()
	if err != nil {
		return err
	}
	top, err := New(rig, dir, m.Seed, ink.Opts{Full: m.Refresh, Partial: m.Refresh, Other: m.Refresh})
	if err != nil {
		return errors.Join(err, remove())
	}
	defer func() { err = errors.Join(err, top.Close(), remove()) }()
	catalogue, err := i18n.Catalogue()
	if err != nil {
		return err
	}
	o := &Console{
		Top: top, Out: &lockedWriter{out: out}, Lang: m.Lang, Words: catalogue,
		Names: map[string][]string{}, Cards: map[string]*LaidCard{}, Broken: map[string][]string{}, patience: m.Patience,
	}
	for _, p := range top.Ports() {
		fmt.Fprintf(o.Out, "serial port %s\n", p)
	}
	if m.Bare {
		return m.bare(ctx, o, dir, in)
	}
	return m.serve(ctx, o, in, help)
}

// folder returns where the ports get names, and how to remove it at the end.
func (m *Opts) folder() (dir string, remove func() error, err error) {
	if m.Ports != "" {
		return m.Ports, func() error { return nil }, os.MkdirAll(m.Ports, 0o755)
	}
	dir, err = os.MkdirTemp("", "arbiter-emu-")
	return dir, func() error { return os.RemoveAll(dir) }, err
}

// bare leaves the ports to other programs.
func (m *Opts) bare(ctx context.Context, o *Console, dir string, in io.Reader) error {
	if len(o.Top.Ports()) == 0 {
		return fmt.Errorf("rig %s has no serial port that another program could open; leave out --bare, or choose a rig with pn532 or line readers", o.Top.Rig.Name)
	}
	file := filepath.Join(dir, "rig.toml")
	text, err := o.Top.Rig.TOML()
	if err != nil {
		return err
	}
	if err := os.WriteFile(file, text, 0o644); err != nil {
		return err
	}
	fmt.Fprintf(o.Out, "rig %s\n", file)
	return o.listen(ctx, in)
}

// serve runs the whole service on the emulated table.
func (m *Opts) serve(ctx context.Context, o *Console, in io.Reader, help service.Helpers) (err error) {
	s := service.Opts{Rig: m.Rig, Addr: m.Addr, Flag: m.Flag}
	if s.Data = m.Data; s.Data == "" {
		usual, err := datadir.Dir{}.Path()
		if err != nil {
			return err
		}
		s.Data = filepath.Join(usual, "emu")
	}
	listener, err := s.Listen()
	if err != nil {
		return err
	}
	db, err := datadir.Create(s.Data)
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if o.Names, err = db.Tags(); err != nil {
		return errors.Join(err, listener.Close())
	}
	e := &service.Service{
		Rig: service.InBrowser(o.Top.Rig), DB: db, Dir: s.Data, Lang: m.Lang, Pins: o.Top,
		Timing: service.Timing{Settle: time.Millisecond, Patience: m.Patience}, // nothing lay there before
		Logger: slog.New(slog.NewTextHandler(o.Out, &slog.HandlerOptions{Level: slog.LevelWarn})),
		Join:   device.JoinAt(listener.Addr()), Helpers: help,
	}
	if err := e.Open(); err != nil {
		return errors.Join(err, listener.Close())
	}
	e.OpenSocket()
	o.App = e.App
	for _, url := range address.URLs(listener.Addr()) {
		fmt.Fprintf(o.Out, "%s\n", url)
	}
	fmt.Fprintf(o.Out, "%s%s.\n%s%s\n", service.CodeIs, e.Server.Invitation().Code, service.OwnerIs, address.OwnerLink(listener.Addr(), e.Code))
	fmt.Fprintln(o.Out, "help lists what can be done to this table.")
	return o.host(ctx, e, listener, in)
}

// errLines says that not all lines could be carried out.
var errLines = errors.New("not every line could be done")

// lockedWriter is an output that several goroutines write to, line by line.
type lockedWriter struct {
	mu  sync.Mutex
	out io.Writer
}

// Write writes b in one piece.
func (c *lockedWriter) Write(b []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.out.Write(b)
}
