// Package service puts a table behind HTTP and HTTPS: pages, records, speech, supervision.
package service

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
	"strings"
	"time"

	"arbiter/cmd/arbiter/internal/address"
	"arbiter/cmd/arbiter/internal/app"
	"arbiter/cmd/arbiter/internal/archive"
	"arbiter/cmd/arbiter/internal/build"
	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/cmd/arbiter/internal/device"
	"arbiter/cmd/arbiter/internal/games"
	"arbiter/cmd/arbiter/internal/home"
	"arbiter/cmd/arbiter/internal/i18n"
	"arbiter/cmd/arbiter/internal/locks"
	"arbiter/cmd/arbiter/internal/logging"
	"arbiter/cmd/arbiter/internal/monitor"
	"arbiter/companion/coach"
	"arbiter/companion/mqtt"
	"arbiter/companion/presence"
	"arbiter/companion/spectator"
	"arbiter/companion/web"
	"arbiter/companion/web/session"
	"arbiter/display"
	"arbiter/engine"
	"arbiter/hw"
	"arbiter/hw/ntag"
	"arbiter/setups"
)

const (
	OwnerIs = "The owner's code: "
)

// shutdownGrace is how long requests in progress may take when the program ends.
const shutdownGrace = 3 * time.Second

// CodeIs precedes the code, in the terminal and in the journal.
const CodeIs = "The code to take a seat, until it is changed: "

// Opts has the flags of the command serve.
type Opts struct {
	datadir.Dir
	Rig     string
	Addr    string
	Names   []string
	Metrics string
	Tailnet bool
	Open    bool
	Speak   bool
	// HTTPS beside HTTP, with a certificate of the device's own authority, which phones can be made
	// to trust, or with a certificate of the owner's.
	TLS     bool
	TLSAddr string
	Cert    string
	Key     string
	Calm    bool
	Turned  bool
	API     string
	Delay   string
	// MQTT is a broker that is told the same; its password is in the data directory.
	MQTT    string
	MQTTTLS bool
	MQTTCA  string
	MQTTAs  string
	MQTTID  string
	i18n.Flag

	Patience time.Duration
}

// Run serves until it is interrupted.
func (s *Opts) Run(ctx context.Context, out io.Writer, help Helpers) error {
	Bound()
	logger := logging.New(os.Stderr)
	rig, unusable, err := s.rig(logger)
	if err != nil {
		return err
	}
	dir, err := s.Path()
	if err != nil {
		return err
	}
	delay, err := spectator.ParseDelay(s.Delay)
	if err != nil {
		return fmt.Errorf("--api-delay: %w", err)
	}
	rig = rig.WithPanels(s.Calm, s.Turned)
	at, err := s.openPorts(dir)
	if err != nil {
		return err
	}
	switch cut, err := archive.Clear(dir); {
	case err != nil:
		logger.Warn("what a program has left behind cannot be cleared", "err", err)
	case cut:
		logger.Warn("the program was ended while it put a backup in place; the games are as they were: send it again")
	}
	if err := archive.PutStaged(dir, out, engine.Text.String); err != nil {
		logger.Error("the backup cannot be put in place; the games stay as they are", "err", err)
	}
	db, err := datadir.Create(dir)
	if err != nil {
		return errors.Join(err, at.Close())
	}
	if err := db.Hurry(heldAtMost); err != nil {
		return errors.Join(err, at.Close(), db.Close())
	}
	d := device.Host{Patience: s.Patience, Locks: locks.In(home.Devices())}
	e := &Service{
		Rig: InBrowser(rig), names: s.Names, tailnet: s.Tailnet, DB: db, Dir: dir, Lang: s.Lang, Pins: d, Timing: Timing{Scans: hw.Pace{Deadline: s.Patience}}, Logger: logger,
		Join: device.JoinAt(at.pages.Addr()), Free: s.Open, secure: at.secure, Helpers: help, Counters: at.counters, speak: s.Speak, unusable: unusable,
		api: web.API{On: s.API != "", Delay: delay}, token: s.API == "token",
		told: mqtt.Broker{Address: s.MQTT, TLS: s.MQTTTLS, CA: s.MQTTCA, User: s.MQTTAs, Name: s.MQTTID},
	}
	if err := e.Open(); err != nil {
		return errors.Join(err, at.Close(), db.Close())
	}
	makeRoom()
	e.OpenSocket()
	s.greet(out, rig, dir, at.pages.Addr(), at.secure, e.Code)
	if !s.Open {
		fmt.Fprintf(out, "%s%s.\n", CodeIs, e.Server.Invitation().Code)
	}
	return errors.Join(e.Run(ctx, at.pages), db.Close())
}

