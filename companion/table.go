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

// A Panel shows the game to the whole table. Show gets what a spectator may know and may take its
// time: while it draws, snapshots in between are skipped, but never the last one. clock is what the
// clock of the game says, in whole minutes; it is empty if there is none to show.
type Panel interface {
	Show(view engine.View, notices []engine.Text, clock engine.Text)
}

// Opts configures a Table. Offers and Store are required.
type Opts struct {
	Offers  []GameOffer
	Store   Store
	Readers []presence.Reader
	Virtual bool                // nobody lays cards on readers: a game that needs no cardboard goes on by itself where nobody has a choice
	Changes <-chan hw.Change    // from hw.Watch; nil without readers
	Covers  presence.Covers     // the hw.Watcher of Changes; nil if it need not know which cards lie under others
	Buttons []menu.Button       // of the rig
	Presses <-chan menu.Press   // nil without buttons
	Tags    map[string][]string // from a UID, as hw.UID.String writes it, to words such as "purple" "discover"
	Panels  []Panel
	// Standing is what everybody is told for as long as the table runs.
	Standing []engine.Text
	Program  string                               // name and version, for the log
	Now      func() time.Time                     // default time.Now
	After    func(time.Duration) <-chan time.Time // the timer that ends windows; default time.After
	// Phone reports whether somebody plays the seat on a phone and can be asked in secret. The
	// table's goroutine calls it. By default every seat is.
	Phone func(engine.Seat) bool
	// Seal fixes all chance of a game in advance, given its id and its seats, and Rank orders what
	// may be drawn in it: the lowest rank comes. The table's goroutine calls both. By default draws
	// are random.
	Seal   func(game string, seats []engine.Seat) (engine.Sealed, error)
	Rank   func(game string, s engine.Sealed, d Drawn) string
	Chance func(n int) int // returns 0 to n-1, to deal the start order of a game begun with buttons; nil: the order of the seats
	Logger *slog.Logger    // default: none; no line names a hidden card or a UID

	// Settle is how long after a restart cards count as having lain there before, so that a card
	// left on a reader is not read as shown again. Default 2 s.
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

// An Answer is the outcome of a request or an undo.
type Answer struct {
	Version int
	Events  []engine.Text // what happened, as the viewer may know it
	Moves   []engine.Text // after an undo: what to do with the cardboard
	Line    string        // the line that Draw has played
	Waiting []engine.Seat // who has not agreed yet, if it needs consent
	Step    int           // the entry of the request, before entries that followed by themselves; 0 if there is none
}

// New returns a table, with the unfinished game resumed if there is one. Trouble with the store
// becomes a notice, not an error; errors are mistakes in o.
func New(o Opts) (*Table, error) { return newTable(o) }

// Run serves the table until ctx ends. It must be called only once.
func (t *Table) Run(ctx context.Context) error { return t.run(ctx) }

// Offers returns the games that can be started.
func (t *Table) Offers() []GameOffer { return t.offers }

// Start begins a game. It is refused while another one is not over; a game that is over leaves the
// table with its result.
func (t *Table) Start(ctx context.Context, g NewGame) (Answer, error) {
	return ask(ctx, t, func() (Answer, error) { return t.start(g) })
}

// Finish ends the game, as Abandoned if it is not over, and leaves the table empty.
func (t *Table) Finish(ctx context.Context) error {
	_, err := ask(ctx, t, func() (Answer, error) { return Answer{}, t.finish() })
	return err
}

// Reopen resumes the game that Finish ended last if it was not over, as long as no other has begun.
func (t *Table) Reopen(ctx context.Context) error {
	_, err := ask(ctx, t, func() (Answer, error) { return Answer{}, t.reopen() })
	return err
}

// Do plays a line. The error is an engine.Refusal when the rules, the viewer's seat or a stale
// version forbid it; nothing has changed then.
func (t *Table) Do(ctx context.Context, w Request) (Answer, error) {
	return ask(ctx, t, func() (Answer, error) { return t.do(viewer{seat: w.Seat}, w) })
}

// Undo takes back the last decision of the snapshot with this version. If it showed cards, was
// somebody else's, or ended the game and brought all to light, every seat that somebody sits at
// must agree, each by its own Undo of the same version; any other command drops the matter.
func (t *Table) Undo(ctx context.Context, seat engine.Seat, version int) (Answer, error) {
	return ask(ctx, t, func() (Answer, error) { return t.undo(seat, version) })
}

// Pass lets the window with this number pass for a seat, which may still answer by Do until it
// ends. The error is an engine.Refusal if the seat is not being asked.
func (t *Table) Pass(ctx context.Context, seat engine.Seat, number int) (Answer, error) {
	return ask(ctx, t, func() (Answer, error) { return t.pass(viewer{seat: seat}, number) })
}

// Order sets a standing order of a seat by its name, until the program ends; "" removes it.
func (t *Table) Order(ctx context.Context, seat engine.Seat, name string) error {
	_, err := ask(ctx, t, func() (Answer, error) { return Answer{}, t.order(seat, name) })
	return err
}

// Resolve ends the Divergence of the snapshot with this version once every seat that somebody sits
// at has asked for the same remedy, each by its own Resolve.
func (t *Table) Resolve(ctx context.Context, seat engine.Seat, r Remedy, version int) (Answer, error) {
	return ask(ctx, t, func() (Answer, error) { return t.resolve(seat, r, version) })
}

// Accept makes the game follow the cards of seat as they lie, where a Notice of the snapshot with
// this version offers that. The error is an engine.Refusal if the rules do not allow it.
func (t *Table) Accept(ctx context.Context, seat engine.Seat, version int) (Answer, error) {
	return ask(ctx, t, func() (Answer, error) { return t.accept(seat, version) })
}

// Inquire tells a seat, and nobody else, about the next card that it lays, which is then not
// played. A second call cancels the first.
func (t *Table) Inquire(ctx context.Context, seat engine.Seat) error {
	_, err := ask(ctx, t, func() (Answer, error) { return Answer{}, t.inquire(seat) })
	return err
}

// Name says what the card with this UID is, and remembers it.
func (t *Table) Name(ctx context.Context, uid string, words []string) error {
	_, err := ask(ctx, t, func() (Answer, error) { return Answer{}, t.name(uid, words) })
	return err
}

// Snapshot returns what seat may know now. The Table, and any seat where no person sits, sees what
// a spectator sees.
func (t *Table) Snapshot(ctx context.Context, seat engine.Seat) (Snapshot, error) {
	return ask(ctx, t, func() (Snapshot, error) { return t.snapshot(viewer{seat: seat}), nil })
}

// Chosen returns the last entry that a person at seat decided, and that stands; 0 if there is none.
func (t *Table) Chosen(ctx context.Context, seat engine.Seat) (int, error) {
	return ask(ctx, t, func() (int, error) {
		if t.game == nil {
			return 0, nil
		}
		return t.game.chosen(seat), nil
	})
}

// Redraw publishes the table again: something that is shown along with the game has changed.
func (t *Table) Redraw(ctx context.Context) error {
	_, err := ask(ctx, t, func() (Answer, error) { t.publish(); return Answer{}, nil })
	return err
}

// Notify tells everybody something that is not about the game, on panels and pages. It stays until
// the next call of Notify replaces it.
func (t *Table) Notify(ctx context.Context, texts ...engine.Text) error {
	_, err := ask(ctx, t, func() (Answer, error) { t.notify(texts); return Answer{}, nil })
	return err
}

// Conceal covers what only a seat knows, because somebody else sits there now: cards that lie face
// down, until they are shown, and what was done with them, for good.
func (t *Table) Conceal(ctx context.Context, seat engine.Seat) error {
	_, err := ask(ctx, t, func() (Answer, error) { return Answer{}, t.conceal(seat) })
	return err
}

// Anew takes back what lies face down in front of a seat whose Snapshot has Conceals set, so that
// it can plan.
func (t *Table) Anew(ctx context.Context, seat engine.Seat) (Answer, error) {
	return ask(ctx, t, func() (Answer, error) { return t.anew(seat) })
}

// Watch delivers the present snapshot and each later one until ctx ends, which closes the channel.
// A slow receiver misses snapshots in between, but never the last one.
func (t *Table) Watch(ctx context.Context, seat engine.Seat) (<-chan Snapshot, error) {
	return ask(ctx, t, func() (<-chan Snapshot, error) { return t.watch(ctx, seat, 1), nil })
}

// Moments is how many snapshots Follow keeps for a slow receiver.
const Moments = 32

// Follow is Watch for those who show one snapshot after the other: a slow receiver misses only the
// oldest, once more than Moments are waiting.
func (t *Table) Follow(ctx context.Context, seat engine.Seat) (<-chan Snapshot, error) {
	return ask(ctx, t, func() (<-chan Snapshot, error) { return t.watch(ctx, seat, Moments), nil })
}

// Lacking returns what such a game still needs to know of the owner's box. It is empty if the game
// is played with another box, or asks at the table when it matters.
func (t *Table) Lacking(ctx context.Context, g NewGame) []engine.Lack {
	list, _ := ask(ctx, t, func() ([]engine.Lack, error) { // Start tells why it cannot begin
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

// Checklist returns what people would first do with the cardboard in such a game; nothing if it
// cannot start.
func (t *Table) Checklist(ctx context.Context, g NewGame) []engine.Text {
	list, _ := ask(ctx, t, func() ([]engine.Text, error) { // Start tells why it cannot begin
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
