package main

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"arbiter/display"
	"arbiter/display/ssd168x"
	"arbiter/setups"
)

// The emulated table has the panels of the rig behind their wires, whatever hangs
// on the bus before them.
func TestEmulatedPanels(t *testing.T) {
	for _, m := range ssd168x.Models() {
		file := filepath.Join(t.TempDir(), "wall.toml")
		if err := os.WriteFile(file, fmt.Appendf(nil, wallRig, m), 0o600); err != nil {
			t.Fatal(err)
		}
		rig, err := setups.LoadRig(file)
		if err != nil {
			t.Fatal(err)
		}
		top, err := newTabletop(rig, t.TempDir(), 1)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range top.rig.Panels {
			panel, _, err := panelOf(p, &muxes{wires: top, rig: top.rig}, t.TempDir(), nil)
			if err != nil {
				t.Fatal(err)
			}
			want := testPicture(panel.Bounds().Size())
			if err := panel.Show(t.Context(), want, display.Full); err != nil {
				t.Fatal(err)
			}
			glass := func() *display.Bitmap { return top.oleds["I2C1"].Glass() }
			if p.Name == "large" {
				glass = top.panels["large"].Glass
			}
			if !glass().Equal(want) {
				t.Errorf("%v, %s: the picture is not on the glass", m, p.Name)
			}
			if err := panel.Close(); err != nil {
				t.Error(err)
			}
		}
		if err := top.close(); err != nil {
			t.Error(err)
		}
	}
	if _, err := (&tabletop{}).Bus("I2C9"); err == nil {
		t.Error("a bus that the rig does not name is opened")
	}
}
