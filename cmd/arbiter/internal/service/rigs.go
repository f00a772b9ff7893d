package service

import (
	"errors"
	"io/fs"
	"os"
	"slices"
	"syscall"

	"arbiter/cmd/arbiter/internal/app"
	"arbiter/cmd/arbiter/internal/device"
	"arbiter/cmd/arbiter/internal/home"
	"arbiter/companion/web"
	"arbiter/engine"
	"arbiter/setups"
)

// rigs makes rigs for this device, for the pages.
type rigs struct {
	*app.Trials
	look func(setups.Rig, device.Pins) []engine.Text // checks the ports; see Helpers.Ports
}

var _ web.Rigs = rigs{}

// Keep writes a rig to the home of this device.
func (rigs) Keep(rig setups.Rig) (file string, err error) {
	file, err = home.KeepRig(rig)
	return file, unwritten(err)
}

// Moved returns the present rig with the plugs in which readers are now.
func (r rigs) Moved() (setups.Rig, bool) { return device.Moved(r.Rig(), device.Plugged(r.Pins())) }

// Staying returns the present rig with stable names, as far as its adapters are plugged in.
func (r rigs) Staying() (setups.Rig, bool) {
	rig, other := r.Rig(), false
	rig.Readers = slices.Clone(rig.Readers)
	for i, reader := range rig.Readers {
		if name := device.Staying(os.DirFS("/"), reader.Port); name != "" {
			rig.Readers[i].Port, other = name, true
		}
	}
	return rig, other
}

// Trouble returns what the doctor finds at the ports of this computer.
func (r rigs) Trouble(rig setups.Rig) []engine.Text {
	if r.look == nil {
		return nil
	}
	return r.look(rig, r.Pins())
}

// unwritten says what to do about settings that cannot be written.
func unwritten(err error) error {
	switch {
	case errors.Is(err, home.ErrNone):
		return engine.Refuse("this device has no file of settings, so nothing can be kept; the package makes one, or the variable %s names one", home.Variable)
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		return engine.Refuse("the service may not write to the folder of settings; the package lets it, and sudo systemctl edit arbiter, ReadWritePaths, too")
	}
	return err
}
