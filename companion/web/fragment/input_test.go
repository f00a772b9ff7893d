package fragment

import (
	"reflect"
	"testing"

	"arbiter/engine"
)

// same reports whether two inputs are one for drawings.
func same(a, b any) bool {
	return string(appendInput(nil, reflect.ValueOf(&a).Elem())) == string(appendInput(nil, reflect.ValueOf(&b).Elem()))
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
	if !same(make(), make()) {
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
		if x := make(); same(make(), func() input { change(&x); return x }()) {
			t.Errorf("inputs are the same though they differ in %s", what)
		}
	}
	if x := (input{Of: map[string]int{}}); same(x, x) {
		t.Error("what cannot be compared is the same")
	}
}
