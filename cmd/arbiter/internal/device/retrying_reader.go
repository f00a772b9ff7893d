package device

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"arbiter/hw"
)

// A RetryingReader is opened when it is scanned, and retried until that works, so a rig with a
// missing board starts like any other.
type RetryingReader struct {
	name   string
	open   func() (hw.Reader, error)
	logger *slog.Logger

	debounced bool // see hw.Debounced

	mu     sync.Mutex // held during a scan, which may be abandoned
	reader hw.Reader
	asked  bool            // the chip was asked what it is
	told   map[string]bool // troubles that were logged
	rests  bool            // set by Rest

	past  past
	reach atomic.Pointer[hw.Memory] // of the opened reader, if it has one
}

// Name returns the reader's name in the rig.
func (l *RetryingReader) Name() string { return l.name }

// Debounced reports whether the reader makes sure of its cards itself.
func (l *RetryingReader) Debounced() bool { return l.debounced }

// Unopened is the error of a reader that could not even be opened, so that its chip was never
// asked.
type Unopened struct{ Err error }

// Error says why.
func (u Unopened) Error() string { return fmt.Sprintf("%v: %v", hw.ErrNoReader, u.Err) }

// Unwrap returns hw.ErrNoReader and the reason.
func (u Unopened) Unwrap() []error { return []error{hw.ErrNoReader, u.Err} }

// Scan opens the reader if necessary. If that fails, the error is Unopened.
func (l *RetryingReader) Scan(ctx context.Context) ([]hw.UID, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.rests {
		return nil, nil
	}
	if l.reader == nil {
		r, err := l.open()
		if err != nil {
			l.log(err)
			l.past.note(Unopened{err})
			return nil, Unopened{err}
		}
		l.reader = r
		if m, ok := r.(hw.Memory); ok {
			l.reach.Store(&m)
		}
	}
	uids, err := l.reader.Scan(ctx)
	l.past.note(err)
	if err == nil && !l.asked {
		l.asked = true
		l.identify(ctx)
	}
	return uids, err
}

// identify asks the chip of a reader what it is, and logs if the driver is made for another one.
func (l *RetryingReader) identify(ctx context.Context) {
	c := ChipOf(l.reader)
	if c == nil {
		return
	}
	model, err := c.Chip(ctx)
	if err != nil {
		return
	}
	l.past.name(model)
	if IsCopy(model) {
		l.logger.Warn("the reader has a chip that is a copy of the MFRC522; these mostly work", "reader", l.name, "chip", model)
	}
}

// IsCopy reports whether a chip says that it is not an MFRC522 but compatible with one.
func IsCopy(model string) bool { return strings.HasPrefix(model, "clone") }

// Memory returns access to the memory of cards on the reader; nil if the reader is not open yet or
// cannot do that.
func (l *RetryingReader) Memory() hw.Memory {
	if m := l.reach.Load(); m != nil {
		return *m
	}
	return nil
}

// MemoryOf returns the memory of a reader by its name; nil if there is none.
func MemoryOf(buses []hw.Bus, reader string) hw.Memory {
	for _, bus := range buses {
		for _, r := range bus {
			if late, ok := r.(*RetryingReader); ok && late.name == reader {
				return late.Memory()
			}
		}
	}
	return nil
}

// mostTold is how many troubles of one reader are remembered.
const mostTold = 20

// log logs each trouble once; a loose plug causes several in turn.
func (l *RetryingReader) log(err error) {
	if len(l.told) >= mostTold {
		l.told = nil
	}
	if !l.told[err.Error()] {
		if l.told == nil {
			l.told = map[string]bool{}
		}
		l.told[err.Error()] = true
		l.logger.Warn("reader cannot be opened; it is tried again", "reader", l.name, "err", err)
	}
}

// lastScan is how long Close waits for a scan that was abandoned.
const lastScan = time.Second

// Close closes the reader, unless it hangs in a scan.
func (l *RetryingReader) Close() error { return l.pause(false) }

// Rest closes the reader, so that somebody else can use its wires, and sees no cards until Wake.
func (l *RetryingReader) Rest() error { return l.pause(true) }

// Wake ends a rest.
func (l *RetryingReader) Wake() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.rests = false
}

func (l *RetryingReader) pause(rests bool) error {
	for late := time.Now().Add(lastScan); !l.mu.TryLock(); time.Sleep(time.Millisecond) {
		if time.Now().After(late) {
			return fmt.Errorf("reader %s does not come back", l.name)
		}
	}
	defer l.mu.Unlock()
	l.rests = rests
	old := l.reader
	if l.reader = nil; old == nil {
		return nil
	}
	l.reach.Store(nil)
	return old.Close()
}

// Rest makes readers rest for trials, and returns the function that wakes them. Errors of missing
// readers do not matter.
func Rest(buses []hw.Bus) (wake func()) {
	var resting []*RetryingReader
	for _, bus := range buses {
		for _, r := range bus {
			if l, ok := r.(*RetryingReader); ok {
				_ = l.Rest()
				resting = append(resting, l)
			}
		}
	}
	return func() {
		for _, l := range resting {
			l.Wake()
		}
	}
}

// ChipOf returns a reader as one whose chip says what it is; nil if it does not.
func ChipOf(r hw.Reader) Chipped {
	if w, ok := r.(Wired); ok {
		r = w.Memory
	}
	c, _ := r.(Chipped)
	return c
}

// Chipped is a reader whose chip says what it is.
type Chipped interface {
	Chip(context.Context) (string, error)
}
