package engine

// Dice supplies chance from outside the engine; *rand.Rand implements it.
type Dice interface {
	IntN(n int) int // 0 to n-1, each equally likely
}
