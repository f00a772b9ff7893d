package setups

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"arbiter/engine/notation"
)

// A Question is a question about a card: a fact with blanks.
type Question struct {
	Name    string  `toml:"name"`
	Title   string  `toml:"title"`
	Line    string  `toml:"line"`    // the line of the answer, with CARD and the names of blanks
	None    string  `toml:"none"`    // the line for "nothing at all", for a question with many answers
	Many    bool    `toml:"many"`    // asked again until there are no more answers
	If      string  `toml:"if"`      // asked only if a fact begins like this; * stands for any word
	Unless  string  `toml:"unless"`  // asked only if no fact begins like this
	For     string  `toml:"for"`     // asked only with this option of the table
	Lacking bool    `toml:"lacking"` // asked only if a game lacks the answer
	Blanks  []Blank `toml:"blank"`

	Usual []string `toml:"usual"` // answers that many cards have, a word for each blank; +1 is one more than in the answer before
}

// Usually returns the words of the usual answers, given the lines already told about a card.
func (q Question) Usually(card string, told []string) (all [][]string) {
	for _, usual := range q.Usual {
		words := strings.Fields(usual)
		for i := range words {
			if words[i] == "+1" {
				words[i] = strconv.Itoa(1 + q.last(i, told))
			}
		}
		if _, err := q.Fill(card, words); err == nil {
			all = append(all, words)
		}
	}
	return all
}

// last returns the number that the last line has in place of a blank; 0 if there is no line.
func (q Question) last(blank int, told []string) int {
	if len(told) == 0 {
		return 0
	}
	n, _ := strconv.Atoi(strings.Fields(told[len(told)-1])[slices.Index(strings.Fields(q.Line), q.Blanks[blank].Name)])
	return n
}

// A Blank is a word that people fill in: a word of a list, a number, several numbers separated by
// slashes, or a text of their own.
type Blank struct {
	Name    string   `toml:"name"`
	Title   string   `toml:"title"`
	Words   []string `toml:"words"`
	Several int      `toml:"several"` // up to so many of the words, joined by +, each up to Most times: 2*orb
	Parts   int      `toml:"parts"`
	Fewer   bool     `toml:"fewer"` // zeros at the end may be left out
	Least   int      `toml:"least"`
	Most    int      `toml:"most"`

	Letters int `toml:"letters"` // the longest text; its spaces become underscores
}

// Fill returns the line that answers a question about a card, given a word for each blank, in
// order. It checks the words against the blanks; whether the line is a valid fact is up to the
// game.
func (q Question) Fill(card string, words []string) (string, error) {
	if len(words) != len(q.Blanks) {
		return "", fmt.Errorf("there are %d words to tell, not %d", len(q.Blanks), len(words))
	}
	line := strings.Fields(strings.ReplaceAll(q.Line, "CARD", card))
	for i, b := range q.Blanks {
		word, err := b.Fill(words[i])
		if err != nil {
			return "", err
		}
		line[slices.Index(line, b.Name)] = word
	}
	return strings.Join(line, " "), nil
}

// Nothing returns the line for "nothing at all"; "" if there is none.
func (q Question) Nothing(card string) string { return strings.ReplaceAll(q.None, "CARD", card) }

// About returns how all lines begin that answer the question about a card.
func (q Question) About(card string) string {
	var words []string
	for _, w := range strings.Fields(strings.ReplaceAll(q.Line, "CARD", card)) {
		if slices.ContainsFunc(q.Blanks, func(b Blank) bool { return b.Name == w }) {
			break
		}
		words = append(words, w)
	}
	return strings.Join(words, " ")
}

// Fill checks the word for a blank and returns it as it is written in a line.
func (b Blank) Fill(word string) (string, error) {
	switch {
	case b.Several > 0 && word != notation.None:
		return b.several(word)
	case len(b.Words) > 0 && !slices.Contains(b.Words, word):
		return "", fmt.Errorf("%q is not one of %s", word, strings.Join(b.Words, ", "))
	case len(b.Words) > 0:
		return word, nil
	case b.Letters > 0:
		return b.text(word)
	case b.Parts > 0:
		return b.joined(word)
	}
	n, err := strconv.Atoi(word)
	if err != nil || n < b.Least || n > b.Most {
		return "", fmt.Errorf("%q is not a number from %d to %d", word, b.Least, b.Most)
	}
	return strconv.Itoa(n), nil
}

// several checks words joined by +, and writes each once, in the order of the list.
func (b Blank) several(word string) (string, error) {
	counts := make([]int, len(b.Words))
	for w := range strings.SplitSeq(word, "+") {
		number, name, many := strings.Cut(w, "*")
		if !many {
			number, name = "1", w
		}
		i := slices.Index(b.Words, name)
		n, err := strconv.Atoi(number)
		if i < 0 || name == notation.None || err != nil || n < 1 || counts[i]+n > max(b.Most, 1) {
			return "", fmt.Errorf("%q is not one of %s, or several with + between them", w, strings.Join(b.Words, ", "))
		}
		counts[i] += n
	}
	var all []string
	for i, n := range counts {
		switch {
		case n == 1:
			all = append(all, b.Words[i])
		case n > 1:
			all = append(all, fmt.Sprintf("%d*%s", n, b.Words[i]))
		}
	}
	if len(all) > b.Several {
		return "", fmt.Errorf("%q are more than %d", word, b.Several)
	}
	return strings.Join(all, "+"), nil
}

// joined checks several numbers. If all of them are zero, it returns the empty word.
func (b Blank) joined(word string) (string, error) {
	if word == notation.None {
		return word, nil
	}
	parts := strings.Split(word, "/")
	for b.Fewer && len(parts) > 1 && parts[len(parts)-1] == "0" {
		parts = parts[:len(parts)-1]
	}
	sum := 0
	for i, p := range parts {
		n, err := strconv.Atoi(p)
		if err != nil || n < b.Least || n > b.Most || len(parts) > b.Parts || !b.Fewer && len(parts) < b.Parts {
			return "", fmt.Errorf("%q are not %d numbers from %d to %d separated by slashes", word, b.Parts, b.Least, b.Most)
		}
		parts[i] = strconv.Itoa(n)
		sum += n
	}
	if sum == 0 {
		return notation.None, nil
	}
	return strings.Join(parts, "/"), nil
}

func (b Blank) text(word string) (string, error) {
	text := strings.Join(strings.Fields(word), "_")
	if !notation.Plain(text) || utf8.RuneCountInString(text) > b.Letters {
		return "", fmt.Errorf("%q is no text of at most %d letters", word, b.Letters)
	}
	return text, nil
}

// Begins reports whether a line begins like a pattern, word by word; * stands for any word.
func Begins(line, pattern string) bool {
	words := strings.Fields(line)
	for i, p := range strings.Fields(pattern) {
		if i >= len(words) || p != "*" && p != words[i] {
			return false
		}
	}
	return true
}
