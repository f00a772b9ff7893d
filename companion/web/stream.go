package web

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"html/template"
	"net/http"
	"time"

	"arbiter/companion"
	"arbiter/engine"
)

// events sends what changes on a page, for as long as somebody looks at it. The
// id of an event is the version of the game. A stream begins with the whole
// page, so that a browser that comes back has missed nothing.
func (s *Server) events(w http.ResponseWriter, r *http.Request) {
	v := s.viewer(r, engine.Seat(r.URL.Query().Get("seat")))
	if v.seat != "" && !s.seats.holds(v.seat, v.token) {
		http.Error(w, errDenied.Error(), http.StatusForbidden)
		return
	}
	select {
	case s.streams <- struct{}{}:
		defer func() { <-s.streams }()
	default:
		http.Error(w, "too many pages are open", http.StatusServiceUnavailable)
		return
	}
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	shots, err := s.table.Watch(ctx, v.seat)
	if err != nil {
		http.Error(w, "the table does not answer", http.StatusServiceUnavailable)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("X-Accel-Buffering", "no")
	st := stream{Server: s, viewer: v, w: w, control: http.NewResponseController(w), sent: map[string]template.HTML{}}
	if err := st.run(ctx, shots); err != nil {
		s.logger.Debug("event stream ends", "seat", v.seat, "err", err)
	}
}

// A stream is one page that somebody looks at.
type stream struct {
	*Server
	viewer
	w       http.ResponseWriter
	control *http.ResponseController
	sent    map[string]template.HTML // the parts as the browser has them
	snap    companion.Snapshot
	known   bool // snap has come
	version int  // as the browser has it
	drawn   int
}

func (st *stream) run(ctx context.Context, shots <-chan companion.Snapshot) error {
	if err := st.control.SetReadDeadline(time.Time{}); err != nil {
		return err
	}
	beat := time.NewTicker(st.opts.Heartbeat)
	defer beat.Stop()
	for {
		rung := st.bell.wait()
		if err := st.update(); err != nil {
			return err
		}
		select {
		case snap, ok := <-shots:
			if !ok {
				return nil
			}
			st.snap, st.known = snap, true
		case <-rung:
			if st.seat != "" && !st.seats.holds(st.seat, st.token) {
				return st.send("event: gone\ndata: -\n\n")
			}
		case <-beat.C:
			if err := st.send(": still here\n\n"); err != nil {
				return err
			}
		case <-st.closing:
			return nil
		case <-ctx.Done():
			return nil
		}
	}
}

// update sends the parts that differ from what the browser has.
func (st *stream) update() error {
	if !st.known {
		return nil
	}
	parts, err := st.live(st.viewer, st.snap)
	if err != nil {
		return err
	}
	changed := map[string]template.HTML{}
	for name, html := range parts {
		if before, known := st.sent[name]; !known || before != html {
			changed[name] = html
		}
	}
	if len(changed) > 0 || st.version != st.snap.Version {
		st.sent, st.version = parts, st.snap.Version
		if err := st.sendParts(st.snap.Version, changed); err != nil {
			return err
		}
	}
	if _, drawn := st.lastPicture(); drawn != st.drawn {
		st.drawn = drawn
		return st.send(fmt.Sprintf("event: panel\ndata: %d\n\n", drawn))
	}
	return nil
}

func (st *stream) sendParts(version int, parts map[string]template.HTML) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "id: %d\nevent: parts\ndata: ", version)
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(struct {
		Version int                      `json:"version"`
		Parts   map[string]template.HTML `json:"parts"`
	}{version, parts})
	if err != nil {
		return err
	}
	b.WriteString("\n")
	return st.send(b.String())
}

// send writes an event. A client that does not take it in time is dropped; its
// browser comes back by itself.
func (st *stream) send(event string) error {
	if err := st.control.SetWriteDeadline(time.Now().Add(st.opts.Slow)); err != nil {
		return err
	}
	if _, err := st.w.Write([]byte(event)); err != nil {
		return err
	}
	return st.control.Flush()
}
