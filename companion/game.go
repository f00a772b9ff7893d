package companion

import (
	"crypto/rand"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"arbiter/companion/clock"
	"arbiter/companion/history"
	"arbiter/engine"
	"arbiter/engine/contain"
	"arbiter/engine/notation"
)

// A game is the game in progress.
type game struct {
	id         string
	concealed  map[engine.Seat]int // up to which entry what only a seat knew is covered; replaced, never changed
	rules      engine.Game
	labels     map[engine.Seat]string // never changed: snapshots share it
	session    *engine.Session
	deals      func(engine.State, engine.Command) bool // what only the dealer may do; may be nil
	people     []engine.Seat                           // seats that a person sits at, in the order of the setup
	acting     []engine.Seat                           // those of them that are still in the game; all of them if none is
	bots       map[engine.Seat]string                  // bots by their seats; never changed: snapshots share it
	logs       map[engine.Seat]*seatLog
	consent    []engine.Seat // who has agreed to what is wanted
	wanted     string        // a line of notation; "" means taking back the last entry
	invented   bool          // some printed values are stand-ins
	clock      *clock.Running
	reading    clock.Reading // of the last look at the clock; never changed: snapshots share it
	divergence *Divergence   // never changed: snapshots share it; nil if the rules agree with the log
	laying     []engine.Seat // who lays cards on readers
	moves      map[engine.Seat][]engine.Text
	sealed     engine.Sealed          // never changed: snapshots share it
	learners   []engine.Seat          // never changed: snapshots share it
	setup      []engine.Text          // of the cardboard; never changed: snapshots share it
	virtual    bool                   // played on screens alone
	kept       *kept                  // answers to the open window; nil if none is open
	orders     map[engine.Seat]string // standing orders, in memory only
	result     string                 // as the store has it; "" while the game goes on
	backs      int                    // cached result of the method back; -1 until it is worked out
	guesses    map[string]bool        // result of GameOffer.guesses; never changed
	printed    map[string]bool        // lines that tell a printed value: whether it is likely
	sights     map[engine.Seat]sight  // of the present, filled as viewers look
	ahead      map[engine.Seat]sight  // as rehearsed for the next entry
}

// newGame returns a stored game ready to go on; screens means that nobody lays cards on readers.
func newGame(o GameOffer, s history.Saved, screens bool) (*game, error) {
	rules := o.Game
	start, err := rules.New(s.Setup.Seats, s.Setup.Facts)
	if err != nil {
		return nil, fmt.Errorf("setup of %s: %w", rules.Name, err)
	}
	session, err := engine.Resume(start, doubtful{s.Log}, s.Entries...)
	if err != nil {
		return nil, err
	}
	g := &game{id: s.ID, rules: rules, deals: o.Deals, concealed: s.Concealed, labels: maps.Clone(s.Labels), bots: maps.Clone(s.Bots), sealed: s.Setup.Sealed, learners: s.Setup.Learners, session: session, laying: s.Laying, backs: -1, guesses: o.guesses(), printed: map[string]bool{}, virtual: screens && o.virtual(s.Setup.Facts), logs: map[engine.Seat]*seatLog{}, orders: map[engine.Seat]string{}, sights: map[engine.Seat]sight{}}
	g.divergence = divergenceIn(start, session, s)
	g.invented = slices.ContainsFunc(s.Setup.Facts, func(f engine.Event) bool {
		return engine.OriginOf(f).Invented()
	})
	if rules.Checklist != nil && !g.virtual {
		g.setup = rules.Checklist(s.Setup.Seats, s.Setup.Facts)
	}
	robots := robots(start.View())
	for _, seat := range s.Setup.Seats {
		if !slices.Contains(robots, seat) && g.bots[seat] == "" {
			g.people = append(g.people, seat)
		}
	}
	g.stay()
	for _, seat := range slices.Concat([]engine.Seat{""}, g.people, g.agreeable()) {
		g.logs[seat] = g.logOf(seat)
	}
	return g, nil
}

// A viewer is who looks or acts: somebody at a seat, or the bot that plays it.
type viewer struct {
	seat engine.Seat
	bot  bool
}

// knower returns whose knowledge a viewer sees the table with: the seat's if the viewer plays it,
// else a spectator's.
func (g *game) knower(a viewer) engine.Seat {
	if a.bot && g.bots[a.seat] != "" || !a.bot && slices.Contains(g.people, a.seat) {
		return a.seat
	}
	return ""
}

// may reports whether a viewer may give c. People still in the game may give the commands of their
// seat, of the Table and of robots; a bot those of its seat; the dealer what it deals.
func (g *game) may(a viewer, c engine.Command) bool {
	sits, by := g.knower(a) != "" && !g.left(a), c.By()
	taken := slices.Contains(g.people, by) || g.bots[by] != ""
	switch {
	case g.dealt(c):
		return a.seat == engine.Table
	case a.bot:
		return sits && a.seat == by
	}
	return sits && a.seat == by || (sits || a.seat == engine.Table) && !taken
}

