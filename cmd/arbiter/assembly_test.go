package main

import (
	"fmt"
	"image"
	"path/filepath"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"arbiter/cmd/arbiter/internal/app"
	"arbiter/cmd/arbiter/internal/emulator"
	"arbiter/companion/assembly"
	"arbiter/display/emu"
	"arbiter/engine/enginetest/tier"
	"arbiter/hw/emu/picc"
	"arbiter/setups"
)

// A workbench is a table with emulated parts that somebody tries.
type workbench struct {
	*room
	making *assembly.Assembly
	parts  *emulator.Emulator
}

// newWorkbench is a table with twelve RC522 and a panel, wired otherwise than its rig says as
// change does.
func newWorkbench(t *testing.T, dir string, change func(*setups.Rig)) *workbench {
	t.Helper()
	const name = "hat-4.2-twelve-rc522"
	rig, err := setups.LoadRig(name)
	must(t, err)
	change(&rig)
	parts, err := emulator.New(rig, "", 1, emu.Opts{Full: 10 * time.Millisecond, Partial: time.Millisecond})
	must(t, err)
	r := enterWith(t, parts, dir, name, nil, app.Opts{Settle: time.Millisecond})
	return &workbench{r, r.Trials.Assembly(), parts}
}

// until waits for a moment of the trial.
func (b *workbench) until(what string, passes func(assembly.View) bool) assembly.View {
	b.Helper()
	for end := time.Now().Add(time.Minute); ; time.Sleep(50 * time.Millisecond) { // bubble: until it passes
		v := b.Trials.Assembly().View()
		switch {
		case passes(v):
			return v
		case time.Now().After(end):
			b.Fatalf("never: %s; asked for %d of %+v", what, v.Asked, v.Readers)
		}
	}
}

// lay lays a card on the reader that is asked for, as people read its name, and takes it off
// when something came of it. Nothing comes of it within a while: they say so.
func (b *workbench) lay() {
	b.Helper()
	v := b.making.View()
	asked := v.Asked
	at, tag := b.parts.Slots[v.Rig.Readers[asked].Name], picc.New(4, 1, 2, 3, 4, 5, 6)
	at.Lay(tag)
	for end := time.Now().Add(30 * time.Second); ; time.Sleep(20 * time.Millisecond) { // bubble: until it was seen
		verdict := b.making.View().Readers[asked].Verdict
		switch {
		case verdict == assembly.Swapped:
			must(b.T, b.making.Swap())
		case verdict == assembly.Untried && time.Now().After(end):
			must(b.T, b.making.Nothing())
		}
		if verdict != assembly.Untried && verdict != assembly.Swapped {
			break
		}
	}
	at.Lift(tag)
	time.Sleep(5 * time.Second) // bubble: until it is gone
}

// Among twelve readers two are swapped, one is silent, one sees its cards now and then and
// one never; somebody who does what the page asks for finds out, and the swapped ones are
// put right in the rig. The table has its readers back afterward.
func TestReadersAreTried(t *testing.T) {
	tier.Unraced(t, "goroutines of a trial meet in TestPanelAndButtonsAreTried")
	t.Parallel()
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		b := newWorkbench(t, dir, func(r *setups.Rig) {
			r.Readers[3].Port, r.Readers[7].Port = r.Readers[7].Port, r.Readers[3].Port // red-1 and green-2
		})
		must(t, b.parts.Slots["blue-1"].Unplug())
		b.breaks("purple-2", "weak-tag")
		b.breaks("blue-3", "dead-antenna")
		rig, err := setups.LoadRig("hat-4.2-twelve-rc522")
		must(t, err)
		must(t, b.making.Take(rig))
		must(t, b.making.Go(assembly.StepReaders))
		b.until("the silent reader is found", func(v assembly.View) bool { return v.Readers[9].Verdict == assembly.Silent })
		for b.Trials.Assembly().View().Asked >= 0 {
			b.lay()
		}
		v := b.making.View()
		for i, r := range v.Rig.Readers {
			want := map[string]assembly.Verdict{"blue-1": assembly.Silent, "purple-2": assembly.Weak, "blue-3": assembly.Deaf}[r.Name]
			if want == "" {
				want = assembly.Right
			}
			if got := v.Readers[i].Verdict; got != want {
				t.Errorf("%s is %s, want %s", r.Name, got, want)
			}
			if wired := b.parts.Rig.Readers[i].Port; r.Port != wired {
				t.Errorf("%s is at %s in the rig, and wired to %s", r.Name, r.Port, wired)
			}
		}
		must(t, b.making.Go(assembly.StepFile))
		if made, err := b.making.Rig(); err != nil || made.Readers[3].Port != "table.7" || made.Readers[3].Group != "red" {
			t.Errorf("the rig has %+v, %v", made.Readers[3], err)
		}
		b.parts.Slots["green-1"].Lay(picc.New(4, 1, 2, 3, 4, 5, 7))
		b.until("the table sees a card again", func(assembly.View) bool { return len(b.Watcher.Lying()) == 1 })
	})
}

