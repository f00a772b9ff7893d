package virtual

import "arbiter/hw"

// UID is the tag of a virtual card.
func UID(words []string) hw.UID { return hw.VirtualUID(words) }
