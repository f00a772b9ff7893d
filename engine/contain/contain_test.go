package contain_test

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"arbiter/engine/contain"
)

type card uint8

// lookUp panics with the number of a card on its stack and in what the runtime says.
//
//go:noinline
func lookUp(c card, names []string) string { return names[c] }

func TestRun(t *testing.T) {
	if err := contain.Run(func() error { return nil }); err != nil {
		t.Errorf("nothing happened, and that is %v", err)
	}
	full := errors.New("full")
	if err := contain.Run(func() error { return full }); err != full || contain.Of(err) != nil {
		t.Errorf("%v, want the error as it was", err)
	}
	for name, c := range map[string]struct {
		f    func()
		want string
	}{
		"index":     {func() { _ = lookUp(217, []string{"sun"}) }, "index out of range [#] with length #"},
		"string":    {func() { panic("ana holds card 217") }, "string"},
		"error":     {func() { panic(errors.New("ana holds card 217")) }, "*errors.errorString"},
		"nil":       {func() { panic(nil) }, "panic called with nil argument"},
		"interface": {func() { var x any = card(217); _ = x.(string) }, "interface conversion: interface {} is contain_test.card, not string"},
	} {
		t.Run(name, func(t *testing.T) {
			err := contain.Do(c.f)
			p := contain.Of(fmt.Errorf("entry 3: %w", err))
			if p == nil {
				t.Fatalf("%v is no panic", err)
			}
			if !strings.HasPrefix(p.What, c.want) {
				t.Errorf("it says %q, want %q", p.What, c.want)
			}
			if len(p.Stack) == 0 || !strings.Contains(p.Stack[0], "contain_test.") || !strings.Contains(p.Stack[0], "contain_test.go:") {
				t.Errorf("the stack begins with %q", p.Stack)
			}
			var journal bytes.Buffer
			contain.Report(slog.New(slog.NewTextHandler(&journal, nil)), err, "a test", "game", "g1")
			if got := journal.String(); strings.Contains(got, "217") || strings.Contains(got, "0xd9") || !strings.Contains(got, "game=g1") || !strings.Contains(got, "contain_test.go:") {
				t.Errorf("the journal has %s", got)
			}
		})
	}
}

// Errors that are none of the program's are told elsewhere.
func TestReportOfAnotherError(t *testing.T) {
	var journal bytes.Buffer
	contain.Report(slog.New(slog.NewTextHandler(&journal, nil)), errors.New("full"), "a test")
	if journal.Len() > 0 {
		t.Errorf("the journal has %s", &journal)
	}
}
