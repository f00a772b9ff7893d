package device

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"periph.io/x/conn/v3/driver"
	"periph.io/x/conn/v3/driver/driverreg"
	"periph.io/x/host/v3"
	"periph.io/x/host/v3/gpioioctl"
)

// A Platform is Pins found by periph's drivers.
type Platform interface {
	Drivers() (*driverreg.State, error)
}

// periph has the state of periph's drivers. periph looks for devices only once; those that appear
// or become accessible later are found by starting a driver again.
var periph struct {
	sync.Mutex // held while drivers start and while their chips are looked at
	state      *driverreg.State
	err        error
	late       []*lateDriver
}

// Drivers returns periph's drivers, with the reason for each that does not work here.
func (Host) Drivers() (*driverreg.State, error) {
	periph.Lock()
	defer periph.Unlock()
	if periph.state == nil {
		state, err := host.Init()
		fillZero()
		periph.state, periph.err = &driverreg.State{}, err
		if state != nil {
			*periph.state = driverreg.State{Loaded: slices.Clone(state.Loaded), Skipped: slices.Clone(state.Skipped), Failed: slices.Clone(state.Failed)}
		}
		periph.late = lateDrivers(periph.state)
	}
	return periph.state, periph.err
}

// lateDrivers returns the drivers that may find something later: for ports and buses if they have
// found none, for GPIO chips always.
func lateDrivers(s *driverreg.State) (all []*lateDriver) {
	for _, f := range s.Skipped {
		switch f.D.String() {
		case "sysfs-spi":
			all = append(all, &lateDriver{Impl: f.D, files: "/dev/spidev*"})
		case "sysfs-i2c":
			all = append(all, &lateDriver{Impl: f.D, files: "/dev/i2c-*"})
		case throughKernel:
			all = append(all, &lateDriver{Impl: f.D, files: chips, more: true})
		}
	}
	for _, d := range s.Loaded {
		if d.String() == throughKernel {
			late := &lateDriver{Impl: d, files: chips, more: true}
			for _, c := range gpioioctl.Chips {
				late.fresh(c.Path())
			}
			all = append(all, late)
		}
	}
	return all
}

const (
	throughKernel = "ioctl-gpio" // periph's driver for pins that go through the kernel
	chips         = "/dev/gpiochip*"
)

// A lateDriver is started again when one of its files can be opened that could not be before.
type lateDriver struct {
	driver.Impl
	files string        // a pattern
	more  bool          // it finds more when it is started again
	known []os.FileInfo // the files that it was started with
}

// fresh reports whether a file can be opened that the driver was not started with; two names of one
// device are the same.
func (d *lateDriver) fresh(file string) bool {
	f, err := os.Open(file) // the name is fixed in this program
	if err != nil {
		return false
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || slices.ContainsFunc(d.known, func(k os.FileInfo) bool { return os.SameFile(k, info) }) {
		return false
	}
	d.known = append(d.known, info)
	return true
}

// again restarts the driver if it may find anything new, and reports whether it has.
func (d *lateDriver) again() bool {
	files, err := filepath.Glob(d.files)
	if err != nil {
		return false
	}
	found := false
	for _, file := range files {
		found = d.fresh(file) || found
	}
	if !found {
		return false
	}
	ok, _ := d.Init() // an error shows when the port is opened
	fillZero()
	return ok
}

// lookAgain restarts the drivers that may find something new.
func lookAgain() {
	periph.Lock()
	defer periph.Unlock()
	periph.late = slices.DeleteFunc(periph.late, func(d *lateDriver) bool {
		if !d.again() {
			return false
		}
		isIt := func(f driverreg.DriverFailure) bool { return f.D == d.Impl }
		if slices.ContainsFunc(periph.state.Skipped, isIt) {
			next := driverreg.State{Loaded: append(slices.Clone(periph.state.Loaded), d.Impl), Skipped: slices.DeleteFunc(slices.Clone(periph.state.Skipped), isIt), Failed: periph.state.Failed}
			slices.SortFunc(next.Loaded, func(a, b driver.Impl) int { return strings.Compare(a.String(), b.String()) })
			periph.state = &next
		}
		return !d.more
	})
}
