package engine_test

import (
	"fmt"
	"testing"

	"arbiter/engine"
)

func TestFillChoosesByNumber(t *testing.T) {
	for _, test := range []struct {
		format string
		args   []any
		want   string
	}{
		{"{%d card|%d cards} left", []any{0}, "0 cards left"},
		{"{%d card|%d cards} left", []any{1}, "1 card left"},
		{"{%d card|%d cards} left", []any{2}, "2 cards left"},
		{"{%+d step|%+d steps}", []any{-1}, "-1 step"},
		{"%s: {%d gem|%d gems}, {%d cube|%d cubes}", []any{"Ana", 1, 3}, "Ana: 1 gem, 3 cubes"},
		{"%s: {%d gem|%d gems}, {%d cube|%d cubes}", []any{"Ana", 4, 1}, "Ana: 4 gems, 1 cube"},
		{"{one cube leaves|%[2]d cubes leave} %[1]s", []any{"Blue", 1}, "one cube leaves Blue"},
		{"{one cube leaves|%[2]d cubes leave} %[1]s", []any{"Blue", 2}, "2 cubes leave Blue"},
		{"100 %% of {%d card|%d cards}", []any{1}, "100 % of 1 card"},
		{"{%d card|%d cards}", nil, "%!d(MISSING) cards"},
		{"%s", []any{"{a|b}"}, "{a|b}"},
		{"an {open one", nil, "an {open one"},
	} {
		if got := engine.Fill(test.format, test.args...); got != test.want {
			t.Errorf("%q: %q, want %q", test.format, got, test.want)
		}
		if got := engine.Say(test.format, test.args...).String(); got != test.want {
			t.Errorf("as a text %q: %q, want %q", test.format, got, test.want)
		}
	}
}

type small uint8

// Numbers of all kinds count.
func TestOneOfEveryKind(t *testing.T) {
	for _, one := range []any{1, int8(1), int64(1), uint8(1), small(1)} {
		if got := engine.Fill("{%d card|%d cards}", one); got != "1 card" {
			t.Errorf("%T: %q", one, got)
		}
	}
}

// What is put in without fmt reads as fmt has it.
func TestFillIsSprintf(t *testing.T) {
	for _, x := range []struct {
		format string
		args   []any
	}{
		{"", nil}, {"plain", nil}, {"%s", []any{"a"}}, {"%s and %d", []any{"a", -3}}, {"%d%%", []any{5}}, {"%+d", []any{5}}, {"%s", nil}, {"%s", []any{"a", "b"}},
		{"plain", []any{"a"}}, {"%d", []any{"a"}}, {"%s", []any{7}}, {"%v of %s", []any{7, "x"}}, {"%[2]s %[1]s", []any{"a", "b"}}, {"100%", []any{1}}, {"%", nil}, {"%s", []any{engine.Term("t")}}, {"é %s ü", []any{"ñ"}},
	} {
		if got, want := engine.Fill(x.format, x.args...), fmt.Sprintf(x.format, x.args...); got != want {
			t.Errorf("Fill(%q, %v) = %q, want %q", x.format, x.args, got, want)
		}
	}
}
