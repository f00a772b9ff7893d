package web

import (
	"context"
	"html/template"
	"net/http"
	"time"

	"arbiter/companion/web/session"
)

// fragments are the changing parts of a page, by their names.
type fragments = map[string]template.HTML

// A source is what a page shows that is about no game: a lesson, a rig in the making.
type source struct {
	changed func() <-chan struct{}                    // closed with its next change
	parts   func(lang string) (int, fragments, error) // as they are now, and their version; whoever asks looks on
}

// streamOf sends what changes on such a page, for as long as somebody looks at it.
func (s *Server) streamOf(w http.ResponseWriter, r *http.Request, name string, of source) {
	ctx, end := context.WithCancel(r.Context())
	defer end()
	here := s.streams.Enter(session.AddressOf(r.RemoteAddr), end)
	if here == nil {
		http.Error(w, "too many pages are open", http.StatusServiceUnavailable)
		return
	}
	defer here.Leave()
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("X-Accel-Buffering", "no")
	st := stream{Server: s, viewer: s.viewer(r, ""), w: w, control: http.NewResponseController(w)}
	if err := st.follow(ctx, of); err != nil {
		s.logger.Debug("event stream ends", "page", name, "err", err)
	}
}

// follow sends the parts when they have changed, and when a game begins or ends. With each
// beat it looks once more, so that the source knows that somebody is there.
func (st *stream) follow(ctx context.Context, of source) error {
	if err := st.begin(); err != nil {
		return err
	}
	shots, err := st.table.Watch(ctx, "")
	if err != nil {
		return err
	}
	beat := time.NewTicker(st.opts.Heartbeat)
	defer beat.Stop()
	for {
		changed := of.changed()
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

// sendParts sends the parts that differ from what the browser has.
func (st *stream) sendParts(of source) error {
	version, parts, err := of.parts(st.lang)
	if err != nil {
		return err
	}
	now := newUpdate(st.have, version, parts)
	if now == st.have {
		return nil
	}
	event := now.from(st.have)
	st.have = now
	return st.send(event)
}
