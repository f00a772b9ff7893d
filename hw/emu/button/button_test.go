package button_test

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"periph.io/x/conn/v3/gpio"

	"arbiter/hw/emu/button"
)

// levels returns how many of 100 looks, one a millisecond, see a high pin.
func levels(b *button.Button) (high int) {
	for range 100 {
		if b.Read() == gpio.High {
			high++
		}
		time.Sleep(time.Millisecond) // bubble: until the next look
	}
	return high
}

func TestButton(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := button.New("GPIO5", 50*time.Millisecond, 1)
		if got := levels(b); got < 20 || got > 80 {
			t.Errorf("without a pull-up: high %d times of 100, want a floating pin", got)
		}
		broken := errors.New("broken")
		b.Fail(broken)
		if err := b.In(gpio.PullUp, gpio.NoEdge); !errors.Is(err, broken) {
			t.Errorf("setting up: %v, want %v", err, broken)
		}
		b.Fail(nil)
		if err := b.In(gpio.PullUp, gpio.NoEdge); err != nil {
			t.Fatal(err)
		}
		if got, want := levels(b), 100; got != want {
			t.Errorf("released: high %d times, want %d", got, want)
		}
		b.Press()
		if got := levels(b); got < 10 || got > 40 {
			t.Errorf("pressed: high %d times of 100, want about 25 while it bounces", got)
		}
		if got, want := levels(b), 0; got != want {
			t.Errorf("held: high %d times, want %d", got, want)
		}
		b.Release()
		levels(b)
		if got, want := levels(b), 100; got != want {
			t.Errorf("released: high %d times, want %d", got, want)
		}
		if err := b.In(gpio.PullDown, gpio.NoEdge); err != nil {
			t.Fatal(err)
		}
		if got, want := levels(b), 0; got != want {
			t.Errorf("with a pull-down: high %d times, want %d", got, want)
		}
		if got, want := b.Name()+" "+b.String(), "GPIO5 GPIO5"; got != want {
			t.Errorf("called %s, want %s", got, want)
		}
	})
}
