package web

import (
	"context"
	"sync"

	"arbiter/companion"
)

// streamGroups are the streams, put together by what they show: a hundred people
// who look at the same cost one drawing and one encoding.
type streamGroups struct {
	mu  sync.Mutex
	all map[viewer]*streamGroup
}

// A streamGroup looks at the same: one seat, or the public page with the same
// rights, in one language.
type streamGroup struct {
	*Server
	viewer viewer
	end    context.CancelFunc
	log    logCache // of its own goroutine

	mu          sync.Mutex
	last        *update // nil before the first
	over        bool    // the table is closed
	subscribers map[*subscriber]bool
}

// A subscriber is a stream that waits for moments. It holds the latest of them.
type subscriber struct {
	of      *streamGroup
	updates chan *update
}

// subscribe makes a stream one of a group, which begins with it if it is the
// first.
func (s *Server) subscribe(v viewer) (*subscriber, error) {
	s.groups.mu.Lock()
	defer s.groups.mu.Unlock()
	a := s.groups.all[v]
	if a == nil {
		ctx, cancel := context.WithCancel(context.Background())
		shots, err := s.table.Follow(ctx, v.seat)
		if err != nil {
			cancel()
			return nil, err
		}
		a = &streamGroup{Server: s, viewer: v, end: cancel, subscribers: map[*subscriber]bool{}}
		s.groups.all[v] = a
		go a.run(shots)
	}
	l := &subscriber{a, make(chan *update, companion.Moments)}
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

// put hands over a moment; who is late misses the oldest. There is one sender.
func (l *subscriber) put(f *update) {
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

// leave takes a stream out of its group, which ends with the last.
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

// run draws what comes until the group has gone or the table is closed.
func (a *streamGroup) run(shots <-chan companion.Snapshot) {
	var snap companion.Snapshot
	known := false
	for {
		rung := a.changes.wait()
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

// show hands a new moment to everybody, unless it is the same as the last.
func (a *streamGroup) show(snap companion.Snapshot) {
	parts, err := a.parts(a.viewer, a.fleeting(snap))
	if err != nil {
		a.logger.Error("web", "err", err)
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	f := newUpdate(a.last, snap.Version, parts)
	if f == a.last {
		return
	}
	a.last = f
	for l := range a.subscribers {
		l.put(f)
	}
}

// fleeting is the scene without the version in its forms: the script puts it in,
// so that forms do not change with every entry.
func (a *streamGroup) fleeting(snap companion.Snapshot) scene {
	if a.viewer.watches() {
		return a.moment(a.viewer, snap, &a.log, 0)
	}
	return scene{Lobby: a.seating(a.viewer, snap), say: a.speaker(a.viewer.lang, snap.Labels)}
}

func (a *streamGroup) close() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if !a.over {
		a.over = true
		for l := range a.subscribers {
			close(l.updates)
		}
	}
}
