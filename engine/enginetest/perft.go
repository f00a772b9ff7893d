package enginetest

import (
	"testing"

	"arbiter/engine"
)

// Perft counts lines of play of one, two and three commands and the different positions that they
// lead to, and compares the numbers with the expected ones. It compares the values of states: *S is
// the type of the game's states.
func Perft[S comparable](t testing.TB, name string, start engine.State, lines, positions [3]int) {
	t.Helper()
	here := map[S]int{*any(start).(*S): 1}
	for i := range lines {
		here = after(t, here)
		sum := 0
		for _, n := range here {
			sum += n
		}
		if sum != lines[i] {
			t.Errorf("%s: %d lines of %d commands, want %d", name, sum, i+1, lines[i])
		}
		if len(here) != positions[i] {
			t.Errorf("%s: %d positions after %d commands, want %d", name, len(here), i+1, positions[i])
		}
	}
}

// after plays each legal command in each position; the map has the number of lines that lead to
// each position.
func after[S comparable](t testing.TB, here map[S]int) map[S]int {
	next := map[S]int{}
	for s, n := range here {
		state := any(&s).(engine.State)
		for _, c := range state.Legal() {
			events, err := state.Decide(c)
			if err != nil {
				t.Fatal(err)
			}
			next[*any(engine.Fold(state, events...)).(*S)] += n
		}
	}
	return next
}
