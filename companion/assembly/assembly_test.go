package assembly_test

import (
	"errors"
	"fmt"
	"strings"
	"syscall"
	"testing"

	"arbiter/companion/assembly"
	"arbiter/engine"
	"arbiter/hw"
	"arbiter/setups"
	"arbiter/setups/wiring"
)

// Every choice of parts becomes a rig that can be read and drawn, or is refused in words.
func TestPartsGoTogether(t *testing.T) {
	made := 0
	for _, computer := range assembly.Computers {
		for _, readers := range assembly.Readers {
			for _, panel := range assembly.Panels {
				for _, buttons := range []bool{false, true} {
					p := assembly.Parts{Computer: computer, Readers: readers, Panel: panel, Buttons: buttons, Found: []setups.Reader{{Driver: "pn532", Port: "/dev/serial/by-id/a"}, {Driver: "pn532", Port: "/dev/serial/by-id/b"}}}
					rig, err := p.Rig()
					if errors.As(err, new(engine.Refusal)) {
						continue
					}
					if err != nil {
						t.Errorf("%+v: %v", p, err)
						continue
					}
					made++
					text, err := rig.TOML()
					if err != nil || strings.Contains(string(text), "''") {
						t.Errorf("%+v is written with empty keys: %v\n%s", p, err, text)
					}
					wired := readers != assembly.None || panel != assembly.None || buttons
					if _, err := wiring.Draw(rig, engine.Text.String); (err == nil) != (wired && computer == "pi") {
						t.Errorf("%+v: its drawing: %v", p, err)
					}
					if got := len(rig.Buttons) > 0; got != buttons {
						t.Errorf("%+v has %d buttons", p, len(rig.Buttons))
					}
				}
			}
		}
	}
	if want := 5*len(assembly.Panels)*2 + 2; made != want {
		t.Errorf("%d ways go together, want %d", made, want)
	}
	if err := assembly.New(setups.Rig{}).Choose(assembly.Parts{Computer: "../etc"}); err == nil {
		t.Error("an unknown part was accepted")
	}
}

// An Inky has the pins of its HAT; other parts that used them move to pins that it leaves free.
func TestInkyHasItsPins(t *testing.T) {
	for variant, want := range map[string]string{"inky": "4.2v2", "inky-red": "4.2bv2"} {
		for _, readers := range []string{"twelve-rc522", "four-rc522", "one-rc522", assembly.None} {
			rig, err := assembly.Parts{Computer: "pi", Readers: readers, Panel: variant, Buttons: true}.Rig()
			check(t, err)
			p := rig.Panels[0]
			if p.Model != want || p.Port != "SPI0.0" || p.DC != "GPIO22" || p.Reset != "GPIO27" || p.Busy != "GPIO17" || p.Power != "" {
				t.Errorf("%s: %+v", variant, p)
			}
			used := map[string]int{p.DC: 1, p.Reset: 1, p.Busy: 1}
			for _, b := range rig.Buttons {
				used[b.Pin]++
			}
			for _, r := range rig.Readers[:min(1, len(rig.Readers))] { // the others share the pin
				used[r.Reset]++
			}
			for _, m := range rig.Muxes {
				for _, pin := range m.Pins {
					used[pin]++
				}
			}
			for pin, n := range used {
				if n > 1 {
					t.Errorf("%s with %s: %d parts at %s", variant, readers, n, pin)
				}
			}
		}
	}
	for model, want := range map[string]string{"4.2v2": "inky", "4.2bv2": "inky-red", "": ""} {
		if got := assembly.Inky(model); got != want {
			t.Errorf("%q is the part %q", model, got)
		}
	}
}

// A making is an assembly with three readers whose scans the test supplies.
func making(t *testing.T) *assembly.Assembly {
	t.Helper()
	a := assembly.New(setups.Rig{})
	check(t, a.Choose(assembly.Parts{Computer: "pi", Readers: "four-rc522", Panel: "none", Buttons: true}))
	check(t, a.Go(assembly.StepReaders))
	return a
}

var card, other = uid(1), uid(2)

func uid(n byte) hw.UID {
	u, err := hw.NewUID([]byte{4, 1, 2, 3, 4, 5, n})
	if err != nil {
		panic(err)
	}
	return u
}

func scan(a *assembly.Assembly, n int, reader string, err error, uids ...hw.UID) {
	for range n {
		a.Scan(reader, uids, err)
	}
}

// A card left from before counts only after it was taken off; if it lies on a reader already tried,
// people are told; one that is taken away at once leaves no verdict.
func TestCardsFromBefore(t *testing.T) {
	a := making(t)
	scan(a, 30, "purple", nil, card)
	if v := a.View(); v.Readers[0].Verdict != assembly.Right || v.Asked != 1 {
		t.Fatalf("purple is %+v, asked for %d", v.Readers[0], v.Asked)
	}
	scan(a, 30, "purple", nil, card)
	scan(a, 9, "purple", nil)
	scan(a, 20, "purple", nil, other)
	if v := a.View(); v.Already != "purple" || v.Readers[1].Verdict != assembly.Untried {
		t.Errorf("the card on a reader that was tried: %+v", v)
	}
	scan(a, 3, "red", nil, card)
	scan(a, 30, "red", nil)
	if v := a.View(); v.Readers[1].Verdict != assembly.Untried || v.Lies {
		t.Errorf("a card that went at once: %+v", v.Readers[1])
	}
	scan(a, 20, "green", nil, card)
	if v := a.View(); v.Readers[1].Verdict != assembly.Swapped || v.Readers[1].Other != 2 {
		t.Errorf("a card on another reader: %+v", v.Readers[1])
	}
	check(t, a.Again(1))
	if v := a.View(); v.Asked != 1 || v.Readers[1].Verdict != assembly.Untried {
		t.Errorf("it was laid wrong, and asked for once more: %+v", v)
	}
}

