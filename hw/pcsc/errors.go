package pcsc

import (
	"errors"
	"fmt"
	"strings"

	"arbiter/hw"
)

// The actions of polkit that a user needs: to ask the daemon anything, and to use a card.
const (
	AccessDaemon = "org.debian.pcsc-lite.access_pcsc"
	AccessCard   = "org.debian.pcsc-lite.access_card"
)

// A trouble is an error together with what people can do about it.
type trouble struct {
	error
	why hw.Obstacle
}

// Obstacle returns why the reader cannot be used.
func (t trouble) Obstacle() hw.Obstacle { return t.why }

// What can be wrong with a reader besides its cards.
var (
	// ErrNoDaemon means that nobody listens at the socket of the daemon.
	ErrNoDaemon error = trouble{errors.New("pcscd does not run"), hw.NoService}
	// ErrInUse means that another program has the reader for itself.
	ErrInUse error = trouble{errors.New("another program has the reader for itself"), hw.InUse}
	// ErrUnplugged means that the reader was unplugged while it was in use.
	ErrUnplugged error = trouble{errors.New("it was unplugged"), hw.Unplugged}
	// ErrHangs means that the reader does not answer the daemon.
	ErrHangs error = trouble{errors.New("the reader does not answer pcscd"), hw.Failing}
)

// errReading means that a card is being read, or was being laid or taken while it was read.
var errReading = errors.New("its card is being read")

// means returns what an error means for a card that could not be read this many times before.
func means(err error, failed int) error {
	var code Code
	errors.As(err, &code)
	switch code {
	case 0: // no result of the daemon
		return err
	case codeSharing:
		return ErrInUse
	case codeNoCard, codeNotTransact, codeReset, codeRemoved, codeUnknown, codeUnavailable:
		if failed == 0 {
			return errReading
		}
	}
	return fmt.Errorf("%w: %w", hw.ErrUnreadable, err)
}

// A VersionError says that the daemon speaks a protocol that this package does not know.
type VersionError struct{ Major, Minor int32 }

// Error names the versions.
func (v *VersionError) Error() string {
	return fmt.Sprintf("pcscd speaks %d:%d, this program %d:%d and %d:%d", v.Major, v.Minor, major, minors[1], major, minors[0])
}

// Obstacle returns hw.OtherVersion.
func (*VersionError) Obstacle() hw.Obstacle { return hw.OtherVersion }

// A DeniedError says that polkit does not allow this user an action.
type DeniedError struct{ Action string }

// Error names the action.
func (d *DeniedError) Error() string { return "polkit does not allow this user " + d.Action }

// Obstacle returns hw.NoRight.
func (*DeniedError) Obstacle() hw.Obstacle { return hw.NoRight }

// An AbsentError says that no reader has the address that the rig names.
type AbsentError struct {
	Address string
	Free    []string // the addresses of readers that are plugged in, and nobody uses
}

// Error names the address, and the readers that may be meant.
func (a *AbsentError) Error() string {
	if len(a.Free) == 0 {
		return "there is no " + a.Address
	}
	return fmt.Sprintf("there is no %s; not in use: %s", a.Address, strings.Join(a.Free, ", "))
}

// Obstacle returns hw.Moved if a reader is there that may be the missing one, else hw.Missing.
func (a *AbsentError) Obstacle() hw.Obstacle {
	if len(a.Free) > 0 {
		return hw.Moved
	}
	return hw.Missing
}

// An AmbiguousError says that several readers have the name that the rig gives.
type AmbiguousError struct {
	Name      string
	Addresses []string // by which they can be told apart
}

// Error names them.
func (a *AmbiguousError) Error() string {
	return fmt.Sprintf("%d readers are named %s; write %s", len(a.Addresses), a.Name, strings.Join(a.Addresses, " or "))
}

// Obstacle returns hw.Ambiguous.
func (*AmbiguousError) Obstacle() hw.Obstacle { return hw.Ambiguous }
