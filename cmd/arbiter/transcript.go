package main

import (
	"fmt"
	"io"
	"os"

	"arbiter/companion"
	"arbiter/engine"
)

// A transcript is what a demo prints. On a terminal its last line tells how far
// the game is.
type transcript struct {
	out      io.Writer
	terminal bool
	say      func(engine.Text) string
	stage    engine.Text // what was announced last
}

func newTranscript(out io.Writer) *transcript {
	t := &transcript{out: out, say: engine.Text.String}
	if f, ok := out.(*os.File); ok {
		info, err := f.Stat()
		t.terminal = err == nil && info.Mode()&os.ModeCharDevice != 0
	}
	return t
}

// line prints one or more whole lines, over the progress.
func (t *transcript) line(format string, args ...any) {
	if t.terminal {
		format = "\r\x1b[K" + format
	}
	fmt.Fprintf(t.out, format+"\n", args...)
}

// progress shows how far the game is, on a terminal only.
func (t *transcript) progress(v engine.View, version int) {
	if !t.terminal {
		return
	}
	text := ""
	for _, s := range v.Stage {
		text += t.say(s) + ", "
	}
	fmt.Fprintf(t.out, "\r\x1b[K%sentry %d ", text, version)
}

// entry prints an entry that is in the log, as notation, and what came of it.
func (t *transcript) entry(seq int, line string, l companion.LogLine) {
	t.line("#%d %s", seq, line)
	for _, e := range l.Events {
		t.line("    %s", t.say(e.Text))
	}
}

// round prints the tracks when a round, or the game, has ended.
func (t *transcript) round(v engine.View) error {
	if len(v.Stage) == 0 || v.Stage[0].Equal(t.stage) && !v.Over {
		return nil
	}
	first := t.stage.IsZero()
	t.stage = v.Stage[0]
	if first && roundOf(v) == 1 {
		return nil // nothing has happened yet
	}
	t.line("\n%s", t.say(t.stage))
	return scoreboard(t.out, v)
}

// roundOf is the number of the round, 0 if none is played.
func roundOf(v engine.View) int {
	if len(v.Stage) > 0 && len(v.Stage[0].Args) > 0 {
		n, _ := v.Stage[0].Args[0].(int)
		return n
	}
	return 0
}
