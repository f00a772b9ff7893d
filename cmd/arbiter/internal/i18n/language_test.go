package i18n

import "testing"

func TestLanguage(t *testing.T) {
	for _, test := range []struct {
		args []string
		env  map[string]string
		want string
	}{
		{nil, nil, "en"},
		{nil, map[string]string{"LANG": "de_DE.UTF-8"}, "de"},
		{nil, map[string]string{"LANG": "de_DE.UTF-8", "LC_MESSAGES": "es_ES"}, "es"},
		{nil, map[string]string{"LC_MESSAGES": "es_ES", "LC_ALL": "C"}, "en"},
		{nil, map[string]string{"LC_ALL": "C.UTF-8", "ARBITER_LANG": "de"}, "de"},
		{nil, map[string]string{"LANG": "fr_FR.UTF-8"}, "en"},
		{[]string{"demo", "--lang", "es"}, map[string]string{"LANG": "de_DE"}, "es"},
		{[]string{"demo", "--lang=de"}, nil, "de"},
		{[]string{"demo", "--lang"}, map[string]string{"LANG": "es"}, "es"},
		{[]string{"demo", "--lang=tlh"}, map[string]string{"LANG": "es"}, "es"},
	} {
		if got := Language(test.args, func(name string) string { return test.env[name] }); got != test.want {
			t.Errorf("%v %v: %s, want %s", test.args, test.env, got, test.want)
		}
	}
}
