package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"runtime/debug"
	"sync"
	"syscall"
	"time"

	"arbiter/cmd/arbiter/internal/address"
	"arbiter/cmd/arbiter/internal/app"
	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/cmd/arbiter/internal/device"
	"arbiter/cmd/arbiter/internal/i18n"
	"arbiter/cmd/arbiter/internal/logging"
	"arbiter/cmd/arbiter/internal/monitor"
	"arbiter/companion/presence"
	"arbiter/companion/web"
	"arbiter/companion/web/session"
	"arbiter/display"
	"arbiter/hw"
	"arbiter/hw/ntag"
	"arbiter/setups"
)

type serve struct {
	datadir.Dir
	Rig     string   `default:"virtual" env:"ARBITER_RIG" placeholder:"NAME|FILE" help:"What is wired where: a rig that comes with the program, or a file (${default})."`
	Addr    string   `default:":8080" env:"ARBITER_ADDR" placeholder:"HOST:PORT" help:"Where browsers find the pages (${default}: port 8080 of every network of this device)."`
	Names   []string `env:"ARBITER_NAMES" placeholder:"HOST,..." help:"Further names by which browsers may call this device; its own and private addresses are known."`
	Metrics string   `env:"ARBITER_METRICS" placeholder:"HOST:PORT" help:"Tell counters for Prometheus at /metrics there, to this device alone, such as 127.0.0.1:9180."`
	Open    bool     `help:"Let everybody in the network take a free seat, without a code."`
	Speak   bool     `env:"ARBITER_SPEAK" help:"Say aloud, in the language of --lang, what everybody may hear: with espeak-ng, which has to be installed."`
	// Secure pages, beside the plain ones: with a certificate of the device's own
	// authority, which phones can be told to trust, or with one that the owner has.
	TLS     bool   `name:"tls" env:"ARBITER_TLS" help:"Serve HTTPS, too, with an authority of this device that phones can trust: the page /ca shows how."`
	TLSAddr string `name:"tls-addr" default:":8443" env:"ARBITER_TLS_ADDR" placeholder:"HOST:PORT" help:"Where HTTPS is served (${default})."`
	Cert    string `type:"path" env:"ARBITER_CERT" placeholder:"FILE" help:"Serve HTTPS, too, with this certificate (PEM, with its chain) instead; it is read again when it changes."`
	Key     string `type:"path" env:"ARBITER_KEY" placeholder:"FILE" help:"The key of --cert (PEM)."`
	i18n.Flag

	Patience time.Duration `hidden:"" help:"How long a reader may take to answer; for tests on busy machines."`
}

// farewell is how long requests may take that are under way when the program
// ends.
const farewell = 3 * time.Second

// codeIs stands before the code, on the terminal and in the journal.
const codeIs = "The code to take a seat, until it is changed: "

// thrift is how much the memory may grow, in percent of what is in use, until it is
// tidied up: little, for a table has time and a Raspberry Pi Zero has half a gigabyte.
const thrift = 40

// Run serves until it is interrupted.
func (s *serve) Run(ctx context.Context, out io.Writer) error { return (*serveOpts)(s).run(ctx, out) }

// serveOpts is what serve was asked for.
type serveOpts struct {
	datadir.Dir
	Rig     string
	Addr    string
	Names   []string
	Metrics string
	Open    bool
	Speak   bool
	// Secure pages, beside the plain ones: with a certificate of the device's own
	// authority, which phones can be told to trust, or with one that the owner has.
	TLS     bool
	TLSAddr string
	Cert    string
	Key     string
	i18n.Flag

	Patience time.Duration
}

