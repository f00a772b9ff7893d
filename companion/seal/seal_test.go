package seal_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"math"
	"os/exec"
	"strings"
	"testing"

	"arbiter/companion/seal"
)

// Hashes and ranks are the same as those of sha256sum.
func TestByHand(t *testing.T) {
	s := seal.New()
	older := func(beginning string) seal.Secret {
		o, err := seal.Parse(strings.Replace(s.Open(), "arbiter seal 3", beginning, 1))
		if err != nil {
			t.Fatal(err)
		}
		return o.With("purple moon")
	}
	first, second := older("arbiter seal 1 20260101-190000-abcdef"), older("arbiter seal 2 20260101-190000-abcdef")
	spoken := s.With("purple moon", "red two words")
	tile := seal.Draw{Entry: 17, Command: "table draw tile-03", Pile: "tiles-1", Thing: "tile-03"}
	unnamed := seal.Draw{Entry: 17, Command: "table draw ship x1"}
	for got, text := range map[string]string{
		s.Hash():             s.Open(),
		s.Rank(tile):         s.Open() + "\ntiles-1 tile-03",
		s.Rank(unnamed):      s.Open() + "\n17 table draw ship x1",
		spoken.Rank(tile):    s.Open() + "\npurple moon\nred two words\ntiles-1 tile-03",
		second.Rank(tile):    second.Open() + " tiles-1 tile-03",
		second.Rank(unnamed): second.Open() + " 17 table draw ship x1",
		first.Rank(tile):     first.Open() + " 17 table draw tile-03",
	} {
		cmd := exec.Command("sha256sum")
		cmd.Stdin = strings.NewReader(text)
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		if want, _, _ := strings.Cut(string(out), " "); got != want {
			t.Errorf("%s, sha256sum says %s", got, want)
		}
	}
}

// A secret is read as it was shown, and each game has another; an altered text is no secret, or a
// different one.
func TestParse(t *testing.T) {
	s, other := seal.New(), seal.New()
	if s.Hash() == other.Hash() {
		t.Error("two secrets are the same")
	}
	again, err := seal.Parse(s.Open())
	if err != nil || again.Hash() != s.Hash() {
		t.Errorf("%v, %s, want %s", err, again.Hash(), s.Hash())
	}
	last := s.Open()[:len(s.Open())-1]
	for _, text := range []string{"", "arbiter seal 3", "arbiter seal 3 ", "arbiter seal 2 g", last, last + "x", s.Open() + " ", strings.Replace(s.Open(), "seal 3", "seal 4", 1), strings.Replace(s.Open(), "seal 3", "seal 2", 1), strings.Replace(s.Open(), "seal 3", "seal 3 g", 1), strings.Replace(s.Open(), "seal 3", "seal 2 ", 1)} {
		if _, err := seal.Parse(text); err == nil {
			t.Errorf("%q is a secret", text)
		}
	}
}

// Everything that may be drawn is equally likely, wherever it is in the list, and leaving something
// out does not change the order of the rest.
func TestDrawIsFair(t *testing.T) {
	s, got := seal.New(), map[string]int{}
	const draws = 30000
	for n := range draws {
		var cards []seal.Draw
		for _, thing := range []string{"a", "b", "c"} {
			cards = append(cards, seal.Draw{Command: "table draw " + thing, Pile: fmt.Sprint("pile-", n), Thing: thing})
		}
		c := s.Least(cards)
		if other := s.Least([]seal.Draw{cards[2], cards[1], cards[0]}); other != c {
			t.Fatalf("draw %d is %v, and %v of the same cards in another order", n, c, other)
		}
		if without := s.Least([]seal.Draw{c, cards[0]}); without != c {
			t.Fatalf("draw %d is %v, and %v of fewer cards", n, c, without)
		}
		got[c.Thing]++
	}
	for thing, n := range got {
		if math.Abs(float64(n)-draws/3) > 500 { // six standard deviations
			t.Errorf("%s came %v times of %d", thing, n, draws)
		}
	}
}

// Printing a secret by accident shows nothing of it. Control: Open does.
func TestSecretIsNotPrinted(t *testing.T) {
	s := seal.New()
	key := s.Open()[len(s.Open())-64:]
	text, err := json.Marshal(map[string]any{"s": s})
	if err != nil {
		t.Fatal(err)
	}
	var log strings.Builder
	slog.New(slog.NewTextHandler(&log, nil)).Info("sealed", "secret", s, "in", struct{ S seal.Secret }{s})
	all := fmt.Sprintf("%v %+v %#v %s %q %x %d %v", s, s, s, s, s, s, s, &s) + string(text) + log.String()
	if strings.Contains(all, key) || strings.Contains(all, fmt.Sprintf("%x", key)) {
		t.Errorf("the secret is in %s", all)
	}
	if !strings.Contains(s.Open(), key) {
		t.Error("control: it is nowhere")
	}
}

func TestShort(t *testing.T) {
	if got, want := seal.Short("0123456789abcdef0123"), "0123 4567 89ab cdef"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
