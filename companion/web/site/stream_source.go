package site

import (
	"context"
	"fmt"
	"html/template"
	"net/http"
	"time"

	"arbiter/companion/web/fragment"
	"arbiter/companion/web/session"
)

// Fragments are the changing parts of a page, by their names.
type Fragments = map[string]template.HTML

// A Source is what a page shows that is about no game: a lesson, a rig in the making.
type Source struct {
	Changed func() <-chan struct{}                    // closed with its next change
	Parts   func(lang string) (int, Fragments, error) // as they are now, and their version; whoever asks looks on
}

// A Stream is one page that somebody looks at.
type Stream struct {
	*Server
	session.Viewer
	w       http.ResponseWriter
	control *http.ResponseController
	Have    *fragment.Update // what the browser has; nil if nothing is known of it
}

// NewStream sends to a browser what changes for a viewer.
func NewStream(b *Server, v session.Viewer, w http.ResponseWriter) Stream {
	return Stream{Server: b, Viewer: v, w: w, control: http.NewResponseController(w)}
}

// StreamOf sends what changes on such a page, for as long as somebody looks at it.
func (s *Server) StreamOf(w http.ResponseWriter, r *http.Request, name string, of Source) {
	ctx, end := context.WithCancel(r.Context())
	defer end()
	here := s.Streams.Enter(session.AddressOf(r.RemoteAddr), end)
	if here == nil {
		http.Error(w, "too many pages are open", http.StatusServiceUnavailable)
		return
	}
	defer here.Leave()
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("X-Accel-Buffering", "no")
	st := NewStream(s, s.Viewer(r, ""), w)
	if err := st.follow(ctx, of); err != nil {
		s.Logger.Debug("event stream ends", "page", name, "err", err)
	}
}

// follow sends the parts when they have changed, and when a game begins or ends. With each
// beat it looks once more, so that the source knows that somebody is there.
func (st *Stream) follow(ctx context.Context, of Source) error {
	if err := st.Begin(); err != nil {
		return err
	}
	shots, err := st.Table.Watch(ctx, "")
	if err != nil {
		return err
	}
	beat := time.NewTicker(st.Opts.Heartbeat)
	defer beat.Stop()
	for {
		changed := of.Changed()
		if err := st.sendParts(of); err != nil {
			return err
		}
		select {
		case <-changed:
		case _, ok := <-shots:
			if !ok {
				return nil
			}
		case <-beat.C:
			if err := st.Send([]byte(": still here\n\n")); err != nil {
				return err
			}
		case <-st.Closing:
			return nil
		case <-ctx.Done():
			return nil
		}
	}
}

// sendParts sends the parts that differ from what the browser has.
func (st *Stream) sendParts(of Source) error {
	version, parts, err := of.Parts(st.Lang)
	if err != nil {
		return err
	}
	now := fragment.NewUpdate(st.Have, version, parts)
	if now == st.Have {
		return nil
	}
	event := now.From(st.Have)
	st.Have = now
	return st.Send(event)
}

// Begin lets the request last, and tells the browser when to come back.
func (st *Stream) Begin() error {
	if err := st.control.SetReadDeadline(time.Time{}); err != nil || st.Opts.Retry == 0 {
		return err
	}
	return st.Send(fmt.Appendf(nil, "retry: %d\n\n", st.Opts.Retry.Milliseconds()))
}

// Send writes an event. A client that does not take it in time is dropped; its
// browser comes back by itself.
func (st *Stream) Send(event []byte) error {
	if err := st.control.SetWriteDeadline(time.Now().Add(st.Opts.Slow)); err != nil {
		return err
	}
	if _, err := st.w.Write(event); err != nil { // #nosec G705 -- what html/template has escaped
		return err
	}
	return st.control.Flush()
}
