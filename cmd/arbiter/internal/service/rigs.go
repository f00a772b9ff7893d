package service

import (
	"errors"
	"io/fs"
	"syscall"

	"arbiter/cmd/arbiter/internal/app"
	"arbiter/cmd/arbiter/internal/home"
	"arbiter/companion/web"
	"arbiter/engine"
	"arbiter/setups"
)

// rigs makes rigs for this device, for the pages.
type rigs struct{ *app.Trials }

var _ web.Rigs = rigs{}

// Keep writes a rig into the home of this device.
func (rigs) Keep(rig setups.Rig) (file string, err error) {
	file, err = home.KeepRig(rig)
	return file, unwritten(err)
}

// unwritten says what people can do about settings that cannot be written.
func unwritten(err error) error {
	switch {
	case errors.Is(err, home.ErrNone):
		return engine.Refuse("this device has no file of settings, so nothing can be kept; the package makes one, or the variable %s names one", home.Variable)
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		return engine.Refuse("the service may not write to the folder of settings; the package lets it, and sudo systemctl edit arbiter, ReadWritePaths, too")
	}
	return err
}
