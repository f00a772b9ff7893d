package page

import (
	"slices"
	"strings"
	"unicode"
)

// The letters that stay together where a word is divided, in German and Spanish.
var together = []string{"sch", "ch", "ck", "ph", "th", "qu", "ll", "rr", "bl", "br", "cl", "cr", "dr", "fl", "fr", "gl", "gr", "kl", "kr", "pl", "pr", "tr"}

// The later parts of German compounds, before which these are divided first: a syllable
// alone does not tell where they begin (Lebens-punkte, Höllen-angriff).
var parts = []string{
	"punkt", "stapel", "angriff", "aufstieg", "energie", "splitter", "schleier", "sphäre", "legen", "geben", "nehmen", "edelung", "einander", "schritten",
	"tauschen", "parent", "sturm", "stein", "station", "stachel", "spiel", "sparer", "ständig", "gelassen", "sprung", "stoff", "stieg", "änderbar",
}

const softHyphen = "\u00ad"

// hyphenated tells where long words may be divided, for narrow cards: before the last
// consonant of those between two vowels, if the word does not tell it itself. Browsers
// know it of few languages.
func hyphenated(text string) string {
	words := strings.Split(text, " ")
	for i, word := range words {
		if letters := []rune(word); len(letters) > 10 && !strings.Contains(word, softHyphen) {
			words[i] = compound(word)
		}
	}
	return strings.Join(words, " ")
}

// compound divides a word before a part, and what is on both sides of that.
func compound(word string) string {
	for _, part := range parts {
		if i := strings.LastIndex(strings.ToLower(word), part); i > 2 {
			return compound(word[:i]) + softHyphen + compound(word[i:])
		}
	}
	return divided([]rune(word))
}

func divided(word []rune) string {
	var b strings.Builder
	from := 0
	for i := 3; i < len(word)-2; i++ {
		if vowel(word[i]) || !vowel(word[i+1]) || !slices.ContainsFunc(word[from:i], vowel) {
			continue
		}
		if at := begins(word, i); at-from > 2 {
			b.WriteString(string(word[from:at]) + softHyphen)
			from = at
		}
	}
	return b.String() + string(word[from:])
}

// begins is where the syllable of a consonant begins.
func begins(word []rune, i int) int {
	for n := 2; n > 0; n-- {
		if i >= n && slices.Contains(together, strings.ToLower(string(word[i-n:i+1]))) {
			return i - n
		}
	}
	return i
}

func vowel(r rune) bool { return strings.ContainsRune("aeiouyäöüáéíóúü", unicode.ToLower(r)) }
