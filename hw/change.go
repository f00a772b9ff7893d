package hw

import (
	"fmt"
	"time"
)

// Kind says what has changed.
type Kind uint8

const (
	// Arrived means that a card lies on the reader.
	Arrived Kind = iota + 1
	// Left means that a card that had arrived is gone.
	Left
	// Conflict means that a card is seen at a reader while it lies on another one (Owner), which
	// keeps it.
	Conflict
	// Settled means that the conflict over this card at this reader is over. If the card stays here
	// after its owner has lost it, Arrived follows.
	Settled
	// Unreadable means that the reader works but cannot tell its cards apart.
	Unreadable
	// Readable means that the reader can tell its cards apart again.
	Readable
	// ReaderDown means that the reader does not answer; its cards stay where they are. It is
	// reported again if the system gives a different reason (Obstacle).
	ReaderDown
	// ReaderUp means that the reader answers again.
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

// Change is a statement about a reader that is certain.
type Change struct {
	Kind   Kind
	At     time.Time // of the scan that made it certain
	Reader string
	UID    UID    // Arrived, Left, Conflict, Settled
	Owner  string // Conflict: the reader on which the card has been lying
	Err    error  // Unreadable, ReaderDown: the last scan's error
}

// String returns the change for logs: "purple-1: arrived 04A2241B5C6D80".
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
