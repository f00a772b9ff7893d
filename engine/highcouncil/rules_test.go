package highcouncil_test

import (
	"testing"

	"arbiter/engine/enginetest/mutants"
)

func TestRules(t *testing.T) { mutants.Rules(t, 80) }

func TestMutations(t *testing.T) {
	mutants.Mutations(t, mutants.Control{Function: "argument", Expression: "color != Black", Script: "rules/convince-example-contra"})
}

// TestRefereesNotice: the second reading notices most ways to break a rule.
func TestRefereesNotice(t *testing.T) { mutants.Noticed(t, "TestBruteForce$", 20) }
