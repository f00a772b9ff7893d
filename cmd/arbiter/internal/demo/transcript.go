package demo

import (
	"fmt"
	"io"
	"os"
	"strings"

	"arbiter/cmd/arbiter/internal/archive"
	"arbiter/cmd/arbiter/internal/games"
	"arbiter/companion"
	"arbiter/engine"
)

// A transcript is what a demo prints. On a terminal its last line shows the progress.
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

// line prints one or more whole lines, above the progress.
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

// entry prints an entry that is in the log, as notation, and its events. An entry that ends the
// game is explained.
func (t *transcript) entry(seq int, line string, l companion.LogLine, over bool) {
	t.line("#%d %s", seq, line)
	for i, e := range l.Events {
		t.wrapped(4, t.say(e.Text))
		if r := e.Reason; over && (len(r.Addends)+len(r.Compares) > 0 || i == len(l.Events)-1) {
			t.wrapped(8, t.reason(r))
		}
	}
}

// Columns is the least width of a terminal.
const Columns = 80

// wrapped prints an indented sentence, on more than one line if necessary.
func (t *transcript) wrapped(indent int, text string) {
	if text == "" {
		return
	}
	line, first := "", strings.Repeat(" ", indent)
	for _, word := range strings.Fields(text) {
		if line != "" && len([]rune(first+line+" "+word)) > Columns {
			t.line("%s%s", first, line)
			line, first = "", strings.Repeat(" ", indent+2)
		}
		line = strings.TrimPrefix(line+" "+word, " ")
	}
	t.line("%s%s", first, line)
}

// reason says why something happened: what was added up or compared, and the rule.
func (t *transcript) reason(r engine.Reason) string {
	list := func(addends []engine.Addend, between string) string {
		var parts []string
		for _, a := range addends {
			parts = append(parts, fmt.Sprintf("%s: %d", t.say(a.Name), a.N))
		}
		return strings.Join(parts, between)
	}
	text := list(r.Addends, " + ") + list(r.Compares, ", ")
	if len(r.Addends) > 1 {
		sum := 0
		for _, a := range r.Addends {
			sum += a.N
		}
		text += fmt.Sprintf(" = %d", sum)
	}
	if rule := t.say(r.Rule); text != "" && rule != "" {
		return text + "; " + rule
	}
	return text + t.say(r.Rule)
}

// round prints the tracks, and in the full book the board, when a round or the game has ended.
func (t *transcript) round(s companion.Snapshot) error {
	v := s.View
	if len(v.Stage) == 0 || v.Stage[0].Equal(t.stage) && !v.Over {
		return nil
	}
	first := t.stage.IsZero()
	t.stage = v.Stage[0]
	if first && v.Round() == 1 {
		return nil // nothing has happened yet
	}
	t.line("\n%s", t.say(t.stage))
	if err := archive.Scoreboard(t.out, v); err != nil {
		return err
	}
	games.GalaxyBoard(t.out, s.State)
	return nil
}
