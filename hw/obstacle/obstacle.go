// Package obstacle says what people can do if the system does not let a program use a device.
package obstacle

import (
	"arbiter/engine"
	"arbiter/hw"
)

// Text returns why a port cannot be used, and what to do; the zero Text if there is no obstacle.
func Text(o hw.Obstacle) engine.Text {
	switch o {
	case hw.Forbidden:
		return engine.Say("kept from its port: restart the device")
	case hw.NoRight:
		return engine.Say("no right to its port: the doctor says more")
	case hw.InUse:
		return engine.Say("its port is in use: end the other program")
	case hw.Missing:
		return engine.Say("its port is missing: plug it in, or switch it on")
	case hw.Unplugged:
		return engine.Say("its port has gone: plug it in again")
	case hw.Failing:
		return engine.Say("its port fails: plug it in again, or restart the device")
	case hw.NoService:
		return engine.Say("pcscd does not run: the doctor says more")
	case hw.OtherVersion:
		return engine.Say("pcscd has another version: the doctor says more")
	case hw.Moved:
		return engine.Say("it is plugged in elsewhere: plug it in where it was, or mend the rig at /rig")
	case hw.Ambiguous:
		return engine.Say("several readers have its name: mend the rig at /rig")
	}
	return engine.Text{}
}