// unseen reports whether c states something that a bot cannot see: only people may give it.
func (g *game) unseen(c engine.Command) bool {
	return len(g.bots) > 0 && g.rules.PeopleOnly != nil && g.rules.PeopleOnly(c)
}

// dealt reports whether only the dealer may give c.
func (g *game) dealt(c engine.Command) bool {
	return g.deals != nil && g.deals(g.session.State(), c)
}

func (g *game) choices(a viewer) []LegalCommand {
	if a.seat == "" || g.divergence != nil {
		return nil
	}
	var choices []LegalCommand
	known, concealing, asks := g.seen(g.knower(a)), g.conceals(g.knower(a)), g.window().Open()
	if a.seat != engine.Table && engine.RollOf(known).Open() {
		return nil // a list of every possible roll is no use; see roll
	}
	for _, c := range g.sight(g.knower(a)).legal {
		if g.may(a, c) && !g.unseen(c) && !(asks && g.closes(c)) && !(concealing && secretly(known, c)) {
			choices = append(choices, LegalCommand{By: c.By(), Line: notation.Format(c), Text: g.rules.TellIn(known, c), Command: c})
		}
	}
	g.guess(known, choices)
	return choices
}

func (g *game) add(e engine.Entry) {
	g.wanted, g.consent, g.moves, g.backs = "", nil, nil, -1
	g.look()
	g.stay()
	for _, o := range g.logs {
		o.add(e, g.session.Knows(o.knower))
	}
}

func robots(v engine.View) []engine.Seat {
	var robots []engine.Seat
	for _, p := range v.Seats {
		if p.Robot {
			robots = append(robots, p.Seat)
		}
	}
	return robots
}

func (t *Table) offer(name string) (GameOffer, bool) {
	i := slices.IndexFunc(t.offers, func(o GameOffer) bool { return o.Game.Name == name })
	if i < 0 {
		return GameOffer{}, false
	}
	return t.offers[i], true
}

// resume puts the unfinished game of the store on the table, if there is one.
func (t *Table) resume() {
	var saved history.Saved
	var ok bool
	err := contain.Run(func() (err error) {
		saved, ok, err = t.opts.Store.Unfinished()
		return err
	})
	if err == nil && !ok {
		t.ended = t.opts.Store.Ended()
		return
	}
	if t.without(err) {
		return
	}
	if err != nil {
		contain.Report(t.logger, err, "reading the log")
		t.failed(err, engine.Say("the unfinished game cannot be read; a new one can be started"))
		return
	}
	if err := contain.Run(func() error { return t.put(saved) }); err != nil {
		t.setAside(saved.ID, err)
		return
	}
	if g := t.game; g.result != "" && (g.divergence != nil || !g.over()) {
		t.game, t.ended = nil, Ended{ID: g.id, Result: g.result} // it was over by the rules of its time
	}
}

// put puts a game on the table that was begun before.
func (t *Table) put(saved history.Saved) error {
	o, ok := t.offer(saved.Setup.Game)
	if !ok {
		return fmt.Errorf("game %s: this program does not know %q", saved.ID, saved.Setup.Game)
	}
	g, err := newGame(o, saved, t.opts.Virtual)
	if err != nil {
		return err
	}
	if e := t.opts.Store.Ended(); e.Stays && e.ID == saved.ID {
		g.result = e.Result
	}
	t.game, t.ended = g, Ended{}
	t.whole("the clock", func() { t.wind(g, saved) })
	t.settled, t.settling = t.opts.Now().Add(t.opts.Settle), time.After(t.opts.Settle)
	t.logger.Info("game goes on", "id", saved.ID, "game", saved.Setup.Game, "entries", len(saved.Entries))
	if d := t.game.divergence; d != nil {
		t.logger.Warn("the rules decide an entry otherwise than the log has it; the table has to choose", "id", saved.ID, "entry", d.Seq)
	}
	return nil
}

// reopen lets the game that was ended last go on.
func (t *Table) reopen() error {
	if t.game != nil || !t.ended.Open() {
		return engine.Refuse("there is no game that was ended and can go on")
	}
	saved, err := t.opts.Store.Reopen(t.ended.ID)
	if err == nil {
		err = contain.Run(func() error { return t.put(saved) })
		contain.Report(t.logger, err, "taking a game up", "game", saved.ID)
	}
	t.failed(err, engine.Say("the game that was ended cannot be read; a new one can be started"))
	if err != nil {
		t.publish()
		return fmt.Errorf("game %s: %w", t.ended.ID, err)
	}
	t.refresh()
	return nil
}

