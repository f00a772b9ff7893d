package castingshadows_test

import (
	"testing"

	"arbiter/engine/enginetest"
)

// Each refusal is shown by a script; those of facts by tests of package printed.
func TestEachRefusalHasAScript(t *testing.T) { enginetest.Refusals(t, 90, "printed") }
