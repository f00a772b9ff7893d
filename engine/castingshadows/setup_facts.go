package castingshadows

import (
	"errors"
	"fmt"
	"slices"

	"arbiter/engine"
	"arbiter/engine/castingshadows/position"
	"arbiter/engine/castingshadows/printed"
)

// Facts of the setup: who plays whom, who draws, which reading of an unclear rule holds.

// Book is how much of the cardboard the program keeps: all of it, or in the tracks book hit
// points, energy, form, turn, actions and the open cards of spell books.
type Book struct{ Name string }

func (Book) Apply(*position.State) {}

func (e Book) Misfit(*position.State) error {
	if e.Name != "full" && e.Name != "tracks" {
		return engine.Refuse("there is the full book, and the tracks book")
	}
	return nil
}

func (e Book) seats(at *position.Seating) { at.Tracks = e.Name == "tracks" }

func (e Book) Tell() engine.Text {
	if e.Name == "tracks" {
		return engine.Say("The tracks book is played")
	}
	return engine.Say("The full book is played")
}

// Character is whom a seat plays.
type Character struct {
	Seat engine.Seat
	Name printed.Character
}

func (Character) Apply(*position.State) {}

func (e Character) Misfit(s *position.State) error {
	if s.Find(e.Seat) < 0 || e.Name == 0 {
		return errors.New("a seat, and one of the four characters")
	}
	return nil
}

func (e Character) Tell() engine.Text { return engine.Say("%s plays %s", e.Seat, e.Name.Term()) }

// Dealt says who rolls and draws.
type Dealt struct{ By Mode }

// A Mode is who rolls and draws: "device", or "hands" of people.
type Mode string

var modes = []string{"hands", "device"}

// UnmarshalText reads the mode.
func (m *Mode) UnmarshalText(b []byte) error {
	if !slices.Contains(modes, string(b)) {
		return fmt.Errorf("%q is not one of %v", b, modes)
	}
	*m = Mode(b)
	return nil
}

func (Dealt) Apply(*position.State) {}

func (Dealt) Misfit(*position.State) error { return nil }

func (e Dealt) seats(at *position.Seating) { at.Dealt = e.By == "device" }

func (e Dealt) Tell() engine.Text {
	if e.By == "device" {
		return engine.Say("The device rolls and draws")
	}
	return engine.Say("People roll and draw")
}

// Ruling chooses a reading of an unclear rule.
type Ruling struct {
	Name   string
	Choice string
}

var choices = [][2]string{{"no-target", "refused"}, {"no-target", "allowed"}, {"hp-cap", "dial"}, {"hp-cap", "none"}}

func (Ruling) Apply(*position.State) {}

func (e Ruling) Misfit(*position.State) error {
	if !slices.Contains(choices, [2]string{e.Name, e.Choice}) {
		return fmt.Errorf("the rulings to choose are %v", choices)
	}
	return nil
}

func (e Ruling) seats(at *position.Seating) {
	switch e.Name {
	case "no-target":
		at.Untargeted = e.Choice == "allowed"
	case "hp-cap":
		at.Uncapped = e.Choice == "none"
	}
}

func (e Ruling) Tell() engine.Text {
	switch {
	case e.Name == "no-target" && e.Choice == "allowed":
		return engine.Say("A spell may be cast though it hits nobody")
	case e.Name == "no-target":
		return engine.Say("A spell that hits nobody is not cast")
	case e.Choice == "none":
		return engine.Say("Hit points know no limit")
	}
	return engine.Say("Hit points go as far as the dial")
}

// Waits is for how many seconds counterspells are asked for; 0: as long as people like.
type Waits struct{ Seconds int }

func (Waits) Apply(*position.State) {}

func (e Waits) Misfit(*position.State) error {
	if e.Seconds < 0 || e.Seconds > 600 {
		return errors.New("0 to 600 seconds")
	}
	return nil
}

func (e Waits) seats(at *position.Seating) {
	if at.Wait = e.Seconds; at.Wait == 0 {
		at.Wait = engine.Unlimited
	}
}

func (e Waits) Tell() engine.Text {
	if e.Seconds == 0 {
		return engine.Say("Counterspells are waited for as long as people like")
	}
	return engine.Say("Counterspells are waited for %d seconds", e.Seconds)
}
