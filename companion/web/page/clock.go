package page

import (
	"strconv"
	"time"
)

var began = time.Now()

// Clock returns a time in milliseconds since the program began, by which its pages count. So it
// does not matter what the clock of a phone says, or whether the device's clock is set.
func Clock(t time.Time) int64 { return t.Sub(began).Milliseconds() }

// Ends returns when the open window ends, by Clock; "" if no clock ends it.
func (c Context) Ends() string {
	if w := c.Snap.Window; w != nil && !w.Ends.IsZero() {
		return strconv.FormatInt(Clock(w.Ends), 10)
	}
	return ""
}
