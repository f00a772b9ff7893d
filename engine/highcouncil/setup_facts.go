package highcouncil

import (
	"errors"

	"arbiter/engine"
)

// Ruling chooses a reading of an unclear rule. It is a fact of the setup; without it the older
// reading holds, under which games began before there was a choice.
type Ruling struct{ Name, Choice string }

const (
	rulingIdle   = "no-action"
	idleAllowed  = "allowed"    // a turn may end without an action
	idleNotAtAll = "compulsory" // a turn has exactly one action
)

func (Ruling) Apply(*State) {}

func (e Ruling) Misfit(*State) error {
	if e.Name != rulingIdle || e.Choice != idleAllowed && e.Choice != idleNotAtAll {
		return errors.New("the rulings to choose are no-action allowed and no-action compulsory")
	}
	return nil
}

func (e Ruling) seats(at *seating) { at.idle = e.Choice == idleAllowed }

func (e Ruling) Tell() engine.Text {
	if e.Choice == idleAllowed {
		return engine.Say("A turn may end without an action")
	}
	return engine.Say("Each turn has an action")
}
