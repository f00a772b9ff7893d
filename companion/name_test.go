package companion_test

import (
	"strings"
	"testing"

	"arbiter/companion"
)

// A name keeps what people can see of it, and nothing else.
func TestNamesAreWhatOneSees(t *testing.T) {
	for typed, want := range map[string]string{
		"Ana": "Ana", "  Käthe \t Ñíguez\n": "Käthe Ñíguez", "李小龍": "李小龍", "Ñ🎲": "Ñ🎲", "❤️": "❤️", "नमस्ते": "नमस्ते",
		"a\u202eb\u2066c\u200fd": "abcd", "a\u200bb\u200cc\ufeffd\u00ade\u2060": "abcde", "a\x00\x1b[31mb\x7f": "a[31mb",
		"\u3164\u115f\u2800\uffa0\u034f\U000e0041": "", " \u0301\ufe0f ": "", "\u2028": "", "": "", "a\xffb": "a\ufffdb",
		strings.Repeat("ä", 60): strings.Repeat("ä", 40), strings.Repeat("x", 39) + " y": strings.Repeat("x", 39),
		"<b>&\"": "<b>&\"", "e" + strings.Repeat("\u0301", 30) + "va": "e" + strings.Repeat("\u0301", 4) + "va", "Vie\u0323\u0302t": "Vie\u0323\u0302t",
	} {
		if got := companion.PlayerName(typed); got != want {
			t.Errorf("%q becomes %q, want %q", typed, got, want)
		}
		if once := companion.PlayerName(typed); companion.PlayerName(once) != once {
			t.Errorf("%q changes again", once)
		}
	}
}
