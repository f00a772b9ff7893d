package hw

import (
	"errors"
	"syscall"
)

// An Obstacle is why the system does not let a program use a device, whatever its chip would
// answer.
type Obstacle string

// The obstacles. If there is none, it is the chip that is silent.
const (
	NoObstacle Obstacle = ""
	Forbidden  Obstacle = "the system keeps this program from it (EPERM)"
	NoRight    Obstacle = "this user may not open it (EACCES)"
	InUse      Obstacle = "another program has it (EBUSY)"
	Missing    Obstacle = "it is not there (ENOENT)"
	Unplugged  Obstacle = "it has gone (ENODEV)"
	Failing    Obstacle = "the system cannot read from it (EIO)"

	// These come between a program and a reader that a system service owns.
	NoService    Obstacle = "the service that has it does not run"
	OtherVersion Obstacle = "the service that has it speaks another version"
	Moved        Obstacle = "it is plugged in elsewhere"
	Ambiguous    Obstacle = "several devices have its name"
)

// obstacles maps the errors of systems. ENXIO and ESHUTDOWN are what Linux reports for devices that
// were unplugged while they were open.
var obstacles = map[syscall.Errno]Obstacle{
	syscall.EPERM: Forbidden, syscall.EACCES: NoRight, syscall.EBUSY: InUse, syscall.ENOENT: Missing,
	syscall.ENODEV: Unplugged, syscall.ENXIO: Unplugged, syscall.ESHUTDOWN: Unplugged, syscall.EIO: Failing,
}

// ObstacleOf returns the obstacle that an error means; NoObstacle if it means none. An error may say
// so itself, by a method Obstacle.
func ObstacleOf(err error) Obstacle {
	var known interface{ Obstacle() Obstacle }
	if errors.As(err, &known) {
		return known.Obstacle()
	}
	var said syscall.Errno
	if !errors.As(err, &said) {
		return NoObstacle
	}
	return obstacles[said]
}
