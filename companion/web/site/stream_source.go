package site

import (
	"cmp"
	"context"
	"fmt"
	"html/template"
	"net/http"
	"strings"
	"time"

	"arbiter/companion/web/fragment"
	"arbiter/companion/web/page"
	"arbiter/companion/web/session"
)

// Fragments are the changing parts of a page, by name.
type Fragments = map[string]template.HTML

// A Source is a part of a page that is not about the game, such as a lesson or a rig in the making.
type Source struct {
	Changed func() <-chan struct{}                    // closed at the next change
	Parts   func(lang string) (int, Fragments, error) // the present parts and their version; calling it counts as looking on
}

// A Stream is an open page that gets events.
type Stream struct {
	*Server
	session.Viewer
	w       http.ResponseWriter
	control *http.ResponseController
	have    *fragment.Update // what the browser has; nil if unknown
	back    string           // the id of the last event that the browser got before it lost the connection
	lasts   bool             // if not set, it ends when the browser is up to date, and the browser asks again
	shared  bool             // over HTTP/2, where other requests share the connection
}

// OpenStream begins an event stream for a viewer, which lasts until ctx ends or leave is called. If
// there is no room it answers the request itself and returns nil.
func (s *Server) OpenStream(w http.ResponseWriter, r *http.Request, v session.Viewer) (st *Stream, ctx context.Context, leave func()) {
	ctx, end := context.WithCancel(r.Context())
	here := s.Streams.Enter(session.AddressOf(r.RemoteAddr), end)
	if here == nil {
		end()
		http.Error(w, "too many pages are open", http.StatusServiceUnavailable)
		return nil, nil, nil
	}
	leave = func() { here.Leave(); end() }
	if s.Seats.Known(session.Token(r)) {
		here.Keep()
	}
	st = &Stream{Server: s, Viewer: v, w: w, control: http.NewResponseController(w), back: cmp.Or(r.Header.Get("Last-Event-ID"), r.URL.Query().Get("have")), lasts: true}
	browser, tab, named := strings.Cut(r.URL.Query().Get("tab"), ".")
	if st.shared = r.ProtoMajor >= 2; named && !st.shared {
		left, lasts := s.Tabs.Enter(browser, tab, end)
		if st.lasts = lasts; lasts {
			leave = func() { left(); here.Leave(); end() }
		}
	}
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("X-Accel-Buffering", "no")
	return st, ctx, leave
}

// StreamOf sends the changes of a Source for as long as the page is open.
func (s *Server) StreamOf(w http.ResponseWriter, r *http.Request, name string, of Source) {
	st, ctx, leave := s.OpenStream(w, r, s.Viewer(r, ""))
	if st == nil {
		return
	}
	defer leave()
	if err := st.follow(ctx, of); err != nil {
		s.Logger.Debug("event stream ends", "page", name, "err", err)
	}
}

// follow sends the parts when they have changed, and when a game begins or ends. At each heartbeat
// it looks again, which tells the source that somebody is there.
func (st *Stream) follow(ctx context.Context, of Source) error {
	if err := st.Begin(); err != nil {
		return err
	}
	shots, err := st.Table.Watch(ctx, "")
	if err != nil {
		return err
	}
	beat := time.NewTicker(st.Opts.Streams.Heartbeat)
	defer beat.Stop()
	for {
		changed := of.Changed()
		if over, err := st.sendParts(of); over || err != nil {
			return err
		}
		select {
		case <-changed:
		case _, ok := <-shots:
			if !ok {
				return nil
			}
		case <-beat.C:
			if err := st.Beat(); err != nil {
				return err
			}
		case <-st.Closing:
			return nil
		case <-ctx.Done():
			return nil
		}
	}
}

// sendParts sends the parts that differ from what the browser has, as Update does.
func (st *Stream) sendParts(of Source) (over bool, err error) {
	version, parts, err := of.Parts(st.Lang)
	if err != nil {
		return false, err
	}
	now := fragment.NewUpdate(st.have, version, parts)
	if now == st.have {
		return false, nil
	}
	return st.Update(now)
}

// Begin lifts the request's deadlines, and tells the browser when to reconnect and how often to
// expect something.
func (st *Stream) Begin() error {
	if err := st.control.SetReadDeadline(time.Time{}); err != nil {
		return err
	}
	if err := st.Send(fmt.Appendf(nil, "retry: %d\n\n", st.Opts.Streams.Retry.Milliseconds())); err != nil {
		return err
	}
	return st.Beat()
}

// Beat tells the page that the connection is alive, when to expect the next beat, and the time by
// page.Clock. It is an event, as scripts do not see comments.
func (st *Stream) Beat() error {
	return st.Send(fmt.Appendf(nil, "event: beat\ndata: %d %d\n\n", st.Opts.Streams.Heartbeat.Milliseconds(), page.Clock(time.Now())))
}

// Update sends how a moment differs from what the browser has. over says that the stream ends here,
// and the browser asks again after Opts.Retry.
func (st *Stream) Update(now *fragment.Update) (over bool, err error) {
	event := []byte("event: same\ndata: -\n\n")
	if st.have != nil || st.back != now.ID {
		event = now.From(st.have)
	}
	return st.send(now, event)
}

// Recall sends a moment to a browser that asks for what led to it, in at most so many bytes more.
func (st *Stream) Recall(now *fragment.Update, scenes []fragment.Scene, most int) (over bool, err error) {
	if len(scenes) == 0 {
		return st.Update(now)
	}
	return st.send(now, now.Past(scenes, most))
}

func (st *Stream) send(now *fragment.Update, event []byte) (over bool, err error) {
	st.have = now
	if !st.lasts {
		event = append(event[:len(event):len(event)], "event: brief\ndata: -\n\n"...)
	}
	return !st.lasts, st.Send(event)
}

// Send writes an event. A client that does not take it in time is dropped; its browser reconnects
// by itself.
func (st *Stream) Send(event []byte) error {
	if err := st.control.SetWriteDeadline(time.Now().Add(st.Opts.Streams.Slow)); err != nil {
		return err
	}
	if _, err := st.w.Write(event); err != nil { // #nosec G705 -- what html/template has escaped
		return err
	}
	if err := st.control.Flush(); err != nil || !st.shared {
		return err
	}
	return st.control.SetWriteDeadline(time.Time{}) // over HTTP/2 it would end a silent stream
}