func (b *workbench) breaks(reader, fault string) {
	b.Helper()
	all := b.parts.Slots[reader].Faults()
	i := slices.IndexFunc(all, func(f emulator.Fault) bool { return f.Name == fault })
	all[i].Do(all[i].Value)
}

// The frame comes to the panel, and the picture of the table comes back afterward; swapped
// buttons are put right in the rig.
func TestPanelAndButtonsAreTried(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		b := newWorkbench(t, dir, func(r *setups.Rig) { r.Buttons[0].Pin, r.Buttons[2].Pin = r.Buttons[2].Pin, r.Buttons[0].Pin })
		glass := b.parts.Panels["panel"].Glass
		time.Sleep(10 * time.Second) // bubble: the table has drawn
		before := glass()
		rig, err := setups.LoadRig("hat-4.2-twelve-rc522")
		must(t, err)
		must(t, b.making.Take(rig))
		must(t, b.making.Go(assembly.StepPanel))
		b.until("the frame is shown", func(v assembly.View) bool { return v.Panel.Shown })
		if frame := app.Frame(image.Pt(400, 300)); !glass().Equal(frame) {
			t.Errorf("the panel differs from the frame in %v", glass().Diff(frame))
		}
		must(t, b.making.Frame("yes"))
		must(t, b.making.Go(assembly.StepButtons))
		for _, name := range []string{"purple confirm", "red confirm", "green confirm", "blue confirm", "undo", "next"} {
			b.press(name)
		}
		v := b.making.View()
		for i, x := range v.Buttons {
			if x.Verdict != assembly.Right || v.Rig.Buttons[i].Pin != b.parts.Rig.Buttons[i].Pin {
				t.Errorf("button %d is %s at %s, and wired to %s", i, x.Verdict, v.Rig.Buttons[i].Pin, b.parts.Rig.Buttons[i].Pin)
			}
		}
		b.until("the picture of the table", func(assembly.View) bool { return glass().Equal(before) })
	})
}

func (b *workbench) press(name string) {
	b.Helper()
	time.Sleep(time.Second) // bubble: the buttons were seen up
	asked := b.Trials.Assembly().View().Asked
	if asked < 0 {
		return
	}
	k := b.parts.Keys[name]
	k.Press()
	b.until(fmt.Sprint(name, " is seen"), func(v assembly.View) bool { return v.Buttons[asked].Verdict != assembly.Untried })
	k.Release()
	if b.making.View().Buttons[asked].Verdict == assembly.Swapped {
		must(b.T, b.making.Swap())
	}
}

// While a game is on nothing is tried: the table keeps its readers.
func TestNothingIsTriedDuringAGame(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		b := newWorkbench(t, filepath.Join(dir), func(*setups.Rig) {})
		b.sit()
		rig, err := setups.LoadRig("hat-4.2-twelve-rc522")
		must(t, err)
		must(t, b.making.Take(rig))
		must(t, b.making.Go(assembly.StepReaders))
		b.parts.Slots["purple-1"].Lay(picc.New(4, 1, 2, 3, 4, 5, 6))
		b.until("the table sees the card", func(assembly.View) bool { return len(b.Watcher.Lying()) == 1 })
		time.Sleep(5 * time.Second) // bubble: a trial would have seen it by now
		if v := b.Trials.Assembly().View(); v.Readers[0].Verdict != assembly.Untried {
			t.Errorf("the reader is %s", v.Readers[0].Verdict)
		}
	})
}
