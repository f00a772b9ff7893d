package ownerpage

import (
	"path"
	"slices"

	"arbiter/companion/assembly"
	"arbiter/engine"
	"arbiter/setups"
	"arbiter/setups/wiring"
)

// An Assembly leads the owner from parts to a rig, step by step.
type Assembly struct {
	Step    string
	Steps   []AssemblyStep
	Next    string // the next step; "" at the last
	Playing bool   // a game is on, so nothing is tried

	Present   bool // the device's rig has something to try
	Computers []Pick
	Readers   []Pick
	Panels    []Pick
	Buttons   bool
	Found     []Pick // readers that the device has found
	Loose     bool   // the rig names adapters by names that may move at a restart
	Strange   string // a panel that is plugged in and that nobody here drives
	Moved     bool   // a reader of the rig is plugged in elsewhere

	Wiring  *AssemblyWiring // nil if nothing is wired to pins
	Trouble []string        // what the computer lacks for it, and what to do

	Trial Trial

	File, Text, Kept string
}

// An AssemblyStep is a step of the way; Here marks the present one.
type AssemblyStep struct {
	Name, Title string
	Here        bool
}

// A Pick is one of several choices.
type Pick struct {
	Value, Label, Words string
	On                  bool
}

// A namedPick is a Pick with the name of its control.
type namedPick struct {
	Name string
	Pick Pick
}

// AssemblyWiring is how the parts are connected.
type AssemblyWiring struct {
	Shopping, Notes []string // in English, as the drawing
	Rows            []wiring.Row
	Places          []wiring.Place
}

// NewAssembly returns the page of a rig in the making. wires is nil if nothing is wired to pins;
// text is the rig as its file will be.
func NewAssembly(say func(engine.Text) string, v assembly.View, wires *wiring.Diagram, text string, playing bool) Assembly {
	p := Assembly{Step: string(v.Step), Playing: playing, Buttons: v.Parts.Buttons, Text: text, File: assembly.Name + ".toml", Kept: v.Kept}
	for i, s := range v.Steps {
		p.Steps = append(p.Steps, AssemblyStep{string(s), say(stepTitles[s]), s == v.Step})
		if s == v.Step && i+1 < len(v.Steps) {
			p.Next = string(v.Steps[i+1])
		}
	}
	pick := func(list []string, on string) (all []Pick) {
		for _, x := range list {
			all = append(all, Pick{x, say(partTitles[x][0]), say(partTitles[x][1]), x == on})
		}
		return all
	}
	p.Computers, p.Readers, p.Panels = pick(assembly.Computers, v.Parts.Computer), pick(assembly.Readers, v.Parts.Readers), pick(assembly.Panels, v.Parts.Panel)
	for i := range p.Panels {
		if p.Panels[i].Value == assembly.None {
			p.Panels[i].Label, p.Panels[i].Words = say(engine.Say("No panel")), say(engine.Say("Its picture is in every browser."))
		}
	}
	p.Present = v.Rig.Name != assembly.Name && slices.ContainsFunc(v.Rig.Readers, func(r setups.Reader) bool { return r.Driver != "virtual" })
	if wires != nil {
		p.Wiring = &AssemblyWiring{wires.Shopping(), wires.Notes(), wires.Rows(), wires.Places()}
	}
	switch v.Step {
	case assembly.StepReaders:
		p.Trial = readersTried(say, v)
	case assembly.StepButtons:
		p.Trial = buttonsTried(say, v)
	case assembly.StepPanel:
		p.Trial = panelTried(say, v.Panel)
	}
	return p
}

// OfFound lists the readers that were found. As many of those that answer are selected as there are
// seats.
func (p *Assembly) OfFound(say func(engine.Text) string, found []assembly.Found) {
	selected := 0
	for _, f := range found {
		r := f.Reader
		pick := Pick{Value: FoundValue(f), On: !f.Silent && r.Driver != "wedge" && selected < mostReaders}
		if pick.On {
			selected++
		}
		switch {
		case r.Driver == "rc522" && r.Serial():
			pick.Label, pick.Words = say(engine.Say("RC522 on a USB serial adapter")), path.Base(r.Port)
		case r.Driver == "rc522":
			pick.Label = say(engine.Say("RC522 on %s", r.Port))
		case f.Name != "":
			pick.Label, pick.Words = f.Name, r.Port
		case r.OnBus():
			pick.Label = say(engine.Say("PN532 on %s", r.Port))
		case r.Driver == "wedge":
			pick.Label, pick.Words = say(engine.Say("Keyboard, or reader that types")), path.Base(r.Port)
		case f.Silent:
			pick.Label, pick.Words = say(engine.Say("Adapter at which no PN532 answers")), path.Base(r.Port)
		default:
			pick.Label, pick.Words = say(engine.Say("PN532 on a USB serial adapter")), path.Base(r.Port)
		}
		p.Found = append(p.Found, pick)
	}
}

