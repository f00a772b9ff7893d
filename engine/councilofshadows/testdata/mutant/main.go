// Command mutant plays scripts and says of each whether it passes. It is built with
// mutated rules, of which the variable MUTATION picks one: mutant_test.go.
package main

import (
	"fmt"
	"os"
	"strings"

	"arbiter/engine"
	"arbiter/engine/councilofshadows"
	"arbiter/engine/scenario"
	"arbiter/setups"
)

func main() {
	for _, file := range os.Args[1:] {
		fmt.Println(verdict(file))
	}
}

// verdict is one line: passes, panics, or fails, and why.
func verdict(file string) (line string) {
	defer func() {
		if p := recover(); p != nil {
			line = fmt.Sprintf("panics: %v", p)
		}
	}()
	want, err := os.ReadFile(file)
	if err != nil {
		panic(err)
	}
	got, err := scenario.Play(file, string(want), scenario.Env{Games: []engine.Game{councilofshadows.Game}, Box: setups.BoxLinesFrom("testdata")})
	if err != nil {
		return "fails: " + strings.ReplaceAll(err.Error(), "\n", " ")
	}
	wants := strings.Split(string(want), "\n")
	for n, line := range strings.Split(got, "\n") {
		if n >= len(wants) || line != wants[n] {
			return fmt.Sprintf("fails: line %d is %q", n+1, strings.TrimSpace(line))
		}
	}
	if got != string(want) {
		return "fails: it ends early"
	}
	return "passes"
}