func (t *Table) start(n NewGame) (Answer, error) {
	if t.game != nil && !t.game.over() {
		return Answer{}, engine.Refuse("another game is still running; finish it first")
	}
	o, ok := t.offer(n.Game)
	if !ok {
		return Answer{}, engine.Refuse("this table does not have that game")
	}
	if !n.Clock.Valid() {
		return Answer{}, engine.Refuse("no clock has that time")
	}
	h, err := t.header(o, n)
	if err != nil {
		return Answer{}, err
	}
	if err := tried(o, h, t.opts.Virtual); err != nil { // before anything is written
		return Answer{}, err
	}
	if lacks, err := t.lacking(o, n); err != nil || len(lacks) > 0 {
		if err == nil {
			err = engine.Refuse("this game needs the whole box; nobody has told: %s", lacks[0].What)
		}
		return Answer{}, err
	}
	if err := t.finish(); err != nil {
		return Answer{}, err
	}
	if err := t.endAside(); err != nil {
		return Answer{}, err
	}
	log, err := t.create(&h)
	t.failed(err, unwritable())
	if err != nil {
		return Answer{}, fmt.Errorf("game %s: %w", h.ID, err)
	}
	if t.game, err = newGame(o, history.Saved{Header: h, Log: log}, t.opts.Virtual); err != nil {
		return Answer{}, err
	}
	t.damage, t.aside, t.ended, t.faults = nil, "", Ended{}, nil
	t.whole("the clock", func() { t.wind(t.game, history.Saved{Header: h, Clock: clock.Kept{Settings: n.Clock}}) })
	if n.Clock.Kind != clock.None {
		t.keepClock(t.game)
	}
	t.logger.Info("game begins", "id", h.ID, "game", n.Game, "seats", h.Setup.Seats)
	t.refresh()
	return Answer{Version: t.game.session.Version()}, nil
}

// over reports whether the game is over; where the rules cannot say, it is not.
func (g *game) over() (over bool) {
	_ = contain.Do(func() { over = g.session.State().View().Over })
	return over
}

// tried returns an error if such a game cannot begin or its start cannot be shown.
func tried(o GameOffer, h history.Header, screens bool) error {
	g, err := newGame(o, history.Saved{Header: h, Log: engine.NoLog{}}, screens)
	if err == nil {
		sightOf(g.session.State())
	}
	return err
}

// create seals the draws to come, then starts the log.
func (t *Table) create(h *history.Header) (log engine.Log, err error) {
	if t.opts.Seal != nil {
		if h.Setup.Sealed, err = t.opts.Seal(h.ID, h.Setup.Seats); err != nil {
			return nil, err
		}
	}
	return t.opts.Store.Create(*h)
}

func (t *Table) header(o GameOffer, n NewGame) (history.Header, error) {
	learned, err := t.opts.Store.Learned(n.Game)
	if err != nil {
		return history.Header{}, fmt.Errorf("what the box of %s has told: %w", n.Game, err)
	}
	setup, err := o.setup(n, learned)
	if err != nil {
		return history.Header{}, err
	}
	labels := map[engine.Seat]string{}
	for _, s := range n.Seats {
		if s.Bot == "" && slices.Contains(n.Learners, s.Seat) {
			setup.Learners = append(setup.Learners, s.Seat)
		}
		if s.Name != "" {
			labels[s.Seat] = s.Name
		}
	}
	now := t.opts.Now()
	return history.Header{ID: newID(now), Created: now, Setup: setup, Labels: labels, Bots: bots(n.Seats), Program: t.opts.Program}, nil
}

// newID returns an id that is readable, sorts by time while the clock is right, and is unique even
// when it is not.
func newID(now time.Time) string {
	return now.UTC().Format("20060102-150405-") + strings.ToLower(rand.Text()[:6])
}

// conclude stores the result of the game once it is over by its rules. The game stays on the table
// until another begins.
func (t *Table) conclude() {
	g := t.game
	if g == nil || g.divergence != nil || g.result != "" {
		return
	}
	if v := g.sight("").view; v.Over && t.note(ResultOf(v)) == nil {
		t.logger.Info("game is over", "id", g.id, "result", g.result)
	}
}

// note stores a result of the game on the table; "" means that it goes on.
func (t *Table) note(result string) error {
	err := t.opts.Store.Conclude(t.game.id, result)
	t.failed(err, unwritable())
	if err != nil {
		return fmt.Errorf("game %s: %w", t.game.id, err)
	}
	t.game.result = result
	return nil
}

// finish stores the result of the game, if it has none yet, and clears the table.
func (t *Table) finish() error {
	if t.game == nil {
		return nil
	}
	result := Abandoned // also if the rules cannot say
	t.whole("the result", func() { result = ResultOf(t.game.session.State().View()) })
	err := t.opts.Store.Finish(t.game.id, result)
	t.failed(err, unwritable())
	if err != nil {
		return fmt.Errorf("game %s: %w", t.game.id, err)
	}
	t.logger.Info("game ends", "id", t.game.id, "result", result)
	t.game, t.ended, t.faults = nil, Ended{ID: t.game.id, Result: result}, nil
	t.readers.Forget()
	t.refresh()
	return nil
}

func unwritable() engine.Text {
	return engine.Say("the log cannot be written, so nothing was played; check the memory card")
}
