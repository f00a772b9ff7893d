// Command mutant plays scripts by mutated rules, and says for each script whether it passes.
package main

import (
	"arbiter/engine"
	"arbiter/engine/enginetest/mutants"
	"arbiter/engine/highcouncil"
	"arbiter/engine/scenario"
	"arbiter/setups"
)

func main() {
	mutants.Play(scenario.Env{Games: []engine.Game{highcouncil.Game}, Box: setups.BoxLines})
}
