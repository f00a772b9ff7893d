package councilofshadows_test

import (
	"testing"

	"arbiter/engine/enginetest"
	"arbiter/engine/enginetest/tier"
)

// TestLines: whatever somebody sends is answered, in both books and after one was changed.
func TestLines(t *testing.T) {
	enginetest.Lines(t, append(settings(t), fullSettings(t)...), tier.Of(t, tier.Laws, "lines", 30_000, 100_000, 3_500_000), tier.Seed(t))
}
