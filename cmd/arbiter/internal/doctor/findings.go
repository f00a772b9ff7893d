package doctor

import (
	"fmt"

	"arbiter/engine"
)

// A level is how bad a finding is.
type level uint8

const (
	healthy level = iota
	doubtful
	ill
)

func (l level) text() engine.Text {
	switch l {
	case doubtful:
		return engine.Say("warning")
	case ill:
		return engine.Say("fault")
	}
	return engine.Say("ok")
}

// A finding is one thing that was examined, and what to do about it.
type finding struct {
	level     level
	what, fix engine.Text
}

func (f finding) line(say func(engine.Text) string) string {
	line := fmt.Sprintf("%-8s %s", say(f.level.text()), say(f.what))
	if !f.fix.IsZero() {
		line += "; " + say(f.fix)
	}
	return line
}
