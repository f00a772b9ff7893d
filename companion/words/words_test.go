package words

import (
	"strings"
	"testing"
	"testing/fstest"

	"arbiter/engine"
)

func catalogue(t *testing.T, files map[string]string) *Catalogue {
	t.Helper()
	c, err := Load(tree(files))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func tree(files map[string]string) fstest.MapFS {
	f := fstest.MapFS{}
	for name, text := range files {
		f[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return f
}

func small(t *testing.T) *Catalogue {
	return catalogue(t, map[string]string{
		"counts.toml":       "[\"{%d stone|%d stones}\"]\nde = \"{ein Stein|%d Steine}\"\nes = \"{Queda %d piedra|Quedan %d piedras}\"\n",
		"stones.toml":       "[\"%s takes %d from %s\"]\nde = \"Von %[3]s nimmt %[1]s %[2]d\"\n[\"the %s bag\"]\nde = \"der Beutel %s\"\nes = \"la bolsa %s\"\n[\"100 %%\"]\nde = \"100 Prozent\"\n",
		"terms-stones.toml": "[red]\nen = \"Red\"\nde = \"Rot\"\n[old]\nen = \"old\"\n",
		"notes.txt":         "not read",
	})
}

func TestSay(t *testing.T) {
	c := small(t)
	bag := engine.Say("the %s bag", engine.Term("old"))
	takes := engine.Say("%s takes %d from %s", engine.Seat("red"), 3, bag)
	for _, test := range []struct {
		lang string
		text engine.Text
		want string
	}{
		{"de", takes, "Von der Beutel old nimmt Rot 3"},
		{"es", takes, "Red takes 3 from la bolsa old"}, // the sentence stays English, the bag does not
		{"en", takes, "Red takes 3 from the old bag"},
		{"tlh", takes, "Red takes 3 from the old bag"},
		{"de", engine.Say("nobody translated %s", engine.Term("this")), "nobody translated this"},
		{"de", engine.Say("100 %%"), "100 Prozent"},
		{"es", engine.Say("100 %%"), "100 %"},
		{"de", engine.Say("{%d stone|%d stones}", 1), "ein Stein"},
		{"de", engine.Say("{%d stone|%d stones}", 0), "0 Steine"},
		{"es", engine.Say("{%d stone|%d stones}", 1), "Queda 1 piedra"},
		{"es", engine.Say("{%d stone|%d stones}", 2), "Quedan 2 piedras"},
		{"en", engine.Say("{%d stone|%d stones}", 1), "1 stone"},
		{"de", engine.Text{}, ""},
		{"en", engine.Say("“%s” lies on the %s", engine.Term("old"), engine.Term("old")), "“Old” lies on the old"},
		{"en", engine.Say("%s: choose", engine.Say("“%s”", engine.Say("%s", engine.Term("old")))), "“Old”: choose"},
		{"en", engine.Say("“%s” or “%s”", "arbiter serve", bag), "“arbiter serve” or “The old bag”"},
		{"en", engine.Say("%s. %s goes on", engine.Term("Run!"), engine.Seat("red")), "Run! Red goes on"},
		{"en", engine.Say("Who plays “%s”.", engine.Term("Run!")), "Who plays “Run!”."},
		{"en", engine.Say("%s, and %s.", engine.Say("it is “%s”.", engine.Term("old")), engine.Term("why?")), "it is “Old”., and why?"},
	} {
		if got := c.Say(test.lang, test.text); got != test.want {
			t.Errorf("%s: %q, want %q", test.lang, got, test.want)
		}
		if got := c.In(test.lang)(test.text); got != test.want {
			t.Errorf("In(%s): %q, want %q", test.lang, got, test.want)
		}
	}
}

func TestSeatsAreCalledByNameOrColor(t *testing.T) {
	say := small(t).With("de", func(s engine.Seat) string { return map[engine.Seat]string{"blue": "Zoë"}[s] })
	got := say(engine.Say("%s takes %d from %s", engine.Seat("blue"), 1, engine.Say("the %s bag", engine.Seat("red"))))
	if want := "Von der Beutel Rot nimmt Zoë 1"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestSayNeverPanics(t *testing.T) {
	c := small(t)
	for _, args := range [][]any{nil, {nil}, {1, 2, 3, 4, 5}, {"x", "y", "z"}, {engine.Text{}, engine.Term(""), engine.Seat("")}, {struct{}{}, func() {}, []int{1}}} {
		for _, lang := range append(Languages(), "") {
			if got := c.Say(lang, engine.Text{Format: "%s takes %d from %s", Args: args}); got == "" {
				t.Errorf("%s %v: nothing was said", lang, args)
			}
		}
	}
	if got := new(Catalogue).Say("de", engine.Say("%s", engine.Term("x"))); got != "x" {
		t.Errorf("an empty catalogue says %q, want x", got)
	}
}

func TestTermFallsBackToEnglishThenToItself(t *testing.T) {
	c := small(t)
	for _, test := range [][3]string{{"de", "red", "Rot"}, {"es", "red", "Red"}, {"es", "III", "III"}, {"", "red", "Red"}} {
		if got := c.Term(test[0], engine.Term(test[1])); got != test[2] {
			t.Errorf("%s in %q: %q, want %q", test[1], test[0], got, test[2])
		}
	}
}

func TestPlaceholders(t *testing.T) {
	for format, want := range map[string]string{
		"none":                          "",
		"100 %% sure":                   "",
		"%s and %d":                     "1 s, 2 d",
		"%[2]d of %[1]s":                "1 s, 2 d",
		"%[1]s, again %[1]s":            "1 s",
		"%[2]s then %s":                 "2 s, 3 s",
		"%+d %2d %-3s":                  "1 +d, 2 2d, 3 -3s",
		"%+[2]d %[1]q %%%[3]v%":         "error",
		"%+[2]d %[1]q %%%[3]v":          "1 q, 2 +d, 3 v",
		"%z":                            "error",
		"50 % off":                      "error",
		"%[x]s":                         "error",
		"%[1":                           "error",
		"%[0]s":                         "error",
		"%+":                            "error",
		"{%d card|%d cards}, %s":        "1 d, 2 s",
		"%s: {one card|%d cards}":       "1 s, 2 d",
		"{one card|%d cards}, %s":       "error", // for one, %s would be the number
		"{one card|%[1]d cards}, %[2]s": "1 d, 2 s",
		"{a card|cards}":                "error",
		"{%d cards}":                    "error",
		"{%d card|%d cards":             "error",
	} {
		list, err := placeholders(format)
		got := strings.Join(list, ", ")
		if err != nil {
			got = "error"
		}
		if got != want {
			t.Errorf("%q: %s (%v), want %s", format, got, err, want)
		}
	}
}

// A translator's editor may begin a file with a byte order mark and end its lines with carriage
// returns.
func TestLoadAfterAnEditor(t *testing.T) {
	c := catalogue(t, map[string]string{"a.toml": "\ufeff[x]\r\nde = \"y\"\r\n", "terms-a.toml": "\ufeff[z]\r\nde = \"w\"\r\n"})
	if x, z := c.Say("de", engine.Say("x")), c.Term("de", "z"); x != "y" || z != "w" {
		t.Errorf("%q and %q, want y and w", x, z)
	}
}

func FuzzPlaceholders(f *testing.F) {
	f.Add("%s of %[2]d, %+d and 100 %%")
	f.Fuzz(func(t *testing.T, format string) {
		if _, err := placeholders(format); err == nil && alike(format, format) != nil {
			t.Errorf("%q differs from itself", format)
		}
	})
}
