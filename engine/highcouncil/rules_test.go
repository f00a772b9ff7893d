package highcouncil_test

import (
	"testing"

	"arbiter/engine/enginetest/mutants"
)

func TestRules(t *testing.T) { mutants.Rules(t, 80) }

func TestMutations(t *testing.T) {
	mutants.Mutations(t, mutants.Control{Function: "argument", Expression: "color != Black", Script: "rules/convince-example-contra"})
}
