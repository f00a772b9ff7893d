package engine

// Dice are the chance that somebody else supplies; *rand.Rand is one.
type Dice interface {
	IntN(n int) int // 0 to n-1, each equally likely
}