// OfPanel selects the panel that says of itself what it is.
func (p *Assembly) OfPanel(say func(engine.Text) string, found assembly.FoundPanel) {
	switch {
	case found.Name == "":
	case found.Part == "":
		p.Strange = say(engine.Say("An %s is plugged in, which Arbiter cannot drive.", engine.Term(found.Name)))
	default:
		for i := range p.Panels {
			pick := &p.Panels[i]
			if pick.On = pick.Value == found.Part; pick.On {
				pick.Words = say(engine.Say("%s Plugged in here.", pick.Words))
			}
		}
	}
}

// FoundValue is what a form calls a reader that was found.
func FoundValue(f assembly.Found) string { return f.Reader.Driver + " " + f.Reader.Port }

// mostReaders is how many readers of those that were found a rig can have here.
const mostReaders = 4

var stepTitles = map[assembly.Step]engine.Text{
	assembly.StepParts: engine.Say("Parts"), assembly.StepWiring: engine.Say("Wires"), assembly.StepReaders: engine.Say("Readers"),
	assembly.StepButtons: engine.Say("Buttons"), assembly.StepPanel: engine.Say("Panel"), assembly.StepFile: engine.Say("Finish"),
}

// redWaits is what a panel with red asks of people.
var redWaits = engine.Say("Each picture takes half a minute, and flashes.")

var partTitles = map[string][2]engine.Text{
	"pi":           {engine.Say("Raspberry Pi"), engine.Say("Zero 2, 3, 4 or 5: any with 40 pins.")},
	"other":        {engine.Say("Another computer"), engine.Say("Linux, with readers at USB.")},
	"twelve-rc522": {engine.Say("Twelve RC522"), engine.Say("One under each field of four seats, behind one decoder.")},
	"four-rc522":   {engine.Say("Four RC522"), engine.Say("One for each seat; cards are laid one after the other.")},
	"one-rc522":    {engine.Say("One RC522"), engine.Say("For one person, or passed round.")},
	assembly.Here:  {engine.Say("What is found here"), engine.Say("ACR122U and others for PC/SC, PN532, RC522: one for each seat. Nothing to type.")},
	assembly.None:  {engine.Say("No readers"), engine.Say("Cards are laid on phones.")},
	"7.5":          {engine.Say("7.5 inch V2 HAT"), engine.Say("800 × 480, reads best from afar.")},
	"7.5b":         {engine.Say("7.5 inch B V2, with red"), engine.Say("800 × 480. %s", redWaits)},
	"5.83":         {engine.Say("5.83 inch V2"), engine.Say("648 × 480.")},
	"5.83b":        {engine.Say("5.83 inch B V2, with red"), engine.Say("648 × 480. %s", redWaits)},
	"4.26":         {engine.Say("4.26 inch HAT"), engine.Say("800 × 480, fine and quick.")},
	"4.2":          {engine.Say("4.2 inch V2 HAT"), engine.Say("400 × 300.")},
	"4.2b":         {engine.Say("4.2 inch B V2, with red"), engine.Say("400 × 300. %s", redWaits)},
	"inky":         {engine.Say("Inky wHAT, black and white"), engine.Say("400 × 300, with an SSD1683.")},
	"inky-red":     {engine.Say("Inky wHAT, with red or yellow"), engine.Say("400 × 300, with an SSD1683. %s", redWaits)},
	"2.9":          {engine.Say("2.9 inch V2"), engine.Say("296 × 128.")},
	"2.9b":         {engine.Say("2.9 inch B V4, with red"), engine.Say("296 × 128. %s", redWaits)},
	"2.7":          {engine.Say("2.7 inch V2 HAT"), engine.Say("264 × 176; its four keys are the buttons.")},
	"2.66b":        {engine.Say("2.66 inch B, with red"), engine.Say("296 × 152. %s", redWaits)},
	"2.13":         {engine.Say("2.13 inch V4 HAT"), engine.Say("250 × 122, for who sits near.")},
	"oled":         {engine.Say("0.96 inch OLED (SSD1306)"), engine.Say("128 × 64 on I2C: whose turn it is, in small.")},
	"oled-1.3":     {engine.Say("1.3 inch OLED (SH1106)"), engine.Say("128 × 64 on I2C. If it shows snow, it is the other one.")},
	"2.13b":        {engine.Say("2.13 inch B V4, with red"), engine.Say("250 × 122. %s", redWaits)},
}
