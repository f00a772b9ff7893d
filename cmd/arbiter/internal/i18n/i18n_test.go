package i18n

import (
	"reflect"
	"strings"
	"testing"

	"arbiter/companion/words"
)

// A command can be asked for every language that there are words in.
func TestLanguages(t *testing.T) {
	flag, _ := reflect.TypeFor[Flag]().FieldByName("Lang")
	for key, separator := range map[string]string{"enum": ",", "placeholder": "|"} {
		if got, want := flag.Tag.Get(key), strings.Join(words.Languages(), separator); got != want {
			t.Errorf("--lang has %s %q, want %q", key, got, want)
		}
	}
}
