// Package fragment holds parts of pages that were drawn: it keeps drawings by what they were
// drawn of, tells what became different in a part, and wakes whoever waits for a change.
package fragment
