package table

import (
	"context"
	"net/http"
	"net/netip"
	"strconv"
	"time"

	"arbiter/companion/web/fragment"
	"arbiter/companion/web/session"
	"arbiter/companion/web/site"
	"arbiter/engine"
)

// events sends the changes of a page for as long as it is open. The id of an event names the
// version of the game and what the page showed. A stream begins with the whole page, unless the
// browser reconnects and has it.
func (s *Pages) events(w http.ResponseWriter, r *http.Request) {
	v := s.Viewer(r, engineSeat(r))
	if name := r.URL.Query().Get("page"); name == session.PageTable || name == session.PageGuide && v.Seat != session.Host {
		v.Page = name
	}
	if v.Seat != session.Host && !s.Seats.Holds(v.Seat, session.Token(r)) {
		http.Error(w, site.ErrDenied.Error(), http.StatusForbidden)
		return
	}
	stream, ctx, leave := s.OpenStream(w, r, v.Live())
	if stream == nil {
		return
	}
	defer leave()
	if t := session.Token(r); t != "" {
		defer s.Browsers.Enter(t)()
	}
	st := tableStream{Stream: stream, table: s, token: session.Token(r), from: session.AddressOf(r.RemoteAddr), recalls: r.URL.Query().Has("since")}
	st.shown, _ = strconv.Atoi(r.URL.Query().Get("since"))
	if err := st.open(); err != nil {
		http.Error(w, "the table does not answer", http.StatusServiceUnavailable)
		return
	}
	defer func() { st.listener.leave() }()
	if err := st.run(ctx); err != nil {
		s.Logger.Debug("event stream ends", "seat", v.Seat, "err", err)
	}
}

// A tableStream is the stream of an open page of the table.
type tableStream struct {
	*site.Stream
	table    *Pages
	token    string
	from     netip.Addr
	recalls  bool // the page asks for what happened since it showed an entry
	shown    int  // that entry; 0 if it means the last one that its seat chose
	listener *subscriber
	heard    <-chan struct{} // of the changes that moved has seen
}

func (st *tableStream) open() (err error) {
	st.listener, err = st.table.subscribe(st.Viewer)
	return err
}

func (st *tableStream) run(ctx context.Context) error {
	if err := st.Begin(); err != nil {
		return err
	}
	beat := time.NewTicker(st.Opts.Streams.Heartbeat)
	defer beat.Stop()
	emotes, leave := st.table.emotes.listen()
	defer leave()
	for {
		rung := st.Changes.Wait()
		if gone, err := st.moved(rung); gone || err != nil {
			return err
		}
		select {
		case f, ok := <-st.listener.updates:
			if !ok {
				return nil
			}
			if over, err := st.update(ctx, f); over || err != nil {
				return err
			}
		case e := <-emotes:
			if err := st.Send(e); err != nil {
				return err
			}
		case <-rung:
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

// update sends an update, and before the first one what led to it, if the page asks for that.
func (st *tableStream) update(ctx context.Context, f *fragment.Update) (over bool, err error) {
	if st.recalls && st.Viewer.Watches() {
		st.recalls = false
		scenes, err := st.table.recall(ctx, st, f)
		if err != nil {
			return false, err
		}
		return st.Recall(f, scenes, mostSceneBytes)
	}
	return st.Update(f)
}

// moved checks after each change whether the browser still has its rights: if it lost its seat the
// stream ends, otherwise the stream may move to another group.
func (st *tableStream) moved(rung <-chan struct{}) (gone bool, err error) {
	if st.heard == rung {
		return false, nil
	}
	st.heard = rung
	if st.Seat != session.Host && !st.Seats.Holds(st.Seat, st.token) {
		return true, st.Send([]byte("event: gone\ndata: -\n\n"))
	}
	now := st.Viewer
	now.Rights = st.table.Rights(st.token)
	if now.Lost(st.Viewer.Rights) { // the browser may have a new token by now
		return true, st.Send([]byte("event: gone\ndata: -\n\n"))
	}
	if now = now.Live(); now == st.Viewer {
		return false, nil
	}
	st.listener.leave()
	st.Viewer = now
	return false, st.open()
}

// engineSeat returns the seat that a stream asks for.
func engineSeat(r *http.Request) engine.Seat { return engine.Seat(r.URL.Query().Get("seat")) }
