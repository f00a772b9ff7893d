package main

import (
	"slices"
	"testing"
	"testing/synctest"

	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/cmd/arbiter/internal/lessons"
	"arbiter/hw/ntag"
)

// What a counterspell does is told in one line, which the game refuses where it can never
// happen; what its words do not hold is told as a text.
func TestLearningAnEffect(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d, dir := newDevice(), t.TempDir()
		c := teach(t, lessons.Opts{Game: "casting-shadows", Pile: []string{"counterspells"}}, "en", dir, d.fields, wired3(t, d), ntag.NXP())
		d.fields["SPI0.0"].Place(card(1))
		for _, step := range [][2]string{
			{"pointed-shield-1", "What it does?"},
			{"1 start - - - reduce 2 - - - -", "damage is changed before it is dealt"},
			{"1 attacked - - - reduce 2 - - - -", "Enter: no more"},
			{"", "is done: lay the next card"},
		} {
			c.says(step[0])
			c.hears(step[1])
		}
		d.fields["SPI0.1"].Place(card(2))
		for _, step := range [][2]string{
			{"safety-dome", "What it does?"},
			{"s", "What is printed, in words?"},
			{"attacked Hide for a while", "is done: lay the next card"},
		} {
			c.says(step[0])
			c.hears(step[1])
		}
		c.leave()
		db, err := datadir.Create(dir)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		facts, err := db.Learned("casting-shadows")
		want := []string{"effect pointed-shield 1 attacked - - - reduce 2 - - - - owner", "says safety-dome attacked Hide_for_a_while owner"}
		if err != nil || !slices.Equal(facts, want) {
			t.Errorf("learned %q, %v, want %q", facts, err, want)
		}
	})
}