// run serves until it is interrupted.
func (s *serveOpts) run(ctx context.Context, out io.Writer) error {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(thrift)
	}
	rig, err := setups.LoadRig(s.Rig)
	if err != nil {
		return err
	}
	dir, err := s.Path()
	if err != nil {
		return err
	}
	listener, err := s.listen()
	if err != nil {
		return err
	}
	vault, err := s.secured(dir)
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	counters, err := monitor.Listen(s.Metrics)
	if err != nil {
		return errors.Join(err, listener.Close(), vault.Close())
	}
	db, err := datadir.Create(dir)
	if err != nil {
		return errors.Join(err, listener.Close(), vault.Close())
	}
	logger := logging.New(os.Stderr)
	d := device.Host{Patience: s.Patience}
	e := &evening{
		rig: inBrowser(rig), names: s.Names, db: db, dir: dir, lang: s.Lang, wires: d, tempo: tempo{scans: hw.Pace{Deadline: s.Patience}}, logger: logger,
		join: device.JoinAt(listener.Addr()), free: s.Open, vault: vault, counters: counters, speak: s.Speak,
	}
	if err := e.open(); err != nil {
		return errors.Join(err, listener.Close(), vault.Close(), db.Close())
	}
	s.greet(out, rig, dir, listener.Addr(), vault, e.code)
	if !s.Open {
		fmt.Fprintf(out, "%s%s.\n", codeIs, e.server.Invitation().Code)
	}
	return errors.Join(e.run(ctx, listener), db.Close())
}

// listen opens the port, or says what to do when that is impossible.
func (s *serveOpts) listen() (net.Listener, error) { return listenAt(s.Addr, "--addr", ":8081") }

// listenAt opens the port of a flag; another names one that may be free.
func listenAt(addr, flag, another string) (net.Listener, error) {
	l, err := net.Listen("tcp", addr)
	switch {
	case err == nil:
		return l, nil
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("another program (perhaps another arbiter) listens at %s; stop it, or choose another port: %s %s", addr, flag, another)
	case errors.Is(err, syscall.EACCES):
		return nil, fmt.Errorf("this user may not listen at %s; choose a port above 1023: %s :8080", addr, flag)
	}
	return nil, fmt.Errorf("cannot listen at %s (%w); write %s as HOST:PORT, such as :8080 or 127.0.0.1:8080", addr, err, flag)
}

// greet says where everything is.
func (s *serveOpts) greet(out io.Writer, rig setups.Rig, dir string, addr net.Addr, v *vault, code string) {
	fmt.Fprintf(out, "Arbiter: %s (rig %s). The games are kept in %s.\n", rig.Title, rig.Name, dir)
	for _, url := range address.URLs(addr) {
		fmt.Fprintf(out, "  %s\n", url)
	}
	if v != nil {
		fmt.Fprintf(out, "HTTPS is at port %d.\n", v.trust.Port)
		if v.trust.Fingerprint != "" {
			fmt.Fprintf(out, "Phones trust this device after what the page /ca shows. The fingerprint of its authority (SHA-256):\n  %s\n", v.trust.Fingerprint)
		}
	}
	fmt.Fprintf(out, "%s%s. The owner of this device opens it once with:\n  %s\n", ownerIs, code, address.OwnerLink(addr, code))
	fmt.Fprintln(out, "Ctrl-C ends it; the game goes on next time.")
}

// inBrowser makes sure that there is a picture of the panel in the browser, of
// the size of the first panel.
func inBrowser(rig setups.Rig) setups.Rig {
	size := "400x300"
	for i, p := range rig.Panels {
		if p.Driver == "web" {
			return rig
		}
		if i == 0 {
			size = p.Size
		}
	}
	rig.Panels = append(rig.Panels[:len(rig.Panels):len(rig.Panels)], setups.Panel{Name: "browser", Driver: "web", Size: size})
	return rig
}

// An evening is a house with pages for browsers.
type evening struct {
	rig    setups.Rig
	names  []string // as in ours
	db     datadir.Games
	dir    string
	lang   string
	wires  device.Pins
	tempo  tempo
	logger *slog.Logger
	join   func() string // the URL where phones join
	free   bool          // no code is needed to take a seat
	code   string        // by which the owner is known
	vault  *vault        // nil where no HTTPS is served
	speak  bool          // aloud

	counters net.Listener // for metrics; nil if nobody wants them

	house  *app.App
	server *web.Server
}

// A tempo is how fast everything goes. Zero values are what suits people and real
// hardware.
type tempo struct {
	scans  hw.Pace
	faith  hw.Opts
	ink    display.Pace
	settle time.Duration // as in companion.Opts
	bots   time.Duration // before each step of a bot; 0: BotPause
}

