// Package assembly leads the owner of a device from parts in a box to a rig that works:
// what there is, how it is wired, how each reader, button and panel does in its trial, and
// the rig as a file.
//
// It opens no hardware. Whoever does asks an Assembly what is to be tried now (Trial), and
// tells it what readers, buttons and panels have shown.
package assembly

import (
	"cmp"
	"slices"

	"arbiter/engine"
	"arbiter/setups"
)

// Name is that of the rig that is made: its file in the folder of rigs.
const Name = "this-device"

// Parts are what an owner has; each is a word of one of the lists below.
type Parts struct {
	Computer string
	Readers  string
	Panel    string
	Buttons  bool
	Adapters []string // of readers at USB, which are plugged in; names that stay
}

// usb tells whether the readers are at USB, so that the first one to see a card may be
// anybody's.
func (p Parts) usb() bool { return p.Readers == "four-pn532" }

// None is no reader, or no panel but the picture in browsers.
const None = "none"

// What there is to choose, the most usual first.
var (
	Computers = []string{"pi", "other"}
	Readers   = []string{"twelve-rc522", "four-rc522", "one-rc522", "four-pn532", None}
	Panels    = []string{"7.5", "4.26", "4.2", "2.13", None}
)

// Known tells whether all parts are such as there are.
func (p Parts) Known() bool {
	return slices.Contains(Computers, p.Computer) && slices.Contains(Readers, p.Readers) && slices.Contains(Panels, p.Panel)
}

// usualPanel and usualReaders have rigs with everything else, from which parts are left out.
const usualPanel, usualReaders = "7.5", "one-rc522"

// Rig is made of the parts: of the rigs that come with the program, without what there is
// not. The error is an engine.Refusal where parts do not go together.
func (p Parts) Rig() (setups.Rig, error) {
	panel, readers := p.Panel, p.Readers
	if panel == None {
		panel = usualPanel
	}
	if readers == None {
		readers = usualReaders
	}
	rig, err := setups.LoadRig("hat-" + panel + "-" + readers)
	if err != nil {
		return setups.Rig{}, err
	}
	switch most := len(rig.Readers); {
	case p.Readers == None:
		rig.Readers, rig.Muxes = nil, nil
	case !p.usb():
	case len(p.Adapters) == 0:
		return setups.Rig{}, engine.Refuse("no adapter is plugged in: plug the readers in at USB, and look again")
	case len(p.Adapters) > most:
		return setups.Rig{}, engine.Refuse("choose at most %d adapters", most)
	default:
		rig.Readers = rig.Readers[:len(p.Adapters)]
		for i, port := range p.Adapters {
			rig.Readers[i].Port = port
		}
	}
	if p.Panel == None {
		rig.Panels = []setups.Panel{{Name: "panel", Driver: "web", Size: "400x300"}}
	}
	if !p.Buttons {
		rig.Buttons = nil
	}
	if p.Computer != Computers[0] {
		if rig.Computer = p.Computer; p.Panel != None || p.Buttons || p.Readers != "four-pn532" && p.Readers != None {
			return setups.Rig{}, engine.Refuse("only a Raspberry Pi has the pins for these parts; on another computer choose PN532 readers, the panel in browsers, and no buttons")
		}
	}
	rig.Title = cmp.Or(rig.Title, Name)
	return named(rig)
}

// named is a rig under its name as it will be read from its file.
func named(rig setups.Rig) (setups.Rig, error) {
	text, err := rig.TOML()
	if err != nil {
		return setups.Rig{}, err
	}
	return setups.ReadRig(Name, text)
}
