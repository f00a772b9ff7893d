package table

import (
	"context"
	"html/template"
	"sync"

	"arbiter/companion"
	"arbiter/companion/web/content"
	"arbiter/companion/web/fragment"
	"arbiter/companion/web/session"
	"arbiter/engine/contain"
)

// streamGroups groups the streams by what they show: a hundred spectators cost one drawing and one
// encoding.
type streamGroups struct {
	mu  sync.Mutex
	all map[session.Viewer]*Group
}

// A Group looks at the same thing: one seat, or the public page with the same rights, in one
// language.
type Group struct {
	*Pages
	viewer session.Viewer
	end    context.CancelFunc
	log    logCache           // used by its own goroutine only, like was
	was    companion.Snapshot // the one before

	mu          sync.Mutex
	last        *fragment.Update // nil before the first
	over        bool             // the table was closed
	subscribers map[*subscriber]bool
}

// A subscriber is a stream that waits for updates. It holds the latest of them.
type subscriber struct {
	of      *Group
	updates chan *fragment.Update
}

// NewGroup returns a group without streams.
func (s *Pages) NewGroup(v session.Viewer) *Group {
	return &Group{Pages: s, viewer: v, subscribers: map[*subscriber]bool{}}
}

// subscribe adds a stream to its group, which starts with its first stream.
func (s *Pages) subscribe(v session.Viewer) (*subscriber, error) {
	s.groups.mu.Lock()
	defer s.groups.mu.Unlock()
	a := s.groups.all[v]
	if a == nil {
		ctx, cancel := context.WithCancel(context.Background())
		shots, err := s.Table.Follow(ctx, v.Seat)
		if err != nil {
			cancel()
			return nil, err
		}
		a = s.NewGroup(v)
		a.end = cancel
		s.groups.all[v] = a
		go a.run(shots)
	}
	l := &subscriber{a, make(chan *fragment.Update, companion.Moments)}
	a.mu.Lock()
	defer a.mu.Unlock()
	switch {
	case a.over:
		close(l.updates)
	case a.last != nil:
		l.updates <- a.last
	}
	a.subscribers[l] = true
	return l, nil
}

// put hands over an update; a slow stream misses the oldest. There must be only one sender.
func (l *subscriber) put(f *fragment.Update) {
	for {
		select {
		case l.updates <- f:
			return
		default:
		}
		select {
		case <-l.updates:
		default:
		}
	}
}

// leave removes a stream from its group, which ends with its last stream.
func (l *subscriber) leave() {
	a := l.of
	a.groups.mu.Lock()
	defer a.groups.mu.Unlock()
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.subscribers, l)
	if len(a.subscribers) == 0 && a.groups.all[a.viewer] == a {
		delete(a.groups.all, a.viewer)
		a.end()
	}
}

// run draws each snapshot until the group is gone or the table is closed.
func (a *Group) run(shots <-chan companion.Snapshot) {
	var snap companion.Snapshot
	known := false
	for {
		rung := a.Changes.Wait()
		if known {
			a.show(snap)
		}
		select {
		case next, ok := <-shots:
			if !ok {
				a.close()
				return
			}
			snap, known = next, true
		case <-rung:
		}
	}
}

// Parts draws what the group sees of a snapshot, except what is cached.
func (a *Group) Parts(snap companion.Snapshot) (map[string]template.HTML, error) {
	return a.parts(a.viewer, a.Content(snap))
}

// Next draws the update that follows last, with the scenes between; last itself if nothing has
// changed.
func (a *Group) Next(last *fragment.Update, snap companion.Snapshot) (*fragment.Update, error) {
	moments := a.past(snap, func() []companion.Snapshot {
		switch {
		case !a.viewer.Watches():
			return nil
		case snap.GameID == a.was.GameID && snap.Version == a.was.Version:
			snap.Step = a.was.Step
			return nil
		case last == nil:
			if all := snap.Between(snap.Version-1, snap.Version); len(all) > 1 {
				return all
			}
			return nil
		}
		return snap.Since(a.was)
	})
	if n := len(moments); n > 0 {
		snap, moments = moments[n-1], moments[:n-1]
	}
	a.was = snap
	sc := a.Content(snap)
	parts, err := a.parts(a.viewer, sc)
	if err != nil {
		return nil, err
	}
	var scenes []fragment.Scene
	if last != nil && len(moments) > 0 {
		scenes = a.scenes(a.viewer, sc, moments, snap)
	}
	return fragment.NewUpdate(last, snap.Version, parts, scenes...), nil
}

// show hands a new update to all streams, unless it is the same as the last.
func (a *Group) show(snap companion.Snapshot) {
	var f *fragment.Update
	err := contain.Run(func() (err error) {
		f, err = a.Next(a.last, snap)
		return err
	})
	switch {
	case contain.Of(err) != nil:
		contain.Report(a.Logger, err, "a page that is open", "seat", a.viewer.Seat, "entry", snap.Version)
		return
	case err != nil:
		a.Logger.Error("web", "err", err)
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if f == a.last {
		return
	}
	a.last = f
	for l := range a.subscribers {
		l.put(f)
	}
}

// Content returns the content for the group, without the version in its forms: the script fills
// that in, so that forms do not change with every entry.
func (a *Group) Content(snap companion.Snapshot) content.Content {
	if a.viewer.Watches() {
		return a.stamped(a.viewer, snap, &a.log, 0)
	}
	return content.Content{Lobby: a.Seating(a.viewer, snap), Found: a.Found(), Say: a.SpeakerAt(a.viewer.Lang, snap)}
}

func (a *Group) close() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if !a.over {
		a.over = true
		for l := range a.subscribers {
			close(l.updates)
		}
	}
}
