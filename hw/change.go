package hw

import (
	"fmt"
	"time"
)

// Kind says what has changed.
type Kind uint8

const (
	// Arrived: a card lies on the reader.
	Arrived Kind = iota + 1
	// Left: a card that had arrived is gone.
	Left
	// Conflict: a card is seen at a reader while it lies on another one
	// (Owner), which keeps it.
	Conflict
	// Settled: the conflict over this card at this reader is over. When the
	// card stays here after its owner let go, Arrived follows.
	Settled
	// Unreadable: the reader works but cannot tell its cards apart.
	Unreadable
	// Readable: the reader can tell its cards apart again.
	Readable
	// ReaderDown: the reader does not answer; its cards stay where they are. It is told
	// again when the system gives another reason (Obstacle) for it.
	ReaderDown
	// ReaderUp: the reader answers again.
	ReaderUp
)

var kindNames = [...]string{"?", "arrived", "left", "conflict", "settled",
	"unreadable", "readable", "reader down", "reader up"}

func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return kindNames[0]
}

// Change is one certain statement about a reader.
type Change struct {
	Kind   Kind
	At     time.Time // of the scan that made it certain
	Reader string
	UID    UID    // Arrived, Left, Conflict, Settled
	Owner  string // Conflict: the reader on which the card has been lying
	Err    error  // Unreadable, ReaderDown: the last scan's error
}

// String is for logs: "purple-1: arrived 04A2241B5C6D80".
func (c Change) String() string {
	s := c.Reader + ": " + c.Kind.String()
	if !c.UID.IsZero() {
		s += " " + c.UID.String()
	}
	if c.Owner != "" {
		s += " (lies on " + c.Owner + ")"
	}
	if c.Err != nil {
		s += fmt.Sprintf(" (%v)", c.Err)
	}
	return s
}
