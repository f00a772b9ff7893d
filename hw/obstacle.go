package hw

import (
	"errors"
	"syscall"
)

// An Obstacle is why the system lets nobody have a device, whatever its chip would answer.
type Obstacle string

// The obstacles. Where there is none, the chip is silent.
const (
	NoObstacle Obstacle = ""
	Forbidden  Obstacle = "the system keeps this program from it (EPERM)"
	NoRight    Obstacle = "this user may not open it (EACCES)"
	InUse      Obstacle = "another program has it (EBUSY)"
	Missing    Obstacle = "it is not there (ENOENT)"
	Unplugged  Obstacle = "it has gone (ENODEV)"
	Failing    Obstacle = "the system cannot read from it (EIO)"
)

// obstacles are the errors of systems. ENXIO and ESHUTDOWN are what Linux says of devices
// that were pulled while they were open.
var obstacles = map[syscall.Errno]Obstacle{
	syscall.EPERM: Forbidden, syscall.EACCES: NoRight, syscall.EBUSY: InUse, syscall.ENOENT: Missing,
	syscall.ENODEV: Unplugged, syscall.ENXIO: Unplugged, syscall.ESHUTDOWN: Unplugged, syscall.EIO: Failing,
}

// ObstacleOf returns what the system says in an error; NoObstacle if it says nothing.
func ObstacleOf(err error) Obstacle {
	var said syscall.Errno
	if !errors.As(err, &said) {
		return NoObstacle
	}
	return obstacles[said]
}
