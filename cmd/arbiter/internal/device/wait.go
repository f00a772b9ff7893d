package device

import "time"

// LookAgain is the pause before something that is waited for is checked again.
const LookAgain = 20 * time.Millisecond
