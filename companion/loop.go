package companion

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"arbiter/companion/history"
	"arbiter/companion/menu"
	"arbiter/companion/presence"
	"arbiter/engine"
	"arbiter/engine/contain"
)

// A Table is the running table. Its methods may be called by any goroutine.
type Table struct {
	opts     Opts
	offers   []GameOffer
	logger   *slog.Logger
	requests chan func()
	stopped  chan struct{}

	// The rest belongs to the goroutine of Run.
	game     *game // nil while no game is running
	ended    Ended // the last one, until another begins
	readers  *presence.Readers
	notices  []presence.Notice
	trouble  []presence.Notice // of the store
	damage   *history.Damage   // of the game that would be resumed, until a new one begins; usually nil
	blank    []blankPanel
	told     []engine.Text // to everybody, from outside the game
	buttons  *menu.Buttons
	suspects map[string]engine.Text // UID -> why the card may be a copy
	watchers map[*watcher]bool
	panels   []chan frame
	aside    string            // id of the game that cannot go on, until a new one begins; usually ""
	faults   []presence.Notice // since the last entry
	deadline <-chan time.Time  // of the open window; nil if no clock ends it
	chime    <-chan time.Time  // when the clock is to be read again; nil if nobody has to
	settled  time.Time         // until then cards count as lying there from before
	settling <-chan time.Time  // fires then, for another look at the readers
}

const (
	defaultSettle   = 2 * time.Second
	defaultPatience = 5 * time.Second
)

func newTable(o Opts) (*Table, error) {
	switch {
	case o.Store == nil:
		return nil, errors.New("a table needs a store")
	case len(o.Offers) == 0:
		return nil, errors.New("a table needs a game to offer")
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.Rank == nil {
		o.Rank = byChance
	}
	if o.After == nil {
		o.After = time.After
	}
	if o.Settle == 0 {
		o.Settle = defaultSettle
	}
	if o.Patience == 0 {
		o.Patience = defaultPatience
	}
	t := &Table{
		opts: o, offers: o.Offers, logger: o.Logger,
		requests: make(chan func()), stopped: make(chan struct{}),
		readers: presence.New(o.Readers, o.Tags), buttons: menu.New(o.Buttons), watchers: map[*watcher]bool{}, suspects: map[string]engine.Text{},
	}
	t.resume()
	return t, nil
}

func (t *Table) run(ctx context.Context) error {
	defer t.close()
	t.open(ctx)
	changes, presses := t.opts.Changes, t.opts.Presses
	var again <-chan time.Time
	for {
		if again == nil && t.readers.Uncertain() {
			again = time.After(presence.ListenAgain)
		}
		select {
		case <-ctx.Done():
			return nil
		case job := <-t.requests:
			t.turn("a request", job)
		case <-t.settling:
			t.refresh()
		case <-t.deadline:
			t.turn("the end of a window", t.end)
		case <-t.chime:
			t.turn("the clock", t.publish)
		case <-again:
			again = nil
			t.turn("listening to readers", func() {
				if t.readers.Listen(t.opts.Covers) {
					t.refresh()
				}
			})
		case c, ok := <-changes:
			if !ok {
				changes = nil
				continue
			}
			t.turn("a reader", func() { t.change(c) })
		case p, ok := <-presses:
			if !ok {
				presses = nil
				continue
			}
			t.turn("a button", func() { t.press(p) })
		}
	}
}

// ask runs f on the table's goroutine. It gives up when ctx ends, or if f has not begun after
// Opts.Patience; then f never runs. Once begun, f has until twice that, so that nobody is told to
// retry what is already being done.
func ask[T any](ctx context.Context, t *Table, f func() (T, error)) (T, error) {
	type reply struct {
		v   T
		err error
	}
	ctx, cancel := context.WithTimeout(ctx, 2*t.opts.Patience)
	defer cancel()
	waited := time.NewTimer(t.opts.Patience)
	defer waited.Stop()
	var none T
	done := make(chan reply, 1)
	job := func() {
		if ctx.Err() == nil {
			var v T
			err := contain.Run(func() (err error) {
				v, err = f()
				return err
			})
			if contain.Of(err) != nil {
				t.fault(err, "a request", undone())
				t.publish()
				err = engine.Refusal{Text: undone()}
			}
			done <- reply{v, err}
		}
	}
	select {
	case t.requests <- job:
	case <-ctx.Done():
		return none, fmt.Errorf("the table does not answer: %w", ctx.Err())
	case <-waited.C:
		return none, fmt.Errorf("the table does not answer: %w", context.DeadlineExceeded)
	case <-t.stopped:
		return none, errStopped
	}
	select {
	case r := <-done:
		return r.v, r.err
	case <-ctx.Done():
		return none, fmt.Errorf("the table does not answer: %w", ctx.Err())
	}
}

var errStopped = errors.New("the table is closed")

// refresh compares the readers with the game, plays what they ask for, and shows the outcome to
// everybody.
func (t *Table) refresh() {
	t.whole("cards on readers", t.playCards)
	t.whole("what leaves no choice", t.proceed)
	t.whole("a window", t.attend)
	t.whole("cards below others", t.cover)
	t.whole("the result", t.conclude)
	t.publish()
}

// failed sets the notice about a failing store; a nil err clears it. The owner's log gets one line
// when an outage begins and one when it ends.
func (t *Table) failed(err error, text engine.Text) {
	was := len(t.trouble) > 0
	t.trouble = nil
	if err != nil {
		t.trouble = troubles(err, text)
	}
	switch {
	case err != nil && !was:
		t.logger.Error("the log cannot be written or read", "err", cause(err))
	case err == nil && was:
		t.logger.Info("the log works again")
	}
}

// cause returns the innermost error: what is wrong with the disk, without the words that were to be
// written.
func cause(err error) error {
	for next := err; next != nil; next = errors.Unwrap(next) {
		err = next
	}
	return err
}
