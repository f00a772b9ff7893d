// Package assembly leads the owner of a device from parts in a box to a working rig: which parts
// there are, how they are wired, how each reader, button and panel does in its trial, and the rig
// as a file.
//
// It opens no hardware. Whoever does asks an Assembly what to try now (Trial), and reports what
// readers, buttons and panels have shown.
package assembly

import (
	"cmp"
	"slices"
	"strings"

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
	Found    []setups.Reader // of those that the device has found, what is to be used: how each is wired
}

// A Found is a reader that a device may have.
type Found struct {
	Reader setups.Reader // how it is wired, without its name and its meaning
	Name   string        // what it says of itself, for a reader of pcscd
	Silent bool          // it was asked and did not answer: it may be something else with that plug
}

// A FoundPanel is a panel that says of itself what it is.
type FoundPanel struct {
	Part string // one of Panels; "" if it cannot be driven
	Name string // as its maker calls it; "" if there is none
}

// Here means the readers that the device has found. Which is whose is learned: the first one to see
// a card belongs to the seat that is asked for.
const Here = "here"

// TitleHere is the title of a rig made of readers that were found.
const TitleHere = "Readers found here"

// None means no reader, or no panel but the picture in browsers.
const None = "none"

// What there is to choose from, the most common first.
var (
	Computers = []string{"pi", "other"}
	Readers   = []string{"twelve-rc522", "four-rc522", "one-rc522", Here, None}
	Panels    = []string{"7.5", "7.5b", "5.83", "5.83b", "4.26", "4.2", "4.2b", "inky", "inky-red", "2.9", "2.9b", "2.7", "2.66b", "2.13", "2.13b", "oled", "oled-1.3", None}
)

// likewise maps panels to the HAT that they are wired like; they use the rigs with that HAT.
var likewise = map[string]struct{ hat, model string }{
	"7.5b": {"7.5", "7.5bv2"}, "5.83": {"7.5", "5.83v2"}, "5.83b": {"7.5", "5.83bv2"},
	"4.2b": {"4.2", "4.2bv2"}, "inky": {"4.2", "4.2v2"}, "inky-red": {"4.2", "4.2bv2"}, "2.9": {"2.13", "2.9v2"}, "2.9b": {"2.13", "2.9bv4"}, "2.7": {"2.13", "2.7v2"}, "2.66b": {"2.13", "2.66b"}, "2.13b": {"2.13", "2.13bv4"},
}

// freed maps pins of a Waveshare HAT that an Inky leaves free to the parts whose pins it takes.
var freed = map[string]string{setups.InkyDC: "GPIO25", setups.InkyReset: "GPIO24", setups.InkyBusy: "GPIO18"}

// Inky returns the part that is a HAT of the Inky family with a panel of a model; "" if there is none.
func Inky(model string) string {
	i := slices.IndexFunc(Panels, func(part string) bool {
		return strings.HasPrefix(part, "inky") && likewise[part].model == model
	})
	if i < 0 {
		return ""
	}
	return Panels[i]
}

// onInky moves the panel of a rig to the pins of an Inky, and other parts from there.
func onInky(rig *setups.Rig) {
	move := func(pin *string) { *pin = cmp.Or(freed[*pin], *pin) }
	for i := range rig.Readers {
		move(&rig.Readers[i].Reset)
	}
	for i := range rig.Buttons {
		move(&rig.Buttons[i].Pin)
	}
	for i := range rig.Muxes {
		for j := range rig.Muxes[i].Pins {
			move(&rig.Muxes[i].Pins[j])
		}
	}
	p := &rig.Panels[0]
	p.DC, p.Reset, p.Busy, p.Power = setups.InkyDC, setups.InkyReset, setups.InkyBusy, ""
}

// oleds are drivers of panels on I2C: nothing of a HAT is left in their rigs.
var oleds = map[string]string{"oled": "ssd1306", "oled-1.3": "sh1106"}

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
	other, isOther := likewise[panel]
	oled, isOLED := oleds[panel]
	switch {
	case isOther:
		panel = other.hat
	case isOLED:
		panel = usualPanel
	}
	switch readers {
	case None:
		readers = usualReaders
	case Here:
		readers = "four-pn532"
	}
	rig, err := setups.LoadRig("hat-" + panel + "-" + readers)
	if err != nil {
		return setups.Rig{}, err
	}
	if isOther {
		rig.Panels[0].Model, rig.Panels[0].Size = other.model, cmp.Or(setups.PanelModels()[other.model], setups.UC8179Models()[other.model])
		rig.Title = ""
	}
	if strings.HasPrefix(p.Panel, "inky") {
		onInky(&rig)
	}
	if isOLED {
		rig.Panels, rig.Title = []setups.Panel{{Name: "panel", Driver: oled, Port: "I2C1", Size: "128x64"}}, ""
	}
	switch most := len(rig.Readers); {
	case p.Readers == None:
		rig.Readers, rig.Muxes = nil, nil
	case p.Readers != Here:
	case len(p.Found) == 0:
		return setups.Rig{}, engine.Refuse("choose a reader: plug it in or wire it, and look again")
	case len(p.Found) > most:
		return setups.Rig{}, engine.Refuse("choose at most %d readers", most)
	default:
		rig.Readers = rig.Readers[:len(p.Found)]
		for i, found := range p.Found {
			rewire(&rig.Readers[i], found)
			rig.Readers[i].Group = ""
		}
		rig.Title = TitleHere
	}
	if p.Panel == None {
		rig.Panels = []setups.Panel{{Name: "panel", Driver: "web", Size: "400x300"}}
	}
	if !p.Buttons {
		rig.Buttons = nil
	}
	if p.Computer != Computers[0] {
		if rig.Computer = p.Computer; p.Panel != None || p.Buttons || p.Readers != Here && p.Readers != None {
			return setups.Rig{}, engine.Refuse("only a Raspberry Pi has the pins for these parts; on another computer choose readers that were found, the panel in browsers, and no buttons")
		}
	}
	if p.Readers == Here {
		if place := contested(rig); place != "" {
			return setups.Rig{}, engine.Refuse("two of these parts need %s: choose another panel, no buttons, or other readers", place)
		}
	}
	rig.Title = cmp.Or(rig.Title, Name)
	return named(rig)
}

// contested returns a port or a pin that a reader and another part need; "" if there is none.
func contested(rig setups.Rig) string {
	used := map[string]bool{}
	for _, p := range rig.Panels {
		for _, place := range []string{p.Port, p.DC, p.CS, p.Reset, p.Busy, p.Power} {
			used[place] = !p.OLED() // which shares its bus
		}
	}
	for _, b := range rig.Buttons {
		used[b.Pin] = true
	}
	for _, r := range rig.Readers {
		for _, place := range []string{r.Port, r.Reset} {
			if place != "" && used[place] {
				return place
			}
		}
		used[r.Port] = true
	}
	return ""
}

// named returns a rig under its name, as it will be read from its file.
func named(rig setups.Rig) (setups.Rig, error) {
	text, err := rig.TOML()
	if err != nil {
		return setups.Rig{}, err
	}
	return setups.ReadRig(Name, text)
}
