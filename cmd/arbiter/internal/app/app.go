// Package app runs one table: readers, table, panels and bots, wired together as a rig says.
package app

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
	"arbiter/cmd/arbiter/internal/i18n"
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

// An App is a running table with everything that its rig names.
type App struct {
	Table     *companion.Table
	Cards     *VirtualCards
	Phones    *PhoneReaders // nil if phones cannot be readers
	resumed   string        // id of the game that was resumed at the start; "" if none
	Watcher   *hw.Watcher
	Screens   []*Screen
	Catalogue *words.Catalogue
	Lessons   *Lessons
	Trials    *Trials
	tokens    *tokenCheck
	Present   Presences
	Monitor   *monitor.Monitor

	Opts    Opts
	buses   []hw.Bus
	changes chan hw.Change
	presses chan menu.Press
}

// Opts configures an App. For zero durations and paces, the defaults of their packages apply.
type Opts struct {
	Rig      setups.Rig
	Unusable []engine.Text // the notices about a faulty rig that Rig stands in for
	DB       *gamelog.DB
	Dir      string // for pictures
	Lang     string // of the panels
	Program  string
	Pins     device.Pins
	Logger   *slog.Logger
	Phones   bool                   // phones can be readers
	Phone    func(engine.Seat) bool // as in companion.Opts
	Shown    func(png []byte)       // receives the pictures of browser panels
	Join     Inviter                // what panels tell phones about joining; nil if there are no pages
	Home     func() string          // the URL of the pages for phones; set together with Join
	Faces    *datadir.Faces         // the owner's names and pictures of cards; may be nil

	Seals    *datadir.Seals // decides what is drawn; nil: at random, and unverifiable
	Maker    ntag.PublicKey // public key of the maker of genuine tags
	Scans    hw.Pace
	Evidence hw.Opts
	Ink      display.Pace // for all panels; zero: each has its own
	Settle   time.Duration
	Patience time.Duration // as in companion.Opts
}

// New connects a table to its readers, panels and bots; Run starts them.
func New(o Opts) (*App, error) {
	catalogue, err := i18n.Catalogue()
	if err != nil {
		return nil, err
	}
	offers, err := companion.Offers(games.List()...)
	if err != nil {
		return nil, err
	}
	tags, err := o.DB.Tags()
	if err != nil {
		return nil, err
	}
	wired := slices.ContainsFunc(o.Rig.Readers, func(r setups.Reader) bool { return r.Driver != "virtual" })
	if wired {
		ownBoxes(offers)
	}
	offerBots(offers, wired)
	h := &App{Monitor: monitor.New(o.Rig), Catalogue: catalogue, Opts: o, Cards: NewVirtualCards(o.Rig), changes: make(chan hw.Change), presses: make(chan menu.Press)}
	if err := h.addScreens(); err != nil {
		return nil, err
	}
	if h.buses = device.Buses(o.Rig, o.Pins, o.Logger); len(h.Cards.Readers) > 0 {
		h.buses = append(h.buses, h.Cards.bus())
	}
	if h.Table, err = companion.New(h.table(offers, tags)); err != nil {
		return nil, err
	}
	for _, s := range h.Screens {
		s.trouble = h.Monitor.Panel(h.Table.PanelTrouble)
	}
	h.Lessons, h.tokens, h.Trials = h.newLessons(wired), newTokenCheck(h), newTrials(h)
	h.Cards.Playing = func() string {
		s, _ := h.Table.Snapshot(context.Background(), "") // on an error the card is put back once more
		return s.GameID
	}
	h.Cards.name = func(uid string, words []string) error { return h.Table.Name(context.Background(), uid, words) }
	return h, nil
}

// table returns the options of the app's table.
func (h *App) table(offers []companion.GameOffer, tags map[string][]string) companion.Opts {
	o := h.Opts
	table := companion.Opts{
		Offers: offers, Store: h.Monitor.Store(datadir.Store{DB: o.DB, Dir: o.Dir}), Readers: append(presence.ReadersOf(o.Rig), h.lend(offers)...), Virtual: len(o.Rig.Readers) == 0, Changes: h.changes, Covers: h, Tags: tags,
		Buttons: buttonsOf(o.Rig), Presses: h.presses, Phone: o.Phone, Chance: rand.N[int],
		Standing: o.Unusable, Program: o.Program, Logger: o.Logger, Settle: o.Settle, Patience: o.Patience,
	}
	if o.Seals != nil {
		table.Seal, table.Rank = o.Seals.Seal, o.Seals.Rank
	}
	for _, s := range h.Screens {
		table.Panels = append(table.Panels, s)
	}
	return table
}

// ownBoxes makes the owner's box the default: people with readers have the cards.
func ownBoxes(offers []companion.GameOffer) {
	for i, o := range offers {
		for _, b := range o.Boxes {
			if b.Own {
				offers[i].Box = b.Name
			}
		}
	}
}

