package page

import (
	"strconv"
	"time"
)

var began = time.Now()

// Clock is a time in milliseconds since the program began: what its pages count by. Neither
// the clock of a phone nor one that is set meanwhile has a part in it.
func Clock(t time.Time) int64 { return t.Sub(began).Milliseconds() }

// Ends is when the window that is open ends, by Clock; "" if no clock ends it.
func (c Context) Ends() string {
	if w := c.Snap.Window; w != nil && !w.Ends.IsZero() {
		return strconv.FormatInt(Clock(w.Ends), 10)
	}
	return ""
}
