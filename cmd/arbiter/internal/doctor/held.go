package doctor

import (
	"arbiter/cmd/arbiter/internal/locks"
	"arbiter/engine"
)

// inFull describes a program that holds something.
func inFull(h locks.Holder) engine.Text {
	if h.PID == 0 {
		return engine.Say("another program")
	}
	return engine.Say("%s (process %d, since %s)", h.Program, h.PID, h.Since.Local().Format("2006-01-02 15:04"))
}

// stop says how to end the program that holds something.
func stop(held *locks.Held) engine.Text {
	return engine.Say("two programs cannot use it at the same time; end that one first: %s", held.Holder.Stop())
}
