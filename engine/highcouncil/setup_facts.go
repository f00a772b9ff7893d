package highcouncil

import (
	"fmt"
	"slices"
	"strings"

	"arbiter/engine"
)

// Ruling chooses a reading of an unclear rule. It is a fact of the setup; without it the older
// reading holds, under which games began before there was a choice.
type Ruling struct{ Name, Choice string }

// A reading is one choice of a ruling, in words, and what it changes.
type reading struct {
	Ruling
	text  engine.Text
	holds func(*seating)
}

var readings = []reading{
	{
		Ruling{"no-action", "allowed"}, engine.Say("A turn may end without an action"),
		func(at *seating) { at.idle = true },
	},
	{
		Ruling{"no-action", "compulsory"}, engine.Say("Each turn has an action"),
		func(at *seating) { at.idle = false },
	},
}

func (e Ruling) reading() (reading, bool) {
	i := slices.IndexFunc(readings, func(r reading) bool { return r.Ruling == e })
	if i < 0 {
		return reading{}, false
	}
	return readings[i], true
}

func (Ruling) Apply(*State) {}

func (e Ruling) Misfit(*State) error {
	if _, ok := e.reading(); ok {
		return nil
	}
	var choices []string
	for _, r := range readings {
		choices = append(choices, r.Name+" "+r.Choice)
	}
	return fmt.Errorf("the rulings to choose are %s", strings.Join(choices, " and "))
}

func (e Ruling) seats(at *seating) {
	if r, ok := e.reading(); ok {
		r.holds(at)
	}
}

func (e Ruling) Tell() engine.Text {
	r, _ := e.reading()
	return r.text
}
