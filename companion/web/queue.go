package web

import (
	"context"
	"net/http"
	"runtime"
	"sync"
	"time"

	"arbiter/engine"
)

// How long somebody who looks back waits for others who do.
const longestQueue = 10 * time.Second

// A queue lets a few who look back have the processor at one time: they wait for each
// other, and the game that is played does not wait for them.
type queue chan struct{}

func newQueue() queue { return make(queue, max(1, runtime.GOMAXPROCS(0)/2)) }

// queued has f done when there is room, unless whoever asked has gone by then. There is
// room again once f begins to write.
func (s *Server) queued(f http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), longestQueue)
		defer cancel()
		select {
		case s.lookers <- struct{}{}:
		case <-s.closing:
			return
		case <-ctx.Done():
			if r.Context().Err() == nil {
				s.refuse(w, r, engine.Refuse("many people are looking at past games just now; try again in a moment"))
			}
			return
		}
		leave := sync.OnceFunc(func() { <-s.lookers })
		defer leave()
		f(&firstWrite{w, leave}, r)
	}
}

// A firstWrite tells when the answer begins: from then on it goes as slowly as who reads it.
type firstWrite struct {
	http.ResponseWriter
	begins func()
}

func (w *firstWrite) Write(b []byte) (int, error) {
	w.begins()
	return w.ResponseWriter.Write(b)
}

// Unwrap is for http.ResponseController.
func (w *firstWrite) Unwrap() http.ResponseWriter { return w.ResponseWriter }
