package learning

import (
	"slices"
	"strings"

	"arbiter/engine"
	"arbiter/engine/notation"
	"arbiter/setups"
)

// joined joins the words of a text at the end into one.
func joined(a setups.Question, words []string) []string {
	last := len(a.Blanks) - 1
	if len(words) <= last || a.Blanks[last].Letters == 0 {
		return words
	}
	return append(slices.Clone(words[:last]), strings.Join(words[last:], " "))
}

// unfit returns an error for words that do not fit the blanks.
func unfit(a setups.Question, words []string) error {
	if len(words) != len(a.Blanks) {
		return engine.Refuse("say one word for each of these: %d in all", len(a.Blanks))
	}
	for i, b := range a.Blanks {
		title := engine.Text{Format: b.Title}
		switch _, err := b.Fill(words[i]); {
		case err == nil:
		case len(b.Words) > 0:
			return engine.Refuse("%s: choose one of the words that are listed", title)
		case b.Letters > 0:
			return engine.Refuse("%s: a text of at most %d letters", title, b.Letters)
		case b.Fewer:
			return engine.Refuse("%s: one to %d numbers from %d to %d, separated by slashes", title, b.Parts, b.Least, b.Most)
		case b.Parts > 0:
			return engine.Refuse("%s: %d numbers from %d to %d, separated by slashes", title, b.Parts, b.Least, b.Most)
		default:
			return engine.Refuse("%s: a number from %d to %d", title, b.Least, b.Most)
		}
	}
	return nil
}

// answerText returns an answer for people to read.
func answerText(words []string) engine.Text {
	words = slices.DeleteFunc(slices.Clone(words), func(w string) bool { return w == notation.None })
	if len(words) == 0 {
		return engine.Say("nothing at all")
	}
	text := engine.Say("%s", spaced(words[0]))
	for _, w := range words[1:] {
		text = engine.Say("%s, %s", text, spaced(w))
	}
	return text
}

// spaced returns a word for people to read: a text has its spaces again, and several words of a
// list are separate.
func spaced(word string) (all engine.Text) {
	for w := range strings.SplitSeq(strings.ReplaceAll(word, "_", " "), "+") {
		if n, name, many := strings.Cut(w, "*"); many {
			all = all.With(engine.Say("%s × %s", engine.Term(n), engine.Term(name)))
		} else {
			all = all.With(engine.Say("%s", engine.Term(w)))
		}
	}
	return all
}
