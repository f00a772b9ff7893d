package castingshadows_test

import (
	"testing"

	"arbiter/engine/enginetest/mutants"
)

func TestRules(t *testing.T) { mutants.Rules(t, 100) }

func TestMutations(t *testing.T) {
	mutants.Mutations(t, mutants.Control{Function: "State.adjacent", Expression: "s.Place(to) == 0", Script: "rules/travel"})
}

// TestRefereesNotice: the referees of both books notice what is wrong in random games.
func TestRefereesNotice(t *testing.T) { mutants.Noticed(t, "TestReferee$|TestTracksReferee$", 60) }
