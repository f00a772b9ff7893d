package site

import (
	"cmp"
	"context"
	"net/http"
	"net/netip"
	"runtime"
	"strconv"
	"syscall"
	"time"

	"arbiter/companion/web/session"
	"arbiter/engine"
	"arbiter/engine/contain"
)

// How many bytes may be waiting to be sent before another answer is made, in total and for each
// address. A page has some hundred kilobytes, the table of a game of ten thousand entries a
// megabyte.
const (
	mostUnsent     = 16 << 20
	mostUnsentEach = 4 << 20
)

// playersAtOnce is how many players and owners are answered at one time: four with six requests
// each, most of which wait for the table.
const playersAtOnce = 24

// longestWait is how long a request waits for its turn, well within a request's own deadline.
const longestWait = 8 * time.Second

// While somebody plays, answers to others get a tenth of a processor: each answer is followed by a
// rest of restAfter times its length. Up to restLater of rest may be owed, about half a second of
// work, so that a single page need not wait for the next.
const (
	restAfter = 9
	restLater = 5 * time.Second
)

// stillPlaying is how long after a step the next one is expected.
const stillPlaying = 10 * time.Second

// again is how many seconds a refused client is told to wait, as Retry-After.
const again = 5

// lines are the queues of requests. Players go before spectators, and those before people who look
// back at long games.
type lines struct{ playing, watching, back *session.Line }

// newLines leaves half of the processors to players.
func newLines() lines {
	t, half := session.NewTurns(mostUnsent, mostUnsentEach), max(1, runtime.GOMAXPROCS(0)/2)
	return lines{t.First(playersAtOnce), t.Line(half), t.Line(half)}
}

// inTurn runs f when it is the client's turn. The answer is buffered and sent when it is complete,
// so that what it was made from can be freed before a slow client has read it.
func (s *Server) inTurn(f http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		line := s.lines.watching
		if t := session.Token(r); s.Seats.Known(t) || s.Owners.Owns(t) {
			if leave := s.shares.Take(t, r.Method != http.MethodPost); leave != nil {
				defer leave()
				line = s.lines.playing
			}
		}
		s.inLine(w, r, line, engine.Refuse("many people are asking just now; try again in a moment"), f)
	}
}

// LookBack is inTurn for pages about past games.
func (s *Server) LookBack(f http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		s.inLine(w, r, s.lines.back, engine.Refuse("many people are looking at past games just now; try again in a moment"), f)
	}
}

// asideFor is how long what is drawn beside a page may wait for its turn, as the page waits for it.
const asideFor = 2 * time.Second

// Aside runs f for a stream when it is its turn: among players if the browser has a seat and asks for
// nothing else, otherwise among those who look back. It reports whether there was a turn in time.
func (s *Server) Aside(ctx context.Context, token string, from netip.Addr, f func()) bool {
	line := s.lines.back
	if s.Seats.Known(token) {
		if leave := s.shares.Take(token, true); leave != nil {
			defer leave()
			line = s.lines.playing
		}
	}
	ctx, cancel := context.WithTimeout(ctx, asideFor)
	defer cancel()
	turn := line.Take(ctx, from)
	if turn == nil {
		return false
	}
	defer turn.Leave()
	if line == s.lines.playing {
		f()
	} else if took := yielding(f); s.moving() {
		line.Rest(restAfter*took, restLater)
	}
	return true
}

func (s *Server) inLine(w http.ResponseWriter, r *http.Request, line *session.Line, busy error, f http.HandlerFunc) {
	if r.ContentLength == 0 { // no body: the request may take as long as it needs
		_ = http.NewResponseController(w).SetReadDeadline(time.Time{}) // otherwise a client that waits long would be taken for gone
	}
	ctx, cancel := context.WithTimeout(r.Context(), longestWait)
	defer cancel()
	turn := line.Take(ctx, session.AddressOf(r.RemoteAddr))
	if turn == nil {
		if r.Context().Err() == nil {
			s.crowded(w, r, busy)
		}
		return
	}
	defer turn.Leave()
	a := &answer{ResponseWriter: w, turn: turn}
	if line == s.lines.playing {
		if r.Method == http.MethodPost {
			s.moves()
		}
		f(a, r)
	} else if took := yielding(func() { f(a, r) }); s.moving() {
		line.Rest(restAfter*took, restLater)
	}
	a.send(s.Opts.Streams.Slow)
}

// moves records that somebody has just played.
func (s *Server) moves() {
	now := time.Now()
	s.moved.Store(&now)
}

// moving reports whether somebody is playing.
func (s *Server) moving() bool {
	last := s.moved.Load()
	return last != nil && time.Since(*last) < stillPlaying
}

