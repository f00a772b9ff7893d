package web

import (
	"context"
	"sync"

	"arbiter/companion"
)

// Audiences are the streams, put together by what they show: a hundred people
// who look at the same cost one drawing and one encoding.
type audiences struct {
	mu  sync.Mutex
	all map[viewer]*audience
}

// An audience looks at the same: one seat, or the public page with the same
// rights, in one language.
type audience struct {
	*Server
	viewer viewer
	end    context.CancelFunc
	log    annals // of its own goroutine, as drawn is
	drawn  drawn

	mu    sync.Mutex
	last  *moment // nil before the first
	over  bool    // the table is closed
	seats map[*listener]bool
}

// A listener is a stream that waits for moments. It holds the latest.
type listener struct {
	of      *audience
	moments chan *moment
}

// join makes a stream one of an audience, which begins with it if it is the
// first.
func (s *Server) attend(v viewer) (*listener, error) {
	s.audiences.mu.Lock()
	defer s.audiences.mu.Unlock()
	a := s.audiences.all[v]
	if a == nil {
		ctx, cancel := context.WithCancel(context.Background())
		shots, err := s.table.Watch(ctx, v.seat)
		if err != nil {
			cancel()
			return nil, err
		}
		a = &audience{Server: s, viewer: v, end: cancel, drawn: drawn{}, seats: map[*listener]bool{}}
		s.audiences.all[v] = a
		go a.run(shots)
	}
	l := &listener{a, make(chan *moment, 1)}
	a.mu.Lock()
	defer a.mu.Unlock()
	switch {
	case a.over:
		close(l.moments)
	case a.last != nil:
		l.moments <- a.last
	}
	a.seats[l] = true
	return l, nil
}

// leave takes a stream out of its audience, which ends with the last.
func (l *listener) leave() {
	a := l.of
	a.audiences.mu.Lock()
	defer a.audiences.mu.Unlock()
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.seats, l)
	if len(a.seats) == 0 && a.audiences.all[a.viewer] == a {
		delete(a.audiences.all, a.viewer)
		a.end()
	}
}

// run draws what comes until the audience has gone or the table is closed.
func (a *audience) run(shots <-chan companion.Snapshot) {
	var snap companion.Snapshot
	known := false
	for {
		rung := a.bell.wait()
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
func (a *audience) show(snap companion.Snapshot) {
	parts, err := a.draw(a.fleeting(snap))
	if err != nil {
		a.logger.Error("web", "err", err)
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	f := newMoment(a.last, snap.Version, parts)
	if f == a.last {
		return
	}
	a.last = f
	for l := range a.seats {
		select {
		case <-l.moments: // it is late, and misses one
		default:
		}
		l.moments <- f
	}
}

// fleeting is the scene without the version in its forms: the script puts it in,
// so that forms do not change with every entry.
func (a *audience) fleeting(snap companion.Snapshot) scene {
	sc := a.staged(a.viewer, snap, &a.log)
	sc.Version = 0
	return sc
}

func (a *audience) close() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if !a.over {
		a.over = true
		for l := range a.seats {
			close(l.moments)
		}
	}
}
