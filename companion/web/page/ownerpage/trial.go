package ownerpage

import (
	"strings"

	"arbiter/companion/assembly"
	"arbiter/companion/web/page"
	"arbiter/engine"
	"arbiter/hw/obstacle"
	"arbiter/setups"
)

// A Trial is what is being tried now, and how everything did so far.
type Trial struct {
	Ask, Hint string // what to do; "" when all were tried
	Swap      string // label of the button that swaps two; "" if nothing is swapped
	Asked     int    // its number; negative if none
	Nothing   bool   // people may say that nothing happens
	Panel     bool   // it is the panel: people say what they see
	Done      string // when all were tried
	Places    []TriedPlace
	Remedies  []Remedy
}

// A TriedPlace is a reader or a button: whose it is, its name there, how it did.
type TriedPlace struct {
	page.Seat
	Name, Verdict string
	Sign          string // icon of the outcome; "" before its trial
	Bad, Here     bool
}

// A Remedy is what to do about one that did badly.
type Remedy struct {
	Number     int
	Name, What string
}

// placeOf names a reader: whose it is, and its field.
func placeOf(say func(engine.Text) string, r setups.Reader, i int) TriedPlace {
	p := TriedPlace{Seat: page.Seat{Key: r.Name, Name: r.Name, Color: page.SeatColor(r.Seat), Shape: engine.Shape(i % 4)}, Name: r.Name}
	if r.Seat != "" {
		p.Seat.Name = say(engine.Say("%s", engine.Seat(r.Seat)))
		p.Name = p.Seat.Name
		if len(r.Fields) == 1 {
			p.Name += ", " + say(engine.Say("field %s", r.Fields[0]))
		}
	}
	return p
}

// seatNumbers numbers the seats of a rig in order of appearance, for their shapes.
func seatNumbers(seats []string) map[string]int {
	all := map[string]int{}
	for _, s := range seats {
		if _, known := all[s]; !known && s != "" {
			all[s] = len(all)
		}
	}
	return all
}

func readersTried(say func(engine.Text) string, v assembly.View) Trial {
	var seats []string
	for _, r := range v.Rig.Readers {
		seats = append(seats, r.Seat)
	}
	number := seatNumbers(seats)
	t := Trial{Asked: v.Asked, Nothing: v.Asked >= 0, Done: say(engine.Say("All readers were tried."))}
	for i, r := range v.Rig.Readers {
		t.Places = append(t.Places, placeOf(say, r, number[r.Seat]))
		t.add(say, v.Readers[i], i, readerRemedies)
	}
	if t.Asked < 0 {
		return t
	}
	at := v.Rig.Readers[t.Asked]
	name := t.Places[t.Asked].Name
	t.Ask = say(engine.Say("Lay any card on the reader for: %s", engine.Term(name)))
	switch {
	case v.Readers[t.Asked].Verdict == assembly.Swapped:
		other := t.Places[v.Readers[t.Asked].Other].Name
		t.Ask = say(engine.Say("The card is seen by another reader: %s", engine.Term(other)))
		t.Hint = say(engine.Say("If it lies where it should, the wires of the two are swapped. One tap exchanges them in the rig; leave the card there."))
		t.Swap, t.Nothing = say(engine.Say("Exchange %s and %s", engine.Term(name), engine.Term(other))), false
	case v.Already != "":
		t.Hint = say(engine.Say("It lies on a reader that was tried: %s", engine.Term(t.named(v, v.Already))))
	case v.Lies:
		t.Hint = say(engine.Say("Take the card off that lies there, and lay it down again."))
	case at.Driver == "wedge":
		t.Hint = say(engine.Say("Hold it there for a moment."))
	}
	return t
}

// named returns what a reader of the rig is called on the page.
func (t Trial) named(v assembly.View, reader string) string {
	for i, r := range v.Rig.Readers {
		if r.Name == reader {
			return t.Places[i].Name
		}
	}
	return reader
}

// add adds how the last place did.
func (t *Trial) add(say func(engine.Text) string, x assembly.Tried, i int, remedies func(assembly.Tried) engine.Text) {
	p := &t.Places[len(t.Places)-1]
	p.Here = i == t.Asked
	p.Verdict = say(verdicts[x.Verdict])
	switch x.Verdict {
	case assembly.Untried:
		return
	case assembly.Right:
		p.Sign = "ready"
		return
	}
	if p.Sign, p.Bad = "why", true; x.Verdict != assembly.Swapped {
		t.Remedies = append(t.Remedies, Remedy{i, p.Name, say(remedies(x))})
	}
}

