// Package fragment handles parts of pages that were drawn: it caches them by their input, finds
// what has changed in a part, and wakes goroutines that wait for a change.
package fragment
