package highcouncil_test

import (
	"testing"

	"arbiter/engine/enginetest"
)

// TestEachRefusalHasAScript looks for each refusal in the answers of the scripts. TestSeats shows what refuses to start.
func TestEachRefusalHasAScript(t *testing.T) { enginetest.Refusals(t, 35, "setup.go") }