var verdicts = map[assembly.Verdict]engine.Text{
	assembly.Untried: engine.Say("not tried yet"), assembly.Right: engine.Say("works"), assembly.Weak: engine.Say("weak"),
	assembly.Swapped: engine.Say("swapped"), assembly.Deaf: engine.Say("reacts to nothing"), assembly.Silent: engine.Say("does not answer"),
}

func readerRemedies(x assembly.Tried) engine.Text {
	if why := obstacle.Text(x.Obstacle); !why.IsZero() {
		return engine.Say("It cannot be used: %s.", why)
	}
	switch x.Verdict {
	case assembly.Weak:
		return engine.Say("It saw the card in %d scans of %d. Lay cards flat on the middle of the antenna, with no metal beneath; use shorter wires.", x.Seen, x.Of)
	case assembly.Deaf:
		return engine.Say("Its chip answers, but it saw no card. Check the antenna and what is beneath it: no metal. The card has to be of ISO 14443 A, 13.56 MHz.")
	}
	return engine.Say("Nothing answers there. Check its supply, its ground and its wires, the chip select first.")
}

func buttonRemedies(x assembly.Tried) engine.Text {
	if x.Verdict == assembly.Silent {
		return engine.Say("Its pin cannot be read: another program may have it, or the service lacks the right.")
	}
	return engine.Say("Check its wires: one at the pin, one at ground.")
}

func buttonsTried(say func(engine.Text) string, v assembly.View) Trial {
	var seats []string
	for _, b := range v.Rig.Buttons {
		seats = append(seats, b.Seat)
	}
	number := seatNumbers(seats)
	t := Trial{Asked: v.Asked, Nothing: v.Asked >= 0, Done: say(engine.Say("All buttons were tried."))}
	for i, b := range v.Rig.Buttons {
		p := TriedPlace{Seat: page.Seat{Key: strings.TrimSpace(b.Seat + " " + b.Name), Color: page.SeatColor(b.Seat), Shape: engine.Shape(number[b.Seat] % 4)}, Name: say(buttonTitle(b))}
		if b.Seat != "" {
			p.Seat.Name = say(engine.Say("%s", engine.Seat(b.Seat)))
			p.Name = p.Seat.Name + ": " + p.Name
		}
		t.Places = append(t.Places, p)
		t.add(say, v.Buttons[i], i, buttonRemedies)
	}
	if t.Asked < 0 {
		return t
	}
	name := t.Places[t.Asked].Name
	t.Ask = say(engine.Say("Press the button: %s", engine.Term(name)))
	if v.Buttons[t.Asked].Verdict == assembly.Swapped {
		other := t.Places[v.Buttons[t.Asked].Other].Name
		t.Ask = say(engine.Say("Another button reacted: %s", engine.Term(other)))
		t.Hint = say(engine.Say("If you pressed the right one, the wires of the two are swapped. One tap exchanges them in the rig."))
		t.Swap, t.Nothing = say(engine.Say("Exchange %s and %s", engine.Term(name), engine.Term(other))), false
	}
	return t
}

func buttonTitle(b setups.Button) engine.Text {
	switch b.Name {
	case "confirm":
		return engine.Say("Confirm")
	case "back":
		return engine.Say("Back")
	case "undo":
		return engine.Say("Take back")
	}
	return engine.Say("Next")
}

func panelTried(say func(engine.Text) string, x assembly.PanelTrial) Trial {
	t := Trial{Asked: -1, Panel: true, Ask: say(engine.Say("Do you see a black frame, and a black corner at the top left?"))}
	switch {
	case x.Verdict == assembly.Right:
		t.Panel, t.Ask, t.Done = false, "", say(engine.Say("The panel works."))
	case !x.Trouble.IsZero():
		t.Ask, t.Hint = say(x.Trouble), say(engine.Say("Check that the HAT sits on all 40 pins, and that SPI is switched on: dtparam=spi=on."))
	case x.Verdict == assembly.Deaf:
		t.Ask, t.Hint = say(engine.Say("The panel shows nothing")), say(engine.Say("The device has sent the picture. Check the ribbon between the panel and its HAT, the switch for the interface (4 wires), and that this is the panel you have."))
	case !x.Shown:
		t.Panel, t.Ask = false, say(engine.Say("The frame is being drawn."))
	case x.Turned:
		t.Hint = say(engine.Say("It was turned round in the rig."))
	}
	return t
}
