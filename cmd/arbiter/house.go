package main

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/cmd/arbiter/internal/device"
	"arbiter/cmd/arbiter/internal/games"
	"arbiter/cmd/arbiter/internal/monitor"
	"arbiter/companion"
	"arbiter/companion/gamelog"
	"arbiter/companion/menu"
	"arbiter/companion/presence"
	"arbiter/companion/web"
	"arbiter/companion/words"
	"arbiter/display"
	"arbiter/engine"
	"arbiter/hw"
	"arbiter/hw/ntag"
	"arbiter/setups"
)

// A house is a running table with everything that a rig names around it.
type house struct {
	table     *companion.Table
	cards     *cards
	phones    *handhelds // nil where they do not read
	resumed   string     // the game that the program found when it began; "" if there was none
	watcher   *hw.Watcher
	screens   []*screen
	catalogue *words.Catalogue
	school    *school
	sentry    *sentry
	heard     heard
	pulse     *monitor.Monitor

	opts    houseOpts
	buses   []hw.Bus
	changes chan hw.Change
	presses chan menu.Press
}

// HouseOpts is what a house is made of. Zero values of the last ones are the
// defaults of their packages.
type houseOpts struct {
	rig     setups.Rig
	db      *gamelog.DB
	dir     string // for pictures
	lang    string // of the panels
	program string
	wires   device.Pins
	logger  *slog.Logger
	phones  bool             // can be readers
	shown   func(png []byte) // takes the pictures of panels in the browser
	join    inviter          // tells phones where to join; nil if there are no pages
	home    func() string    // the URL of the pages for phones; goes with join

	seals    *datadir.Seals // decides what is drawn; nil: nobody can foresee it, and nobody can check it
	maker    ntag.PublicKey // of genuine tags
	scans    hw.Pace
	faith    hw.Opts
	ink      display.Pace // for all panels; zero: each its own
	settle   time.Duration
	patience time.Duration // as in companion.Opts
}

func newHouse(o houseOpts) (*house, error) {
	catalogue, err := words.Load(setups.Words())
	if err != nil {
		return nil, err
	}
	offers, err := companion.Offers(games.List()...)
	if err != nil {
		return nil, err
	}
	tags, err := o.db.Tags()
	if err != nil {
		return nil, err
	}
	wired := slices.ContainsFunc(o.rig.Readers, func(r setups.Reader) bool { return r.Driver != "virtual" })
	if wired {
		ownBoxes(offers)
	}
	offerBots(offers, wired)
	h := &house{pulse: monitor.New(o.rig), catalogue: catalogue, opts: o, cards: newCards(o.rig), changes: make(chan hw.Change), presses: make(chan menu.Press)}
	if err := h.addScreens(); err != nil {
		return nil, err
	}
	if h.buses = device.Buses(o.rig, o.wires, o.logger); len(h.cards.readers) > 0 {
		h.buses = append(h.buses, h.cards.bus())
	}
	table := companion.Opts{
		Offers: offers, Store: h.pulse.Store(datadir.Store{DB: o.db, Dir: o.dir}), Readers: append(presence.ReadersOf(o.rig), h.lend(offers)...), Changes: h.changes, Covers: h, Tags: tags,
		Buttons: buttonsOf(o.rig), Presses: h.presses, Chance: rand.N[int],
		Program: o.program, Logger: o.logger, Settle: o.settle, Patience: o.patience,
	}
	if o.seals != nil {
		table.Seal, table.Rank = o.seals.Seal, o.seals.Rank
	}
	for _, s := range h.screens {
		table.Panels = append(table.Panels, s)
	}
	if h.table, err = companion.New(table); err != nil {
		return nil, err
	}
	for _, s := range h.screens {
		s.trouble = h.pulse.Panel(h.table.PanelTrouble)
	}
	h.school, h.sentry = h.newSchool(wired), newSentry(h)
	h.cards.playing = func() string {
		s, _ := h.table.Snapshot(context.Background(), "") // at worst the card is put back once more
		return s.GameID
	}
	h.cards.name = func(uid string, words []string) error { return h.table.Name(context.Background(), uid, words) }
	return h, nil
}

// ownBoxes makes the owner's box the usual one: who has readers has the cards.
func ownBoxes(offers []companion.Offer) {
	for i, o := range offers {
		for _, b := range o.Boxes {
			if b.Own {
				offers[i].Box = b.Name
			}
		}
	}
}

// offerBots tells the table which bots there are and what Arbiter deals. Who has
// readers has cardboard.
func offerBots(offers []companion.Offer, wired bool) {
	for i, o := range offers {
		p, _ := games.Find(o.Game.Name)
		offers[i].Deals = p.Deals
		if !wired || !p.Cardboard {
			offers[i].Bots, offers[i].BotsAsk = p.Names(), p.BotsAsk
		}
	}
}

