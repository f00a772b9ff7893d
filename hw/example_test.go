package hw_test

import (
	"fmt"
	"time"

	"arbiter/hw"
)

// A card has arrived when two scans in a row saw it, and left after eight misses in a
// row that last 400 ms. A scan that fails says nothing about the cards.
func ExampleTracker() {
	card, err := hw.ParseUID("04 A2 24 1B 5C 6D 80")
	if err != nil {
		fmt.Println(err)
		return
	}
	tracker := hw.NewTracker(hw.Opts{}) // the zero Opts are the defaults
	now := time.Date(2026, 1, 1, 20, 0, 0, 0, time.UTC)
	scan := func(times int, uids []hw.UID, err error) {
		for i := range times {
			now = now.Add(60 * time.Millisecond)
			for _, c := range tracker.Step(now, "field-1", uids, err) {
				fmt.Println("scan", i+1, "of", times, "says:", c.Kind, c.UID)
			}
		}
	}
	scan(3, []hw.UID{card}, nil)
	scan(1, nil, nil)
	scan(1, nil, hw.ErrIO)
	fmt.Println("lies there:", tracker.Present("field-1"))
	scan(10, nil, nil)
	// Output:
	// scan 2 of 3 says: arrived 04A2241B5C6D80
	// lies there: [04A2241B5C6D80]
	// scan 7 of 10 says: left 04A2241B5C6D80
}
