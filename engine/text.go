package engine

import (
	"fmt"
	"slices"

	"arbiter/engine/notation"
)

// A Text is a sentence for people, kept apart from its arguments so that it can be translated:
// Format, in English and in the syntax of Fill, is the key. Arguments are numbers, Seats, Terms and
// other Texts.
type Text struct {
	Format string
	Args   []any
}

// A Term is a word of the game that each language has its own word for, such as
// the name of a card.
type Term string

// Say returns a Text.
func Say(format string, args ...any) Text { return Text{format, args} }

// String returns the text in English, with terms written as in the log.
func (t Text) String() string {
	if t.Format == "" {
		return ""
	}
	return Fill(t.Format, t.Args...)
}

// IsZero reports whether there is no text.
func (t Text) IsZero() bool { return t.Format == "" }

// With joins two texts with a comma; if one is zero it returns the other.
func (t Text) With(more Text) Text {
	switch {
	case t.IsZero():
		return more
	case more.IsZero():
		return t
	}
	return Say("%s, %s", t, more)
}

// List joins texts as "a, b and c"; it is zero if there are none.
func List(all []Text) (list Text) {
	for i, t := range all {
		if i > 0 && i == len(all)-1 {
			return Say("%s and %s", list, t)
		}
		list = list.With(t)
	}
	return list
}

// Then joins two texts with a semicolon; if one is zero it returns the other.
func (t Text) Then(more Text) Text {
	switch {
	case t.IsZero():
		return more
	case more.IsZero():
		return t
	}
	return Say("%s; %s", t, more)
}

// Equal reports whether two texts say the same.
func (t Text) Equal(u Text) bool {
	return t.Format == u.Format && slices.EqualFunc(t.Args, u.Args, func(a, b any) bool {
		x, isText := a.(Text)
		y, isText2 := b.(Text)
		if isText && isText2 {
			return x.Equal(y)
		}
		return a == b
	})
}

// Gap stands for an argument that has not been chosen yet; it is written as "…".
var Gap gap

type gap struct{}

// Format writes the gap whatever the verb.
func (gap) Format(f fmt.State, _ rune) { _, _ = fmt.Fprint(f, "…") }

// Parts takes a sentence apart, largest part first: the sentence with gaps, then what fills each
// gap. A text that contains no number stays whole. Sentences of the same kind differ only in some
// of their parts.
func (t Text) Parts() []Text { return t.parts(true) }

func (t Text) parts(whole bool) []Text {
	if len(t.Args) == 0 || !whole && !t.counts() {
		return []Text{t}
	}
	gaps := t
	gaps.Args = make([]any, len(t.Args))
	all := []Text{gaps}
	for i, a := range t.Args {
		gaps.Args[i] = Gap
		switch a := a.(type) {
		case Text:
			all = append(all, a.parts(false)...)
		case int:
			all = append(all, Say("%d", a))
		default:
			all = append(all, Say("%s", a))
		}
	}
	if t.Format == "%s" {
		return all[1:]
	}
	return all
}

// counts reports whether the text contains a number.
func (t Text) counts() bool {
	return slices.ContainsFunc(t.Args, func(a any) bool {
		inner, is := a.(Text)
		_, number := a.(int)
		return number || is && inner.counts()
	})
}

// A Refusal says why the rules forbid a command, in words for the players.
type Refusal struct{ Text Text }

// Error returns the refusal in English.
func (r Refusal) Error() string { return r.Text.String() }

// Refuse returns a Refusal. An argument that is an empty string is shown the way a line of the log
// writes it.
func Refuse(format string, args ...any) error {
	for i, a := range args {
		if a == Seat("") || a == Term("") {
			args[i] = Term(notation.None)
		}
	}
	return Refusal{Say(format, args...)}
}

// A Reason says why an event happened.
type Reason struct {
	Addends  []Addend // what was added up, in order; empty if nothing was
	Compares []Addend // what was compared, best first; empty if nothing was
	Orders   bool     // what was compared decides who comes first
	Rule     Text     // the rule, in words for the players
	Source   Text     // where the rule is written, such as a chapter of the rulebook
}

// An Addend is one number of a sum or of a comparison.
type Addend struct {
	Name Text
	N    int
}
