// Package contain turns a panic into an error, so that one command, page or picture fails and not
// the whole program.
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

// A Panic is the error for code that panicked. It contains no values, because a value may be a
// hidden card: neither the argument of panic, nor the arguments on the stack, nor the numbers in a
// runtime error.
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

// Recovered turns the result of recover, which must not be nil, into a Panic. It has to be called
// directly by the deferred function.
func Recovered(x any) *Panic {
	if p, ok := x.(*Panic); ok {
		return p // from another goroutine
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

// Of returns the panic that caused an error; nil if there is none.
func Of(err error) *Panic {
	p := (*Panic)(nil)
	errors.As(err, &p)
	return p
}

// Report logs a panic for the owner: what was being done, and what else the log is given about it.
// It ignores other errors.
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

// mostCalls is how many calls of a stack are kept.
const mostCalls = 16

// stack returns the calls that led to the panic, up to Run.
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