func (e *evening) open() (err error) {
	if e.code, err = datadir.OwnerFile(e.dir).Open(); err != nil {
		return err
	}
	seals := datadir.NewSeals(e.dir, e.logger)
	e.house, err = app.New(app.Opts{
		Rig: e.rig, DB: e.db.DB, Dir: e.dir, Lang: e.lang, Program: build(), Pins: e.wires, Logger: e.logger,
		Scans: e.tempo.scans, Faith: e.tempo.faith, Ink: e.tempo.ink, Settle: e.tempo.settle,
		Seals: seals, Shown: func(png []byte) { e.server.ShowPicture(png) }, Join: e.inviter(), Home: e.join, Maker: ntag.NXP(), Phones: e.vault != nil,
	})
	if err != nil {
		return err
	}
	o := web.Opts{
		Table: e.house.Table, Words: e.house.Catalogue, Rig: readersOf(e.rig), History: history{e.db.DB},
		Seats: datadir.SeatFile(e.dir), Owner: session.Owner{Code: e.code, Store: datadir.OwnersFile(e.dir)}, Lang: e.lang, Program: build(), Logger: e.logger, Host: address.Ours(e.names), Lessons: e.house.Lessons,
		Draw: drawer(e.house.Catalogue, size(e.rig)), Records: records{e.db.DB, seals}, Statistics: notebook{e.db.DB}, Seals: opened{e.db.DB, seals},
		Health: newHealth(e).report, Open: e.free, Address: address.Remembered(e.join), Panel: inRoom(e.rig),
	}
	if e.vault != nil {
		usual := o.Host
		o.Trust, o.Host = e.vault.trust, func(name string) bool { return usual(name) || e.vault.named(name) }
	}
	if len(e.house.Cards.Readers) > 0 {
		o.Readers = e.house.Cards
	}
	if e.house.Phones != nil {
		o.Phones = e.house.Phones
	}
	e.server, err = web.New(o)
	return err
}

func readersOf(rig setups.Rig) web.Rig {
	r := web.Rig{Title: rig.Title}
	for i, reader := range presence.ReadersOf(rig) {
		r.Readers = append(r.Readers, web.Reader{Reader: reader, Virtual: rig.Readers[i].Driver == "virtual"})
	}
	return r
}

// run answers browsers until ctx ends.
func (e *evening) run(ctx context.Context, listener net.Listener) error {
	w, err := newWarden(e)
	if err != nil {
		return errors.Join(err, listener.Close(), e.vault.Close())
	}
	stop := e.house.Run()
	pages, secured := e.server.HTTP(listener.Addr().String()), e.server.HTTP("")
	ctx, cancel := context.WithCancel(ctx)
	var all crew
	if e.counters != nil {
		m := &monitor.Metrics{Monitor: e.house.Monitor}
		pages.Handler, secured.Handler = m.Count(pages.Handler), m.Count(secured.Handler)
		all.work(func() error { return m.Serve(ctx, e.counters) })
	}
	all.work(func() error {
		defer cancel()
		if err := pages.Serve(session.Limit(listener)); !errors.Is(err, http.ErrServerClosed) {
			return err
		}
		return nil
	})
	if e.vault != nil {
		all.Go(func() { e.vault.serve(secured, e.logger) })
	}
	if w != nil {
		all.work(func() error { return w.run(ctx, cancel) })
	}
	e.attend(ctx, &all)
	<-ctx.Done()
	bye, done := context.WithTimeout(context.Background(), farewell)
	defer done()
	leaving := errors.Join(shut(bye, pages), shut(bye, secured))
	cancel()
	return errors.Join(all.wait(), leaving, stop())
}

// attend has everything done that goes on beside the pages.
func (e *evening) attend(ctx context.Context, all *crew) {
	if e.speak {
		s := newSpeaker(e.lang, e.logger)
		all.Go(func() { s.run(ctx) })
		all.work(func() error { return e.server.Announce(ctx, e.lang, s.tell) })
	}
	all.work(func() error { return e.house.Housekeep(ctx) })
	all.work(func() error { return e.house.Attend(ctx, cmp.Or(e.tempo.bots, app.BotPause)) })
	all.Go(func() { e.sort(ctx) })
}

// A crew works side by side, and tells in the end what went wrong.
type crew struct {
	sync.WaitGroup
	mu   sync.Mutex
	errs []error
}

func (c *crew) work(do func() error) {
	c.Go(func() {
		if err := do(); err != nil {
			c.mu.Lock()
			defer c.mu.Unlock()
			c.errs = append(c.errs, err)
		}
	})
}

func (c *crew) wait() error {
	c.Wait()
	return errors.Join(c.errs...)
}
