package i18n

import (
	"slices"
	"strings"

	"arbiter/companion/words"
)

// Language returns the language that answers a command line: that of --lang, else of ARBITER_LANG,
// else of the first of LC_ALL, LC_MESSAGES and LANG that is set; English if there are no words in
// that language.
func Language(args []string, getenv func(string) string) string {
	for i, a := range args {
		word, found := strings.CutPrefix(a, "--lang=")
		if a == "--lang" && i+1 < len(args) {
			word, found = args[i+1], true
		}
		if found && slices.Contains(words.Languages(), word) {
			return word
		}
	}
	for _, name := range []string{"ARBITER_LANG", "LC_ALL", "LC_MESSAGES", "LANG"} {
		if value := getenv(name); value != "" {
			return known(value)
		}
	}
	return words.English
}

// known maps de_DE.UTF-8 to de.
func known(value string) string {
	code := strings.FieldsFunc(strings.ToLower(value), func(r rune) bool { return r < 'a' || r > 'z' })
	if len(code) > 0 && slices.Contains(words.Languages(), code[0]) {
		return code[0]
	}
	return words.English
}
