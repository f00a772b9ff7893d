package device

import "periph.io/x/conn/v3/gpio"

// A RetryingPin is looked for when it is set up, and again until it is there.
type RetryingPin struct {
	gpio.PinIO
	Find func() (gpio.PinIn, error)
	pin  gpio.PinIn
}

// In sets the pin up.
func (l *RetryingPin) In(pull gpio.Pull, edge gpio.Edge) error {
	if l.pin == nil {
		pin, err := l.Find()
		if err != nil {
			return err
		}
		l.pin = pin
	}
	return l.pin.In(pull, edge)
}

// Read must be called only after In has worked.
func (l *RetryingPin) Read() gpio.Level { return l.pin.Read() }
