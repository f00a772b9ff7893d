// Package logging writes log lines for journald, and limits repeated ones.
package logging

import (
	"context"
	"io"
	"log/slog"
	"os"
	"strconv"
	"strings"
	"syscall"
)

// New returns a logger for people or, if standard error leads there, for the journal.
func New(errs *os.File) *slog.Logger {
	if toJournal(errs, os.Getenv("JOURNAL_STREAM")) {
		return slog.New(newRateLimit(NewJournal(errs)))
	}
	return slog.New(newRateLimit(slog.NewTextHandler(errs, nil)))
}

// toJournal reports whether f is the stream that the service manager names as DEVICE:INODE
// (systemd.exec(5), $JOURNAL_STREAM): a child may have inherited the variable and write elsewhere.
func toJournal(f *os.File, stream string) bool {
	device, inode, ok := strings.Cut(stream, ":")
	if !ok {
		return false
	}
	info, err := f.Stat()
	if err != nil {
		return false
	}
	at, ok := info.Sys().(*syscall.Stat_t)
	return ok && device == strconv.FormatUint(uint64(at.Dev), 10) && inode == strconv.FormatUint(at.Ino, 10)
}

// priorities are the journal's priorities for slog's levels (sd-daemon(3)).
var priorities = [...]struct {
	from   slog.Level
	prefix string
}{{slog.LevelError, "<3>"}, {slog.LevelWarn, "<4>"}, {slog.LevelInfo, "<6>"}, {slog.LevelDebug, "<7>"}}

// A journal writes lines without time and level: the journal has a clock of its own, and takes the
// level as a number in front of the line.
type journal []slog.Handler // by priority

// NewJournal returns a handler that writes lines for journald.
func NewJournal(out io.Writer) journal {
	j := make(journal, len(priorities))
	for i, p := range priorities {
		j[i] = slog.NewTextHandler(prefixWriter{out, p.prefix}, &slog.HandlerOptions{Level: p.from, ReplaceAttr: untimed})
	}
	return j
}

// untimed removes what the journal knows by itself.
func untimed(groups []string, a slog.Attr) slog.Attr {
	if len(groups) == 0 && (a.Key == slog.TimeKey || a.Key == slog.LevelKey) {
		return slog.Attr{}
	}
	return a
}

// Enabled leaves out Debug.
func (journal) Enabled(_ context.Context, l slog.Level) bool { return l >= slog.LevelInfo }

// Handle writes one line.
func (j journal) Handle(ctx context.Context, r slog.Record) error {
	for i, p := range priorities {
		if r.Level >= p.from {
			return j[i].Handle(ctx, r)
		}
	}
	return nil
}

// WithAttrs adds attributes to every line.
func (j journal) WithAttrs(attrs []slog.Attr) slog.Handler {
	return j.each(func(h slog.Handler) slog.Handler { return h.WithAttrs(attrs) })
}

// WithGroup opens a group.
func (j journal) WithGroup(name string) slog.Handler {
	return j.each(func(h slog.Handler) slog.Handler { return h.WithGroup(name) })
}

func (j journal) each(f func(slog.Handler) slog.Handler) journal {
	all := make(journal, len(j))
	for i, h := range j {
		all[i] = f(h)
	}
	return all
}

// A prefixWriter puts the same prefix before every write.
type prefixWriter struct {
	out    io.Writer
	prefix string
}

// Write writes both in one piece.
func (p prefixWriter) Write(b []byte) (int, error) {
	n, err := p.out.Write(append([]byte(p.prefix), b...))
	return max(n-len(p.prefix), 0), err
}
