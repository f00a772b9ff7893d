package assembly

import (
	"slices"
	"sync"

	"arbiter/engine"
	"arbiter/setups"
)

// A Step is a page on the way to a rig.
type Step string

// The steps in order. Those with nothing to try are left out.
const (
	StepParts   Step = "parts"
	StepWiring  Step = "wiring"
	StepReaders Step = "readers"
	StepButtons Step = "buttons"
	StepPanel   Step = "panel"
	StepFile    Step = "file"
)

// A Verdict is how a part did in its trial.
type Verdict string

// The verdicts.
const (
	Untried Verdict = ""
	Right   Verdict = "right"
	Weak    Verdict = "weak"    // sees a card only now and then
	Swapped Verdict = "swapped" // another one reacted instead
	Deaf    Verdict = "deaf"    // answers, but nothing happens
	Silent  Verdict = "silent"  // does not answer
)

// An Assembly is a rig in the making. Its methods may be called from any goroutine.
type Assembly struct {
	mu      sync.Mutex
	ring    chan struct{}
	version int
	round   int

	present setups.Rig
	step    Step
	parts   Parts
	rig     setups.Rig
	opened  setups.Rig // as it was when its trial began
	readers readerTrials
	buttons buttonTrials
	panel   PanelTrial
	kept    string
}

// New returns an Assembly with nothing chosen yet. present is the rig of the device.
func New(present setups.Rig) *Assembly {
	a := &Assembly{ring: make(chan struct{}), step: StepParts, present: present, rig: present}
	a.parts = Parts{Computer: Computers[0], Readers: Readers[0], Panel: Panels[0], Buttons: true}
	return a
}

// Changed returns a channel that is closed at the next change.
func (a *Assembly) Changed() <-chan struct{} {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.ring
}

// changed wakes everybody who waits on Changed. The caller holds the lock.
func (a *Assembly) changed() {
	a.version++
	close(a.ring)
	a.ring = make(chan struct{})
}

// A Trial is what must be open now. A Trial with another round or step is a new one.
type Trial struct {
	Step  Step
	Round int
	Rig   setups.Rig
}

// Trial returns what is being tried now.
func (a *Assembly) Trial() Trial {
	a.mu.Lock()
	defer a.mu.Unlock()
	return Trial{a.step, a.round, a.opened}
}

// Choose starts with parts.
func (a *Assembly) Choose(p Parts) error {
	if !p.Known() {
		return engine.Refuse("choose a computer, readers and a panel")
	}
	rig, err := p.Rig()
	if err != nil {
		return err
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.parts = p
	a.begin(rig)
	a.enter(StepWiring)
	return nil
}

// Present starts with the rig that the device has.
func (a *Assembly) Present() error {
	a.mu.Lock()
	present := a.present
	a.mu.Unlock()
	return a.Take(present)
}

// Take starts with a given rig.
func (a *Assembly) Take(rig setups.Rig) error {
	rig, err := named(rig)
	if err != nil {
		return err
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.begin(rig)
	a.enter(StepWiring)
	return nil
}

func (a *Assembly) begin(rig setups.Rig) {
	a.rig, a.kept = rig, ""
	a.rig.Readers, a.rig.Buttons, a.rig.Panels = slices.Clone(rig.Readers), slices.Clone(rig.Buttons), slices.Clone(rig.Panels)
	a.readers, a.buttons, a.panel = readerTrials{}, buttonTrials{}, PanelTrial{}
	for range a.rig.Readers {
		a.readers.all = append(a.readers.all, Tried{})
	}
	for range a.rig.Buttons {
		a.buttons.all = append(a.buttons.all, Tried{})
	}
}

// steps returns the steps of the rig.
func (a *Assembly) steps() []Step {
	all := []Step{StepParts, StepWiring}
	if slices.ContainsFunc(a.rig.Readers, wired) {
		all = append(all, StepReaders)
	}
	if slices.ContainsFunc(a.rig.Buttons, func(b setups.Button) bool { return b.Pin != "" }) {
		all = append(all, StepButtons)
	}
	if panelOf(a.rig) >= 0 {
		all = append(all, StepPanel)
	}
	return append(all, StepFile)
}

// wired reports whether a reader can be tried.
func wired(r setups.Reader) bool { return r.Driver != "virtual" }

// Go goes to any step that the rig has.
func (a *Assembly) Go(to Step) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.rig.Name != Name && to != StepParts || !slices.Contains(a.steps(), to) {
		return engine.Refuse("choose the parts first")
	}
	a.enter(to)
	return nil
}

// enter begins a step. The caller holds the lock.
func (a *Assembly) enter(to Step) {
	a.step = to
	a.round++
	a.opened = a.rig
	a.opened.Readers, a.opened.Buttons, a.opened.Panels = slices.Clone(a.rig.Readers), slices.Clone(a.rig.Buttons), slices.Clone(a.rig.Panels)
	switch to {
	case StepReaders:
		a.readers.begin(a.opened)
	case StepButtons:
		a.buttons.begin(a.opened)
	case StepPanel:
		a.panel = PanelTrial{Name: a.rig.Panels[panelOf(a.rig)].Name}
	}
	a.changed()
}

// Rig returns the present state of the rig. The error is an engine.Refusal if no parts were chosen
// yet.
func (a *Assembly) Rig() (setups.Rig, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.rig.Name != Name {
		return setups.Rig{}, engine.Refuse("choose the parts first")
	}
	return named(a.rig)
}

// Kept records where the rig was written.
func (a *Assembly) Kept(file string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.kept = file
	a.changed()
}

// A View is everything that a page shows of an Assembly at one moment.
type View struct {
	Version int
	Step    Step
	Steps   []Step
	Parts   Parts
	Rig     setups.Rig
	Readers []Tried
	Asked   int    // index of the reader or button that is being tried; negative: none
	Lies    bool   // a card from before still lies on that reader
	Already string // the reader, tried before, on which the card lies
	Buttons []Tried
	Panel   PanelTrial
	Kept    string // the file
}

// View returns what a page shows now.
func (a *Assembly) View() View {
	a.mu.Lock()
	defer a.mu.Unlock()
	v := View{Version: a.version, Step: a.step, Steps: a.steps(), Parts: a.parts, Rig: a.rig, Panel: a.panel, Kept: a.kept, Asked: -1}
	v.Rig.Readers, v.Rig.Buttons = slices.Clone(a.rig.Readers), slices.Clone(a.rig.Buttons)
	v.Readers, v.Buttons = slices.Clone(a.readers.all), slices.Clone(a.buttons.all)
	switch a.step {
	case StepReaders:
		v.Asked, v.Already = a.readers.asked, a.readers.already
		v.Lies = v.Asked >= 0 && len(a.readers.places[v.Asked].lying) > 0
	case StepButtons:
		v.Asked = a.buttons.asked
	}
	return v
}
