package history

import "time"

// A Tag is a tag that has a name, and where that name came from.
type Tag struct {
	UID    string
	Words  []string  // of the card; none: the tag has no name
	Origin string    // FromReader, FromPage or a file; "" if an older program named it
	At     time.Time // when it was named; a label, zero if an older program named it
}

// Where names of tags come from, besides files.
const (
	FromReader = "reader" // somebody named the card that lay on a reader
	FromPage   = "page"   // somebody changed the list
)
