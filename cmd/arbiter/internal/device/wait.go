package device

import "time"

// LookAgain is how long it takes until something that is waited for is looked at again.
const LookAgain = 20 * time.Millisecond
