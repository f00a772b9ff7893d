package councilofshadows_test

import (
	"testing"

	"arbiter/engine/enginetest"
)

// TestEachRefusalHasAScript looks for each refusal in the answers of the scripts. Those of
// misfit.go answer who tells what is printed in a box.
func TestEachRefusalHasAScript(t *testing.T) { enginetest.Refusals(t, 40, "misfit.go") }
