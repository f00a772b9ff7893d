package web_test

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"arbiter/companion/web"
	"arbiter/engine"
	"arbiter/engine/enginetest/tier"
)

// A drawing depends on nothing but its input: pages of drawings that were made before are
// those that would be drawn anew, by everybody, in any order; and what was drawn once is
// not drawn again.
func TestDrawingsAreOfOneInput(t *testing.T) {
	tier.Unraced(t, "pages that one goroutine draws")
	t.Parallel()
	for game := range uint64(tier.Of(t, tier.Pages, "games", 1, 3, 30)) {
		p := born(t, rand.New(rand.NewPCG(11+tier.Seed(t), game)))
		w, pages := p.both[0], map[engine.Seat]*web.Page{}
		for moment := range 40 {
			all := p.turns(func(turn) bool { return true })
			if len(all) == 0 {
				break
			}
			next := all[p.r.IntN(len(all))]
			p.do(next.seat, next.line)
			seat := append(p.seats, "")[moment%(len(p.seats)+1)]
			if pages[seat] == nil {
				pages[seat] = web.PageOf(w.web, "de", seat)
			}
			snap := p.snap(0, seat)
			got, err := pages[seat].Event(snap)
			check(t, err)
			want, err := pages[seat].Anew(snap)
			check(t, err)
			if !bytes.Equal(got, want) {
				t.Fatalf("what was kept for %q is out of date:\n%s\n%s", seat, around(string(got), string(want)), around(string(want), string(got)))
			}
			made := web.Drawn(w.web, "de")
			if _, err = pages[seat].Event(snap); err != nil || web.Drawn(w.web, "de") != made {
				t.Fatalf("the page of %q is drawn twice (%v)", seat, err)
			}
		}
	}
}

// What differs anywhere is another input; what is deeply equal is the same.
func TestInputsAreCompared(t *testing.T) {
	type leaf struct {
		N    int
		Text string
		Any  any
	}
	type input struct {
		Leaves []leaf
		To     *leaf
		On     bool
		Share  float64
		Of     map[string]int
	}
	make := func() input {
		return input{Leaves: []leaf{{1, "a", "b"}, {2, "", nil}}, To: &leaf{3, "c", leaf{N: 4}}, On: true, Share: .5}
	}
	if !web.SameInput(make(), make()) {
		t.Error("two equal inputs are not the same")
	}
	for what, change := range map[string]func(*input){
		"a number":             func(x *input) { x.Leaves[0].N++ },
		"a text":               func(x *input) { x.Leaves[1].Text = "z" },
		"where texts end":      func(x *input) { x.Leaves[0].Text, x.Leaves[0].Any = "ab", "" },
		"how many there are":   func(x *input) { x.Leaves = x.Leaves[:1] },
		"what a pointer means": func(x *input) { x.To.Text = "d" },
		"that nothing is":      func(x *input) { x.To = nil },
		"a type":               func(x *input) { x.Leaves[0].Any = engine.Seat("b") },
		"what lies within":     func(x *input) { x.To.Any = leaf{N: 5} },
		"yes or no":            func(x *input) { x.On = false },
		"a share":              func(x *input) { x.Share = .25 },
		"what cannot be told":  func(x *input) { x.Of = map[string]int{"a": 1} },
	} {
		if x := make(); web.SameInput(make(), func() input { change(&x); return x }()) {
			t.Errorf("inputs are the same though they differ in %s", what)
		}
	}
	if x := (input{Of: map[string]int{}}); web.SameInput(x, x) {
		t.Error("what cannot be compared is the same")
	}
}
