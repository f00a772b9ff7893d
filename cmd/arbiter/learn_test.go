package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/cmd/arbiter/internal/device"
	"arbiter/cmd/arbiter/internal/i18n"
	"arbiter/cmd/arbiter/internal/lessons"
	"arbiter/engine/enginetest/tier"
	"arbiter/hw"
	"arbiter/hw/emu/picc"
	"arbiter/hw/ntag"
	"arbiter/setups"
)

// A class is somebody at a terminal who teaches, on a device with emulated chips.
type class struct {
	*testing.T
	dir    string
	in     *io.PipeWriter
	mu     sync.Mutex
	said   strings.Builder
	read   int // how much of it has been waited for
	leave  func()
	left   chan hw.UID // cards that have gone
	fields map[string]*picc.Field
}

func (c *class) Write(b []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.said.Write(b)
}

// teach sits down. The readers are those of the rig on the wires.
func teach(t *testing.T, b lessons.Opts, lang, dir string, fields map[string]*picc.Field, readers []hw.Bus, maker ntag.PublicKey) *class {
	t.Helper()
	catalogue, err := i18n.Catalogue()
	if err != nil {
		t.Fatal(err)
	}
	db, err := datadir.Create(dir)
	if err != nil {
		t.Fatal(err)
	}
	in, out := io.Pipe()
	c := &class{T: t, dir: dir, in: out, fields: fields, left: make(chan hw.UID, 1000)}
	b.Game = cmp.Or(b.Game, "council-of-shadows")
	done := make(chan error, 1)
	go func() {
		done <- b.Learn(context.Background(), db.DB, readers, maker, in, &lessons.Console{Out: c, Say: catalogue.In(lang), Heard: func(change hw.Change) {
			if change.Kind == hw.Left {
				c.left <- change.UID
			}
		}})
	}()
	c.leave = sync.OnceFunc(func() {
		out.Close()
		select {
		case err := <-done:
			if err != nil {
				t.Error("the lesson ends:", err)
			}
		case <-time.After(longestWait):
			t.Error("the lesson does not end")
		}
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(c.leave)
	return c
}

// hears waits until something is said that was not waited for before.
func (c *class) hears(parts ...string) {
	c.Helper()
	for _, part := range parts {
		c.hear(part)
	}
}

func (c *class) hear(part string) {
	c.Helper()
	c.either(part)
}

// either waits for one of several sentences and tells which one it was.
func (c *class) either(parts ...string) int {
	c.Helper()
	for deadline := time.Now().Add(longestWait); ; time.Sleep(2 * time.Millisecond) { // until it is said
		c.mu.Lock()
		text := c.said.String()[c.read:]
		c.mu.Unlock()
		for n, part := range parts {
			if i := strings.Index(text, part); i >= 0 {
				c.read += i + len(part)
				return n
			}
		}
		if time.Now().After(deadline) {
			c.Fatalf("nobody says %q; after what was heard:\n%s", parts, text)
		}
	}
}

// misses waits until the lesson knows that a card has gone.
func (c *class) misses(tag *picc.Tag) {
	c.Helper()
	late := time.After(longestWait)
	for {
		select {
		case uid := <-c.left:
			if slices.Equal(uid.Bytes(), tag.UID()) {
				return
			}
		case <-late:
			c.Fatalf("the tag %X does not leave", tag.UID())
		}
	}
}

func (c *class) says(line string) {
	c.Helper()
	if _, err := fmt.Fprintln(c.in, line); err != nil {
		c.Fatal(err)
	}
}

// wired3 is the readers of testdata/three-readers.toml on a device.
func wired3(t *testing.T, d *testDevice) []hw.Bus {
	t.Helper()
	rig, err := setups.LoadRig(filepath.Join("testdata", "three-readers.toml"))
	if err != nil {
		t.Fatal(err)
	}
	return device.Buses(rig, d, slog.New(slog.DiscardHandler))
}

func card(n byte) *picc.Tag { return picc.New(0x04, 0xA2, 0x24, 0x1B, 0x5C, 0x6D, n) }

// kept returns what the games of a folder have been taught.
func kept(t *testing.T, dir string) (tags map[string][]string, facts []string, tokens map[string]string) {
	t.Helper()
	db, err := datadir.Create(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	tags, err1 := db.Tags()
	facts, err2 := db.Learned("council-of-shadows")
	tokens, err3 := db.Tokens()
	if err1 != nil || err2 != nil || err3 != nil {
		t.Fatal(err1, err2, err3)
	}
	return tags, facts, tokens
}

// A sorted deck needs Enter and the printed numbers alone, on any reader; a wrong
// answer is taken back; the lesson is left in the middle and goes on.
func TestDeckIsDealtOnce(t *testing.T) {
	tier.Unraced(t, "goroutines of readers meet in TestHighCouncilWithFourReaders")
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d, dir := newDevice(), t.TempDir()
		c := teach(t, lessons.Opts{Pile: []string{"ai"}}, "en", dir, d.fields, wired3(t, d), ntag.NXP())
		c.hears("Lay a card on any reader")
		lay := func(n byte) *picc.Tag {
			tag := card(n)
			d.fields[fmt.Sprintf("SPI0.%d", n%3)].Place(tag)
			return tag
		}
		first := lay(1)
		c.hears("Which card is it? Enter: AI card 01", "AI card 01, step 1: settle 1 cube in range (rulebook)")
		c.says("")
		c.hears("this is AI card 01", "AI card 01: Consumption?  Number (-20..40)")
		c.says("forty")
		c.hears("Number: a number from -20 to 40")
		c.says("5")
		c.hears("AI card 01 is done: lay the next card")

		second := lay(2)
		c.hears("Enter: AI card 02")
		c.says("ai-03")
		c.hears("this is AI card 03")
		c.says("b")
		c.hears("taken back: which card it is: AI card 03", "Enter: AI card 02")
		c.says("")
		c.hears("AI card 02: Consumption?")
		c.says("7")
		c.hears("AI card 02 is done")
		c.says("b")
		c.hears("taken back: AI card 02: Consumption: 7", "AI card 02: Consumption?")
		c.says("6")
		c.hears("AI card 02 is done")
		d.fields["SPI0.1"].Lift(first)
		d.fields["SPI0.2"].Lift(second)
		c.leave()

		tags, facts, tokens := kept(t, dir)
		if got, want := fmt.Sprint(tags), "map[04A2241B5C6D01:[ai-01] 04A2241B5C6D02:[ai-02]]"; got != want {
			t.Errorf("tags %s, want %s", got, want)
		}
		if got, want := fmt.Sprint(facts), "[printed ai-01 5 owner printed ai-02 6 owner]"; got != want {
			t.Errorf("facts %s, want %s", got, want)
		}
		if len(tokens) != 0 {
			t.Errorf("tokens that nobody asked for: %v", tokens)
		}

		for i := range 3 {
			d.restart(fmt.Sprintf("SPI0.%d", i), 0)
		}
		c = teach(t, lessons.Opts{}, "de", dir, d.fields, wired3(t, d), ntag.NXP())
		lay(1)
		c.hears("KI-Karte 01 ist schon gelernt", "KI-Karte 01 ist fertig: lege die nächste Karte")
		lay(6)
		c.hears("Welche Karte ist es? Enter: KI-Karte 03")
		c.says("6")
		c.hears("das ist KI-Karte 06", "KI-Karte 06 ist fertig") // the rulebook tells its consumption
		c.says("q")
	})
}

// With the full book everything is asked for, and what is asked depends on what has
// been told.
func TestLearningForTheFullBook(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d, dir := newDevice(), t.TempDir()
		c := teach(t, lessons.Opts{With: []string{"full-book"}}, "en", dir, d.fields, wired3(t, d), ntag.NXP())
		for _, step := range []struct {
			lay  byte
			say  string
			hear string
		}{
			{lay: 1, hear: "Which card is it?"},
			{say: "ai-22", hear: "Consumption?"},
			{say: "-1", hear: "Price?  Anthracite, gold, transparent (0/0/0)"},
			{say: "1/2", hear: "Anthracite, gold, transparent: 3 numbers from 0 to 9, separated by slashes"},
			{say: "1/2/0", hear: "What the card does?"},
			{say: "1 1 gems 0 - -", hear: "Enter: no more"},
			{say: "1 1 gems 0 - -", hear: "that has been told already"},
			{say: "2 1 upgrade 0 - -", hear: "Enter: no more"},
			{say: "", hear: "Gems that the card gives?"},
			{say: "0/0/2", hear: "AI card 22 is done"},
			{lay: 2, hear: "Enter: AI card 23"},
			{say: "", hear: "Consumption?"},
			{say: "2", hear: "Price?"},
			{say: "s", hear: "What the card does?"}, // left out
			{say: "", hear: "AI card 23 is done"},
		} {
			if step.lay > 0 {
				d.fields["SPI0.0"].Place(card(step.lay))
			} else {
				c.says(step.say)
			}
			c.hears(step.hear)
		}
		c.says("v") // once more, for the card was read wrongly
		c.hears("AI card 23: Consumption?")
		c.says("3")
		c.hears("Price?")
		c.leave()
		_, facts, _ := kept(t, dir)
		want := []string{
			"printed ai-22 -1 owner", "price ai-22 1 1/2/0 owner", "effect ai-22 1 1 gems 0 - - owner", "effect ai-22 2 1 upgrade 0 - - owner",
			"gives ai-22 0/0/2 owner", "idle ai-23 owner", "printed ai-23 3 owner",
		}
		if got := strings.Join(facts, "\n"); got != strings.Join(want, "\n") {
			t.Errorf("facts\n%s\nwant\n%s", got, strings.Join(want, "\n"))
		}
	})
}
