// Package contain turns a panic into an error, so that one command, page or picture fails
// and not the program.
package contain

import (
	"errors"
	"fmt"
	"log/slog"
	"regexp"
	"runtime"
	"strings"
	"sync/atomic"
)

// A Panic is what became of code that panicked. It names no value, for that may be a card
// that nobody may know: neither what was passed to panic, nor the arguments on the stack,
// nor the numbers of a runtime error.
type Panic struct {
	What  string   // such as "index out of range [#] with length #"
	Stack []string // functions with file and line, the innermost first
}

// Error returns what happened, without the stack.
func (p *Panic) Error() string { return "panic: " + p.What }

// Where returns what happened, and in which function and line.
func (p *Panic) Where() string {
	if len(p.Stack) == 0 {
		return p.What
	}
	return p.What + " in " + p.Stack[0]
}

// Run calls f and returns its error; a *Panic if f panics.
func Run(f func() error) (err error) {
	defer func() {
		if x := recover(); x != nil {
			err = Recovered(x)
		}
	}()
	return f()
}

// Recovered returns what recover has returned, which is not nil. It is called by the function that
// is deferred.
func Recovered(x any) *Panic {
	if p, ok := x.(*Panic); ok {
		return p // of another goroutine
	}
	count.Add(1)
	return &Panic{what(x), stack()}
}

var count atomic.Int64

// Count returns how many panics became errors since the program began.
func Count() int64 { return count.Load() }

// Do calls f; the error is a *Panic.
func Do(f func()) error {
	return Run(func() error {
		f()
		return nil
	})
}

// Of returns the panic that an error comes from; nil if it comes from none.
func Of(err error) *Panic {
	p := (*Panic)(nil)
	errors.As(err, &p)
	return p
}

// Report tells the owner of a panic: what was being done, and what else the log is told of it.
// Other errors are not told.
func Report(l *slog.Logger, err error, doing string, about ...any) {
	if p := Of(err); p != nil {
		l.Error("a fault in the program, which goes on; please report it", append([]any{"in", doing, "panic", p.What, "stack", strings.Join(p.Stack, " < ")}, about...)...)
	}
}

var digits = regexp.MustCompile(`\d+`)

func what(x any) string {
	if e, ok := x.(runtime.Error); ok {
		return digits.ReplaceAllString(strings.TrimPrefix(e.Error(), "runtime error: "), "#")
	}
	return fmt.Sprintf("%T", x)
}

// Of a stack so many calls are kept.
const mostCalls = 16

// stack returns where it panicked, up to Run.
func stack() (all []string) {
	pcs := make([]uintptr, 4*mostCalls)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(4, pcs)])
	for more := true; more && len(all) < mostCalls; {
		var f runtime.Frame
		if f, more = frames.Next(); strings.HasPrefix(f.Function, "runtime.") || f.Function == "" {
			continue
		}
		if strings.HasSuffix(f.Function, "/contain.Run") {
			break
		}
		name := strings.TrimPrefix(f.Function, "arbiter/")
		all = append(all, fmt.Sprintf("%s %s:%d", name, f.File[strings.LastIndexByte(f.File, '/')+1:], f.Line))
	}
	return all
}
