package companion

import (
	"context"
	"log/slog"
	"time"

	"arbiter/companion/menu"
	"arbiter/companion/presence"
	"arbiter/engine"
	"arbiter/hw"
)

// A Panel shows the game to the whole table. Show gets what a spectator may
// know; it may take its time: in between it misses moments, never the last one.
type Panel interface {
	Show(view engine.View, notices []engine.Text)
}

// Opts is what a Table is made of. Offers and Store are required.
type Opts struct {
	Offers  []GameOffer
	Store   Store
	Readers []presence.Reader
	Virtual bool                // nobody lays cards on readers: a game that needs no cardboard goes on by itself where nobody has a choice
	Changes <-chan hw.Change    // from hw.Watch; nil without readers
	Covers  presence.Covers     // the hw.Watcher of Changes; nil if it need not know what covers what
	Buttons []menu.Button       // of the rig
	Presses <-chan menu.Press   // nil without buttons
	Tags    map[string][]string // UID as hw.UID.String writes it -> words, such as "purple" "discover"
	Panels  []Panel
	// Standing is what everybody is told for as long as the table runs.
	Standing []engine.Text
	Program  string                               // name and version, for the log
	Now      func() time.Time                     // default time.Now
	After    func(time.Duration) <-chan time.Time // as time.After, the default: when a window ends
	// Phone reports whether somebody plays a seat on a phone, which can be asked in secret.
	// It is called by the table's goroutine. Default: every seat is.
	Phone func(engine.Seat) bool
	// Seal fixes what chance will bring in a game that begins with these seats, and
	// Rank orders what may be drawn in it: what has the least rank comes. They are
	// called by the table's goroutine. Default: nobody can foresee it.
	Seal   func(game string, seats []engine.Seat) (engine.Sealed, error)
	Rank   func(game string, s engine.Sealed, d Drawn) string
	Chance func(n int) int // deals the start order of a game that is begun with buttons: from 0 up to n, n left out; nil: as people sit
	Logger *slog.Logger    // default: none. No line names a hidden card or a UID

	// Settle is how long after a restart cards count as lying there from
	// before, so that a card left on a reader is not read as shown again.
	// Default 2 s.
	Settle time.Duration
	// Patience bounds a call whose context has no deadline. Default 5 s.
	Patience time.Duration
}

// A Request is a line of notation that somebody sends.
type Request struct {
	Seat    engine.Seat // who asks; engine.Table is the dealer of a virtual game
	Line    string
	Version int // of the snapshot that it was chosen from
}

// An Answer says what came of a wish or an undo.
type Answer struct {
	Version int
	Events  []engine.Text // what happened, as the viewer may know it
	Moves   []engine.Text // an undo: what to do with the cardboard
	Line    string        // what Draw has played
	Waiting []engine.Seat // of what needs consent: who has not agreed yet
	Step    int           // the entry of what was wished, before what followed by itself; 0 if it is none
}

// New returns a table, with the unfinished game resumed if there is one. Trouble
// with the store is a notice, not an error; errors are mistakes in o.
func New(o Opts) (*Table, error) { return newTable(o) }

// Run owns the table until ctx ends. It is called once.
func (t *Table) Run(ctx context.Context) error { return t.run(ctx) }

// Offers lists the games that can be started.
func (t *Table) Offers() []GameOffer { return t.offers }

// Start begins a game. It is refused while another one is not over; one that
// is over gets its result.
func (t *Table) Start(ctx context.Context, g NewGame) (Answer, error) {
	return ask(ctx, t, func() (Answer, error) { return t.start(g) })
}

// Finish ends the game, which is Abandoned if it is not over, and leaves the table empty. One
// that is over has its result already.
func (t *Table) Finish(ctx context.Context) error {
	_, err := ask(ctx, t, func() (Answer, error) { return Answer{}, t.finish() })
	return err
}

// Reopen lets the game go on that Finish has ended last before it was over, as long
// as no other has begun.
func (t *Table) Reopen(ctx context.Context) error {
	_, err := ask(ctx, t, func() (Answer, error) { return Answer{}, t.reopen() })
	return err
}

// Do plays a line. The error is an engine.Refusal when the rules, the viewer's
// seat or a stale version forbid it; nothing has changed then.
func (t *Table) Do(ctx context.Context, w Request) (Answer, error) {
	return ask(ctx, t, func() (Answer, error) { return t.do(viewer{seat: w.Seat}, w) })
}

// Undo takes back the last standing entry of the snapshot with this version. When cards were
// shown, somebody else has done it, or the game is over and all has come to light, it is agreed to by every seat that
// somebody sits at, each by its own Undo of the same version; any other command drops the
// matter.
func (t *Table) Undo(ctx context.Context, seat engine.Seat, version int) (Answer, error) {
	return ask(ctx, t, func() (Answer, error) { return t.undo(seat, version) })
}

// Pass lets the window with this number pass for a seat, which may still answer by Do
// until it ends. The error is an engine.Refusal if the seat is not asked now.
func (t *Table) Pass(ctx context.Context, seat engine.Seat, number int) (Answer, error) {
	return ask(ctx, t, func() (Answer, error) { return t.pass(viewer{seat: seat}, number) })
}

