package web

import (
	"arbiter/companion/web/session"
	"context"
	"fmt"
	"net/http"
	"time"
)

// events sends what changes on a page, for as long as somebody looks at it. The
// id of an event names the version of the game and what the page showed. A
// stream begins with the whole page, unless the browser comes back and has it
// already.
func (s *Server) events(w http.ResponseWriter, r *http.Request) {
	v := s.viewer(r, engineSeat(r))
	if name := r.URL.Query().Get("page"); name == pageTable || name == pageGuide && v.seat != session.Host {
		v.page = name
	}
	if v.seat != session.Host && !s.seats.Holds(v.seat, session.Token(r)) {
		http.Error(w, errDenied.Error(), http.StatusForbidden)
		return
	}
	ctx, end := context.WithCancel(r.Context())
	defer end()
	here := s.streams.Enter(session.AddressOf(r.RemoteAddr), end)
	if here == nil {
		http.Error(w, "too many pages are open", http.StatusServiceUnavailable)
		return
	}
	if t := session.Token(r); t != "" {
		defer s.browsers.Enter(t)()
	}
	defer here.Leave()
	if s.seats.Known(session.Token(r)) {
		here.Keep()
	}
	st := stream{Server: s, viewer: v.live(), token: session.Token(r), w: w, control: http.NewResponseController(w), back: r.Header.Get("Last-Event-ID")}
	if err := st.open(); err != nil {
		http.Error(w, "the table does not answer", http.StatusServiceUnavailable)
		return
	}
	defer func() { st.listener.leave() }()
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("X-Accel-Buffering", "no")
	if err := st.run(ctx); err != nil {
		s.logger.Debug("event stream ends", "seat", v.seat, "err", err)
	}
}

// A stream is one page that somebody looks at.
type stream struct {
	*Server
	viewer
	token    string
	w        http.ResponseWriter
	control  *http.ResponseController
	listener *subscriber
	have     *update         // what the browser has; nil if nothing is known of it
	back     string          // the id of the last event that the browser got, before it was gone
	heard    <-chan struct{} // of changes, up to which moved has looked
}

func (st *stream) open() (err error) {
	st.listener, err = st.subscribe(st.viewer)
	return err
}

func (st *stream) run(ctx context.Context) error {
	if err := st.begin(); err != nil {
		return err
	}
	beat := time.NewTicker(st.opts.Heartbeat)
	defer beat.Stop()
	for {
		rung := st.changes.wait()
		if gone, err := st.moved(rung); gone || err != nil {
			return err
		}
		select {
		case f, ok := <-st.listener.updates:
			if !ok {
				return nil
			}
			if err := st.update(f); err != nil {
				return err
			}
		case <-rung:
		case <-beat.C:
			if err := st.send([]byte(": still here\n\n")); err != nil {
				return err
			}
		case <-st.closing:
			return nil
		case <-ctx.Done():
			return nil
		}
	}
}

// begin lets the request last, and tells the browser when to come back.
func (st *stream) begin() error {
	if err := st.control.SetReadDeadline(time.Time{}); err != nil || st.opts.Retry == 0 {
		return err
	}
	return st.send(fmt.Appendf(nil, "retry: %d\n\n", st.opts.Retry.Milliseconds()))
}

// update sends how a moment differs from what the browser has.
func (st *stream) update(f *update) error {
	if st.have == nil && st.back == f.id {
		st.have = f
		return st.send([]byte(": you have it all\n\n"))
	}
	event := f.from(st.have)
	st.have = f
	return st.send(event)
}

// moved looks, after each ring, whether the browser still has the rights that it
// had: one that lost its seat goes, others join the group that sees what they
// may see now.
func (st *stream) moved(rung <-chan struct{}) (gone bool, err error) {
	if st.heard == rung {
		return false, nil
	}
	st.heard = rung
	if st.seat != session.Host && !st.seats.Holds(st.seat, st.token) {
		return true, st.send([]byte("event: gone\ndata: -\n\n"))
	}
	now := st.viewer
	now.rights = st.Server.rights(st.token)
	if now = now.live(); now == st.viewer {
		return false, nil
	}
	st.listener.leave()
	st.viewer = now
	return false, st.open()
}

// send writes an event. A client that does not take it in time is dropped; its
// browser comes back by itself.
func (st *stream) send(event []byte) error {
	if err := st.control.SetWriteDeadline(time.Now().Add(st.opts.Slow)); err != nil {
		return err
	}
	if _, err := st.w.Write(event); err != nil { // #nosec G705 -- what html/template has escaped
		return err
	}
	return st.control.Flush()
}
