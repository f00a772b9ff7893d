package castingshadows_test

import (
	"testing"

	"arbiter/engine/enginetest"
	"arbiter/engine/enginetest/tier"
)

// TestLines: whatever somebody sends is answered, in both books.
func TestLines(t *testing.T) {
	enginetest.Lines(t, settings(t), tier.Of(t, tier.Laws, "lines", 30_000, 100_000, 3_500_000), tier.Seed(t))
}
