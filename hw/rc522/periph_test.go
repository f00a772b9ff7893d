package rc522_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/devices/v3/mfrc522"

	chip "arbiter/hw/emu/mfrc522"
	"arbiter/hw/emu/picc"
)

// always is an IRQ pin that is always at its edge: with it periph's own
// driver polls.
type always struct{ gpio.PinIO }

func (always) In(gpio.Pull, gpio.Edge) error  { return nil }
func (always) Out(gpio.Level) error           { return nil }
func (always) WaitForEdge(time.Duration) bool { return true }

// TestEmulatorAgainstPeriph lets an independent driver judge the emulator:
// periph's mfrc522.Dev reads the same single tags, and fails where it is known
// to fail.
func TestEmulatorAgainstPeriph(t *testing.T) {
	for _, c := range []struct {
		tags []string
		want string
	}{
		{[]string{"DEADBEEF"}, "DEADBEEF"},
		{[]string{"04A2241B5C6D80"}, "04A2241B5C6D80"},
		{[]string{}, "IRQ error"},
		{[]string{"04A2241B5C6D80", "04B3351B5C6D80"}, "back data expected 5, actual 0"},
	} {
		field := picc.NewField(1)
		for _, u := range c.tags {
			field.Place(tag(t, u))
		}
		ch := chip.New("SPI0.0", field)
		dev, err := mfrc522.NewSPI(ch, always{gpio.INVALID}, always{gpio.INVALID})
		if err != nil {
			t.Fatal(err)
		}
		before, _ := ch.Traffic()
		uid, err := dev.ReadUID(time.Second)
		after, _ := ch.Traffic()
		got := fmt.Sprintf("%X", uid)
		if err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, c.want) {
			t.Errorf("%v: periph reads %q, want %q", c.tags, got, c.want)
		}
		t.Logf("%v: %q in %d transactions", c.tags, got, after-before)
	}
}