// offerBots adds to each offer its bots and what Arbiter deals. A wired table has cardboard.
func offerBots(offers []companion.GameOffer, wired bool) {
	for i, o := range offers {
		p, _ := games.Find(o.Game.Name)
		offers[i].Deals = p.Deals
		if !wired || !p.Cardboard {
			offers[i].Bots, offers[i].Bot, offers[i].BotsAsk = p.Names(), p.Usual, p.BotsAsk
		}
	}
}

func (h *App) addScreens() error {
	for _, p := range h.Opts.Rig.Panels {
		panel, pace, err := device.PanelOf(p, h.Opts.Pins, h.Opts.Dir, h.Opts.Shown)
		if err != nil {
			return err
		}
		if h.Opts.Ink != (display.Pace{}) {
			pace = h.Opts.Ink
		}
		s := NewScreen(p.Name, panel, pace, h.Catalogue, h.Opts.Lang, h.Opts.Logger)
		s.Labels, s.Own = h.labels, h.own
		if h.Opts.Join != nil {
			s.Join, s.Play = h.Opts.Join(p.Driver), h.play
		}
		h.Screens = append(h.Screens, s)
	}
	return nil
}

// play returns the address where phones log the play of the game on the table.
func (h *App) play() string {
	shot, err := h.Table.Snapshot(context.Background(), "")
	if err != nil {
		return "" // the table is closing
	}
	return web.PlayAddress(strings.TrimSuffix(h.Opts.Home(), "/"), shot.GameID)
}

// own returns the owner's names for things of the game on the table.
func (h *App) own() func(engine.Term) string {
	shot, err := h.Table.Snapshot(context.Background(), "")
	if err != nil || h.Opts.Faces == nil {
		return nil
	}
	return func(thing engine.Term) string { return h.Opts.Faces.Face(shot.Game, string(thing)).Name }
}

// labels returns the names of the players.
func (h *App) labels() map[engine.Seat]string {
	shot, err := h.Table.Snapshot(context.Background(), "")
	if err != nil {
		return nil // the table is closing
	}
	return shot.Labels
}

// Run starts everything. stop ends it in order: the table, the panels, each with its last picture,
// and the readers.
func (h *App) Run() (stop func() error) {
	watching, blind := context.WithCancel(context.Background())
	playing, close := context.WithCancel(context.Background())
	drawing, dark := context.WithCancel(context.Background())
	var watch, table, panels sync.WaitGroup
	trouble := make(chan error, 1+len(h.Screens))
	h.Watcher = hw.Watch(watching, h.buses, hw.NewTracker(h.Opts.Evidence), h.Opts.Scans)
	watch.Go(func() { h.forward(playing) })
	watch.Go(func() { h.press(watching) })
	watch.Go(func() { h.Trials.run(watching) })
	watch.Go(func() { h.tokens.run(playing) })
	table.Go(func() { trouble <- h.Table.Run(playing) })
	if s, err := h.Table.Snapshot(playing, ""); err == nil {
		h.resumed = s.GameID
	}
	for _, s := range h.Screens {
		panels.Go(func() { trouble <- s.run(drawing) })
	}
	return func() error {
		h.rest()
		blind()
		close()
		table.Wait()
		watch.Wait()
		h.Lessons.close()
		dark()
		panels.Wait()
		var all error
		for range 1 + len(h.Screens) {
			all = errors.Join(all, <-trouble)
		}
		return errors.Join(all, h.closeReaders())
	}
}

// rest draws what stays on panels while the device is off, if a game is running.
func (h *App) rest() {
	s, err := h.Table.Snapshot(context.Background(), "")
	if err != nil || len(s.View.Seats) == 0 || s.View.Over {
		return
	}
	for _, screen := range h.Screens {
		screen.End(s.View)
	}
}

// Cover and Certainty make the App a presence.Covers, since the table is created before its readers
// are watched.
func (h *App) Cover(reader string, uids ...hw.UID) { h.Watcher.Cover(reader, uids...) }

// Certainty returns how sure the watcher is of a card.
func (h *App) Certainty(reader string, uid hw.UID) hw.Certainty {
	return h.Watcher.Certainty(reader, uid)
}

// forward passes the changes of the readers to the table, and then to those who learn from them.
func (h *App) forward(ctx context.Context) {
	for c := range h.Watcher.Changes() {
		select {
		case h.changes <- c:
			h.Present.change(c)
			h.Monitor.Change(c)
			if _, err := h.Cards.reader(c.Reader); err != nil { // virtual cards teach nothing
				h.tokens.change(c)
				h.Lessons.change(c)
			}
		case <-ctx.Done():
		}
	}
}

// closeReaders switches the readers off. Errors of readers that were missing do not matter.
func (h *App) closeReaders() error {
	for _, bus := range h.buses {
		for _, r := range bus {
			if err := r.Close(); err != nil {
				h.Opts.Logger.Debug("reader", "reader", r.Name(), "err", err)
			}
		}
	}
	return nil
}