// rig returns what is wired. If the program is supervised, a mistake in the rig becomes a notice,
// and the table goes on with phones: ending would mean restarting for ever.
func (s *Opts) rig(logger *slog.Logger) (rig setups.Rig, unusable []engine.Text, err error) {
	rig, err = home.LoadRig(s.Rig)
	if err == nil || !supervised() {
		return rig, nil, err
	}
	logger.Error("the rig cannot be used; the game goes on without its readers, panels and buttons", "rig", s.Rig, "err", err)
	mistake, _, _ := strings.Cut(err.Error(), "\n")
	if long := []rune(mistake); len(long) > 160 { // otherwise the notice would list all rigs, as the journal does
		mistake = string(long[:160]) + "…"
	}
	unusable = append(unusable, engine.Say("the rig cannot be used, so readers, panels and buttons rest: %s", mistake))
	rig, err = setups.LoadRig("screen")
	return rig, unusable, err
}

// heldAtMost is how long the table waits for another program that holds the file of games: pages
// wait as long.
const heldAtMost = 150 * time.Millisecond

// greet prints where everything is.
func (s *Opts) greet(out io.Writer, rig setups.Rig, dir string, addr net.Addr, v *secureServer, code string) {
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
	fmt.Fprintf(out, "%s%s. The owner of this device opens it once with:\n  %s\n", OwnerIs, code, address.OwnerLink(addr, code))
	fmt.Fprintln(out, "Ctrl-C ends it; the game goes on next time.")
}

