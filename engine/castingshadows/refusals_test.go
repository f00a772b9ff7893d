package castingshadows_test

import (
	"testing"

	"arbiter/engine/enginetest"
)

// Each refusal is shown by a script.
func TestEachRefusalHasAScript(t *testing.T) { enginetest.Refusals(t, 90) }