func (h *house) addScreens() error {
	for _, p := range h.opts.rig.Panels {
		panel, pace, err := device.PanelOf(p, h.opts.wires, h.opts.dir, h.opts.shown)
		if err != nil {
			return err
		}
		if h.opts.ink != (display.Pace{}) {
			pace = h.opts.ink
		}
		s := newScreen(p.Name, panel, pace, h.catalogue, h.opts.lang, h.opts.logger)
		s.labels = h.labels
		if h.opts.join != nil {
			s.join, s.play = h.opts.join(p.Driver), h.play
		}
		h.screens = append(h.screens, s)
	}
	return nil
}

// play is where phones log the play of the game on the table.
func (h *house) play() string {
	shot, err := h.table.Snapshot(context.Background(), "")
	if err != nil {
		return "" // the table is closing
	}
	return web.PlayAddress(strings.TrimSuffix(h.opts.home(), "/"), shot.GameID)
}

// labels tells what the players are called.
func (h *house) labels() map[engine.Seat]string {
	shot, err := h.table.Snapshot(context.Background(), "")
	if err != nil {
		return nil // the table is closing
	}
	return shot.Labels
}

// run starts everything. Stop ends it: first the table, then the panels, each
// with its last picture, then the readers.
func (h *house) run() (stop func() error) {
	watching, blind := context.WithCancel(context.Background())
	playing, close := context.WithCancel(context.Background())
	drawing, dark := context.WithCancel(context.Background())
	var watch, table, panels sync.WaitGroup
	trouble := make(chan error, 1+len(h.screens))
	h.watcher = hw.Watch(watching, h.buses, hw.NewTracker(h.opts.faith), h.opts.scans)
	watch.Go(func() { h.forward(playing) })
	watch.Go(func() { h.press(watching) })
	watch.Go(func() { h.sentry.run(playing) })
	table.Go(func() { trouble <- h.table.Run(playing) })
	if s, err := h.table.Snapshot(playing, ""); err == nil {
		h.resumed = s.GameID
	}
	for _, s := range h.screens {
		panels.Go(func() { trouble <- s.run(drawing) })
	}
	return func() error {
		blind()
		close()
		table.Wait()
		watch.Wait()
		h.school.close()
		dark()
		panels.Wait()
		var all error
		for range 1 + len(h.screens) {
			all = errors.Join(all, <-trouble)
		}
		return errors.Join(all, h.closeReaders())
	}
}

// Cover and Answer make the house presence.Covers: the table is made before its
// readers are watched.
func (h *house) Cover(reader string, uids ...hw.UID) { h.watcher.Cover(reader, uids...) }

// Answer tells what the watcher knows of a card.
func (h *house) Certainty(reader string, uid hw.UID) hw.Certainty {
	return h.watcher.Certainty(reader, uid)
}

// forward hands the changes of the readers to the table, and then to those who
// learn from them.
func (h *house) forward(ctx context.Context) {
	for c := range h.watcher.Changes() {
		select {
		case h.changes <- c:
			h.heard.change(c)
			h.pulse.Change(c)
			if _, err := h.cards.reader(c.Reader); err != nil { // virtual cards teach nothing
				h.sentry.change(c)
				h.school.change(c)
			}
		case <-ctx.Done():
		}
	}
}

// closeReaders switches the readers off. What a reader that was missing says to
// that is of no interest.
func (h *house) closeReaders() error {
	for _, bus := range h.buses {
		for _, r := range bus {
			if err := r.Close(); err != nil {
				h.opts.logger.Debug("reader", "reader", r.Name(), "err", err)
			}
		}
	}
	return nil
}

// tidy lays the virtual cards as the game has them; bots lay none.
func (h *house) tidy(ctx context.Context) error {
	for _, seat := range h.cards.seats() {
		shot, err := h.table.Snapshot(ctx, seat)
		if err != nil {
			return err
		}
		if shot.Bots[seat] != "" {
			shot.View = engine.View{}
		}
		if err := h.cards.tidy(seat, shot.View, ""); err != nil {
			return err
		}
	}
	return nil
}

// sweep lifts the virtual cards that were laid during another game than this one.
func (h *house) sweep(game string) error {
	for _, seat := range h.cards.seats() {
		if err := h.cards.tidy(seat, engine.View{}, game); err != nil {
			return err
		}
	}
	return nil
}

// housekeep lays the cards of the game that the program found, for nobody can have
// moved them while it was off, and sweeps the readers when another game begins or one
// is over. Those of a game that was ended and can go on stay until another begins: a
// reader that misses them late would take them back. By the time it hears of a new game
// cards may have been laid for it; they stay, and it lays none: a card that it laid late
// would ask for something.
func (h *house) housekeep(ctx context.Context) error {
	shots, err := h.table.Watch(ctx, "")
	if ctx.Err() != nil {
		return nil // it ended before it began
	}
	if err != nil {
		return err
	}
	game, known := "", h.resumed
	for s := range shots {
		var err error
		switch {
		case s.Ended.Open():
			known = s.Ended.ID
			continue
		case s.GameID == game:
		case s.GameID == known:
			err = h.tidy(ctx)
		default:
			err = h.sweep(s.GameID)
		}
		if err != nil && ctx.Err() == nil {
			h.opts.logger.Warn("virtual cards", "err", err)
		}
		game = s.GameID
	}
	return nil
}