// A reader that comes back is tried after all; a card that cannot be read counts as a scan that saw
// none.
func TestAReaderComesBack(t *testing.T) {
	a := making(t)
	scan(a, 10, "purple", hw.ErrNoReader)
	if v := a.View(); v.Readers[0].Verdict != assembly.Silent || v.Asked != 1 {
		t.Fatalf("purple is %+v, asked for %d", v.Readers[0], v.Asked)
	}
	scan(a, 1, "purple", fmt.Errorf("%w: %w", hw.ErrNoReader, syscall.EACCES))
	if v := a.View(); v.Readers[0].Verdict != assembly.Silent || v.Readers[0].Obstacle != hw.NoRight {
		t.Errorf("the system has another reason: purple is %+v", v.Readers[0])
	}
	scan(a, 1, "purple", nil)
	if v := a.View(); v.Readers[0].Verdict != assembly.Untried || v.Readers[0].Obstacle != hw.NoObstacle {
		t.Errorf("purple is %+v", v.Readers[0])
	}
	scan(a, 1, "red", nil, card)
	scan(a, 4, "red", hw.ErrUnreadable)
	scan(a, 15, "red", nil, card)
	if v := a.View(); v.Readers[1].Verdict != assembly.Weak || v.Readers[1].Seen != 16 {
		t.Errorf("red is %+v", v.Readers[1])
	}
	a.Press("confirm", "purple", nil)
	if v := a.View(); v.Buttons[0].Verdict != assembly.Untried {
		t.Error("a press counted while readers are tried")
	}
}

// Calls that do not fit the step are refused, and nothing is swapped that need not be.
func TestOutOfPlace(t *testing.T) {
	a := assembly.New(setups.Rig{Name: "screen"})
	for what, do := range map[string]func() error{
		"readers before parts": func() error { return a.Go(assembly.StepReaders) },
		"a rig before parts":   func() error { _, err := a.Rig(); return err },
		"swap":                 a.Swap, "nothing happens": a.Nothing,
		"again": func() error { return a.Again(0) }, "a frame": func() error { return a.Frame("yes") },
	} {
		if err := do(); !errors.As(err, new(engine.Refusal)) {
			t.Errorf("%s: %v", what, err)
		}
	}
	a = making(t)
	if err := a.Go(assembly.StepPanel); err == nil {
		t.Error("there is no panel, and it is tried")
	}
	if err := a.Swap(); err == nil {
		t.Error("nothing is swapped, and it is put right")
	}
	if rig, err := a.Rig(); err != nil || rig.Name != assembly.Name || len(rig.Readers) != 4 {
		t.Errorf("the rig is %+v, %v", rig, err)
	}
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// For readers that were found, of whatever kind, the trial learns which is whose: the one that sees
// the card belongs to the seat that was asked for. The rig has as many as were chosen.
func TestFoundReadersAreLearned(t *testing.T) {
	parts := assembly.Parts{Computer: "pi", Readers: assembly.Here, Panel: "none"}
	for _, n := range []int{0, 5} {
		parts.Found = make([]setups.Reader, n)
		if _, err := parts.Rig(); !errors.As(err, new(engine.Refusal)) {
			t.Errorf("%d readers: %v", n, err)
		}
	}
	const usb = "/dev/serial/by-id/one"
	parts.Found = []setups.Reader{{Driver: "pn532", Port: usb}, {Driver: "pn532", Port: "I2C1"}, {Driver: "rc522", Port: "SPI0.0", Reset: "GPIO25"}}
	a := assembly.New(setups.Rig{})
	check(t, a.Choose(parts))
	check(t, a.Go(assembly.StepReaders))
	laid := map[string]byte{}
	lay := func(port string, n byte) { // on the reader there, whatever it is opened as
		laid[port] = n
		for range 2 * assembly.Scans {
			for _, r := range a.Trial().Rig.Readers {
				var uids []hw.UID
				if c := laid[r.Port]; c != 0 {
					uids = append(uids, uid(c))
				}
				a.Scan(r.Name, uids, nil)
			}
		}
	}
	lay("SPI0.0", 1)
	lay(usb, 2)
	lay("I2C1", 3)
	rig, err := a.Rig()
	check(t, err)
	var got []string
	for i, r := range rig.Readers {
		got = append(got, fmt.Sprint(r.Name, " ", r.Driver, " ", r.Port, r.Reset, " ", a.View().Readers[i].Verdict))
	}
	if want := "purple rc522 SPI0.0GPIO25 right, red pn532 " + usb + " right, green pn532 I2C1 right"; strings.Join(got, ", ") != want {
		t.Errorf("learned %q, want %q", got, want)
	}
	for _, panel := range []string{"7.5", "none"} { // a HAT has the port and the pin of that RC522
		parts.Panel = panel
		if _, err := parts.Rig(); (err == nil) != (panel == "none") {
			t.Errorf("with the panel %s: %v", panel, err)
		}
	}
}