// Order keeps a standing order of a seat, by its name, until the program ends; "" drops it.
func (t *Table) Order(ctx context.Context, seat engine.Seat, name string) error {
	_, err := ask(ctx, t, func() (Answer, error) { return Answer{}, t.order(seat, name) })
	return err
}

// Resolve ends the Divergence of the snapshot with this version when every seat that somebody
// sits at has agreed, each by its own Resolve in the same way.
func (t *Table) Resolve(ctx context.Context, seat engine.Seat, r Remedy, version int) (Answer, error) {
	return ask(ctx, t, func() (Answer, error) { return t.resolve(seat, r, version) })
}

// Accept lets the game follow the cards of seat as they lie, where a Notice of the
// snapshot with this version offers that. The error is an engine.Refusal if the
// rules do not allow it.
func (t *Table) Accept(ctx context.Context, seat engine.Seat, version int) (Answer, error) {
	return ask(ctx, t, func() (Answer, error) { return t.accept(seat, version) })
}

// Inquire has the card told to a seat, and to nobody else, that it lays next; it is not
// played. Asked once more, it lets that be.
func (t *Table) Inquire(ctx context.Context, seat engine.Seat) error {
	_, err := ask(ctx, t, func() (Answer, error) { return Answer{}, t.inquire(seat) })
	return err
}

// Name says what the card with this UID is and remembers it.
func (t *Table) Name(ctx context.Context, uid string, words []string) error {
	_, err := ask(ctx, t, func() (Answer, error) { return Answer{}, t.name(uid, words) })
	return err
}

// Snapshot returns what seat may know now. Any seat that no person sits at, and
// the Table, sees what a spectator sees.
func (t *Table) Snapshot(ctx context.Context, seat engine.Seat) (Snapshot, error) {
	return ask(ctx, t, func() (Snapshot, error) { return t.snapshot(viewer{seat: seat}), nil })
}

// Redraw shows the table to panels and watchers once more: something that is shown
// there with the game has changed.
func (t *Table) Redraw(ctx context.Context) error {
	_, err := ask(ctx, t, func() (Answer, error) { t.publish(); return Answer{}, nil })
	return err
}

// Notify tells everybody something that is not of the game, on panels and pages, until
// it is called again; nothing ends it.
func (t *Table) Notify(ctx context.Context, texts ...engine.Text) error {
	_, err := ask(ctx, t, func() (Answer, error) { t.notify(texts); return Answer{}, nil })
	return err
}

// Conceal covers what a seat alone knows of, for somebody else sits there now: cards that
// lie face down, until they are shown, and what was done with them, for good.
func (t *Table) Conceal(ctx context.Context, seat engine.Seat) error {
	_, err := ask(ctx, t, func() (Answer, error) { return Answer{}, t.conceal(seat) })
	return err
}

// Anew takes back what lies face down before a seat whose Snapshot is Veiled, so that
// it can plan.
func (t *Table) Anew(ctx context.Context, seat engine.Seat) (Answer, error) {
	return ask(ctx, t, func() (Answer, error) { return t.anew(seat) })
}

// Watch delivers the present snapshot and each later one until ctx ends, which
// closes the channel. A slow receiver misses moments, never the last one.
func (t *Table) Watch(ctx context.Context, seat engine.Seat) (<-chan Snapshot, error) {
	return ask(ctx, t, func() (<-chan Snapshot, error) { return t.watch(ctx, seat, 1), nil })
}

// Moments is how many snapshots Follow keeps for a slow receiver.
const Moments = 32

// Follow is Watch for who shows one moment after the other: a slow receiver misses
// the oldest of more than Moments.
func (t *Table) Follow(ctx context.Context, seat engine.Seat) (<-chan Snapshot, error) {
	return ask(ctx, t, func() (<-chan Snapshot, error) { return t.watch(ctx, seat, Moments), nil })
}

// Lacking is what such a game still needs to know of the owner's box; nothing if it is played
// with another one, or asks when it matters.
func (t *Table) Lacking(ctx context.Context, g NewGame) []engine.Lack {
	list, _ := ask(ctx, t, func() ([]engine.Lack, error) { // who starts it is told why not
		o, ok := t.offer(g.Game)
		if !ok {
			return nil, nil
		}
		return t.lacking(o, g)
	})
	return list
}

func (t *Table) lacking(o GameOffer, g NewGame) ([]engine.Lack, error) {
	if box, err := o.box(g.Box); err != nil || !box.Own || o.Game.Lacking == nil {
		return nil, err
	}
	h, err := t.header(o, g)
	if err != nil {
		return nil, err
	}
	return o.Game.Lacking(h.Setup.Seats, h.Setup.Facts), nil
}

// Checklist is what people would do with the cardboard first in such a game; none if it
// cannot start so.
func (t *Table) Checklist(ctx context.Context, g NewGame) []engine.Text {
	list, _ := ask(ctx, t, func() ([]engine.Text, error) { // who starts it is told why not
		o, ok := t.offer(g.Game)
		if !ok || o.Game.Checklist == nil {
			return nil, nil
		}
		h, err := t.header(o, g)
		if err != nil {
			return nil, err
		}
		return o.Game.Checklist(h.Setup.Seats, h.Setup.Facts), nil
	})
	return list
}
