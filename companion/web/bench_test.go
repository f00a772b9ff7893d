package web_test

import (
	"strconv"
	"testing"

	"arbiter/companion"
)

// How long it takes from a command until all open pages have what changed.
func BenchmarkCommandToPages(b *testing.B) {
	for _, pages := range []int{1, 8, 100} {
		b.Run(strconv.Itoa(pages), func(b *testing.B) {
			h := newHouse(b)
			h.begin("Ana", "Ben")
			phone := h.browser().sit("purple")
			var streams []*listener
			for range pages {
				l := phone.listen("/events?seat=purple")
				l.next("the page", parts)
				streams = append(streams, l)
			}
			version := 0
			for b.Loop() {
				line := "purple buy ai-07"
				if version%2 == 0 {
					if _, err := h.table.Do(b.Context(), companion.Wish{Seat: "purple", Line: line, Version: version}); err != nil {
						b.Fatal(err)
					}
				} else if _, err := h.table.Undo(b.Context(), "purple", version); err != nil {
					b.Fatal(err)
				}
				version++
				want := strconv.Itoa(version)
				for _, l := range streams {
					l.next("version "+want, func(e event) bool { return e.id == want })
				}
			}
		})
	}
}
