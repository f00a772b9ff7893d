package arena

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"arbiter/engine"
)

// A report is what the arena prints. On a terminal its last line shows the progress.
type report struct {
	out      io.Writer
	terminal bool
	say      func(engine.Text) string
}

func newReport(out io.Writer, say func(engine.Text) string) report {
	p := report{out: out, say: say}
	if f, ok := out.(*os.File); ok {
		info, err := f.Stat()
		p.terminal = err == nil && info.Mode()&os.ModeCharDevice != 0
	}
	return p
}

func (p report) line(format string, args ...any) {
	fmt.Fprintln(p.out, p.say(engine.Say(format, args...)))
}

func (p report) progress(t tally, of int) {
	if p.terminal {
		fmt.Fprintf(p.out, "\r\x1b[K%s ", p.say(engine.Say("%d of %d games, share %s", t.games(), of, decimal(t.share()))))
	}
}

func (p report) print(o Opts, m match, t tally) {
	if p.terminal {
		fmt.Fprint(p.out, "\r\x1b[K")
	}
	low, high := wilson(t.share(), t.games())
	p.line("%s against %s: %d games, seeds from %d on", engine.Term(o.A), o.opponent(), t.games(), int(o.Seed))
	p.line("won %d, drawn %d, lost %d", t.wins, t.draws, t.losses)
	p.line("share %s, with 95 %% certainty %s to %s; Elo %s", decimal(t.share()), decimal(low), decimal(high), fmt.Sprintf("%+.0f", elo(t.share(), o.even(), t.games())))
	for i, name := range o.players() {
		if e := t.thought[i]; e.decisions > 0 {
			p.line("%s: %d decisions, %s ms of CPU each, at most %s ms", engine.Term(name), e.decisions, millis(e.mean()), millis(e.most))
		}
	}
	p.forecasts(t.forecasts)
	least, median, most := spread(t.turns)
	_, commands, _ := spread(t.commands)
	p.line("length: %d to %d rounds, %d in the median, with %d commands", least, most, median, commands)
}

func (p report) forecasts(all []forecast) {
	if len(all) == 0 {
		return
	}
	list := bands(all)
	p.line("chances to win told at %d positions: Brier score %s", len(all), decimal(brier(all)))
	var parts []string
	for _, score := range fifths(all) {
		parts = append(parts, decimal(score))
	}
	p.line("in each fifth of the games %s; %s of the score come of telling too much or too little", strings.Join(parts, " "), decimal(unreliable(list)))
	for _, b := range list {
		p.line("told %s, came %s: %d positions", decimal(b.said), decimal(b.came), b.n)
	}
}

func (o Opts) players() []string {
	if o.Against != "" {
		return []string{o.A}
	}
	return []string{o.A, o.B}
}

func (o Opts) opponent() engine.Term {
	if o.Against != "" {
		return engine.Term(o.Against)
	}
	return engine.Term(o.B)
}

// decimal formats a share as statistics do, such as .875.
func decimal(share float64) string {
	return strings.TrimPrefix(strconv.FormatFloat(share, 'f', 3, 64), "0")
}

func millis(d time.Duration) string {
	return strconv.FormatFloat(d.Seconds()*1000, 'f', 2, 64)
}
