package setups

import (
	"strings"
	"testing"
)

// A change replaces the line that set the key or the comment that shows it; the owner's comments
// stay, and what cannot be read is refused.
func TestChangedSettings(t *testing.T) {
	const before = "# mine\nrig = \"screen\" # for now\n\n# A note.\n#language = \"de\"\nnames = [\n  \"a.lan\", # one\n  \"b.lan\",\n]\n"
	for _, c := range []struct {
		name    string
		changes []Setting
		want    string
	}{
		{"a value", []Setting{{"rig", "own"}}, strings.Replace(before, "rig = \"screen\" # for now", "rig = 'own'", 1)},
		{"a note becomes a value", []Setting{{"language", "es"}}, strings.Replace(before, "\"de\"\n", "\"de\"\nlanguage = 'es'\n", 1)},
		{"a list over lines", []Setting{{"names", []string{"c.lan"}}}, before[:strings.Index(before, "names")] + "names = ['c.lan']\n"},
		{"a new key", []Setting{{"tls", true}}, before + "tls = true\n"},
		{"nothing is said", []Setting{{"rig", nil}, {"speak", nil}}, strings.Replace(before, "rig = \"screen\" # for now\n", "", 1)},
		{"a key that is the beginning of another", []Setting{{"tls-address", ":443"}, {"tls", true}}, before + "tls-address = ':443'\ntls = true\n"},
	} {
		got, err := Changed("x.toml", []byte(before), c.changes...)
		if err != nil || string(got) != c.want {
			t.Errorf("%s: %v\n%s\nwant\n%s", c.name, err, got, c.want)
		}
	}
	if _, err := Changed("x.toml", []byte(before), Setting{"language", "fr"}); err == nil || !strings.Contains(err.Error(), "there is no language") {
		t.Errorf("an unknown language: %v", err)
	}
	if got, err := Changed("x.toml", []byte("rig = \"x\""), Setting{"open", true}); err != nil || string(got) != "rig = \"x\"\nopen = true\n" {
		t.Errorf("a last line without its end: %q, %v", got, err)
	}
}

// A value cannot smuggle in another key.
func TestAValueStaysOne(t *testing.T) {
	got, err := Changed("x.toml", nil, Setting{"rig", "a\"\nopen = true\n'"})
	if err != nil {
		t.Fatal(err)
	}
	s, err := ReadSettings("x.toml", got)
	if err != nil || s.Open || s.Rig != "a\"\nopen = true\n'" {
		t.Errorf("%q became %+v, %v", got, s, err)
	}
}
