package hw_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"syscall"
	"testing"
	"time"

	"arbiter/hw"
)

// The system's errors are told apart from the silence of a chip, however deeply they are wrapped.
func TestObstacles(t *testing.T) {
	for said, want := range map[error]hw.Obstacle{
		syscall.EPERM: hw.Forbidden, syscall.EACCES: hw.NoRight, syscall.EBUSY: hw.InUse, syscall.ENOENT: hw.Missing,
		syscall.ENODEV: hw.Unplugged, syscall.ENXIO: hw.Unplugged, syscall.EIO: hw.Failing,
		syscall.EINVAL: hw.NoObstacle, context.DeadlineExceeded: hw.NoObstacle,
	} {
		err := fmt.Errorf("%w: %w", hw.ErrNoReader, errors.Join(errors.New("port"), &fs.PathError{Op: "open", Path: "/dev/ttyACM0", Err: said}))
		if got := hw.ObstacleOf(err); got != want {
			t.Errorf("%v: %q, want %q", said, got, want)
		}
	}
	if got := hw.ObstacleOf(fmt.Errorf("%w: %w", hw.ErrNoReader, movedError{})); got != hw.Moved {
		t.Errorf("an error that says so itself: %q", got)
	}
	if got := hw.ObstacleOf(nil); got != hw.NoObstacle {
		t.Errorf("no error: %q", got)
	}
}

type movedError struct{}

func (movedError) Error() string         { return "elsewhere" }
func (movedError) Obstacle() hw.Obstacle { return hw.Moved }

// A reader that is down is reported again when the reason changes, and only then.
func TestChangedReasonIsReported(t *testing.T) {
	tr, now := hw.NewTracker(hw.Opts{}), time.Time{}
	var told []hw.Obstacle
	for _, err := range []error{nil, syscall.ENOENT, syscall.ENOENT, syscall.EACCES, syscall.EACCES, nil, syscall.ENOENT} {
		for range 30 {
			now = now.Add(100 * time.Millisecond)
			if err != nil {
				err = fmt.Errorf("%w: %w", hw.ErrNoReader, err)
			}
			for _, c := range tr.Step(now, "p", nil, err) {
				if c.Kind == hw.ReaderDown {
					told = append(told, hw.ObstacleOf(c.Err))
				}
			}
		}
	}
	if got, want := fmt.Sprint(told), fmt.Sprint([]hw.Obstacle{hw.Missing, hw.NoRight, hw.Missing}); got != want {
		t.Errorf("told %s, want %s", got, want)
	}
}
