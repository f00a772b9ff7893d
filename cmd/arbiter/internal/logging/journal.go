// Package logging writes log lines as journald reads them, and not the same one again
// and again.
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

// New writes for people, or for the journal where standard error leads there.
func New(errs *os.File) *slog.Logger {
	if toJournal(errs, os.Getenv("JOURNAL_STREAM")) {
		return slog.New(newRateLimit(NewJournal(errs)))
	}
	return slog.New(newRateLimit(slog.NewTextHandler(errs, nil)))
}

// toJournal tells whether f is the stream that the service manager names, as
// DEVICE:INODE (systemd.exec(5), $JOURNAL_STREAM): a child may have inherited the
// variable and write elsewhere.
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

// The priorities of the journal that slog's levels stand for (sd-daemon(3)).
var priorities = [...]struct {
	from   slog.Level
	prefix string
}{{slog.LevelError, "<3>"}, {slog.LevelWarn, "<4>"}, {slog.LevelInfo, "<6>"}, {slog.LevelDebug, "<7>"}}

// A journal writes lines without time and level: the journal has a clock of its
// own, and takes the level as a number in front of the line.
type journal []slog.Handler // by priority

// NewJournal writes lines for journald.
func NewJournal(out io.Writer) journal {
	j := make(journal, len(priorities))
	for i, p := range priorities {
		j[i] = slog.NewTextHandler(prefixWriter{out, p.prefix}, &slog.HandlerOptions{Level: p.from, ReplaceAttr: untimed})
	}
	return j
}

// untimed leaves out what the journal knows by itself.
func untimed(groups []string, a slog.Attr) slog.Attr {
	if len(groups) == 0 && (a.Key == slog.TimeKey || a.Key == slog.LevelKey) {
		return slog.Attr{}
	}
	return a
}

// Enabled is as with other handlers: Debug is left out.
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

// WithAttrs and WithGroup are those of each priority.
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

// A prefixWriter is an output whose every write begins with the same.
type prefixWriter struct {
	out    io.Writer
	prefix string
}

// Write writes both in one piece.
func (p prefixWriter) Write(b []byte) (int, error) {
	n, err := p.out.Write(append([]byte(p.prefix), b...))
	return max(n-len(p.prefix), 0), err
}
