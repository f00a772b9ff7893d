package site

import (
	"cmp"
	"context"
	"net/http"
	"runtime"
	"strconv"
	"syscall"
	"time"

	"arbiter/companion/web/session"
	"arbiter/engine"
	"arbiter/engine/contain"
)

// What may wait to be sent before another answer is made: a page has some hundred
// kilobytes, the table of a game of ten thousand entries a megabyte.
const (
	mostUnsent     = 16 << 20
	mostUnsentEach = 4 << 20
)

// playersAtOnce is how many who hold a seat, or own the device, are answered at one time:
// as many as four with six requests each, of which most wait for the table.
const playersAtOnce = 24

// longestWait is how long somebody waits for a turn: less than a request lasts.
const longestWait = 8 * time.Second

// While somebody plays, others have answers made for a tenth of the time of a processor: each
// is followed by a rest. Half a second may be spent before, or one page would wait for the other.
const (
	restAfter = 9
	restLater = 5 * time.Second
)

// stillPlaying is for how long after a step the next one is expected.
const stillPlaying = 10 * time.Second

// again is how many seconds who was refused is told to wait.
const again = 5

// lines are where requests wait. Whoever plays goes past those who look on, and they past
// those who look back at long games.
type lines struct{ playing, watching, back *session.Line }

// newLines leaves half of the processors to who plays.
func newLines() lines {
	t, half := session.NewTurns(mostUnsent, mostUnsentEach), max(1, runtime.GOMAXPROCS(0)/2)
	return lines{t.First(playersAtOnce), t.Line(half), t.Line(half)}
}

// inTurn has f answer when it is the turn of whoever asks. The answer is kept until it is
// whole and sent then, so that what it was made of is gone before a slow reader takes it.
func (s *Server) inTurn(f http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		line := s.lines.watching
		if t := session.Token(r); s.Seats.Known(t) || s.Owners.Owns(t) {
			line = s.lines.playing
		}
		s.inLine(w, r, line, engine.Refuse("many people are asking just now; try again in a moment"), f)
	}
}

// LookBack is the same for past games.
func (s *Server) LookBack(f http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		s.inLine(w, r, s.lines.back, engine.Refuse("many people are looking at past games just now; try again in a moment"), f)
	}
}

func (s *Server) inLine(w http.ResponseWriter, r *http.Request, line *session.Line, busy error, f http.HandlerFunc) {
	if r.ContentLength == 0 { // it is read, and lasts as long as it has to
		_ = http.NewResponseController(w).SetReadDeadline(time.Time{}) // without it who waits long is taken for gone
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
	a.send(s.Opts.Slow)
}

// moves notes that the game goes on just now.
func (s *Server) moves() {
	now := time.Now()
	s.moved.Store(&now)
}

// moving reports whether somebody plays.
func (s *Server) moving() bool {
	last := s.moved.Load()
	return last != nil && time.Since(*last) < stillPlaying
}

// low is the priority of answers for those who do not play: the kernel lets a command go
// first, and what is left is enough for them.
const low = 10

// yielding calls f on a thread of its own with low priority, and returns how long a processor
// worked for it. If f panics, so does yielding.
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
		runtime.LockOSThread()                                               // without end: who has lowered a priority may not raise it, so the thread ends with f
		_ = syscall.Setpriority(syscall.PRIO_PROCESS, syscall.Gettid(), low) // at worst a command waits longer
		before := ofThread()
		defer func() { took = ofThread() - before }()
		f()
	}()
	if <-done; thrown != nil {
		panic(thrown)
	}
	return took
}

// ofThread is how long processors have worked for this thread.
func ofThread() time.Duration {
	var all syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_THREAD, &all); err != nil {
		return 0
	}
	return time.Duration(all.Utime.Nano() + all.Stime.Nano())
}

// crowded refuses for want of room, one at a time.
func (s *Server) crowded(w http.ResponseWriter, r *http.Request, busy error) {
	a := &answer{ResponseWriter: w}
	func() {
		s.refusing.Lock()
		defer s.refusing.Unlock()
		yielding(func() { s.Refuse(a, r, busy) })
	}()
	a.status = http.StatusServiceUnavailable
	w.Header().Set("Retry-After", strconv.Itoa(again))
	a.send(s.Opts.Slow)
}

// Alone does what takes much memory or room on the disk, unless something like that is under
// way: the owner taps twice, or two owners do it.
func (s *Server) Alone(do func() error) error {
	if !s.large.TryLock() {
		return engine.Refuse("a large file is still under way; try again when it has come through")
	}
	defer s.large.Unlock()
	return do()
}

// An answer is kept until it is whole.
type answer struct {
	http.ResponseWriter
	turn   *session.Turn // nil where there was none
	status int
	pieces [][]byte
	direct bool // it is sent as it is written
}

// piece is how much is sent at once.
const piece = 64 << 10

// Unwrap is for http.ResponseController.
func (a *answer) Unwrap() http.ResponseWriter { return a.ResponseWriter }

// WriteHeader notes the status.
func (a *answer) WriteHeader(status int) {
	if a.direct {
		a.ResponseWriter.WriteHeader(status)
	}
	if a.status == 0 {
		a.status = status
	}
}

// Write keeps what is written.
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

// stream has what is written from now on sent at once, for what is longer than can be
// kept. The turn is given back.
func (a *answer) stream() {
	if !a.direct {
		a.turn.Made(0)
		a.direct = true
	}
}

// SendAtOnce has a handler send what it writes at once, instead of keeping it: files of any
// length that it reads bit by bit.
func SendAtOnce(w http.ResponseWriter) {
	if a, ok := w.(*answer); ok {
		a.stream()
	}
}

// send sends it all. Who takes a piece too slowly is left.
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
		_ = control.SetWriteDeadline(time.Now().Add(slow))   // without it that of the server counts
		if _, err := a.ResponseWriter.Write(p); err != nil { // #nosec G705 -- what handlers have escaped
			return
		}
		if a.pieces[i] = nil; a.turn != nil {
			a.turn.Sent(len(p))
		}
	}
}
