package doctor

import (
	"fmt"
	"regexp"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"

	"arbiter/cmd/arbiter/internal/emulator"
	"arbiter/display"
	ink "arbiter/display/emu"
	"arbiter/engine/enginetest/tier"
	"arbiter/setups"
)

// Faults: the pins of I2C, a panel that hangs, buttons that are down.
func TestDoctorExaminesPanelAndButtons(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := newCheckup(t, "solo-one-reader")
		c.top.Panels["panel"].StickBusy(true)
		c.top.Keys["undo"].Press()
		c.expect("fault    panel panel does not work (", "fault    button undo at GPIO13 is down all the time; let go")
		c.top.Panels["panel"].StickBusy(false)
		c.top.Keys["undo"].Release()
		c.expect()
		c.top.Keys["next"].Fail(fmt.Errorf("no such\npin"))
		c.expect("fault    button next: its pin GPIO19 cannot be read (no such, pin); check the pin")
		c.top.Keys["next"].Fail(nil)
		c.Presses = true
		pressed := regexp.MustCompile(`Press button (\w+);`)
		c.heard = func(line string) {
			if m := pressed.FindStringSubmatch(line); m != nil && m[1] != "back" {
				go func() {
					time.Sleep(100 * time.Millisecond) // bubble: a finger
					c.top.Keys[m[1]].Press()
					time.Sleep(100 * time.Millisecond) // bubble: a finger
					c.top.Keys[m[1]].Release()
				}()
			}
		}
		c.expect("fault    button back at GPIO6 was not pressed; check its wires")
		c.Presses = false
		c.top.Rig.Buttons[0].Pin, c.top.Ins["GPIO2"] = "GPIO2", c.top.Ins["GPIO5"]
		c.files["dev/i2c-1"] = &fstest.MapFile{}
		c.expect("fault    GPIO2 and GPIO3 belong to I2C, which is on; comment out")
	})
}

// A panel of another model than the rig says is noticed by how long it takes.
func TestDoctorKnowsAPanelByItsTime(t *testing.T) {
	tier.Unraced(t, "goroutines of a panel meet in TestDoctorExaminesPanelAndButtons")
	t.Parallel()
	for said, want := range map[string]string{
		"2.9v2":  "fault    panel glass: is it that panel?; it takes as long for a picture as a panel with red does: look at the label on its back",
		"2.9bv4": "", // the control
	} {
		synctest.Test(t, func(t *testing.T) {
			c := newCheckup(t, "virtual")
			p := setups.Panel{Name: "glass", Driver: "ssd168x", Model: "2.9bv4", Size: "296x128", Port: "SPI0.0", DC: "GPIO22", Reset: "GPIO27", Busy: "GPIO24"}
			top, err := emulator.New(setups.Rig{Panels: []setups.Panel{p}}, t.TempDir(), 1, ink.Opts{})
			if err != nil {
				t.Fatal(err)
			}
			c.top, c.files, c.groups = top, files(top.Rig), []int{100, 101, 102}
			if top.Rig.Panels[0].Model = said; want == "" {
				c.expect()
			} else {
				c.expect(want)
			}
		})
	}
}

// Every panel that can be wired shows the test picture, and one that does not answer is reported.
func TestDoctorExaminesEveryPanel(t *testing.T) {
	tier.Unraced(t, "goroutines of a panel meet in TestDoctorExaminesPanelAndButtons")
	t.Parallel()
	var panels []setups.Panel
	for _, m := range ink.Models() {
		size := ink.NewSSD168x(m, ink.Opts{}).Size()
		panels = append(panels, setups.Panel{Driver: "ssd168x", Model: m.Name, Size: fmt.Sprintf("%dx%d", size.X, size.Y), Port: "SPI0.0", DC: "GPIO22", Reset: "GPIO27", Busy: "GPIO24"})
	}
	hat := setups.Panel{Driver: "uc8179", Size: "800x480", Port: "SPI0.0", DC: "GPIO25", Reset: "GPIO17", Busy: "GPIO24", Power: "GPIO18"}
	panels = append(panels, hat, setups.Panel{Driver: "uc8179", Model: "5.83v2", Size: "648x480", Port: "SPI0.0", DC: "GPIO25", Reset: "GPIO17", Busy: "GPIO24"}, setups.Panel{Driver: "uc8179", Model: "7.5bv2", Size: "800x480", Port: "SPI0.0", DC: "GPIO25", Reset: "GPIO17", Busy: "GPIO24"}, setups.Panel{Driver: "ssd1306", Size: "128x64", Port: "I2C1"}, setups.Panel{Driver: "ssd1306", Size: "128x32", Port: "I2C1"}, setups.Panel{Driver: "ssd1306", Size: "128x64", Port: "I2C1", Address: "0x3D"}, setups.Panel{Driver: "sh1106", Size: "128x64", Port: "I2C1"})
	for _, p := range panels {
		t.Run(p.Driver+p.Model+" "+p.Size, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := newCheckup(t, "virtual")
				p.Name = "glass"
				top, err := emulator.New(setups.Rig{Panels: []setups.Panel{p}}, t.TempDir(), 1, ink.Opts{})
				if err != nil {
					t.Fatal(err)
				}
				c.top, c.files, c.groups = top, files(top.Rig), []int{100, 101, 102}
				c.expect()
				glass := func() *display.Bitmap {
					if l := top.OLEDs["glass"]; l != nil {
						return l.Glass()
					}
					return top.Panels["glass"].Glass()
				}
				if b := glass(); !p.OLED() && !b.Equal(testPicture(b.Bounds().Size())) { // a lamp goes dark to sleep
					t.Error("the test picture is not on the panel")
				}
				for _, f := range top.PanelFaults("glass") {
					f.Do(0)
					c.expect("fault    panel glass does not work (")
					f.Undo()
				}
				c.expect()
			})
		})
	}
}
