package coach

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"time"

	"arbiter/engine/bot"
)

// A Store keeps reports by the names of their games.
type Store interface {
	Read(id string) ([]byte, error)
	Write(id string, report []byte) error
}

// A Desk judges games one after the other, while nobody plays, and keeps its reports. Its
// methods may be called by any goroutine.
type Desk struct {
	Store  Store
	Judges func(game string) (bot.Judge, bool) // by the name of its rules
	Busy   func() bool                         // somebody plays: nothing is judged
	Load   func(id string) (Game, error)       // a game that is over

	mu    sync.Mutex
	wants []string // games that are to be judged
	wake  chan struct{}
	once  sync.Once
}

// mostWanted is how many games wait to be judged. Who asks for more is told nothing yet, and
// may ask again.
const mostWanted = 8

func (d *Desk) ready() {
	d.once.Do(func() { d.wake = make(chan struct{}, 1) })
}

// Report is what is known of a game; false if it is still to be judged, which then happens
// as soon as there is time. No report of a game without a judge is ever ready.
func (d *Desk) Report(id string, g Game) (Report, bool) {
	if r, err := d.kept(id); err == nil && r.Entries == len(g.Entries) {
		return r, true
	}
	d.ready()
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, other := range d.wants {
		if other == id {
			return Report{}, false
		}
	}
	if len(d.wants) < mostWanted {
		d.wants = append(d.wants, id)
		select {
		case d.wake <- struct{}{}:
		default:
		}
	}
	return Report{}, false
}

// Judged reports whether games of these rules are.
func (d *Desk) Judged(game string) bool {
	_, ok := d.Judges(game)
	return ok
}

func (d *Desk) kept(id string) (r Report, err error) {
	data, err := d.Store.Read(id)
	if err != nil {
		return r, err
	}
	return r, json.Unmarshal(data, &r)
}

// pause is how often it is looked whether somebody plays.
const pause = time.Second

// Work judges games until ctx ends. The error of a game that cannot be judged goes to tell.
func (d *Desk) Work(ctx context.Context, tell func(id string, err error)) {
	d.ready()
	for {
		select {
		case <-ctx.Done():
			return
		case <-d.wake:
		}
		for id := d.first(); id != "" && ctx.Err() == nil; id = d.first() {
			if err := d.judge(ctx, id); err != nil && ctx.Err() == nil {
				tell(id, err)
			}
		}
	}
}

func (d *Desk) first() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.wants) == 0 {
		return ""
	}
	return d.wants[0]
}

func (d *Desk) done() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.wants = d.wants[1:]
}

var errBusy = errors.New("somebody plays")

// judge judges a game; from its beginning again if somebody has played in between.
func (d *Desk) judge(ctx context.Context, id string) error {
	defer d.done()
	g, err := d.Load(id)
	if err != nil {
		return err
	}
	j, ok := d.Judges(g.Rules.Name)
	if !ok {
		return nil
	}
	for {
		if err := d.quiet(ctx); err != nil {
			return err
		}
		r, err := d.look(ctx, g, j)
		if errors.Is(err, errBusy) {
			continue
		}
		if err != nil {
			return err
		}
		return d.keep(id, r)
	}
}

// quiet waits until nobody plays.
func (d *Desk) quiet(ctx context.Context) error {
	for d.Busy() {
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(pause):
		}
	}
	return nil
}

// look stops when somebody begins to play.
func (d *Desk) look(ctx context.Context, g Game, j bot.Judge) (Report, error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	go func() {
		for {
			select {
			case <-ctx.Done():
				return
			case <-time.After(pause):
				if d.Busy() {
					stop(errBusy)
				}
			}
		}
	}()
	return Look(ctx, g, j, uint64(len(g.Entries)))
}

func (d *Desk) keep(id string, r Report) error {
	data, err := json.Marshal(r)
	if err != nil {
		return err
	}
	return d.Store.Write(id, data)
}
