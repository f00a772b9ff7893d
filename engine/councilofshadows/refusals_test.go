package councilofshadows_test

import (
	"testing"

	"arbiter/engine/enginetest"
)

// TestEachRefusalHasAScript looks for each refusal in the answers of the scripts.
func TestEachRefusalHasAScript(t *testing.T) { enginetest.Refusals(t, 40) }
