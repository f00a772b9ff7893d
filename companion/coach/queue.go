package coach

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"sync"
	"time"

	"arbiter/engine"
	"arbiter/engine/bot"
	"arbiter/engine/contain"
)

// A Store keeps reports by game id.
type Store interface {
	Read(id string) ([]byte, error)
	Write(id string, report []byte) error
}

// A Queue judges games one after the other while nobody plays, and stores the reports. Its methods
// may be called from any goroutine.
type Queue struct {
	Store  Store
	Judges func(game string) (bot.Judge, bool) // by the name of its rules
	Busy   func() bool                         // somebody is playing, so nothing is judged
	Load   func(id string) (Game, error)       // loads a game that is over

	thinks sync.Mutex // one position at a time

	mu    sync.Mutex
	wants []string // ids of games to be judged
	wake  chan struct{}
	once  sync.Once
}

// mostWanted is how many games may be waiting. Beyond that, callers get nothing yet and may ask
// again.
const mostWanted = 8

func (q *Queue) ready() {
	q.once.Do(func() { q.wake = make(chan struct{}, 1) })
}

// Report returns what is known of a game: at first the chances by round, later everything. It
// returns false if the game is yet to be judged, which then happens as soon as there is time. For a
// game without a judge no report is ever ready.
func (q *Queue) Report(id string, g Game) (Report, bool) {
	r := q.kept(id, g)
	if !r.Whole {
		q.want(id)
	}
	return r, r.Whole || len(r.Rounds) > 0
}

func (q *Queue) want(id string) {
	q.ready()
	q.mu.Lock()
	defer q.mu.Unlock()
	if slices.Contains(q.wants, id) || len(q.wants) >= mostWanted {
		return
	}
	q.wants = append(q.wants, id)
	select {
	case q.wake <- struct{}{}:
	default:
	}
}

// Chances returns each seat's chance from a position of a game that is over, in the order of
// Setup.Seats; nil if there is no judge, or while somebody plays.
func (q *Queue) Chances(game string, s engine.State, seats []engine.Seat) []float64 {
	j, ok := q.Judges(game)
	if !ok || q.Busy() {
		return nil
	}
	q.thinks.Lock()
	defer q.thinks.Unlock()
	return Now(j, s, seats, 1)
}

// Judged reports whether games of these rules are judged.
func (q *Queue) Judged(game string) bool {
	_, ok := q.Judges(game)
	return ok
}

// kept returns the stored report of a game; a zero one if it cannot be read or covers fewer
// entries.
func (q *Queue) kept(id string, g Game) Report {
	data, err := q.Store.Read(id)
	if err != nil {
		return Report{}
	}
	var r Report
	if json.Unmarshal(data, &r) != nil || r.Entries != len(g.Entries) {
		return Report{}
	}
	return r
}

// pause is how often it is checked whether somebody plays.
const pause = time.Second

// Work judges games until ctx ends. Errors of games that cannot be judged are passed to tell.
func (q *Queue) Work(ctx context.Context, tell func(id string, err error)) {
	q.ready()
	for {
		select {
		case <-ctx.Done():
			return
		case <-q.wake:
		}
		for id, ok := q.next(); ok && ctx.Err() == nil; id, ok = q.next() {
			if err := contain.Run(func() error { return q.judge(ctx, id) }); err != nil && ctx.Err() == nil {
				tell(id, err)
			}
		}
	}
}

// next takes the first waiting game. If somebody asks for it while it is being judged it is queued
// again, so that no request is lost between the last check and the end; it is not judged twice,
// because judge looks at what is stored by then.
func (q *Queue) next() (string, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.wants) == 0 {
		return "", false
	}
	id := q.wants[0]
	q.wants = q.wants[1:]
	return id, true
}

var errBusy = errors.New("somebody plays")

// judge judges a game that has not been judged; it starts over if somebody has played in between.
func (q *Queue) judge(ctx context.Context, id string) error {
	g, err := q.Load(id)
	if err != nil || q.kept(id, g).Whole {
		return err
	}
	j, ok := q.Judges(g.Rules.Name)
	if !ok {
		return nil
	}
	for {
		if err := q.quiet(ctx); err != nil {
			return err
		}
		err := q.judgeNow(ctx, id, g, j)
		if !errors.Is(err, errBusy) {
			return err
		}
	}
}

// judgeNow stores first what is known soon, and then everything. It stops when somebody begins to
// play.
func (q *Queue) judgeNow(ctx context.Context, id string, g Game, j bot.Judge) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	go q.watch(ctx, stop)
	for _, look := range []func(context.Context, Game, bot.Judge, uint64) (Report, error){Glance, Look} {
		r, err := look(ctx, g, j, uint64(len(g.Entries)))
		if err != nil {
			return err
		}
		if err := q.keep(id, r); err != nil {
			return err
		}
	}
	return nil
}

// quiet waits until nobody plays.
func (q *Queue) quiet(ctx context.Context) error {
	for q.Busy() {
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(pause):
		}
	}
	return nil
}

// watch stops the judge when somebody begins to play.
func (q *Queue) watch(ctx context.Context, stop context.CancelCauseFunc) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
			if q.Busy() {
				stop(errBusy)
			}
		}
	}
}

func (q *Queue) keep(id string, r Report) error {
	data, err := json.Marshal(r)
	if err != nil {
		return err
	}
	return q.Store.Write(id, data)
}
