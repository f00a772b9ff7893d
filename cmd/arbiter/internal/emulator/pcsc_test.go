package emulator

import (
	"log/slog"
	"strings"
	"testing"
	"time"

	"arbiter/cmd/arbiter/internal/device"
	ink "arbiter/display/emu"
	"arbiter/hw"
	"arbiter/hw/emu/picc"
	"arbiter/setups"
)

// Cards come and go on an emulated reader of pcscd as on any other, through the driver; it is
// believed at once when it says that its card has gone; cable and service fail and come back.
func TestReaderOfPCSC(t *testing.T) {
	t.Parallel()
	rig, err := setups.LoadRig("two-seats-pcsc")
	if err != nil {
		t.Fatal(err)
	}
	top, err := New(rig, "", 1, ink.Opts{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := top.Close(); err != nil {
			t.Error(err)
		}
	}()
	buses := device.Buses(top.Rig, top, slog.New(slog.DiscardHandler))
	for _, b := range buses {
		for _, r := range b {
			if d, ok := r.(hw.Debounced); !ok || !d.Debounced() {
				t.Errorf("reader %s is asked whether its card has really gone", r.Name())
			}
		}
	}
	w := hw.Watch(t.Context(), buses, hw.NewTracker(hw.Opts{}), hw.Pace{RetryMin: time.Millisecond, RetryMax: 20 * time.Millisecond})
	green, tag := top.Slots["green"], picc.New(4, 1, 2, 3, 4, 5, 6)
	service := green.Faults()[3]
	for _, x := range []struct {
		do   func() error
		want string
	}{
		{func() error { green.Lay(tag); return nil }, "green: arrived 04010203040506"},
		{green.Unplug, "green: reader down"},
		{green.Plug, "green: reader up"},
		{func() error { return nil }, "green: left 04010203040506"}, // nobody has laid it again
		{func() error { green.Lay(tag); return nil }, "green: arrived 04010203040506"},
		{func() error { green.Lift(tag); return nil }, "green: left 04010203040506"},
		{func() error { service.Do(0); return nil }, "green: reader down"},
		{func() error { service.Undo(); return nil }, "green: reader up"},
	} {
		if err := x.do(); err != nil {
			t.Fatal(err)
		}
		for told := ""; told != x.want; {
			select {
			case c := <-w.Changes():
				if c.Reader == "green" {
					if told = c.Reader + ": " + c.Kind.String(); !c.UID.IsZero() {
						told += " " + c.UID.String()
					}
					slow := c.Kind == hw.ReaderDown && (x.want == "green: reader up" || strings.Contains(c.Err.Error(), "is being read"))
					if told != x.want && !slow && c.Kind != hw.ReaderUp { // a busy machine reads a card for so long that its reader is given up
						t.Fatalf("told %q (%v), want %q", told, c.Err, x.want)
					}
				}
			case <-time.After(2 * time.Minute):
				t.Fatalf("nothing is told, want %q", x.want)
			}
		}
	}
}
