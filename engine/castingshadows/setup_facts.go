package castingshadows

import (
	"errors"
	"fmt"
	"slices"

	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// Facts of the setup: who plays which character, who draws, which reading of an unclear rule holds.

// Book is how much of the cardboard the program keeps: all of it or, in the tracks book, hit
// points, energy, form, turn, actions and the open cards of spell books.
type Book struct{ Name string }

func (Book) Apply(*State) {}

func (e Book) Misfit(*State) error {
	if e.Name != "full" && e.Name != "tracks" {
		return engine.Refuse("there is the full book, and the tracks book")
	}
	return nil
}

func (e Book) seats(at *seating) { at.Tracks = e.Name == "tracks" }

func (e Book) Tell() engine.Text {
	if e.Name == "tracks" {
		return engine.Say("The tracks book is played")
	}
	return engine.Say("The full book is played")
}

// Character is the character a seat plays.
type Character struct {
	Seat engine.Seat
	Name printed.Character
}

func (Character) Apply(*State) {}

func (e Character) Misfit(s *State) error {
	if s.Find(e.Seat) < 0 || e.Name == 0 {
		return errors.New("a seat, and one of the characters")
	}
	return nil
}

func (e Character) Tell() engine.Text { return engine.Say("%s plays %s", e.Seat, e.Name.Term()) }

// Dealt says who rolls and draws.
type Dealt struct{ By mode }

// A mode is who rolls and draws: "device", or "hands" of people.
type mode string

var modes = []string{"hands", "device"}

// UnmarshalText reads the mode.
func (m *mode) UnmarshalText(b []byte) error {
	if !slices.Contains(modes, string(b)) {
		return fmt.Errorf("%q is not one of %v", b, modes)
	}
	*m = mode(b)
	return nil
}

func (Dealt) Apply(*State) {}

func (Dealt) Misfit(*State) error { return nil }

func (e Dealt) seats(at *seating) { at.Dealt = e.By == "device" }

func (e Dealt) Tell() engine.Text {
	if e.By == "device" {
		return engine.Say("The device rolls and draws")
	}
	return engine.Say("People roll and draw")
}

// Ruling chooses a reading of an unclear rule. Without it the older reading holds, under which
// games began before there was a choice; new games have what the rulebook's box says.
type Ruling struct {
	Name   string
	Choice string
}

// A reading is one choice of a ruling, in words, and what it changes.
type reading struct {
	Ruling
	text  engine.Text
	holds func(*seating)
}

var readings = []reading{
	{Ruling{"no-target", "refused"}, engine.Say("A spell that hits nobody is not cast"), func(at *seating) { at.Untargeted = false }},
	{Ruling{"no-target", "allowed"}, engine.Say("A spell may be cast though it hits nobody"), func(at *seating) { at.Untargeted = true }},
	{Ruling{"hp-cap", "dial"}, engine.Say("Hit points go as far as the dial"), func(at *seating) { at.Uncapped = false }},
	{Ruling{"hp-cap", "none"}, engine.Say("Hit points know no limit"), func(at *seating) { at.Uncapped = true }},
	{Ruling{"return-after", "landed"}, engine.Say("Damage that is returned is dealt after the damage that it answers"), func(at *seating) { at.Lands = true }},
	{Ruling{"return-after", "announced"}, engine.Say("Damage that is returned is dealt at once"), func(at *seating) { at.Lands = false }},
	{Ruling{"ability-once", "full"}, engine.Say("The shadow ability is used as often as the energy is full"), func(at *seating) { at.Often = true }},
	{Ruling{"ability-once", "turn"}, engine.Say("The shadow ability is used once in a turn"), func(at *seating) { at.Often = false }},
	{Ruling{"companion-print", "print"}, engine.Say("Companions work as often as is printed on them"), func(at *seating) { at.AsPrinted = true }},
	{Ruling{"companion-print", "once"}, engine.Say("Companions react once to a spell, and give action points once in a turn"), func(at *seating) { at.AsPrinted = false }},
	{Ruling{"out-order", "kept"}, engine.Say("Counterspells of characters that are out lie under their pile in the order in which they went out"), func(at *seating) { at.InOrder = true }},
	{Ruling{"out-order", "mixed"}, engine.Say("Counterspells of characters that are out are mixed under their pile"), func(at *seating) { at.InOrder = false }},
	{Ruling{"end-order", "curse"}, engine.Say("The damage of cursed crystals is entered before the turn ends"), func(at *seating) { at.Ends = true }},
	{Ruling{"end-order", "absorb"}, engine.Say("With full energy the turn ends"), func(at *seating) { at.Ends = false }},
	{Ruling{"transform", "compulsory"}, engine.Say("At 3 energy the form changes"), func(at *seating) { at.Stays = false }},
	{Ruling{"transform", "may"}, engine.Say("At 3 energy the form may change"), func(at *seating) { at.Stays = true }},
}

func (e Ruling) reading() (r reading, ok bool) {
	i := slices.IndexFunc(readings, func(r reading) bool { return r.Ruling == e })
	if i < 0 {
		return r, false
	}
	return readings[i], true
}

func (Ruling) Apply(*State) {}

func (e Ruling) Misfit(*State) error {
	if _, ok := e.reading(); !ok {
		var choices []Ruling
		for _, r := range readings {
			choices = append(choices, r.Ruling)
		}
		return fmt.Errorf("the rulings to choose are %v", choices)
	}
	return nil
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

// House is a rule of the table's own: "against-bots", one person against bots of ours. It changes
// nothing of what the rules allow.
type House struct{ Rule houseRule }

// A houseRule is the word of a rule of the table's own.
type houseRule string

const againstBots houseRule = "against-bots"

// UnmarshalText reads the rule.
func (h *houseRule) UnmarshalText(b []byte) error {
	if *h = houseRule(b); *h != againstBots {
		return fmt.Errorf("%q is not %q", b, againstBots)
	}
	return nil
}

func (House) Apply(*State) {}

func (House) Misfit(*State) error { return nil }

func (House) Tell() engine.Text {
	return engine.Say("House rule: bots of our own play the other characters; this is not the printed solo variant")
}

// Waits is how many seconds a window for counterspells stays open; 0 means no limit.
type Waits struct{ Seconds int }

func (Waits) Apply(*State) {}

func (e Waits) Misfit(*State) error {
	if e.Seconds < 0 || e.Seconds > 600 {
		return errors.New("0 to 600 seconds")
	}
	return nil
}

func (e Waits) seats(at *seating) {
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
