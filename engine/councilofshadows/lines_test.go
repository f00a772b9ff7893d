package councilofshadows_test

import (
	"testing"

	"arbiter/companion/words"
	"arbiter/engine"
	"arbiter/engine/enginetest"
	"arbiter/engine/enginetest/tier"
	"arbiter/setups"
)

// TestLines: whatever somebody sends is answered, in both books and after one was changed.
func TestLines(t *testing.T) {
	enginetest.Lines(t, append(settings(t), fullSettings(t)...), tier.Of(t, tier.Laws, "lines", 30_000, 100_000, 3_500_000), tier.Seed(t), languages(t))
}

// languages are those of the people at the table.
func languages(t *testing.T) (all []func(engine.Text) string) {
	t.Helper()
	catalogue, err := words.Load(setups.Words())
	if err != nil {
		t.Fatal(err)
	}
	for _, lang := range words.Languages() {
		all = append(all, catalogue.In(lang))
	}
	return all
}
