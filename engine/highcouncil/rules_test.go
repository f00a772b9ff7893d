package highcouncil_test

import (
	"testing"

	"arbiter/engine/enginetest/mutants"
)

func TestRules(t *testing.T) { mutants.Rules(t, 80) }

func TestMutations(t *testing.T) {
	mutants.Mutations(t, mutants.Control{Function: "argument", Expression: "color != Black", Script: "rules/convince-example-contra"})
}

// TestRefereesNotice: the second reading of the ring notices what is wrong there: blocks, costs,
// seats, whom one convinces. Of 86 mutations it noticed 38.
func TestRefereesNotice(t *testing.T) { mutants.Noticed(t, "TestBruteForce$", 35) }