// low is the nice value for answers to those who do not play: the kernel runs commands first, and
// what is left is enough.
const low = 10

// yielding calls f on a thread of its own with low priority, and returns its processor time. If f
// panics, so does yielding.
func yielding(f func()) (took time.Duration) {
	var thrown any
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer func() {
			if x := recover(); x == http.ErrAbortHandler {
				thrown = x
			} else if x != nil {
				thrown = contain.Recovered(x)
			}
		}()
		runtime.LockOSThread()                                               // never unlocked: a lowered priority cannot be raised again, so the thread ends with f
		_ = syscall.Setpriority(syscall.PRIO_PROCESS, syscall.Gettid(), low) // on an error, a command may have to wait
		before := ofThread()
		defer func() { took = ofThread() - before }()
		f()
	}()
	if <-done; thrown != nil {
		panic(thrown)
	}
	return took
}

// ofThread returns the processor time of this thread.
func ofThread() time.Duration {
	var all syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_THREAD, &all); err != nil {
		return 0
	}
	return time.Duration(all.Utime.Nano() + all.Stime.Nano())
}

// crowded answers that too many clients are waiting; one such answer at a time.
func (s *Server) crowded(w http.ResponseWriter, r *http.Request, busy error) {
	a := &answer{ResponseWriter: w}
	func() {
		s.refusing.Lock()
		defer s.refusing.Unlock()
		yielding(func() { s.Refuse(a, r, busy) })
	}()
	a.status = http.StatusServiceUnavailable
	w.Header().Set("Retry-After", strconv.Itoa(again))
	a.send(s.Opts.Streams.Slow)
}

// Alone runs do, which takes much memory or disk space, unless something like it is running
// already: the owner may tap twice, or there are two owners.
func (s *Server) Alone(do func() error) error {
	if !s.large.TryLock() {
		return engine.Refuse("a large file is still under way; try again when it has come through")
	}
	defer s.large.Unlock()
	return do()
}

// An answer buffers a response until it is complete.
type answer struct {
	http.ResponseWriter
	turn   *session.Turn // nil if there is none
	status int
	pieces [][]byte
	direct bool // written through, without a buffer
}

// piece is the size of a buffer.
const piece = 64 << 10

// Unwrap is used by http.ResponseController.
func (a *answer) Unwrap() http.ResponseWriter { return a.ResponseWriter }

// WriteHeader records the status.
func (a *answer) WriteHeader(status int) {
	if a.direct {
		a.ResponseWriter.WriteHeader(status)
	}
	if a.status == 0 {
		a.status = status
	}
}

// Write buffers b.
func (a *answer) Write(b []byte) (int, error) {
	if a.direct {
		return a.ResponseWriter.Write(b)
	}
	a.WriteHeader(http.StatusOK)
	n := len(b)
	for len(b) > 0 {
		last := len(a.pieces) - 1
		if last < 0 || len(a.pieces[last]) == cap(a.pieces[last]) {
			a.pieces = append(a.pieces, make([]byte, 0, min(piece, max(len(b), 4<<10<<(2*len(a.pieces))))))
			last++
		}
		room := a.pieces[last][:min(cap(a.pieces[last]), len(a.pieces[last])+len(b))]
		b = b[copy(room[len(a.pieces[last]):], b):]
		a.pieces[last] = room
	}
	return n, nil
}

// stream writes everything from now on through, for answers too long to buffer, and gives the turn
// back.
func (a *answer) stream() {
	if !a.direct {
		a.turn.Made(0)
		a.direct = true
	}
}

// SendAtOnce makes a handler's writes go out at once rather than be buffered: for files of any
// length that it reads piece by piece.
func SendAtOnce(w http.ResponseWriter) {
	if a, ok := w.(*answer); ok {
		a.stream()
	}
}

// send writes the whole answer. A client that takes longer than slow for a piece is dropped.
func (a *answer) send(slow time.Duration) {
	if a.direct {
		return
	}
	size := 0
	for _, p := range a.pieces {
		size += len(p)
	}
	if a.turn != nil {
		a.turn.Made(size)
	}
	if size > 0 {
		a.Header().Set("Content-Length", strconv.Itoa(size))
	}
	control := http.NewResponseController(a.ResponseWriter)
	a.ResponseWriter.WriteHeader(cmp.Or(a.status, http.StatusOK))
	for i, p := range a.pieces {
		_ = control.SetWriteDeadline(time.Now().Add(slow))   // if that fails the server's own deadline applies
		if _, err := a.ResponseWriter.Write(p); err != nil { // #nosec G705 -- what handlers have escaped
			return
		}
		if a.pieces[i] = nil; a.turn != nil {
			a.turn.Sent(len(p))
		}
	}
}
