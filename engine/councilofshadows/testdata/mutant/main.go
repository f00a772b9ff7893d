// Command mutant plays scripts by mutated rules, and says for each script whether it passes.
package main

import (
	"arbiter/engine"
	"arbiter/engine/councilofshadows"
	"arbiter/engine/enginetest/mutants"
	"arbiter/engine/scenario"
	"arbiter/setups"
)

func main() {
	mutants.Play(scenario.Env{Games: []engine.Game{councilofshadows.Game}, Box: setups.BoxLinesFrom("testdata")})
}
