package i18n

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"arbiter/companion/words"
	"arbiter/setups"
)

// Commands and the settings of a device accept every language that there are words in.
func TestLanguages(t *testing.T) {
	flag, _ := reflect.TypeFor[Flag]().FieldByName("Lang")
	for key, separator := range map[string]string{"enum": ",", "placeholder": "|"} {
		if got, want := flag.Tag.Get(key), strings.Join(words.Languages(), separator); got != want {
			t.Errorf("--lang has %s %q, want %q", key, got, want)
		}
	}
	for _, lang := range words.Languages() {
		if _, err := setups.ReadSettings("arbiter.toml", []byte(fmt.Sprintf("language = %q", lang))); err != nil {
			t.Errorf("settings: %v; add it in setups/settings.go", err)
		}
	}
}
