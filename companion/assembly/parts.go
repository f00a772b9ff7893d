// Package assembly leads the owner of a device from parts in a box to a working rig: which parts
// there are, how they are wired, how each reader, button and panel does in its trial, and the rig
// as a file.
//
// It opens no hardware. Whoever does asks an Assembly what to try now (Trial), and reports what
// readers, buttons and panels have shown.
package assembly

import (
	"cmp"
	"path"
	"slices"

	"arbiter/engine"
	"arbiter/setups"
)

// Name is the name of the rig that is made, and of its file in the folder of rigs.
const Name = "this-device"

// Parts are what an owner has; each is a word of one of the lists below.
type Parts struct {
	Computer string
	Readers  string
	Panel    string
	Buttons  bool
	Adapters []string // ports of USB readers that are plugged in, by names that stay
}

// An Adapter is something at USB that a reader is behind: a serial adapter, which may have a PN532,
// or a reader of pcscd.
type Adapter struct {
	Port string // as a rig names it
	Name string // what a reader of pcscd says of itself
}

// usb reports whether the readers are on USB, so that the first reader to see a card may be any
// seat's.
func (p Parts) usb() bool { return p.Readers == "four-pn532" }

// None is no reader, or no panel but the picture in browsers.
const None = "none"

// What there is to choose from, the most common first.
var (
	Computers = []string{"pi", "other"}
	Readers   = []string{"twelve-rc522", "four-rc522", "one-rc522", "four-pn532", None}
	Panels    = []string{"7.5", "4.26", "4.2", "2.13", None}
)

// Known reports whether all parts are in the lists.
func (p Parts) Known() bool {
	return slices.Contains(Computers, p.Computer) && slices.Contains(Readers, p.Readers) && slices.Contains(Panels, p.Panel)
}

// usualPanel and usualReaders have rigs with everything else, from which missing parts are removed.
const usualPanel, usualReaders = "7.5", "one-rc522"

// Rig builds a rig from the parts, by removing missing ones from a rig that comes with the program.
// The error is an engine.Refusal if the parts do not go together.
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
		return setups.Rig{}, engine.Refuse("no reader is plugged in: plug the readers in at USB, and look again")
	case len(p.Adapters) > most:
		return setups.Rig{}, engine.Refuse("choose at most %d readers", most)
	default:
		rig.Readers = rig.Readers[:len(p.Adapters)]
		for i, port := range p.Adapters {
			rig.Readers[i].Port = port
			if !path.IsAbs(port) {
				rig.Readers[i].Driver, rig.Readers[i].Baud, rig.Readers[i].Group = "pcsc", 0, ""
				rig.Title = "Readers at USB"
			}
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
			return setups.Rig{}, engine.Refuse("only a Raspberry Pi has the pins for these parts; on another computer choose readers at USB, the panel in browsers, and no buttons")
		}
	}
	rig.Title = cmp.Or(rig.Title, Name)
	return named(rig)
}

// named returns a rig under its name, as it will be read from its file.
func named(rig setups.Rig) (setups.Rig, error) {
	text, err := rig.TOML()
	if err != nil {
		return setups.Rig{}, err
	}
	return setups.ReadRig(Name, text)
}
