package logging

import (
	"context"
	"log/slog"
	"strings"
	"sync"
	"time"
)

// How often the same line may be written.
const (
	sameAtMost = 6 // times ...
	sameWithin = 10 * time.Minute
	mostSame   = 500 // kinds of lines that are remembered
)

// A rateLimit keeps repeated trouble from filling the log: of lines with the same message about the
// same thing, whatever the error or reason, it writes six in ten minutes, the last of them with a
// note that more are left out. The first one afterwards says how many were.
type rateLimit struct {
	slog.Handler
	about string // attributes that came with the logger
	*shared
}

// shared is what the handlers of one log share.
type shared struct {
	mu   sync.Mutex
	said map[string]*sentence
}

type sentence struct {
	since  time.Time
	times  int
	silent int // how many were left out
}

func newRateLimit(h slog.Handler) rateLimit {
	return rateLimit{h, "", &shared{said: map[string]*sentence{}}}
}

// Handle writes the record, or leaves it out.
func (s rateLimit) Handle(ctx context.Context, r slog.Record) error {
	var about strings.Builder
	about.WriteString(s.about + r.Message)
	r.Attrs(func(a slog.Attr) bool {
		if a.Key != "err" && a.Key != "why" {
			about.WriteString(" " + a.Key + "=" + a.Value.String())
		}
		return true
	})
	note, speak := s.note(about.String(), r.Time)
	if !speak {
		return nil
	}
	r = r.Clone()
	r.AddAttrs(note...)
	return s.Handler.Handle(ctx, r)
}

// note counts a line, and returns what to add to it, or that it is left out.
func (f *shared) note(about string, now time.Time) (add []slog.Attr, speak bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	w := f.said[about]
	switch {
	case w == nil:
		f.forget(now)
		w = &sentence{since: now}
		f.said[about] = w
	case now.Sub(w.since) >= sameWithin:
		if w.silent > 0 {
			add = append(add, slog.Int("left_out", w.silent))
		}
		*w = sentence{since: now}
	}
	if w.times++; w.times > sameAtMost {
		w.silent++
		return nil, false
	}
	if w.times == sameAtMost {
		add = append(add, slog.String("note", "again and again; more of this is left out for "+sameWithin.String()))
	}
	return add, true
}

// forget makes room: first it drops old kinds of lines, then everything.
func (f *shared) forget(now time.Time) {
	if len(f.said) < mostSame {
		return
	}
	for about, w := range f.said {
		if now.Sub(w.since) >= sameWithin {
			delete(f.said, about)
		}
	}
	if len(f.said) >= mostSame {
		clear(f.said)
	}
}

// WithAttrs adds attributes to every line.
func (s rateLimit) WithAttrs(attrs []slog.Attr) slog.Handler {
	for _, a := range attrs {
		s.about += a.String() + " "
	}
	s.Handler = s.Handler.WithAttrs(attrs)
	return s
}

// WithGroup opens a group.
func (s rateLimit) WithGroup(name string) slog.Handler {
	s.about, s.Handler = s.about+name+" ", s.Handler.WithGroup(name)
	return s
}
