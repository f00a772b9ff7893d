package rc522_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/devices/v3/mfrc522"

	"arbiter/engine/enginetest/tier"
	chip "arbiter/hw/emu/mfrc522"
	"arbiter/hw/emu/picc"
)

// always is an IRQ pin that always reports an edge, which makes periph's own driver poll.
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
		uid, err := dev.ReadUID(5 * time.Minute)
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

// TestAgreeWithPeriph: with one tag of 4 or 7 bytes, which is all that periph's own driver can
// read, both read the same. What it says about 10 bytes is wrong, and serves as the control.
func TestAgreeWithPeriph(t *testing.T) {
	n := tier.Of(t, tier.Readers, "tags", 60, 600, 20_000)
	rng := rand.New(rand.NewPCG(tier.Seed(t), 8))
	for i := range n {
		b := make([]byte, []int{4, 7, 10}[i%3])
		for j := range b {
			b[j] = byte(rng.Uint32())
		}
		b[0], b[3] = 0x04, b[3]&0x7F
		r, _, field := open(t)
		field.Place(picc.New(b...))
		expect(t, r, nil, fmt.Sprintf("%X", b))
		other := picc.NewField(1)
		other.Place(picc.New(b...))
		dev, err := mfrc522.NewSPI(chip.New("SPI0.0", other), always{gpio.INVALID}, always{gpio.INVALID})
		if err != nil {
			t.Fatal(err)
		}
		got, err := dev.ReadUID(5 * time.Minute)
		if agree := err == nil && bytes.Equal(got, b); agree != (len(b) < 10) {
			t.Errorf("% X: periph reads % X, %v", b, got, err)
		}
	}
}
