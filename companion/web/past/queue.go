package past

import (
	"bufio"
	"context"
	"net/http"
	"runtime"
	"time"

	"arbiter/companion/web/site"
	"arbiter/engine"
)

// A pastPages are the pages of past games.
type Pages struct {
	*site.Server
	Lookups queue
}

// New returns these pages, of a server.
func New(b *site.Server) *Pages { return &Pages{Server: b, Lookups: newQueue()} }

// How long somebody who looks back waits for others who do.
const longestQueue = 10 * time.Second

// A queue lets a few who look back have the processor at one time: they wait for each
// other, and the game that is played does not wait for them.
type queue chan struct{}

func newQueue() queue { return make(queue, max(1, runtime.GOMAXPROCS(0)/2)) }

// queued has f done when there is room, unless whoever asked has gone by then.
func (s *Pages) queued(f http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), longestQueue)
		defer cancel()
		t := &turn{ResponseWriter: w, of: s.Lookups, ctx: r.Context()}
		if !t.take(ctx) {
			if r.Context().Err() == nil {
				s.Refuse(w, r, engine.Refuse("many people are looking at past games just now; try again in a moment"))
			}
			return
		}
		defer t.give()
		if s.Opts.Looking != nil {
			s.Opts.Looking(1)
			defer s.Opts.Looking(-1)
		}
		out := bufio.NewWriterSize(t, 64<<10)
		f(&pieces{t, out}, r)
		out.Flush()
	}
}

// A turn in the queue. It is given back while somebody takes what was written, who may be
// slow.
type turn struct {
	http.ResponseWriter
	of   queue
	ctx  context.Context // of the request
	mine bool
}

func (t *turn) take(ctx context.Context) bool {
	select {
	case t.of <- struct{}{}:
		t.mine = true
	case <-ctx.Done():
	}
	return t.mine
}

func (t *turn) give() {
	if t.mine {
		<-t.of
		t.mine = false
	}
}

func (t *turn) Write(b []byte) (int, error) {
	t.give()
	n, err := t.ResponseWriter.Write(b)
	if err == nil && !t.take(t.ctx) {
		err = t.ctx.Err()
	}
	return n, err
}

// pieces are an answer that is written piece by piece.
type pieces struct {
	*turn
	out *bufio.Writer
}

func (a *pieces) Write(b []byte) (int, error) { return a.out.Write(b) }
