package engine

// Of makes a function of a game's own states into one of any state, as a Game holds them. It
// returns the zero value for the states of other games.
func Of[S State, T any](f func(S) T) func(State) T {
	return func(s State) (zero T) {
		if own, ok := s.(S); ok {
			return f(own)
		}
		return zero
	}
}

// OfTwo is Of for a function with one more argument.
func OfTwo[S State, A, T any](f func(S, A) T) func(State, A) T {
	return func(s State, a A) T { return Of(func(own S) T { return f(own, a) })(s) }
}

// OfThree is Of for a function with two more arguments.
func OfThree[S State, A, B, T any](f func(S, A, B) T) func(State, A, B) T {
	return func(s State, a A, b B) T { return Of(func(own S) T { return f(own, a, b) })(s) }
}
