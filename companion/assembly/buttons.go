package assembly

import (
	"slices"

	"arbiter/engine"
	"arbiter/setups"
)

// buttonTrials are the trials of a rig's buttons.
type buttonTrials struct {
	all   []Tried
	asked int
}

func (t *buttonTrials) begin(rig setups.Rig) {
	for i, b := range rig.Buttons {
		if b.Pin == "" {
			t.all[i].Verdict = Right
		}
	}
	t.next()
}

func (t *buttonTrials) next() {
	t.asked = slices.IndexFunc(t.all, func(b Tried) bool { return b.Verdict == Untried })
}

func (t *buttonTrials) settle(v Verdict) {
	t.all[t.asked] = Tried{Verdict: v}
	t.next()
}

func (t *buttonTrials) swapped() bool { return t.asked >= 0 && t.all[t.asked].Verdict == Swapped }

// Press records a press of the button that was opened with this name and seat; err says that its
// pin cannot be read.
func (a *Assembly) Press(name, seat string, err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	t := &a.buttons
	i := slices.IndexFunc(a.opened.Buttons, func(b setups.Button) bool { return b.Name == name && b.Seat == seat })
	if a.step != StepButtons || i < 0 || t.asked < 0 {
		return
	}
	switch {
	case err != nil:
		if t.all[i].Verdict = Silent; i == t.asked {
			t.next()
		}
	case i == t.asked:
		t.settle(Right)
	case t.all[i].Verdict == Untried:
		t.all[t.asked] = Tried{Verdict: Swapped, Other: i}
	default:
		return
	}
	a.changed()
}

// A PanelTrial is how the panel did.
type PanelTrial struct {
	Name    string
	Shown   bool // the device believes that the frame is shown
	Trouble engine.Text
	Verdict Verdict // Right, or Deaf if people see no frame
	Turned  bool    // it is mounted upside down
}

// panelOf returns the index of the first wired panel of a rig; negative if there is none.
func panelOf(rig setups.Rig) int {
	return slices.IndexFunc(rig.Panels, func(p setups.Panel) bool { return p.Driver != "web" && p.Driver != "png" })
}

// Shown records that the panel shows the frame, or what prevented that.
func (a *Assembly) Shown(trouble engine.Text) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.step == StepPanel {
		a.panel.Shown, a.panel.Trouble = trouble.IsZero(), trouble
		a.changed()
	}
}

// Frame records what people see on the panel: yes, no, or turned if the corner is at the bottom.
func (a *Assembly) Frame(seen string) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.step != StepPanel {
		return engine.Refuse("nothing is tried now; look again")
	}
	switch at := panelOf(a.rig); seen {
	case "yes":
		a.panel.Verdict = Right
	case "no":
		a.panel.Verdict = Deaf
	case "turned":
		a.rig.Panels[at].Turned = !a.rig.Panels[at].Turned
		a.enter(StepPanel)
		a.panel.Turned = true
	case "again":
		a.enter(StepPanel)
	default:
		return engine.Refuse("nothing is tried now; look again")
	}
	a.changed()
	return nil
}
