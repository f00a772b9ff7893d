package search

import "math/bits"

// Lucks is how many different Lucks an int can name; fewer on 32-bit processors.
const Lucks = 1 << (bits.UintSize - 2)

// Luck is a repeatable sequence of dice: lines to be compared are played on with equal ones. The
// numbers are those of SplitMix64 (Steele, Lea, Flood 2014).
type Luck uint64

// IntN returns a number from 0 to n-1.
func (l *Luck) IntN(n int) int {
	*l += 0x9e3779b97f4a7c15
	z := uint64(*l)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return int((z ^ z>>31) >> 1 % uint64(n))
}
