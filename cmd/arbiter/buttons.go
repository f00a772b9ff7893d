package main

import (
	"context"

	"periph.io/x/conn/v3/gpio"

	"arbiter/companion/menu"
	"arbiter/engine"
	"arbiter/hw/button"
	"arbiter/setups"
)

// buttonsOf are the buttons of a rig that have a wire.
func buttonsOf(rig setups.Rig) (buttons []menu.Button) {
	for _, b := range rig.Buttons {
		if b.Pin != "" {
			buttons = append(buttons, menu.Button{Name: b.Name, Seat: engine.Seat(b.Seat)})
		}
	}
	return buttons
}

// press hands what the buttons of the rig tell to the table, until ctx ends. A
// press that the table does not take while it is busy waits.
func (h *house) press(ctx context.Context) {
	var pins []button.Pin
	for _, b := range h.opts.rig.Buttons {
		if b.Pin == "" {
			continue
		}
		find := func() (gpio.PinIn, error) { return h.opts.wires.In(b.Pin) }
		pins = append(pins, button.Pin{Name: b.Name, Seat: b.Seat, In: &RetryingPin{PinIO: gpio.INVALID, find: find}})
	}
	if len(pins) == 0 {
		return
	}
	for p := range button.Watch(ctx, pins, button.Opts{}) {
		press := menu.Press{Button: menu.Button{Name: p.Name, Seat: engine.Seat(p.Seat)}, Err: p.Err}
		select {
		case h.presses <- press:
		case <-ctx.Done():
		}
	}
}

// A RetryingPin is looked for when it is set up, and again until it is there.
type RetryingPin struct {
	gpio.PinIO
	find func() (gpio.PinIn, error)
	pin  gpio.PinIn
}

// In sets the pin up.
func (l *RetryingPin) In(pull gpio.Pull, edge gpio.Edge) error {
	if l.pin == nil {
		pin, err := l.find()
		if err != nil {
			return err
		}
		l.pin = pin
	}
	return l.pin.In(pull, edge)
}

// Read is called after In has worked.
func (l *RetryingPin) Read() gpio.Level { return l.pin.Read() }