// InBrowser adds a picture of the panel in the browser, unless there is one, in the size of the
// first panel.
func InBrowser(rig setups.Rig) setups.Rig {
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

// A Service is an App with pages for browsers.
type Service struct {
	Rig     setups.Rig
	names   []string // as in ours
	tailnet bool
	DB      datadir.Games
	Dir     string
	Lang    string
	Pins    device.Pins
	Timing  Timing
	Logger  *slog.Logger
	Join    func() string // the URL where phones join
	Free    bool          // no code is needed to take a seat
	Code    string        // by which the owner is known
	secure  *secureServer // nil without HTTPS
	speak   bool          // aloud
	api     web.API       // without its token
	token   bool          // the API asks for a token
	told    mqtt.Broker   // without its name, if it is the usual one, and its password

	unusable []engine.Text // the notices about a faulty rig

	coach  *coach.Queue
	broker *broker
	hub    *hub

	Helpers
	leave    func()       // ends the program, which its supervisor restarts
	Commands net.Listener // where commands on this device ask; nil: nowhere
	Counters net.Listener // for metrics; nil without

	App    *app.App
	Server *web.Server
}

// A Timing is how fast everything goes. Zero values suit people and real hardware.
type Timing struct {
	Scans    hw.Pace
	Evidence hw.Opts
	Ink      display.Pace
	Settle   time.Duration // as in companion.Opts
	Patience time.Duration // as in companion.Opts
	Bots     time.Duration // before each step of a bot; 0 means BotPause
}

func (e *Service) Open() (err error) {
	if e.Code, err = datadir.OwnerFile(e.Dir).Open(); err != nil {
		return err
	}
	if e.token {
		if e.api.Token, err = datadir.TokenFile(e.Dir).Open(); err != nil {
			return err
		}
	}
	known, err := datadir.FacesIn(e.Dir)
	if err != nil {
		return err
	}
	e.DB.Program = build.Name()
	seals := datadir.NewSeals(e.Dir, e.Logger)
	e.App, err = app.New(app.Opts{
		Rig: e.Rig, Unusable: e.unusable, DB: e.DB.DB, Dir: e.Dir, Lang: e.Lang, Program: build.Name(), Pins: e.Pins, Logger: e.Logger,
		Scans: e.Timing.Scans, Evidence: e.Timing.Evidence, Ink: e.Timing.Ink, Settle: e.Timing.Settle, Patience: e.Timing.Patience,
		Seals: seals, Shown: func(png []byte) { e.Server.ShowPicture(png) }, Join: e.Inviter(), Home: e.Join, Faces: known, Maker: ntag.NXP(), Phones: e.secure != nil,
		Phone: func(seat engine.Seat) bool { return e.Server.Taken(seat) },
	})
	if err != nil {
		return err
	}
	if e.broker, err = newBroker(e, e.told); err != nil {
		return err
	}
	e.hub = newHub(e)
	played, err := e.DB.IDs()
	o := web.Opts{
		Table: e.App.Table, Words: e.App.Catalogue, Rig: ReadersOf(e.Rig), API: e.api,
		Dealing: web.Dealing{Seals: OpenedSeals{e.DB.DB, seals}},
		Kept:    web.Kept{Seats: datadir.SeatFile(e.Dir), Ticks: datadir.TicksFile(e.Dir)},
		Past: web.Past{
			History: e.DB.DB, Looking: collect, Records: records{e.DB.DB, seals}, Plays: plays{e.DB.DB},
			Statistics: Notebook{e.DB.DB}, Clocks: datadir.Clocks(e.Dir), Draw: drawer(e.App.Catalogue, size(e.Rig)),
		},
		Owner: web.Owner{
			Proof:  session.Owner{Code: e.Code, Store: datadir.OwnersFile(e.Dir), Fresh: err == nil && len(played) == 0},
			Device: newSettings(e), Rigs: rigs{e.App.Trials, e.Ports}, Lessons: e.App.Lessons, Tags: tags{e}, Faces: known, Broker: e.broker, Hub: e.hub,
		},
		Network: web.Network{Host: address.Ours(e.names, e.tailnet), Address: address.Remembered(e.Join), Open: e.Free, Panel: inRoom(e.Rig)},
		Program: web.Program{Name: build.Name(), Lang: e.Lang, Logger: e.Logger, Health: newHealth(e).Report},
	}
	e.coach = newCoach(e)
	o.Past.Coach, o.Hint = e.coach, new(games.Hints).Hint
	if e.secure != nil {
		usual := o.Network.Host
		o.Network.Trust, o.Network.Host = e.secure.trust, func(name string) bool { return usual(name) || e.secure.named(name) }
	}
	if len(e.App.Cards.Readers) > 0 {
		o.Rig.Cards = e.App.Cards
	}
	if e.App.Phones != nil {
		o.Rig.Phones = e.App.Phones
	}
	e.Server, err = web.New(o)
	return err
}

// ReadersOf returns a rig as pages show it.
func ReadersOf(rig setups.Rig) web.Rig {
	r := web.Rig{Title: rig.Title}
	for i, reader := range presence.ReadersOf(rig) {
		r.Readers = append(r.Readers, web.Reader{Reader: reader, Virtual: rig.Readers[i].Driver == "virtual"})
	}
	return r
}

// Run serves browsers until ctx ends.
func (e *Service) Run(ctx context.Context, listener net.Listener) error {
	w, err := newWatchdog(e)
	if err != nil {
		return errors.Join(err, listener.Close(), e.secure.Close())
	}
	stop := e.App.Run()
	pages, secured := e.Server.HTTP(listener.Addr().String()), e.Server.HTTP("")
	ctx, cancel := context.WithCancel(ctx)
	e.leave = cancel
	var all workers
	if e.Counters != nil {
		m := &monitor.Metrics{Monitor: e.App.Monitor}
		pages.Handler, secured.Handler = m.Count(pages.Handler), m.Count(secured.Handler)
		all.work(func() error { return m.Serve(ctx, e.Counters) })
	}
	all.work(func() error {
		defer cancel()
		return unlessClosed(pages.Serve(session.Limit(listener)))
	})
	if e.secure != nil {
		all.Go(func() { e.secure.serve(secured, e.Logger) })
	}
	if w != nil {
		all.work(func() error { return w.Run(ctx, cancel) })
	}
	if e.Commands != nil {
		all.work(func() error { return e.answer(ctx, e.Commands, listener.Addr()) })
	}
	e.attend(ctx, &all)
	<-ctx.Done()
	bye, done := context.WithTimeout(context.Background(), shutdownGrace)
	defer done()
	leaving := errors.Join(shut(bye, pages), shut(bye, secured))
	cancel()
	return errors.Join(all.wait(), leaving, stop())
}

// unlessClosed drops the error that a server was closed.
func unlessClosed(err error) error {
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

// attend runs everything that goes on beside the pages.
func (e *Service) attend(ctx context.Context, all *workers) {
	if e.speak {
		s := newSpeaker(e.Lang, e.Logger)
		all.Go(func() { s.run(ctx) })
		all.keep(ctx, e.Logger, "speech", func() error { return e.Server.Announce(ctx, e.Lang, s.tell) })
	}
	all.keep(ctx, e.Logger, "the MQTT broker", func() error { return e.broker.Run(ctx) })
	all.keep(ctx, e.Logger, "the table for MQTT", func() error { return e.broker.follow(ctx, e) })
	all.keep(ctx, e.Logger, "the hub", func() error { return e.hub.Run(ctx) })
	all.keep(ctx, e.Logger, "the file of the hub", func() error { return e.hub.follow(ctx, e) })
	all.keep(ctx, e.Logger, "the table for the hub", func() error { return e.hub.pictures(ctx, e) })
	all.keep(ctx, e.Logger, "virtual cards", func() error { return e.App.Housekeep(ctx) })
	all.keep(ctx, e.Logger, "the coach", func() error { e.coach.Work(ctx, e.unjudged); return nil })
	all.work(func() error { return e.App.Attend(ctx, cmp.Or(e.Timing.Bots, app.BotPause)) })
	all.keep(ctx, e.Logger, "the files of the games", func() error { e.guard(ctx); return nil })
	all.keep(ctx, e.Logger, "old games", func() error { e.sort(ctx); return nil })
}
