package search

import "testing"

// The first numbers of SplitMix64 from 1234567 are those that its authors' program prints.
func TestLuckIsSplitMix(t *testing.T) {
	l := Luck(1234567)
	for _, want := range []uint64{6457827717110365317, 3203168211198807973, 9817491932198370423} {
		if got := l.IntN(Lucks); got != int(want>>1%Lucks) {
			t.Errorf("%d, want %d", got, want>>1%Lucks)
		}
	}
	var again Luck = 1234567
	if m := Luck(1234568); again.IntN(1000) == m.IntN(1000) {
		t.Error("control: other luck is the same")
	}
}
