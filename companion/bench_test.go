package companion_test

import (
	"testing"

	"arbiter/companion"
	"arbiter/engine"
)

// BenchmarkDo measures a whole command of Council of Shadows: it is judged, kept in memory, shown
// to four watchers and the panel, and answered.
func BenchmarkDo(b *testing.B) {
	lines := []string{"purple plan 1 discover", "purple take-back 1 discover"}
	s := council(b, "four-seats-three-fields", "purple", "red", "green", "blue")
	for _, seat := range []engine.Seat{"purple", "red", "green", "blue"} {
		s.play(seat, string(seat)+" pass")
		if _, err := s.Watch(b.Context(), seat); err != nil {
			b.Fatal(err)
		}
	}
	version := s.see("purple").Version
	for i := 0; b.Loop(); i++ {
		answer, err := s.Do(b.Context(), companion.Request{Seat: "purple", Line: lines[i%2], Version: version})
		if err != nil {
			b.Fatal(err)
		}
		version = answer.Version
	}
}
