// Package speak says things in every way that the search must see.
package speak

import "arbiter/engine"

const fixed = "a constant"

type table struct{}

func speak(seat engine.Seat, format string) []any {
	var t table
	return []any{
		engine.Say("hello %s", seat),
		engine.Say("%s joins"+" in two parts", seat),

		engine.Say(fixed),
		engine.Text{"a literal", nil},
		engine.Text{Format: "by name"},
		engine.Say(string(seat)),
		engine.Refuse("%s may not", seat),
		t.say(nil),
	}
}

func speakOn(seat engine.Seat) []any {
	return []any{
		wrap(seat, "%s: wrapped %d", seat, engine.Term("x")),

		table{}.tell("%s: wrapped twice", seat),
		engine.Say("too few %d"),
	}
}

func wrap(_ engine.Seat, format string, args ...any) engine.Text { return engine.Say(format, args...) }

func (t table) tell(format string, args ...any) engine.Text { return wrap("", format, args...) }

func (t table) say(text any) any { return text }

func literal() func(string) engine.Text {
	return func(format string) engine.Text { return engine.Say(format) }
}

func (table) Help() string {
	return `the first paragraph

  typed as it is
the second at 100 %`
}
