package app

import (
	"context"

	"periph.io/x/conn/v3/gpio"

	"arbiter/cmd/arbiter/internal/device"
	"arbiter/companion/menu"
	"arbiter/engine"
	"arbiter/hw/button"
	"arbiter/setups"
)

// buttonsOf returns the buttons of a rig, as far as they are wired.
func buttonsOf(rig setups.Rig) (buttons []menu.Button) {
	for _, b := range rig.Buttons {
		if b.Pin != "" {
			buttons = append(buttons, menu.Button{Name: b.Name, Seat: engine.Seat(b.Seat)})
		}
	}
	return buttons
}

// press passes presses of the rig's buttons to the table, until ctx ends. While the table is busy
// they wait.
func (h *App) press(ctx context.Context) {
	var pins []button.Pin
	for _, b := range h.Opts.Rig.Buttons {
		if b.Pin == "" {
			continue
		}
		find := func() (gpio.PinIn, error) { return h.Opts.Pins.In(b.Pin) }
		pins = append(pins, button.Pin{Name: b.Name, Seat: b.Seat, In: &device.RetryingPin{PinIO: gpio.INVALID, Find: find}})
	}
	if len(pins) == 0 {
		return
	}
	for p := range button.Watch(ctx, pins, button.Opts{}) {
		if h.Trials.pressed.Load() {
			continue
		}
		press := menu.Press{Button: menu.Button{Name: p.Name, Seat: engine.Seat(p.Seat)}, At: p.At, Err: p.Err}
		select {
		case h.presses <- press:
		case <-ctx.Done():
		}
	}
}
